"""Tells which cells something hides that is no piece: by the close-up network, and by how much ground is in sight.

The close-up network takes tiles of one pale or dark terrain for paper or a cup now and then. Of these the survey sees
the ground from edge to edge, while a cup, a hand or a paper interrupts it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from games.hexgrid import neighbours
from vision.board.locate import Survey
from vision.board.presence import in_photo
from vision.geometry.lattice import Cell, spaces_between
from vision.imaging.sampling import sample
from vision.networks.activations import log_odds, sigmoid
from vision.pieces.inspect_cells import CellInspection
from vision.terrain.regions import INSIDE, PLACES

_MIN_COVERED = 0.2
"""The close-up network's probability of a cover from which the ground decides as well: in unknown art the survey may
see little ground of a tile in full sight. Of 2 568 such tiles on 90 synthetic boards 116 lie in sight with less than
0.95 of ground, and 3 of these have this probability."""
_BY_COVERED, _BY_GROUND, _BIAS = 0.52, -1.97, 3.23
"""Weights of the log odds of a cover by the close-up network, and of the share of ground. Fitted to 111 tiles in sight
and 34 hidden ones (less than four tenths visible) with 0.2 or more, on 490 synthetic boards: 4 of the former count as
hidden, and 3 of the latter do not. By the network alone, from 0.85 on, these are 27 and 12."""
_INNER_SCALE = 0.85
"""Factor by which a tile is shrunk towards its centre before its share of ground is measured: its outline and the gap
beside it show none."""
_POINTS = PLACES[INSIDE][::7] * _INNER_SCALE
"""(n, 2) points of a tile at the origin, in pitches."""
_HIDDEN_TILE, _HIDDEN_SPACE, _HIDDEN_BESIDE = 0.5, 0.75, 0.15
"""Probabilities from which a cell counts as hidden where a tile was found, where none was, and where none was beside a
hidden cell: what hides one reaches over others. On 50 photos bare table has 0.73 at most. Beside a hidden cell bare
table has 0.25 in one of four cells, a hundredth in the others, and the lesser of two cells under a hand 0.18 and 0.49:
a space that is said to be hidden without need costs less than a hidden tile that is said to be missing."""
_MIN_SHARE = 1e-3
"""Least probability, and doubt, of which log odds are taken."""


def covered_cells(found: Survey, inspections: Mapping[Cell, CellInspection]) -> dict[Cell, float]:
    """Return the probability (0..1) that something which is no piece hides a cell.

    Args:
        found: the survey.
        inspections: of the cells; of one without a tile only the close-up network tells.
    """
    centres = found.lattice.centres
    return {
        cell: _with_ground(seen.covered, _share_of_ground(found, centres[cell]))
        if cell in centres and seen.covered >= _MIN_COVERED
        else seen.covered
        for cell, seen in inspections.items()
    }


def hidden_cells(covered: Mapping[Cell, float], tiles: Collection[Cell]) -> frozenset[Cell]:
    """Return the cells that something hides which is no piece.

    Args:
        covered: 0..1, probability of that for each cell.
        tiles: cells where a tile was found.
    """
    hidden = {c for c, sure in covered.items() if sure >= (_HIDDEN_TILE if c in tiles else _HIDDEN_SPACE)}
    near = {c for cell in hidden for c in neighbours(cell) if c not in tiles}
    return frozenset(hidden | {c for c in near if covered.get(c, 0.0) >= _HIDDEN_BESIDE})


def cells_beyond(covered: Mapping[Cell, float], tiles: Collection[Cell]) -> list[Cell]:
    """Return the cells without a probability where a tile may lie beside one that something hides which is no piece.

    Args:
        covered: see `hidden_cells`.
        tiles: likewise.
    """
    hidden = hidden_cells(covered, tiles)
    if not hidden:
        return []
    possible = set(spaces_between({*tiles, *hidden})) - covered.keys()
    return sorted(cell for cell in possible if hidden.intersection(neighbours(cell)))


def _share_of_ground(found: Survey, centre: np.ndarray) -> float:
    """Return the mean probability of a tile's ground about a (2,) table point, as far as the photo shows the tile."""
    places = centre + _POINTS
    shown = in_photo(found.view, places)
    if not shown.any():
        return 0.0
    return float(1 - sample(found.maps.terrain, found.view.to_maps(places[shown]))[..., 0].mean())


def _with_ground(covered: float, ground: float) -> float:
    by_network, by_ground = log_odds(np.array([covered, ground]), _MIN_SHARE).tolist()
    return float(sigmoid(_BY_COVERED * by_network + _BY_GROUND * by_ground + _BIAS))
