"""A random printing of the game: the properties that all its tiles share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.scenes.board import EdgeStyle, random_edge_style
from training.scenes.prints.grammar import PLAIN, Finish
from training.scenes.prints.palettes import any_colour, bgr, terrain_colours
from training.scenes.prints.terrain_shapes import ShapeStyle, random_style

BASES = (
    ("flat", "fractal", "strokes", "relief", "hatch", "fractal+", "cells", "quilt", "crowns", "strata"),
    ("strata", "ridged", "relief", "fractal", "cells", "hatch", "flat", "fractal+", "strokes", "contour", "quilt"),
    ("waves", "flat", "fractal", "strokes", "hatch", "cells", "waves+", "contour", "strata"),
)
BASE_WEIGHTS = (
    (2, 4, 2, 1.2, 0.7, 3, 0.4, 1.3, 1.3, 0.5),
    (7, 2, 2.5, 2, 1, 0.6, 1.2, 1.5, 0.6, 0.7, 0.5),
    (6, 2.5, 2.5, 1.5, 0.6, 0.5, 2.5, 0.7, 0.6),
)


@dataclass(frozen=True)
class Ink:
    """How one terrain is printed.

    Attributes:
        colour: (3,) BGR base.
        base: name of the texture.
        patch: size of the texture's picture, units of the pitch.
        contrast: of the texture, 0..1.
        tint: (3,) BGR added towards the light end.
        snow: share of white that is mixed into the upper quarter of the texture.
        marks: 0 none, else strength of dots and tufts.
        mark_colour: (3,) BGR.
        mark_patch: size of the marks' picture, units of the pitch.
        grain: fine noise strength.
    """

    colour: np.ndarray
    base: str
    patch: float
    contrast: float
    tint: np.ndarray
    snow: float
    marks: float
    mark_colour: np.ndarray
    mark_patch: float
    grain: float


_NATURAL = 0.6
"""Share of printings that are natural on purpose; others may be so by chance."""


@dataclass(frozen=True)
class Printing:
    """One printing: its inks, shapes, outlines, icons, rims, cardboard and finish; ``palette`` only names the inks."""

    seed: int
    edges: EdgeStyle
    shapes: ShapeStyle
    inks: tuple[Ink, Ink, Ink]
    outline: float
    outline_colour: np.ndarray
    outline_kind: str
    shore: float
    shore_colour: np.ndarray
    border: float
    border_colour: np.ndarray
    rounding: float
    thickness: float
    side_colour: np.ndarray
    icons: float
    icon_colour: np.ndarray
    gloss: float
    tile_variation: float
    depth: float
    finish: Finish = PLAIN
    palette: str = "landscape"


def _ink(rng: np.random.Generator, terrain: int, colour: np.ndarray, busy: float, natural: bool) -> Ink:
    weights = np.array(BASE_WEIGHTS[terrain], float) ** (2 if natural else 1)
    base = str(rng.choice(BASES[terrain], p=weights / weights.sum()))
    contrast = rng.uniform(0.05, 0.6) * busy
    marks = float(rng.random() < (0.65, 0.35, 0.15)[terrain])
    if base == "strata" and terrain == 1:
        contrast = rng.uniform(0.3, 0.75)
    dark = colour * rng.uniform(0.2, 0.7) if rng.random() < 0.7 else np.minimum(colour * 1.5 + 30, 255)
    return Ink(
        colour=colour,
        base=base,
        patch=float(np.exp(rng.uniform(np.log(1.0), np.log(5.0)))),
        contrast=float(contrast * (1.6 if terrain == 1 else 1.0)),
        tint=rng.normal(0, 11, 3) * busy,
        snow=float(rng.uniform(0.4, 1.0)) if terrain == 1 and rng.random() < 0.45 else 0.0,
        marks=float(marks * rng.uniform(0.3, 1.0) * min(busy + 0.3, 1)),
        mark_colour=dark,
        mark_patch=float(rng.uniform(1.8, 6.0)),
        grain=float(rng.choice([0.0, rng.uniform(0.02, 0.15)])),
    )


def random_printing(rng: np.random.Generator, natural: bool | None = None) -> Printing:
    """Draw a printing; ``natural`` keeps to green meadows, grey or brown rock and blue water (often, if not said)."""
    natural = bool(rng.random() < 0.4) if natural is None else natural
    busy = float(rng.choice([0.25, 0.7, 1.0, 1.4], p=[0.05, 0.4, 0.5, 0.05] if natural else [0.15, 0.25, 0.4, 0.2]))
    colours = terrain_colours(rng, natural)
    seed = int(rng.integers(2**31))
    outline = float(rng.choice([0.0, rng.uniform(0.008, 0.02), rng.uniform(0.02, 0.05)], p=[0.4, 0.45, 0.15]))
    line = bgr(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.choice([rng.uniform(0.02, 0.3), rng.uniform(0.75, 1.0)]))
    if rng.random() < 0.5:  # a pale coast
        line = np.clip(colours[2] * rng.uniform(0.3, 0.6) + rng.uniform(90, 140), 0, 255)
    plain_rim = natural and rng.random() < 0.7
    border = (
        0.0
        if plain_rim
        else float(rng.choice([0.0, rng.uniform(0.006, 0.02), rng.uniform(0.02, 0.06)], p=[0.6, 0.25, 0.15]))
    )
    rim = bgr(
        rng.uniform(0, 360), rng.uniform(0, 0.5) ** 1.5, rng.choice([rng.uniform(0.02, 0.3), rng.uniform(0.3, 1.0)])
    )
    return Printing(
        seed=seed,
        edges=random_edge_style(rng),
        shapes=random_style(rng),
        inks=tuple(_ink(rng, k, colours[k], busy, natural) for k in range(3)),
        outline=outline,
        outline_colour=line,
        outline_kind=str(rng.choice(["all", "coast", "mountain"], p=[0.4, 0.5, 0.1])),
        shore=float(rng.choice([0.0, rng.uniform(0.03, 0.12)], p=[0.6, 0.4])),
        shore_colour=np.clip(rng.choice([1.0, 0.0]) * 140 + colours[2] * 0.5 + rng.normal(0, 15, 3), 0, 255),
        border=border,
        border_colour=rim,
        rounding=float(rng.choice([0.0, 0.02, 0.04, 0.08], p=[0.4, 0.3, 0.2, 0.1])),
        thickness=float(rng.uniform(0.012, 0.05)),
        side_colour=np.array([rng.uniform(0.6, 0.95), rng.uniform(0.75, 0.97), 1.0]) * rng.uniform(110, 245)
        if rng.random() < 0.8
        else any_colour(rng),
        icons=float(rng.choice([0.0, 0.3, 1.0, 2.5], p=[0.45, 0.25, 0.2, 0.1])),
        icon_colour=any_colour(rng),
        gloss=float(rng.beta(1, 3)),
        tile_variation=float(rng.uniform(0, 0.08)),
        depth=float(rng.choice([0.0, rng.uniform(-0.3, 0.6)], p=[0.6, 0.4])),
    )


def usual_printing(rng: np.random.Generator) -> Printing:
    """Draw a printing as copies on tables are: most have green meadows, grey or brown rock and blue water."""
    return random_printing(rng, natural=True if rng.random() < _NATURAL else None)
