"""Synthetic and shipped photos are read right with the shipped networks: bytes in, board document out."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.grading.grade import aligned, grade
from games import hexgrid
from games.fjords.board import Board
from games.fjords.checks.warnings import status
from games.fjords.document import parse_document
from tests.vision.made_boards import plain_board
from training.scenes.scene import SceneOptions, make_picture
from vision.geometry.lattice import CORNERS, position
from vision.imaging.photo import PhotoError, decode_photo, photo_of
from vision.networks.models import load_networks
from vision.reading.answers.parse import parse_answers
from vision.reading.reader import read_photo

SAMPLES = Path(__file__).parents[2] / "sample_images"


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def read(networks):
    """A function that returns the reading of a shipped photo, which is read once."""
    return cache(lambda name: read_photo(decode_photo((SAMPLES / f"{name}.jpg").read_bytes()), networks))


@pytest.fixture(scope="module")
def graded(networks, stored):
    """Six synthetic pictures of games, each with its reading and its grade."""
    graded = []
    for seed in range(6):
        picture = stored(plain_board, seed, game=True)
        data = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        document = read_photo(decode_photo(data), networks).to_document()
        graded.append((document, grade(document, picture.document())))
    return graded


@pytest.mark.long
def test_nearly_all_tiles_are_found(graded):
    assert sum(g.tiles_found for _, g in graded) >= 0.95 * sum(g.tiles for _, g in graded)


def test_hardly_any_tile_is_made_up(graded):
    assert sum(g.tiles_extra for _, g in graded) <= 0.03 * sum(g.tiles for _, g in graded)


def test_nearly_all_edges_are_right(graded):
    assert sum(g.edges_right for _, g in graded) >= 0.92 * sum(g.edges for _, g in graded)


def test_most_pieces_are_right_in_tile_kind_and_colour(graded):
    right = sum(g.pieces_right for _, g in graded)
    assert 2 * right >= 0.75 * sum(g.pieces + g.pieces_read for _, g in graded)


@pytest.mark.parametrize("name", ["table01", "table03", "table05", "table07"])
def test_the_shipped_photos_are_read_nearly_right(read, name):
    found = grade(read(name).to_document(), _truth(name))
    assert found.tiles_found >= 0.95 * found.tiles
    assert found.tiles_extra == 0
    assert found.edges_right >= 0.98 * found.edges
    assert found.pieces_f1 >= 0.9


def _truth(name):
    return json.loads((SAMPLES / f"{name}.json").read_bytes())


@pytest.mark.parametrize("name", ["table11", "table12"])
def test_a_board_that_breaks_the_rules_is_read_as_it_lies(read, name):
    expected = {w.code for w in status(Board.from_document(_truth(name)))}
    assert expected & {w.code for w in status(Board.from_document(read(name).to_document()))}


def test_every_reading_is_a_board_document(graded):
    for document, _ in graded:
        assert len(parse_document(document).tiles) == len(document["tiles"])


@pytest.mark.long
def test_bare_tables_and_noise_are_refused(networks):
    bare = make_picture(np.random.default_rng(5), 400, 300, SceneOptions(tiles=(0, 0), clutter=False)).image
    noise = np.random.default_rng(6).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    for pixels in (bare, noise, np.zeros_like(noise)):
        with pytest.raises(PhotoError) as caught:
            read_photo(photo_of(pixels), networks)
        assert caught.value.code == "no-board"


def same(one, other):
    """Whether documents are the same but for the last digit of their floats: networks add in any order."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == (pytest.approx(other, abs=0.002) if isinstance(one, float) else other)


def test_reading_a_photo_twice_gives_the_same_reading(networks, network_outputs, stored):
    picture = stored(plain_board, 9, 640, 480)
    first = read_photo(photo_of(picture.image), networks).to_document()
    network_outputs.clear()
    assert same(read_photo(photo_of(picture.image), networks).to_document(), first)


@pytest.mark.parametrize("name", ["table01", "table05", "table07"])
def test_bare_table_beside_the_board_is_not_reported_as_unseen(read, name):
    reading = read(name)
    plane, size = reading.observation.lattice.plane, (reading.width, reading.height)
    for cell in reading.unseen:
        corners = plane.to_photo(position(cell) + CORNERS)
        assert (corners < 0).any() or (corners > size).any()


@pytest.mark.parametrize("name", ["table01", "table03"])
def test_a_cell_under_a_cup_is_reported_as_unseen_and_not_guessed(networks, read, name):
    pixels = decode_photo((SAMPLES / f"{name}.jpg").read_bytes()).pixels.copy()
    before = read(name)
    rim = min(before.tiles, key=lambda t: t.px[0])
    at, radius = tuple(round(v) for v in rim.px), round(float(np.ptp(rim.outline[:, 0])) * 0.62)
    cv2.circle(pixels, at, radius, (230, 225, 225), -1, cv2.LINE_AA)
    cv2.circle(pixels, at, round(0.85 * radius), (165, 150, 70), -1, cv2.LINE_AA)
    after = read_photo(photo_of(pixels), networks)
    apart = 0.4 * radius / 0.62
    assert all(np.hypot(*np.subtract(t.px, rim.px)) > apart for t in after.tiles)
    assert len(after.tiles) == len(before.tiles) - 1
    spots = [after.observation.lattice.plane.to_photo(position(c)) for c in after.unseen]
    assert min(np.hypot(*(spot - rim.px)) for spot in spots) < apart


@pytest.mark.parametrize("name", ["game_09", "game_14"])
def test_both_tiles_under_a_hand_are_unseen_though_only_one_touches_the_tiles_in_sight(read, name):
    truth, reading = _truth(f"game/{name}"), read(f"game/{name}")
    found = aligned(reading.to_document(), truth)
    unseen = set(map(found.to_truth, reading.unseen))
    lost = {(t["q"], t["r"]) for t in truth["tiles"]} - found.pairs.keys()
    assert len(lost) == 2
    assert lost <= unseen


def test_a_tile_under_a_hand_is_asked_about_and_its_edges_if_it_lies_there(networks, read):
    photo, reading = decode_photo((SAMPLES / "game" / "game_09.jpg").read_bytes()), read("game/game_09")
    (asked,) = [question for question in reading.ask if question["about"] == "tile"]
    cell = asked["q"], asked["r"]
    assert asked["candidates"] == ["none", "tile"]
    assert cell in reading.unseen
    told = read_photo(photo, networks, answers=parse_answers([{**asked, "answer": "tile"}]))
    beside = {tile.cell: tile.edges for tile in reading.tiles}
    hidden = next(tile for tile in told.tiles if tile.cell == cell)
    for side, other in enumerate(hexgrid.neighbours(cell)):
        if other in beside:
            assert hidden.edges[side] == beside[other][hexgrid.opposite(side)][::-1]
        else:
            assert any((a["about"], a["q"], a["r"], a.get("edge")) == ("edge", *cell, side) for a in told.ask)


@pytest.mark.parametrize("name", ["table03", "table05"])
def test_a_tile_cut_by_the_rim_of_the_photo_is_read_where_its_middle_is_in_sight(networks, name):
    truth, pixels = _truth(name), cv2.imread(str(SAMPLES / f"{name}.jpg"))
    across = sorted(tile["px"][0] for tile in truth["tiles"])
    left = int(across[0] + 0.12 * (across[-1] - across[0]))
    photo = photo_of(pixels[:, left:])
    document = read_photo(photo, networks).to_document()
    read = np.array([tile["px"] for tile in document["tiles"]]) + np.array([left, 0])
    middles = [tile["px"] for tile in truth["tiles"] if tile["px"][0] > left]
    lost = [at for at in middles if at[0] > left + 20 and np.linalg.norm(read - at, axis=1).min() > 25]
    assert not lost
    assert len(document["tiles"]) <= len(middles) < len(truth["tiles"])
    asked = [item["px"] for item in document["ask"] if item["about"] == "edge"]
    assert all(-20 < x < photo.width for x, _ in asked)
