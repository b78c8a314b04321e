"""Land is one mass by the rules: what separates a part of it is doubted, unless it is in clear sight."""

import numpy as np
import pytest

from games.fjords.landscape import Landscape
from vision.facts import NO_FACTS, Facts, RegionsFact
from vision.reading.one_landmass import prefer_one_landmass
from vision.reading.weigh_tiles import WeighedTiles
from vision.terrain.edges import EDGES, combine_seams, edge_number
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.partition import TileRegions, divide_tiles, likeliest_edges
from vision.terrain.regions import LOG_STEP, PLACES, RegionLayout
from vision.vocabulary import TERRAINS

_CLEAR = 12.0
"""Nats between the terrains of an edge in full sight."""
_LEFT, _RIGHT = (0, 0), (1, 0)
_ISLES = {_LEFT: "OPPPPP", _RIGHT: "PPPOPP"}
"""Two tiles whose common seam is ocean, so that their land is two masses."""


def logs_of(edges: str, doubt: dict[int, dict[str, float]]) -> np.ndarray:
    logs = np.full((6, len(EDGES)), -_CLEAR)
    for side, edge in enumerate(edges):
        logs[side, edge_number(edge)] = 0.0
        for other, odds in doubt.get(side, {}).items():
            logs[side, edge_number(other)] = odds
    return logs


def inside_of(edges: str) -> TileTerrain:
    """Return a tile whose terrain everywhere is that of the nearest edge."""
    angle = np.arctan2(PLACES[..., 1], PLACES[..., 0])
    nearest = np.round(angle / (np.pi / 3)).astype(int) % 6
    terrain = np.array([TERRAINS.index(letter) for letter in edges])[nearest]
    land = (terrain[..., None] == np.arange(3)) * round(6 / LOG_STEP)
    return TileTerrain(land.astype(np.uint8), np.full((18, 18), 4.0, np.float32))


def read(edges: dict, doubts: dict, regions: dict | None = None) -> tuple[WeighedTiles, dict]:
    cells = tuple(edges)
    own = np.stack([logs_of(edges[cell], doubts.get(cell, {})) for cell in cells])
    evidence = combine_seams(cells, own)
    insides = {cell: inside_of(edges[cell]) for cell in cells}
    divided = divide_tiles(insides, likeliest_edges(evidence), {})
    return WeighedTiles(evidence, {**divided, **(regions or {})}, dict.fromkeys(cells)), insides


def landmasses(tiles: WeighedTiles) -> int:
    regions = tiles.regions.items()
    return len(Landscape({cell: one.likeliest.to_tile(one.edges) for cell, one in regions}).landmasses)


def seam_in_doubt(odds: float) -> dict:
    return {_LEFT: {0: {"P": odds / 2}}, _RIGHT: {3: {"P": odds / 2}}}


def test_a_doubtful_seam_that_separates_land_becomes_land():
    tiles, insides = read(_ISLES, seam_in_doubt(-2.0))
    assert landmasses(tiles) == 2
    mended = prefer_one_landmass(tiles, insides, NO_FACTS, ())
    assert landmasses(mended) == 1
    assert mended.regions[_LEFT].edges[0] == mended.regions[_RIGHT].edges[3] == "P"
    assert EDGES[mended.evidence.posterior[0, 0].argmax()] == "P"


@pytest.mark.parametrize("odds", [-7.0, -10.0])
def test_an_edge_in_clear_sight_stays_though_it_separates_land(odds):
    tiles, insides = read(_ISLES, seam_in_doubt(odds))
    kept = prefer_one_landmass(tiles, insides, NO_FACTS, ())
    assert landmasses(kept) == 2
    assert {cell: one.edges for cell, one in kept.regions.items()} == {c: tuple(e) for c, e in _ISLES.items()}


def test_an_edge_that_stays_is_doubted_more_than_before():
    tiles, insides = read(_ISLES, seam_in_doubt(-4.5))
    kept = prefer_one_landmass(tiles, insides, NO_FACTS, ())
    assert kept.regions[_LEFT].edges[0] == "O"
    assert kept.evidence.given_grounds[0, 0].max() < 0.7 < 0.98 < tiles.evidence.given_grounds[0, 0].max()
    assert kept.evidence.posterior.sum(axis=2) == pytest.approx(1.0)


def test_a_landmass_that_may_go_on_out_of_sight_is_no_evidence():
    tiles, insides = read(_ISLES, seam_in_doubt(-2.0))
    around = {(0, 1), (2, 0), (-1, 0)}
    assert prefer_one_landmass(tiles, insides, NO_FACTS, around).regions == tiles.regions


_STRAIT = "OPPOPP"
"""Edges of a tile whose two stretches of land may be joined inside it."""
_MAINLAND = {(0, 0): _STRAIT, (0, 1): "PPPPPP", (-1, 1): "PPPPPP"}


def parted_by(sure: float) -> tuple[WeighedTiles, dict, TileRegions]:
    """Return a board with a tile between whose two lands there is ocean, more likely than not, and that tile."""
    shores, ocean = ([[1, 0], [2, 0]], [[4, 0], [5, 0]]), [[0, 0], [3, 0]]
    separate = RegionLayout(
        (*({"terrain": "P", "ports": shore} for shore in shores), {"terrain": "O", "ports": ocean}), ((0, 2), (1, 2))
    )
    joined = RegionLayout(
        ({"terrain": "P", "ports": [*shores[0], *shores[1]]}, *({"terrain": "O", "ports": [port]} for port in ocean)),
        ((0, 1), (0, 2)),
    )
    doubtful = TileRegions(tuple(_STRAIT), separate, (joined,), sure, (1 - sure,))
    tiles, insides = read(_MAINLAND, {}, {(0, 0): doubtful})
    return tiles, insides, doubtful


def test_regions_in_doubt_that_separate_land_are_joined():
    tiles, insides, doubtful = parted_by(0.7)
    assert landmasses(tiles) == 2
    mended = prefer_one_landmass(tiles, insides, NO_FACTS, ())
    assert landmasses(mended) == 1
    assert mended.regions[0, 0].likeliest == doubtful.others[0]
    assert mended.regions[0, 0].others[0] == doubtful.likeliest
    assert mended.regions[0, 0].sure > 0.9


def test_regions_that_a_person_gave_stay():
    tiles, insides, doubtful = parted_by(0.7)
    said = RegionsFact(tuple(_STRAIT), doubtful.likeliest.regions, doubtful.likeliest.touching)
    assert prefer_one_landmass(tiles, insides, Facts(regions={(0, 0): said}), ()).regions == tiles.regions


def test_a_board_of_one_landmass_is_not_changed():
    tiles, insides = read(dict.fromkeys(_MAINLAND, "PPPPPP"), {(0, 0): {0: {"O": -0.5}}})
    assert prefer_one_landmass(tiles, insides, NO_FACTS, ()) is tiles
