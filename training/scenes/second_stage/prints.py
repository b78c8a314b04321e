"""Crafted prints: each ground in a technique and with strokes that no other family of prints has.

The networks that see pixels are not trained on them, and no exam is drawn in them, so that what learns from those
networks' outputs can be trained on them, while its accuracy is still measured on prints unknown to it.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from training.scenes.prints.any_palette import any_palette
from training.scenes.prints.grammar import Finish
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.palettes import bgr, terrain_colours
from training.scenes.prints.printing import Ink, Printing, random_printing
from training.scenes.second_stage import textures
from training.scenes.second_stage.textures import Rng, Texture

_OF_TERRAIN: tuple[tuple[Texture, ...], ...] = (
    (
        textures.tussocks, textures.flowers, textures.dabs, textures.sponge, textures.linocut, textures.canvas,
        textures.even, textures.pencil, textures.mosaic,
    ),
    (
        textures.peaks, textures.pebbles, textures.crackle, textures.terraces, textures.pencil, textures.linocut,
        textures.mosaic, textures.marbled, textures.sponge,
    ),
    (
        textures.crests, textures.marbled, textures.even, textures.dabs, textures.linocut, textures.crests,
        textures.canvas, textures.mosaic, textures.pencil,
    ),
)  # fmt: skip
"""Textures of plains, mountain and ocean; one that is named twice is drawn twice as often."""
TEXTURES = {texture.__name__: texture for row in _OF_TERRAIN for texture in row}
"""The textures by the names that `Ink.base` has."""
_LANDSCAPE = 0.5
"""Share of printings in the colours of a landscape; the others are in any palette. By hand."""
_LEAST_SHEET, _LARGEST_SHEET, _SHEET = 96, 320, 2.2
"""Least and largest side of a sheet, pixels, and its side in pitches."""


def crafted_printing(rng: Rng) -> Printing:
    """Draw a printing."""
    drawn = random_printing(rng)
    colours = terrain_colours(rng, True) if rng.random() < _LANDSCAPE else any_palette(rng)
    inks = tuple(_ink(rng, k, colours[k], drawn.inks[k]) for k in range(3))
    off = rng.normal(0, 0.015, 2) * float(rng.random() < 0.25)
    wear = float(rng.uniform(0.1, 0.7)) * float(rng.random() < 0.25)
    finish = Finish(
        edge=float(rng.uniform(-0.3, 0.4)) * float(rng.random() < 0.4),
        edge_reach=float(rng.uniform(0.02, 0.1)),
        shift=(float(off[0]), float(off[1])),
        wear=wear,
        paper=float(rng.uniform(0.02, 0.2)) * float(rng.random() < 0.5),
    )
    return replace(drawn, inks=(inks[0], inks[1], inks[2]), icons=0.0, finish=finish)


def _ink(rng: Rng, terrain: int, colour: np.ndarray, like: Ink) -> Ink:
    """Draw the ink of a ground: its base, the texture, and in ``tint`` what its light places turn to."""
    chosen = _OF_TERRAIN[terrain][int(rng.integers(len(_OF_TERRAIN[terrain])))]
    own = bgr(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.75, 1.0))
    contrast = rng.uniform(0.12, 0.6) * (1.25 if terrain == 1 else 1.0)
    return replace(
        like,
        colour=colour,
        base=chosen.__name__,
        contrast=float(contrast),
        tint=own if rng.random() < 0.4 else np.minimum(colour * 1.3 + 60, 255),
        snow=0.0,
        mark_colour=colour * rng.uniform(0.1, 0.6, 3) if rng.random() < 0.5 else colour * rng.uniform(0.1, 0.5),
    )


def crafted_sheets(chosen: Printing, pool: NoisePool, pitch: float) -> tuple[np.ndarray, ...]:
    """Return the printing's surfaces for plains, mountain and ocean, at ``pitch`` pixels a tile."""
    rng = np.random.default_rng(chosen.seed)
    size = int(np.clip(pitch * _SHEET, _LEAST_SHEET, _LARGEST_SHEET))
    return tuple(_sheet(rng, ink, size, pitch) for ink in chosen.inks)


def _sheet(rng: Rng, ink: Ink, size: int, pitch: float) -> np.ndarray:
    tone = np.clip(TEXTURES[ink.base](rng, size, pitch), -1, 1).astype(np.float32)
    share = (cv2.GaussianBlur(tone, (0, 0), 0.5) * ink.contrast)[..., None]
    goal = np.where(share < 0, ink.mark_colour, ink.tint)
    return np.clip(ink.colour + (goal - ink.colour) * np.abs(share), 0, 255).astype(np.uint8)
