"""Evidence of Home stones partly hidden by longhouses, where no stones were taught, by the rings on them.

The networks may take the visible part for rock. A Home has a ring in its player's colour, which the longhouse shows,
and the stones in the open show its size and the ground within the ring.
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
from vision.stones.faces import GROUND, lab_of
from vision.stones.occluded import Refinement, SoughtStones, largest_arc
from vision.vocabulary import PIECES

_HOUSE = PIECES.index("longhouse")
_MIN_HOUSE_PROBABILITY = 0.4
"""Probability of a longhouse from which its surroundings are searched; chosen by hand."""
_FACE_RADIUS = 0.9
"""Radius of a stone's face in units of that of a disc with its visible area, which includes its side; chosen by
hand."""
_RING_SHARES = (0.7, 1.0)
"""Positions of the ring's colour between the ground's (0) and the longhouse's (1): a thin ring is blurred."""
_REFINEMENT = Refinement(positions=1, least=0.9)
"""A tenth of the longhouses without a stone have such an arc in the coarse search."""
_ARCS, _LOG_RATIOS = (1.1, 2.2), (0.0, 4.0)
"""Arcs and their log likelihood ratios of a Home to none, linear in between; chosen by hand by these shares. Of 1 788
longhouses without a stone on 318 synthetic boards 2.0 % have an arc of 1.3 to 1.5, 1.0 % of 1.5 to 1.75, 0.7 % of 1.75
to 2 and one a longer one; of 423 Homes there, few of which have such a ring, 3.8, 2.8, 1.7 and 6.9 %, and of 11 Homes
on photos of stones like those of the 2021 printing 2, 2, 2 and 3. None of the 57 other longhouses on these has 1.3."""


def ring_log_ratios(
    pixels: np.ndarray,
    lattice: Lattice,
    view: View,
    pieces: Sequence[Piece],
    home_log_ratios: Mapping[Cell, float],
    others: Sequence[Piece] = (),
) -> dict[Cell, float]:
    """Return the log likelihood ratio of a Home to none by the ring beside longhouses, by their cells.

    It is empty on a table without stones in the open, which show how large a stone is. Where the close-up network is
    so sure that no ring could change what is read, none is looked for, since that takes some 6 ms a longhouse.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        view: its rectified view.
        pieces: all candidates on the inspected cells.
        home_log_ratios: `homes.home_log_ratio` of these cells.
        others: pieces on other cells.
    """
    stones = [p for p in (*pieces, *others) if is_certain_stone(p) and p.area > 0]
    if not stones:
        return {}
    radius = _FACE_RADIUS * float(np.sqrt(np.median([stone.area for stone in stones]) / np.pi))
    ground = _ground(view, stones, radius)

    def log_ratio(house: Piece) -> float:
        rings = np.outer(_RING_SHARES, _lab(house.shade) - ground)
        arc = largest_arc(pixels, lattice.plane, house, SoughtStones(radius, rings, ground[1:]), _REFINEMENT)
        return float(np.interp(arc.length, _ARCS, _LOG_RATIOS))

    houses = {
        nearest_cell(piece.foot): piece
        for piece in sorted(pieces, key=lambda piece: piece.certainty)
        if piece.certainty * piece.kinds[_HOUSE] >= _MIN_HOUSE_PROBABILITY
    }
    doubtful = (cell for cell in houses if abs(home_log_ratios.get(cell, 0.0)) < _LOG_RATIOS[1])
    return {cell: log_ratio(houses[cell]) for cell in doubtful}


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
