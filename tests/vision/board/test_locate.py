"""Boards of every size, seen from every side, are found whole, and nothing beside them is taken for a part."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from games import hexgrid
from tests.calibration.taught import photo
from tests.vision.made_boards import board_of
from training.scenes.scene import SceneOptions, make_picture
from vision.board.locate import survey
from vision.board.spaces import look_at_spaces
from vision.geometry.lattice import CORNERS, nearest_cell, position, spaces_between
from vision.geometry.rectified_view import View
from vision.imaging.photo import decode_photo
from vision.networks import channels
from vision.networks.models import load_networks
from vision.networks.runtime import Network


def _far(picture, share):
    """Return the picture as a small part of one of 1600 by 1200 pixels; ``share`` is of the width."""
    height, width = round(1200 * share), round(1600 * share)
    small = cv2.resize(picture.image, (width, height), interpolation=cv2.INTER_AREA)
    top, left = 200, 300
    around = 1200 - height - top, 1600 - width - left
    scale = width / picture.image.shape[1]
    image = cv2.copyMakeBorder(small, top, around[0], left, around[1], cv2.BORDER_CONSTANT, value=(96, 128, 160))
    tiles = [replace(t, centre=np.array(t.centre) * scale + (left, top)) for t in picture.tiles]
    return replace(picture, image=image, tiles=tiles)


def _single_tile(seed, share):
    """Return a picture of one tile, whose width is this share of the picture's shorter side."""
    pitch = 512 * share * 720 / np.sqrt(960 * 720)
    options = SceneOptions(tiles=(1, 1), tilt=(5, 25), pitch=(pitch, pitch), empty=0, clutter=False, pieces=0, homes=0)
    pictures = (make_picture(np.random.default_rng([*seed, k]), 960, 720, options) for k in range(40))
    return next(p for p in pictures if len(p.tiles) == 1 and not p.tiles[0].cut)


def _empty_table(seed):
    return make_picture(np.random.default_rng(seed), 960, 720, SceneOptions(empty=1.0))


def _whole(picture):
    """Say whether the board's tiles, and no others, are found where they lie."""
    found = survey(picture.image, load_networks())
    if found is None:
        return False
    plane = found.lattice.plane
    on_table = [plane.to_table(np.array(t.centre)) for t in picture.tiles if t.on_board]
    cells = {nearest_cell(spot) for spot in on_table}
    away = [float(np.linalg.norm(spot - found.lattice.centres[c])) for spot in on_table
            if (c := nearest_cell(spot)) in found.lattice.centres]  # fmt: skip
    return cells == set(found.lattice.centres) and float(np.median(away)) < 0.05


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_boards_of_three_to_six_tiles_are_found_whole_beside_an_open_row(stored, count):
    assert _whole(stored(board_of, [41, count, 1], count, (0, 40)))


@pytest.mark.parametrize("seed", [1, 2])
def test_two_tiles_side_by_side_are_found_beside_an_open_row(stored, seed):
    assert _whole(stored(board_of, [48, seed], 2, (0, 40)))


@pytest.mark.parametrize("share", [0.15, 0.3, 0.55])
def test_a_single_tile_is_found_whether_it_is_small_or_fills_the_picture(stored, share):
    assert _whole(stored(_single_tile, [49, 2], share))


def test_a_table_with_tiles_of_another_game_only_shows_no_board(stored):
    assert survey(stored(_empty_table, [50, 1]).image, load_networks()) is None


def test_tiles_far_from_a_low_camera_are_found_to_the_last(stored):
    whole = [_whole(stored(board_of, [42, k], 50, (47, 54))) for k in range(2)]
    assert all(whole), whole


@pytest.mark.parametrize(("seed", "count"), [(7, 44), (9, 24), (12, 14), (13, 24)])
def test_boards_seen_at_a_slant_at_which_their_centres_lie_on_a_sheared_lattice_are_found_whole(stored, seed, count):
    assert _whole(stored(board_of, [97410, seed], count, (54, 64)))


def _by_a_short_lens(seed, count):
    """Return a picture by a lens as short as a telephone's, seen from low down."""
    options = SceneOptions(
        tiles=(count, count), tilt=(54, 62), focal=(0.5, 0.6), pitch=(60, 90), matching=1.0, whole=True, empty=0.0,
        clutter=False, pieces=0.3,
    )  # fmt: skip
    return make_picture(np.random.default_rng(seed), 1200, 900, options)


def test_rows_that_the_first_plane_leaves_out_are_found_by_the_next_one(stored):
    assert _whole(stored(_by_a_short_lens, [97420, 21, 0], 20))


def test_boards_that_take_a_quarter_of_the_pictures_width_are_found_whole(stored):
    whole = [_whole(_far(stored(board_of, [44, k], 40, (0, 30), 800, 600), 0.25)) for k in range(2)]
    assert all(whole), whole


@dataclass
class _Counted:
    """A network whose inferences are counted."""

    network: Network
    count: int = 0

    def infer(self, *blobs, **more):
        self.count += 1
        return self.network.infer(*blobs, **more)


@dataclass
class _TakenForTable:
    """The scene network, which takes the inside of one tile in a rectified view for table."""

    network: Network
    view: View
    tile: np.ndarray

    def infer(self, pixels):
        logits, inner = self.network.infer(pixels)
        height, width = self.view.pixels.shape[:2]
        if pixels.shape[1] >= height and (pixels[0, :height, :width] == self.view.pixels).all():
            inside = np.zeros(logits.shape[2:], np.uint8)
            outline = self.view.to_maps(self.tile + 0.8 * CORNERS)
            cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
            logits = logits.copy()
            logits[0, channels.TERRAIN, inside > 0] = np.log([0.8, 0.1, 0.05, 0.05])
        return logits, inner


def _rim_tile(found):
    """Return the table position of a tile with the fewest neighbours."""
    cells = found.lattice.centres
    return cells[min(cells, key=lambda cell: sum(n in cells for n in hexgrid.neighbours(cell)))]


def test_a_tile_that_is_taken_for_table_is_found_by_its_outline_and_the_colours_of_the_others(stored):
    networks = load_networks()
    picture = stored(board_of, [47, 6], 45, (0, 30))
    found = survey(picture.image, networks)
    mistaken = _TakenForTable(networks.scene, found.view, _rim_tile(found))
    again = survey(picture.image, replace(networks, scene=mistaken))
    assert (again.view.pixels == found.view.pixels).all()
    assert (again.maps.terrain != found.maps.terrain).any()
    assert again.lattice.centres.keys() == found.lattice.centres.keys()


@pytest.mark.parametrize("seed", [6, 26])
def test_a_cell_that_looks_like_a_tile_only_from_beside_it_costs_no_further_view(stored, seed):
    networks = load_networks()
    counted = _Counted(networks.scene)
    picture = stored(board_of, [47, seed], 45, (0, 30))
    found = survey(picture.image, replace(networks, scene=counted))
    assert len(found.lattice.centres) == 45
    assert counted.count <= 3  # the whole photo, and two views


def test_loose_tiles_are_no_board_whatever_the_size_at_which_they_are_seen():
    networks = load_networks()
    counted = _Counted(networks.scene)
    assert survey(photo("tiles_spread").normalised, replace(networks, scene=counted)) is None
    assert counted.count <= 7  # three sizes, and close views of the likeliest lattice; no part shows several tiles


@pytest.mark.parametrize("shade", [(60, 40, 150), (200, 205, 210)])
def test_a_rim_tile_under_a_book_is_missed_knowingly(shade):
    picture = cv2.imdecode(np.fromfile("sample_images/table01.jpg", np.uint8), cv2.IMREAD_COLOR)
    truth = json.loads(Path("sample_images/table01.json").read_text(encoding="utf-8"))
    places = {(t["q"], t["r"]): np.array(t["px"]) for t in truth["tiles"]}
    middle = np.mean([*places.values()], axis=0)
    outward = (places[4, -2] - middle) / np.linalg.norm(places[4, -2] - middle)
    across = np.array([-outward[1], outward[0]])
    book = places[4, -2] + 115 * np.array(
        [a * outward + b * across for a, b in ((-0.25, 1), (-0.25, -1), (2, -1), (2, 1))]
    )
    cv2.fillConvexPoly(picture, np.round(book).astype(np.int32), shade, cv2.LINE_AA)
    photo = decode_photo(cv2.imencode(".png", picture)[1].tobytes())
    found = survey(photo.normalised, load_networks())
    hidden = look_at_spaces(found, spaces_between(found.lattice.centres)).hidden
    away = [np.linalg.norm(found.lattice.plane.to_photo(position(c)) * photo.scale - places[4, -2]) for c in hidden]
    assert len(found.lattice.centres) == len(places) - 1
    assert len(hidden) == 1
    assert away[0] < 40


def test_a_space_is_bare_where_the_table_shows_and_nothing_lies():
    picture = cv2.imdecode(np.fromfile("sample_images/table01.jpg", np.uint8), cv2.IMREAD_COLOR)
    found = survey(picture, load_networks())
    between = spaces_between(found.lattice.centres)
    seen = look_at_spaces(found, between)
    assert len(seen.bare) > 0.8 * len(between)
    cell = min(seen.bare)
    middle = np.round(found.lattice.plane.to_photo(position(cell))).astype(int).tolist()
    cv2.circle(picture, middle, 25, (40, 90, 220), cv2.FILLED, cv2.LINE_AA)
    covered = look_at_spaces(survey(picture, load_networks()), between)
    assert cell in seen.bare - covered.bare
    assert len(seen.bare - covered.bare) <= 2, "what lies on one space hides others"
