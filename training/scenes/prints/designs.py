"""The designs of tiles' prints: which terrain lies where on a tile, before any surface is painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from training.scenes.board import Laid
from training.scenes.prints.legible import SIDE, is_legible
from training.scenes.prints.noise import SIZE as POOL_SIZE
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.printing import Printing
from training.scenes.prints.terrain_shapes import ShapeStyle, field_to_pitch, fray_picture

_ILLEGIBLE = 0.4
"""Share of the tiles whose prints need not show clearly what is connected. Of the made tiles in held-out art with a
question of it 18 % then do not, of those on photos 13 and 14 %."""
_BLOBS, _STRAITS = 1.0, 0.5
"""Least mean number of patches and share of bands of prints that are drawn anew; chosen by hand."""
_ATTEMPTS = 6
"""Times that a print is drawn anew at most; chosen by hand."""


@dataclass(frozen=True)
class Design:
    """The print of one tile, from which its terrain can be drawn at any size.

    Attributes:
        field: (GRID, GRID, 4) pulls of the terrains and the gate of the fine noise.
        fray: (512, 512) uint8 noise that frays the borders.
        style: the printing's shapes.
        offset: (2,) where in the noise this tile lies.
    """

    field: np.ndarray
    fray: np.ndarray
    style: ShapeStyle
    offset: np.ndarray

    def pulls(self, out_of_tile: np.ndarray, width: int, height: int) -> tuple[np.ndarray, ...]:
        """Return the three terrains' pulls (height, width) float32; ``out_of_tile`` (3, 3) maps pitches to pixels."""
        matrix = (out_of_tile @ field_to_pitch())[:2]
        plains, mountain, ocean, gate = cv2.split(
            cv2.warpAffine(self.field, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )
        if self.style.fray > 0:
            unit = self.style.fray_scale / 12
            place = np.array([[unit, 0, -unit * self.offset[0]], [0, unit, -unit * self.offset[1]], [0, 0, 1]])
            noise = cv2.warpAffine(
                self.fray,
                (out_of_tile @ place)[:2],
                (width, height),
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_WRAP,
            )
            sway = cv2.multiply(noise.astype(np.float32) - np.float32(127.5), gate, scale=self.style.fray / 100)
            plains += sway
            ocean -= sway
        return plains, mountain, ocean

    def labels(self, size: int) -> np.ndarray:
        """Return the terrain map (size, size) uint8 1..3 of the square of one pitch and a fifth about the tile."""
        scale = size / 1.2
        out = np.array([[scale, 0, size / 2 - 0.5], [0, scale, size / 2 - 0.5], [0, 0, 1]])
        return strongest_terrain(self.pulls(out, size, size))


def strongest_terrain(pulls: tuple[np.ndarray, ...]) -> np.ndarray:
    """Return the terrain (H, W) uint8 1..3 with the greatest pull."""
    plains, mountain, ocean = pulls
    label = (mountain > plains).view(np.uint8) + np.uint8(1)
    np.putmask(label, ocean > cv2.max(plains, mountain), 3)
    return label


class Prints(Protocol):
    """How a family of art draws the prints of tiles; `training.scenes.art.Art` describes both functions."""

    @property
    def fields(self) -> Callable[[np.random.Generator, NoisePool, ShapeStyle, list[tuple[str, ...]]], np.ndarray]: ...  # noqa: D102

    @property
    def sheets(self) -> Callable[[Printing, NoisePool, float], tuple[np.ndarray, ...]]: ...  # noqa: D102


def draw_designs(
    rng: np.random.Generator, pool: NoisePool, art: Prints, printing: Printing, tiles: list[Laid], legible: bool = True
) -> list[Design]:
    """Draw the prints of tiles of one printing, whose borders are frayed by the same picture.

    Args:
        rng: the generator of random numbers.
        pool: noise.
        art: the family of looks.
        printing: of the tiles.
        tiles: whose prints are drawn.
        legible: whether to draw most tiles anew, with further patches and bands, that do not show clearly what is
            connected, see `legible`.
    """
    designs = _drawn(rng, pool, art, printing, tiles)
    shapes = printing.shapes
    varied = replace(shapes, blobs=max(shapes.blobs, _BLOBS), straits=max(shapes.straits, _STRAITS))
    left = [n for n in range(len(tiles)) if legible and rng.random() > _ILLEGIBLE]
    for _ in range(_ATTEMPTS):
        left = [n for n in left if not is_legible(designs[n].labels(SIDE))]
        again = _drawn(rng, pool, art, replace(printing, shapes=varied), [tiles[n] for n in left])
        for n, design in zip(left, again, strict=True):
            designs[n] = design
    return designs


def _drawn(
    rng: np.random.Generator, pool: NoisePool, art: Prints, printing: Printing, tiles: list[Laid]
) -> list[Design]:
    if not tiles:
        return []
    fray = fray_picture(np.random.default_rng(printing.seed), pool, printing.shapes)
    maps = art.fields(rng, pool, printing.shapes, [t.edges for t in tiles])
    offsets = rng.uniform(0, POOL_SIZE, (len(tiles), 2))
    return [Design(f, fray, printing.shapes, o) for f, o in zip(maps, offsets, strict=True)]
