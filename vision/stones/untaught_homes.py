"""Detection of stones partly hidden by longhouses where none were taught: by the rules they are Homes.

The networks may take the visible part for rock. A Home has a ring in its player's colour, which the longhouse shows,
and the stones in the open show its size and the ground within the ring. Of 226 such stones on synthetic boards
(``benchmarks/homes.py``) the networks alone found 131, and 170 were found with this search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.geometry.lattice import Cell, Lattice, nearest_cell
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import GAMMA
from vision.imaging.sampling import sample
from vision.pieces.detect import Piece, is_certain_stone
from vision.pieces.inspect_cells import CellInspection
from vision.pieces.pair_network import HOUSE_ON_STONE
from vision.stones.faces import GROUND, lab_of
from vision.stones.occluded import find_occluded_stone
from vision.stones.search import UNNAMED, FoundStone
from vision.vocabulary import PIECES

_HOUSE = PIECES.index("longhouse")
_MIN_HOUSE_PROBABILITY = 0.4
"""Probability of a longhouse from which its surroundings are searched; chosen by hand."""
_MIN_PAIR_PROBABILITY = 0.05
"""Probability of a longhouse and a stone by the pair network from which they are searched; chosen by hand."""
_FACE_RADIUS = 0.9
"""Radius of a stone's face in units of that of a disc with its visible area, which includes its side."""
_RING_SHARES = (0.7, 1.0)
"""Positions of the ring's colour between the ground's (0) and the longhouse's (1): a thin ring is blurred."""


def find_untaught_homes(
    pixels: np.ndarray,
    lattice: Lattice,
    view: View,
    pieces: Sequence[Piece],
    inspections: Mapping[Cell, CellInspection],
    others: Sequence[Piece] = (),
) -> list[FoundStone]:
    """Return the stones partly hidden by longhouses, on a table with other stones in the open.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        view: its rectified view.
        pieces: all candidates on the inspected cells.
        inspections: of these cells.
        others: pieces on other cells.
    """
    stones = [p for p in (*pieces, *others) if is_certain_stone(p) and p.area > 0]
    if not stones:
        return []
    radius = _FACE_RADIUS * float(np.sqrt(np.median([stone.area for stone in stones]) / np.pi))
    ground = _ground(view, stones, radius)
    seen = {nearest_cell(p.foot) for p in pieces if is_certain_stone(p)}
    found = []
    for house in pieces:
        cell = nearest_cell(house.foot)
        likely = (
            house.certainty * house.kinds[_HOUSE] >= _MIN_HOUSE_PROBABILITY
            and inspections[cell].pairs[HOUSE_ON_STONE] >= _MIN_PAIR_PROBABILITY
        )
        if not likely or cell in seen:
            continue
        rings = np.outer(_RING_SHARES, _lab(house.shade) - ground)
        arc = find_occluded_stone(pixels, lattice.plane, house, radius, rings, ground[1:])
        if arc is not None:
            found.append(FoundStone(UNNAMED, None, arc[1], arc[2], None, beneath=True))
    return found


def _ground(view: View, stones: Sequence[Piece], radius: float) -> np.ndarray:
    """Return the (3,) median CIE L*a*b* of the stones' faces within their rings."""
    lab = lab_of(view.pixels, 0.5)
    places = np.array([stone.foot + radius * GROUND for stone in stones])
    seen = sample(lab, view.to_view(places)).reshape(len(stones), -1, 3)
    return np.asarray(np.median(np.median(seen, axis=1), axis=0))


def _lab(shade: np.ndarray) -> np.ndarray:
    """Return the (3,) CIE L*a*b* of a (3,) shade in linear BGR."""
    pixel = np.clip(shade, 0, 1)[None, None].astype(np.float32) ** (1 / GAMMA)
    return np.asarray(cv2.cvtColor(pixel.astype(np.float32), cv2.COLOR_BGR2LAB)[0, 0])
