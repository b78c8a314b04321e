import cv2
import numpy as np
import pytest

from vision.training.hexes import DIRECTIONS
from vision.training.scene import SceneOptions, make_picture
from vision.training.terrain_shapes import LETTERS


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng([11, seed])


CLEAR = SceneOptions(tiles=(6, 20), pitch=(60, 80), tilt=(0, 30), clutter=False, empty=0.0)


@pytest.fixture(scope="module")
def pictures():
    return [make_picture(rng(n), options=CLEAR) for n in range(6)]


def test_same_seed_same_picture() -> None:
    first, second = (make_picture(rng(3), 256, 256) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert np.array_equal(first.terrain, second.terrain)
    assert first.document() == second.document()


def test_sizes(pictures) -> None:
    for picture in pictures:
        assert picture.image.shape == (512, 512, 3)
        assert picture.terrain.shape == picture.piece.shape == (256, 256)
        assert picture.image.dtype == picture.terrain.dtype == picture.piece.dtype == np.uint8


def test_rims_show_their_edges_in_the_terrain_map(pictures) -> None:
    right = wrong = 0
    for picture in pictures:
        for tile in picture.tiles:
            if tile.cut or tile.visible < 0.95:
                continue
            for edge, text in enumerate(tile.edges):
                for part, letter in enumerate(text):
                    share = (part + 0.5) / len(text)
                    rim = tile.corners[edge] * (1 - share) + tile.corners[(edge + 1) % 6] * share
                    x, y = (0.93 * rim + 0.07 * np.array(tile.centre)) / 2
                    found = picture.terrain[round(y - 0.25), round(x - 0.25)]
                    right += found == LETTERS.index(letter) + 1
                    wrong += found != LETTERS.index(letter) + 1
    assert right > 100
    assert wrong <= 0.02 * right


def test_centres_lie_within_corners_and_corners_on_the_rim(pictures) -> None:
    for picture in pictures:
        for tile in picture.tiles:
            hull = tile.corners.astype(np.float32)
            assert cv2.pointPolygonTest(hull, tile.centre, False) > 0
            assert cv2.contourArea(hull, oriented=True) > 0  # clockwise in the picture, y down


def test_matching_boards_match() -> None:
    options = SceneOptions(tiles=(20, 30), matching=1.0, empty=0.0, pitch=(40, 50))
    tiles = {t.cell: t for t in make_picture(rng(5), options=options).tiles if t.cell is not None}
    seams = 0
    for (q, r), tile in tiles.items():
        for i, (a, b) in enumerate(DIRECTIONS):
            other = tiles.get((q + a, r + b))
            if other is not None:
                seams += 1
                assert tile.edges[i] == other.edges[(i + 3) % 6][::-1]
    assert seams > 20


def test_empty_tables_have_no_tiles() -> None:
    picture = make_picture(rng(2), options=SceneOptions(tiles=(0, 0)))
    assert picture.tiles == ()
    assert not ((picture.terrain > 0) & (picture.terrain < 255)).any()
    assert picture.document()["tiles"] == []


def test_documents_carry_every_edge_part(pictures) -> None:
    for picture in pictures:
        for tile in picture.document()["tiles"]:
            wanted = sorted([e, p] for e, text in enumerate(tile["edges"]) for p in range(len(text)))
            ports = sorted(p for region in tile["regions"] for p in region["ports"])
            assert ports == wanted
            for region in tile["regions"]:
                for e, p in region["ports"]:
                    assert tile["edges"][e][p] == region["terrain"]
            assert all(a < b < len(tile["regions"]) for a, b in tile["touching"])
            assert {tile["regions"][a]["terrain"] != tile["regions"][b]["terrain"] for a, b in tile["touching"]} <= {
                True
            }


def test_neighbours_lie_in_their_directions(pictures) -> None:
    for picture in pictures:
        tiles = {t.cell: np.array(t.centre) for t in picture.tiles if t.cell is not None}
        corners = {t.cell: t.corners for t in picture.tiles if t.cell is not None}
        for (q, r), centre in tiles.items():
            for i, (a, b) in enumerate(DIRECTIONS):
                other = tiles.get((q + a, r + b))
                if other is not None:
                    middle = (corners[q, r][i] + corners[q, r][(i + 1) % 6]) / 2
                    assert np.linalg.norm(middle - (centre + other) / 2) < 0.12 * np.linalg.norm(other - centre)
