"""Stones that peep out from under longhouses, where none was taught: by the rules they are Homes.

What the close look takes for a spit of rock, the longhouse itself can tell: a Home bears its player's colour in a ring
round its face, and the stones that lie in the open show how large it is and what is within the ring.
Of 226 such stones on made boards (``benchmarks/homes.py``) 131 were seen by the networks alone, 170 in this way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.geometry.lattice import Cell, Lattice, nearest_cell
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import GAMMA
from vision.imaging.sampling import sample
from vision.pieces.detect import PRESENT, Piece, is_certain_stone
from vision.pieces.inspect_cells import CellInspection
from vision.pieces.pair_network import CONTENTS
from vision.stones.faces import GROUND, lab_of
from vision.stones.occluded import half_hidden
from vision.stones.search import UNNAMED, FoundStone
from vision.vocabulary import PIECES

_HOUSE = PIECES.index("longhouse")
_HOME = CONTENTS.index((0, 1, 1))
_HOUSE_SURE = 0.4
"""So certain a longhouse must be to be looked under."""
_HINTED = 0.05
"""So likely, were they as usual as one thing, a house and a stone must be for a ring to tell them."""
_FACE = 0.9
"""Radius of a stone's face to that of a disc as large as all that is seen of it, its side too."""
_PAINT = (0.7, 1.0)
"""How far the ring's colour goes from the ground's towards the house's: a thin ring is blurred into both its sides."""


def peeping_homes(
    pixels: np.ndarray,
    lattice: Lattice,
    view: View,
    pieces: Sequence[Piece],
    looks: Mapping[Cell, CellInspection],
    others: Sequence[Piece] = (),
) -> list[FoundStone]:
    """Find what lies half under longhouses, on a table where other stones are plainly seen.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        view: it from above.
        pieces: all that may stand on the cells that were looked at.
        looks: what the close look said of these cells.
        others: what stands on other cells.
    """
    stones = [p for p in (*pieces, *others) if is_certain_stone(p) and p.area > 0]
    if not stones:
        return []
    radius = _FACE * float(np.sqrt(np.median([stone.area for stone in stones]) / np.pi))
    ground = _ground(view, stones, radius)
    seen = {nearest_cell(p.foot) for p in pieces if p.certainty >= PRESENT and p.kind == "stone"}
    found = []
    for house in pieces:
        cell = nearest_cell(house.foot)
        likely = house.certainty * house.kinds[_HOUSE] >= _HOUSE_SURE and looks[cell].pairs[_HOME] >= _HINTED
        if not likely or cell in seen:
            continue
        rings = np.outer(_PAINT, _lab(house.shade) - ground)
        arc = half_hidden(pixels, lattice.plane, house, radius, rings, ground[1:])
        if arc is not None:
            found.append(FoundStone(UNNAMED, None, arc[1], arc[2], None, beneath=True))
    return found


def _ground(view: View, stones: Sequence[Piece], radius: float) -> np.ndarray:
    """(3,) CIE L*a*b* of the stones' faces within their rings."""
    lab = lab_of(view.pixels, 0.5)
    places = np.array([stone.foot + radius * GROUND for stone in stones])
    seen = sample(lab, view.to_view(places)).reshape(len(stones), -1, 3)
    return np.asarray(np.median(np.median(seen, axis=1), axis=0))


def _lab(shade: np.ndarray) -> np.ndarray:
    """(3,) CIE L*a*b* of a (3,) shade in linear BGR."""
    pixel = np.clip(shade, 0, 1)[None, None].astype(np.float32) ** (1 / GAMMA)
    return np.asarray(cv2.cvtColor(pixel.astype(np.float32), cv2.COLOR_BGR2LAB)[0, 0])
