"""A printing in any style: painted, watercolour, flat with signs, engraved, muted; well or badly registered; worn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.scenes.prints.any_palette import any_palette
from training.scenes.prints.further_grounds import further_base
from training.scenes.prints.grammar import Finish, Signs
from training.scenes.prints.palettes import any_colour, bgr, lab
from training.scenes.prints.printing import Ink, Printing, random_printing
from training.scenes.prints.signs.terrain_signs import OF_TERRAIN

Rng = np.random.Generator
Span = tuple[float, float]


@dataclass(frozen=True)
class _Style:
    """Ranges of a style: contrast of its textures; shares of printings with signs, outlines, coast lines and rims."""

    bases: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    contrast: Span
    signs: float
    outline: float
    coast: float
    rim: float
    edge: Span


_STYLES = {
    "painted": _Style(
        (("fractal", "strokes", "quilt", "crowns", "fractal+"), ("strata", "relief", "ridged"), ("waves", "fractal")),
        (0.1, 0.6), 0.4, 0.5, 0.05, 0.4, (-0.2, 0.3),
    ),
    "watercolour": _Style(
        (("fractal", "fractal"), ("fractal", "ridged"), ("fractal", "fractal")),
        (0.12, 0.5), 0.75, 0.75, 0.1, 0.6, (0.1, 0.6),
    ),
    "flat": _Style(
        (("flat",), ("flat",), ("flat",)), (0.02, 0.2), 0.9, 0.45, 0.1, 0.3, (-0.3, 0.3),
    ),
    "engraved": _Style(
        (("flat", "hatch", "cells"), ("hatch", "cells", "contour", "flat"), ("flat", "waves", "contour")),
        (0.05, 0.35), 0.8, 0.75, 0.7, 0.7, (0.0, 0.2),
    ),
    "muted": _Style(
        (("flat", "fractal", "strokes"), ("fractal", "relief", "cells"), ("flat", "waves", "strokes")),
        (0.03, 0.25), 0.6, 0.4, 0.2, 0.4, (0.0, 0.3),
    ),
}  # fmt: skip
_MOST_SIGNS = 0.2
"""Greatest share of a ground that signs take up."""
_SHARES = (0.3, 0.22, 0.22, 0.16, 0.1)
_FURTHER = 0.4
"""Share of grounds with a further texture, whatever the style. Chosen by hand."""
_FURTHER_CONTRAST, _FURTHER_TINT = (0.12, 0.6), 14.0
"""Contrast of the further textures, and how far the hues of their dark and light ends differ (0..255). By hand."""


def any_printing(rng: Rng) -> Printing:
    """Draw a printing. Its grounds differ in colour, but their hues need not be a landscape's."""
    style = _STYLES[str(rng.choice(list(_STYLES), p=_SHARES))]
    drawn = random_printing(rng)
    colours = any_palette(rng)
    inks = tuple(_ink(rng, style, k, colours[k], drawn.inks[k]) for k in range(3))
    dark = np.array([lab(colour)[0] for colour in colours]).min()
    line = colours.mean(0) * rng.uniform(0.1, 0.5) if rng.random() < 0.65 else _pale(rng)
    return replace(
        drawn,
        inks=(inks[0], inks[1], inks[2]),
        outline=float(rng.uniform(0.008, 0.035)) if rng.random() < style.outline else 0.0,
        outline_colour=line if dark > 12 else _pale(rng),
        shore=float(rng.uniform(0.02, 0.1)) if rng.random() < 0.25 else 0.0,
        shore_colour=np.clip(colours[2] * rng.uniform(0.5, 1) + rng.uniform(0, 110), 0, 255),
        border=float(rng.uniform(0.012, 0.055)) if rng.random() < style.rim else 0.0,
        border_colour=_pale(rng) if rng.random() < 0.65 else any_colour(rng),
        rounding=float(rng.uniform(0, 0.07)) * float(rng.random() < 0.6),
        icons=float(rng.choice([0.0, 0.3], p=[0.8, 0.2])),
        tile_variation=float(rng.uniform(0, 0.08)),
        finish=_finish(rng, style, colours),
    )


def _pale(rng: Rng) -> np.ndarray:
    """Return the colour of bare paper or of white ink."""
    return bgr(rng.uniform(20, 60), rng.uniform(0, 0.2), rng.uniform(0.8, 1.0))


def _ink(rng: Rng, style: _Style, terrain: int, colour: np.ndarray, like: Ink) -> Ink:
    contrast = rng.uniform(*style.contrast) * (1.5 if terrain == 1 else 1.0)
    snow = float(rng.uniform(0.4, 1.0)) if terrain == 1 and rng.random() < 0.25 else 0.0
    if rng.random() < _FURTHER:
        return _further_ink(rng, terrain, colour, like)
    return replace(
        like,
        colour=colour,
        base=str(rng.choice(style.bases[terrain])),
        contrast=float(contrast),
        snow=snow,
        marks=like.marks * float(rng.random() < 0.3),
        mark_colour=colour * rng.uniform(0.3, 0.8),
        tint=like.tint * 0.7,
    )


def _further_ink(rng: Rng, terrain: int, colour: np.ndarray, like: Ink) -> Ink:
    return replace(
        like,
        colour=colour,
        base=further_base(rng, terrain),
        contrast=float(rng.uniform(*_FURTHER_CONTRAST)),
        tint=rng.normal(0, _FURTHER_TINT, 3),
        snow=0.0,
        marks=like.marks * float(rng.random() < 0.1),
        mark_colour=colour * rng.uniform(0.3, 0.8),
    )


def _finish(rng: Rng, style: _Style, colours: np.ndarray) -> Finish:
    signs = [_signs(rng, k, colours[k]) if rng.random() < style.signs else None for k in range(3)]
    lines = int(rng.integers(2, 9)) if rng.random() < style.coast else 0
    off = rng.normal(0, 0.018, 2) if rng.random() < 0.3 else np.zeros(2)
    return Finish(
        signs=(signs[0], signs[1], signs[2]),
        coast_lines=lines,
        coast_step=float(rng.uniform(0.016, 0.05)),
        edge=float(rng.uniform(*style.edge)),
        edge_reach=float(rng.uniform(0.02, 0.1)),
        screen=float(rng.uniform(0.02, 0.05)) if rng.random() < 0.12 else 0.0,
        shift=(float(off[0]), float(off[1])),
        wear=float(rng.uniform(0.1, 0.8)) if rng.random() < 0.3 else 0.0,
        paper=float(rng.uniform(0.02, 0.2)) if rng.random() < 0.5 else 0.0,
    )


def _signs(rng: Rng, terrain: int, ground: np.ndarray) -> Signs:
    names = OF_TERRAIN[terrain]
    kinds = tuple(str(n) for n in rng.choice(names, int(rng.integers(1, 4)), replace=False))
    dark = ground * rng.uniform(0.15, 0.75) if rng.random() < 0.75 else np.clip(ground * 1.2 + 60, 0, 255)
    light = ground * 0.35 + rng.uniform(110, 165) if rng.random() < 0.6 else any_colour(rng)
    size = float(rng.uniform(0.05, 0.16))
    white = np.full(3, rng.uniform(215, 255)) if rng.random() < 0.7 else any_colour(rng)
    return Signs(
        kinds=kinds,
        density=float(np.exp(rng.uniform(np.log(0.01), np.log(_MOST_SIGNS)))) / size**2,
        size=size,
        weight=float(rng.uniform(0.06, 0.2)),
        colours=np.stack([dark, light, white]),
        order=float(rng.choice([0.0, rng.uniform(0, 1)])),
    )
