"""What the eyes' maps say of the ground of each tile: its edges, the land within, and how that is parted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.appearance import Appearance, weigh_appearance
from vision.lattice import CORNERS, Cell
from vision.parting import Parted, likeliest_edges, part
from vision.regions import PLACES, land_within
from vision.survey import Survey
from vision.terrain import edge_likelihoods, weigh_seams


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground of the tiles of a survey, as `observation.Observation` has it.

    Attributes:
        edges: (6, 21) log likelihoods of ``terrain.EDGES`` for each tile.
        land: (49, 49, 3) uint8 log probabilities of the terrains within each tile.
        parted: each tile's regions by these; none where they were not wanted.
        appearance: how the terrains look on this board in this light, if that could be learned.
    """

    edges: Mapping[Cell, np.ndarray]
    land: Mapping[Cell, np.ndarray]
    parted: Mapping[Cell, Parted]
    appearance: Appearance | None


def weigh_ground(found: Survey, known: Appearance | None, parting: bool) -> Ground:
    """Weigh the ground of each tile by the maps and by how the terrains look on this board.

    Args:
        found: the survey.
        known: how they look, from an earlier picture of the same board in the same light.
        parting: whether the tiles are to be parted into regions as well.
    """
    tiles = tuple(found.lattice.centres)
    centres = np.array([found.lattice.centres[c] for c in tiles]).reshape(-1, 2)
    maps, appearance = weigh_appearance(found.maps, found.view, centres, known)
    if not tiles:
        return Ground({}, {}, {}, appearance)
    edges = edge_likelihoods(maps, found.view, centres[:, None] + CORNERS)
    land = dict(zip(tiles, land_within(maps, found.view, centres[:, None, None] + PLACES), strict=True))
    parted = part(land, likeliest_edges(weigh_seams(tiles, edges)), {}) if parting else {}
    return Ground(dict(zip(tiles, edges, strict=True)), land, parted, appearance)
