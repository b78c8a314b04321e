"""Tops of single tiles, seen from straight above, as in photos of a copy whose tiles are spread out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.scenes.board import Laid, lay_edges
from training.scenes.camera import look_at
from training.scenes.prints.designs import Prints
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.printing import Printing
from training.scenes.prints.tiles import Canvas, TilePainter

FINE = 160
"""Pixels to a tile's width in its print."""
SIDE = 208
"""Pixels along a print."""
TO_TILE = np.array([[1 / FINE, 0, -SIDE / 2 / FINE], [0, 1 / FINE, -SIDE / 2 / FINE], [0, 0, 1]])
"""(3, 3) a print's pixels to widths of the tile, its centre at the origin."""


@dataclass(frozen=True)
class Print:
    """One tile's edges, and its top (SIDE, SIDE, 3) with the terrain (SIDE, SIDE) 1..3, edge 0 to the right."""

    edges: tuple[str, ...]
    top: np.ndarray
    terrain: np.ndarray


def draw_prints(
    rng: np.random.Generator, family: Prints, printing: Printing, pool: NoisePool, count: int
) -> tuple[Print, ...]:
    """Draw the prints of a number of unrelated tiles of one printing."""
    camera = look_at(np.zeros(2), FINE, 0.0, 0.0, 0.0, 4000.0, 0.0, (SIDE, SIDE))
    cells = [(3 * n, 0) for n in range(count)]
    laid = [Laid(None, edges, np.zeros(2), 0.0, 1.0, 0.0) for edges in lay_edges(rng, cells, printing.edges, 1.0)]
    prints = []
    for tile in laid:
        canvas = Canvas(
            np.zeros((SIDE, SIDE, 3), np.uint8),
            np.zeros((SIDE, SIDE), np.uint8),
            np.zeros((SIDE, SIDE), np.int16),
            np.linalg.inv(TO_TILE),
            printing.thickness,
        )
        painter = TilePainter(rng, pool, family, printing, canvas, camera)
        painter.paint(tile, painter.designs([tile])[0], 1)
        prints.append(Print(tile.edges, canvas.colour, canvas.label))
    return tuple(prints)
