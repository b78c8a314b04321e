"""What the eyes' maps say of the ground of each tile: its edges, the land within, and how that is parted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.board.locate import Survey
from vision.geometry.lattice import CORNERS, Cell
from vision.geometry.rectified_view import rectify
from vision.imaging.sampling import sample
from vision.networks.models import Networks, infer_scene
from vision.terrain.colour_model import Appearance, weigh_appearance
from vision.terrain.edges import edge_likelihoods, weigh_seams
from vision.terrain.hidden_terrain import Inland, paint_in
from vision.terrain.partition import Parted, likeliest_edges, part
from vision.terrain.regions import PLACES, land_within

_SCALE = 96.0
"""Pixels to a pitch at which the ground is looked at: slivers of terrain on an edge are lost at a survey's scale.

Tiles are found at that one all the same: finer ones show more that looks like a tile's middle.
"""
_MARGIN = 0.7
"""Pitches of table that are seen around the outermost tiles' middles."""


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground of the tiles of a survey, as `observation.Observation` has it.

    Attributes:
        edges: (6, 21) log likelihoods of ``terrain.EDGES`` for each tile.
        land: the land within each tile.
        parted: each tile's regions by these; none where they were not wanted.
        appearance: how the terrains look on this board in this light, if that could be learned.
    """

    edges: Mapping[Cell, np.ndarray]
    land: Mapping[Cell, Inland]
    parted: Mapping[Cell, Parted]
    appearance: Appearance | None


@dataclass(frozen=True, eq=False)
class Looked:
    """What the maps show of n tiles, one after the other.

    Attributes:
        edges: (n, 6, 21) as `Ground` has them.
        land: (n, 49, 49, 3) uint8, see `regions.land_within`.
        clear: (n, 49, 49) 0..1, how surely nothing stands before the tile.
        appearance: see `Ground`.
    """

    edges: np.ndarray
    land: np.ndarray
    clear: np.ndarray
    appearance: Appearance | None


def weigh_ground(
    pixels: np.ndarray, found: Survey, known: Appearance | None, networks: Networks, parting: bool
) -> Ground:
    """Weigh the ground of each tile by what is seen of it and by how the terrains look on this board.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        found: the survey.
        known: how they look, from an earlier picture of the same board in the same light.
        networks: the loaded networks.
        parting: whether the tiles are to be parted into regions as well.
    """
    tiles = tuple(found.lattice.centres)
    if not tiles:
        return Ground({}, {}, {}, known)
    looked = look_at_ground(pixels, found, networks, known)
    edges = likeliest_edges(weigh_seams(tiles, looked.edges))
    inland = paint_in(networks.hidden_terrain, looked.land, looked.clear, [edges[cell] for cell in tiles])
    land = dict(zip(tiles, inland, strict=True))
    parted = part(land, edges, {}) if parting else {}
    return Ground(dict(zip(tiles, looked.edges, strict=True)), land, parted, looked.appearance)


def look_at_ground(pixels: np.ndarray, found: Survey, networks: Networks, known: Appearance | None = None) -> Looked:
    """Look at the ground of each tile of a survey, which has one at least; the arguments are `weigh_ground`'s."""
    centres = np.array(list(found.lattice.centres.values()))
    view = rectify(pixels, found.lattice.plane, centres, _SCALE, _MARGIN)
    maps, appearance = weigh_appearance(infer_scene(networks, view.pixels), view, centres, known)
    edges = edge_likelihoods(maps, view, centres[:, None] + CORNERS)
    places = centres[:, None, None] + PLACES
    clear = sample(maps.piece[..., 0], view.to_maps(places))
    return Looked(edges, land_within(maps, view, places), clear, appearance)
