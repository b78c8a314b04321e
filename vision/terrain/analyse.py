"""Analyses the terrain of each tile of a survey: its edges, its inside, and its regions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.locate import Survey
from vision.geometry.lattice import CORNERS, Cell
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks import channels
from vision.networks.models import Networks, SceneMaps
from vision.networks.runtime import Network
from vision.pieces.detect import Piece
from vision.terrain.cover import Occluders, clear_of_pieces
from vision.terrain.edge_network import judge_edges
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import UNEXCHANGED, combine_seams, edge_log_likelihoods
from vision.terrain.ground.ground_model import GroundModel, apply_ground_model
from vision.terrain.ground.grounds import NOTHING_KNOWN, KnownGround
from vision.terrain.hidden_terrain import TileTerrain, infer_hidden_terrain
from vision.terrain.partition import TileRegions, divide_tiles, likeliest_edges
from vision.terrain.regions import log_terrain_within, maps_pixels_within
from vision.terrain.sight import with_ground_in_sight

_CERTAIN = 20.0
"""Logit of what is certain."""
_MIN_RENAMED = 0.01
"""Share of the ground that is called otherwise once pieces are seen, from which the terrain is worked out again: below,
names have become surer or less sure, but nothing is read otherwise; by hand."""


@dataclass(frozen=True, eq=False)
class TileInteriors:
    """What lies within tiles.

    Attributes:
        terrain: the terrain inside each tile, with hidden parts filled in.
        regions: each tile's regions by its terrain alone; empty if they were not requested.
    """

    terrain: Mapping[Cell, TileTerrain]
    regions: Mapping[Cell, TileRegions]

    def as_future(self) -> Future[TileInteriors]:
        """Return a future that is done, with these as its result."""
        future: Future[TileInteriors] = Future()
        future.set_result(self)
        return future


@dataclass(frozen=True, eq=False)
class TerrainAnalysis:
    """The terrain of a survey's tiles.

    Attributes:
        edges: (6, 21) log likelihoods of ``edges.EDGES`` for each tile.
        insides: of the tiles; pending while another thread looks, since edges and pieces are weighed without them.
        ground: the model of the ground on this board in this light; None if too little of it is visible.
    """

    edges: Mapping[Cell, np.ndarray]
    insides: Future[TileInteriors]
    ground: GroundModel | None


@dataclass(frozen=True, eq=False)
class SampledTerrain:
    """The scene network's terrain of n tiles.

    Attributes:
        edges: (n, 6, 21) log likelihoods of ``edges.EDGES``.
        terrain: (n, 49, 49, 3) uint8, see `regions.log_terrain_within`.
        clear: (n, 49, 49) 0..1, probability that no piece hides the tile, see `sight`.
        ground: see `TerrainAnalysis`.
    """

    edges: np.ndarray
    terrain: np.ndarray
    clear: np.ndarray
    ground: GroundModel | None


def analyse_terrain(
    found: Survey,
    before: GroundModel | None,
    networks: Networks,
    divide: bool,
    known: KnownGround = NOTHING_KNOWN,
    occluders: Callable[[], Occluders] = Occluders,
) -> TerrainAnalysis:
    """Analyse the terrain of each tile by the scene network and by the model of the board's ground.

    Args:
        found: the survey.
        before: the model of the ground from an earlier picture of the same board in the same light.
        networks: the loaded networks.
        divide: whether to divide the tiles into regions as well.
        known: a person's answers about the ground.
        occluders: returns what the close-ups show; called when the ground is known, so that another thread can look at
            them meanwhile.
    """
    tiles = tuple(found.lattice.centres)
    if not tiles:
        return TerrainAnalysis({}, TileInteriors({}, {}).as_future(), before)
    view, maps, centres = found.view, visible_terrain(found), found.lattice.centres
    corrected, ground = apply_ground_model(maps, view, centres, before, known, networks.ground)
    hiding = occluders()
    if before is None and ground is not None:
        renamed = ground.renamed_by(hiding.cells_with_pieces())
        if renamed.share_renamed(ground) > _MIN_RENAMED:
            corrected, _ = apply_ground_model(maps, view, centres, renamed)
        ground = renamed
    maps = with_ground_in_sight(corrected, view, centres, ground, hiding)
    sampled = sample_maps(maps, view, found, ground, networks.edge, hiding.pieces)
    insides = networks.executor.submit(infer_tile_interiors, tiles, sampled, networks, divide)
    return TerrainAnalysis(dict(zip(tiles, sampled.edges, strict=True)), insides, ground)


def infer_tile_interiors(
    tiles: tuple[Cell, ...], sampled: SampledTerrain, networks: Networks, divide: bool
) -> TileInteriors:
    """Return what lies within tiles.

    Args:
        tiles: the tiles' cells.
        sampled: their terrain.
        networks: the loaded networks.
        divide: whether to divide the tiles into regions as well.
    """
    exchanges = UNEXCHANGED if sampled.ground is None else sampled.ground.naming.exchanges
    edges = likeliest_edges(combine_seams(tiles, sampled.edges, exchanges))
    completed = infer_hidden_terrain(
        networks.hidden_terrain, sampled.terrain, sampled.clear, [edges[cell] for cell in tiles]
    )
    terrain = dict(zip(tiles, completed, strict=True))
    return TileInteriors(terrain, divide_tiles(terrain, edges, {}) if divide else {})


def sample_maps(
    maps: SceneMaps,
    view: View,
    found: Survey,
    ground: GroundModel | None,
    edge_network: Network,
    pieces: Sequence[Piece] = (),
) -> SampledTerrain:
    """Sample the terrain of each tile of a survey from maps of a view.

    Args:
        maps: of the terrain, corrected.
        view: of the tiles.
        found: the survey, which has one tile at least.
        ground: the model by which the maps were corrected, if any.
        edge_network: `Networks.edge`.
        pieces: the candidates for pieces, which may hide more of the edges than the maps show.
    """
    centres = np.array(list(found.lattice.centres.values()))
    along = sample_edges(maps, view, centres[:, None] + CORNERS, clear_of_pieces(maps, view, pieces))
    edges = judge_edges(edge_network, along, edge_log_likelihoods(along))
    at = maps_pixels_within(view, centres)
    # The hidden-terrain network was trained without the outlines that the close-ups give to pieces.
    clear = sample(maps.piece[..., 0], at)
    return SampledTerrain(edges, log_terrain_within(maps, at), clear, ground)


def visible_terrain(found: Survey) -> SceneMaps:
    """Return the survey's maps, with table that is hidden wherever the photo ends: no evidence about any tile."""
    maps, view = found.maps, found.view
    if view.inside.all():
        return maps
    height, width = maps.logits.shape[1:]
    shown = cv2.resize(view.inside.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST) > 0
    logits = maps.logits.copy()
    for part in (channels.TERRAIN, channels.PIECE):
        logits[part, ~shown] = 0.0
    logits[channels.TERRAIN.start, ~shown] = _CERTAIN
    logits[channels.PIECE.start, ~shown] = -_CERTAIN
    return SceneMaps(logits, maps.inner)
