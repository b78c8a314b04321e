"""A tile's patches of terrain, their ports and their borders."""

import numpy as np

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of, maps_of, random_board, view_of
from vision.terrain.edges import EDGES
from vision.terrain.regions import PLACES, patches_of, terrain_within

_SIDE = 49


def _filled(terrain: int) -> np.ndarray:
    return np.full((_SIDE, _SIDE), terrain, np.uint8)


def test_a_tile_of_one_terrain_is_one_region_with_six_ports():
    patches = patches_of(_filled(0), ("P",) * 6)
    assert patches.regions == ({"terrain": "P", "ports": [[i, 0] for i in range(6)]},)
    assert patches.touching == ()


def test_land_on_both_sides_of_a_strait_is_two_regions():
    labels = _filled(0)
    labels[20:29] = 2
    patches = patches_of(labels, ("O", "P", "P", "O", "P", "P"))
    assert [(g["terrain"], g["ports"]) for g in patches.regions] == [
        ("P", [[4, 0], [5, 0]]),
        ("P", [[1, 0], [2, 0]]),
        ("O", [[0, 0], [3, 0]]),
    ]
    assert patches.touching == ((0, 2), (1, 2))


def test_a_lake_has_no_ports_and_a_dot_of_paint_is_no_lake():
    labels = _filled(0)
    labels[18:31, 18:31] = 2
    labels[8:10, 22:24] = 1
    patches = patches_of(labels, ("P",) * 6)
    assert [(g["terrain"], len(g["ports"])) for g in patches.regions] == [("P", 6), ("O", 0)]
    assert patches.touching == ((0, 1),)


def test_every_edge_part_belongs_to_exactly_one_region_of_its_terrain():
    board = random_board(np.random.default_rng(8), disc(2), EDGES)
    view = view_of(board)
    centres = np.array([lattice_of(board).centres[cell] for cell in board])
    labels = terrain_within(maps_of(board, view), view, centres[:, None, None] + PLACES)
    for k, edges in enumerate(board.values()):
        regions = patches_of(labels[k], edges).regions
        ports = {tuple(p): g["terrain"] for g in regions for p in g["ports"]}
        assert ports == {(i, k): letter for i, e in enumerate(edges) for k, letter in enumerate(e)}
        assert sum(len(g["ports"]) for g in regions) == len(ports)


def test_land_that_reaches_no_edge_is_a_picture_and_no_region_unless_it_lies_in_land():
    labels = _filled(2)
    labels[16:33, 16:33] = 0
    assert [g["terrain"] for g in patches_of(labels, ("O",) * 6).regions] == ["O"]
    labels[labels == 2] = 1
    assert [g["terrain"] for g in patches_of(labels, ("M",) * 6).regions] == ["P", "M"]
