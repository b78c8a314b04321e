from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import scatter
from training.scenes.board import LETTERS
from training.scenes.hexes import DIRECTIONS
from training.scenes.prints.palettes import APART, lab, piece_colours
from training.scenes.scene import SceneOptions, make_picture
from training.scenes.shot import take_picture
from training.scenes.stage import set_stage
from training.validation import document_of, photo_of_a_game
from vision.vocabulary import COLOURS


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng([11, seed])


CLEAR = SceneOptions(tiles=(6, 20), pitch=(60, 80), tilt=(0, 30), clutter=False, empty=0.0)


@pytest.fixture(scope="module", params=["training", "held-out", "wide", "held-out-wide", "second-stage", "crafted"])
def pictures(request):
    options = replace(CLEAR, art=request.param)
    return [make_picture(rng(n), options=options) for n in range(3)]


def test_same_seed_same_picture() -> None:
    first, second = (make_picture(rng(3), 256, 256) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert np.array_equal(first.terrain, second.terrain)
    assert first.document() == second.document()


def test_sizes(pictures) -> None:
    for picture in pictures:
        assert picture.image.shape == (512, 512, 3)
        assert picture.terrain.shape == picture.piece.shape == picture.colour.shape == (256, 256)
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
    assert right > 80
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


@pytest.mark.parametrize("seed", range(8))
def test_empty_tables_have_no_tiles_whatever_else_lies_there(seed: int) -> None:
    picture = make_picture(rng(seed), 192, 192, SceneOptions(tiles=(0, 0)))
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


def test_pieces_have_the_colours_of_the_colour_map(pictures) -> None:
    for picture in pictures:
        named = {p.colour for p in picture.pieces if p.kind != "stone"}
        seen = np.unique(picture.colour[picture.colour != 255])
        assert {COLOURS[k] for k in seen} <= named
        assert ((picture.colour != 255) <= (picture.piece > 0)).all()


def test_feet_of_upright_pieces_lie_on_their_tiles(pictures) -> None:
    for picture in pictures:
        tiles = {t.cell: t for t in picture.tiles if t.cell is not None}
        for piece in picture.pieces:
            if piece.cell in tiles:
                hull = tiles[piece.cell].corners.astype(np.float32)
                assert cv2.pointPolygonTest(hull, piece.foot, False) >= 0


def test_colours_of_a_set_can_be_distinguished() -> None:
    near = np.array([[60.0, 160, 80], [120, 120, 120]])
    for seed in range(30):
        drawn = piece_colours(rng(seed), 4, near)
        for k, (name, colour) in enumerate(drawn):
            for other, another in drawn[:k]:
                assert name != other
                assert np.linalg.norm(lab(colour) - lab(another)) > APART


def test_validation_photos_show_whole_boards() -> None:
    picture = photo_of_a_game([3, 1], 640, 480)
    truth = document_of(picture, "a.jpg", 3)
    board = [t for t in picture.tiles if t.on_board]
    assert len(truth["tiles"]) == len(board) >= 5
    assert not any(t.cut for t in board)
    assert truth["photo"]["width"] == 640
    assert {"tilt_deg", "light", "style", "table"} <= set(truth["photo"])
    cells = {(t["q"], t["r"]) for t in truth["tiles"]}
    assert {(p["q"], p["r"]) for p in truth["pieces"]} <= cells


def test_another_exposure_shows_the_same_stage_with_the_same_truth() -> None:
    shown = []

    def flat(stage, solids):
        shown.append((stage.canvas.colour.copy(), [s.number for s in solids]))
        return np.full((stage.camera.height, stage.camera.width, 3), 90, np.uint8)

    def taken(expose):
        stage = set_stage(rng(5), 256, 256, replace(CLEAR, pieces=0.7))
        designs = paint_ground(stage)
        return take_picture(stage, designs, scatter(stage), expose)

    own, other = taken(None), taken(flat)
    assert np.array_equal(own.terrain, other.terrain)
    assert np.array_equal(own.numbers, other.numbers)
    assert own.document() == other.document()
    assert other.image.std() < 40 < own.image.std()
    ((ground, numbers),) = shown
    assert ground.std() > 10
    assert {p.number for p in other.pieces} <= set(numbers)


def test_two_pieces_on_a_tile_do_not_stand_in_each_others_place() -> None:
    stage = set_stage(rng(8), 512, 512, replace(CLEAR, pairs=1.0))
    paint_ground(stage)
    on_tiles: dict = {}
    for piece in scatter(stage):
        on_tiles.setdefault(piece.cell, []).append(piece)
    pairs = [
        both
        for cell, both in on_tiles.items()
        if cell is not None and len(both) == 2 and "stone" not in {p.kind for p in both}
    ]
    assert len(pairs) > 4
    assert min(np.linalg.norm(one.foot[:2] - other.foot[:2]) for one, other in pairs) > 0.15
