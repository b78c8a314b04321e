"""Several photos of one board: each camera sees all of it, and once; the truth counts what any photo shows."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from benchmarks.photo_parts import parts
from benchmarks.several_photos import PHOTOS, graded, several_cameras, truths, with_table_in_view
from training.scenes.camera import Camera
from training.scenes.filmed_game import FilmedGame, film_game
from training.scenes.picture import Picture
from training.scenes.prints.tiles import outline_on_table
from training.scenes.scene import SceneOptions


@cache
def _game() -> FilmedGame:
    options = SceneOptions((14, 14), (0, 30), (60, 90), pieces=0.7, empty=0.0, whole=True, game=True, played=True)
    return film_game(np.random.default_rng(2), 320, 240, options)


def _cameras(seed: int) -> list[Camera]:
    return several_cameras(_game(), np.random.default_rng(seed))


@cache
def _pictures() -> list[Picture]:
    cameras = _cameras(3)
    game = with_table_in_view(_game(), cameras)
    return [game.picture(len(game.moves), camera) for camera in cameras]


@pytest.mark.parametrize("seed", range(8))
def test_each_camera_sees_the_whole_board(seed):
    cameras = _cameras(seed)
    assert len(cameras) == PHOTOS
    for camera in cameras:
        for tile in _game().stage.tiles:
            if tile.cell is not None:
                corners = camera.project(np.column_stack([outline_on_table(tile, 0.0), np.zeros(6)]))
                assert (corners > 0).all()
                assert (corners < (camera.width, camera.height)).all()


def test_the_cameras_look_from_different_sides():
    eyes = np.array([camera.eye for camera in _cameras(1)])
    assert min(np.linalg.norm(eyes[a] - eyes[b]) for a in range(PHOTOS) for b in range(a)) > 1


def test_the_table_is_as_wide_as_the_view_and_shows_the_board_once():
    for picture in _pictures():
        tiles = [tile for tile in picture.tiles if tile.cell is not None]
        spots = np.round(np.concatenate([tile.corners for tile in tiles]) / 2).astype(int)
        on_board = np.zeros(picture.terrain.shape, bool)
        low, high = spots.min(axis=0) - 2, spots.max(axis=0) + 2
        on_board[low[1] : high[1], low[0] : high[0]] = True
        beside = picture.terrain[~on_board]
        assert not np.isin(beside, [1, 2, 3]).any()


def test_the_first_picture_is_the_same_on_a_wider_table():
    game, wider = _game(), with_table_in_view(_game(), _cameras(3))
    rows, columns = game.full.label.shape
    assert wider.full.label.shape > (rows, columns)
    assert (wider.full.label > 0).sum() == (game.full.label > 0).sum()
    point = np.array([1.0, 2.0, 1.0])
    away = (wider.full.affine @ point - game.full.affine @ point)[:2]
    left, top = np.round(away).astype(int)
    assert (wider.full.colour[top : top + rows, left : left + columns] == game.full.colour).all()


def test_each_part_shows_less_than_the_board_and_both_together_all_of_it_in_the_pixels_of_its_truth():
    pictures = _pictures()[:2]
    whole = truths(pictures)[0]
    shown = []
    for picture, part in zip(pictures, parts(pictures), strict=True):
        left, top = part.corner
        height, width = part.image.shape[:2]
        assert (part.image == picture.image[top : top + height, left : left + width]).all()
        places = {(tile["q"], tile["r"]): tile["px"] for tile in part.document(picture.document())["tiles"]}
        shown.append({cell for cell, (x, y) in places.items() if 0 <= x < width and 0 <= y < height})
    cells = {(tile["q"], tile["r"]) for tile in whole["tiles"]}
    assert shown[0] | shown[1] == cells
    assert max(map(len, shown)) < len(cells)
    assert shown[0] & shown[1]


def test_a_tile_that_one_photo_does_not_show_belongs_to_the_truth_if_another_shows_it():
    one, other = _pictures()[:2]
    hidden = replace(one, tiles=(replace(one.tiles[0], visible=0.0), *one.tiles[1:]))
    before, after = truths([one, other])[0], truths([hidden, other])[0]
    assert before == after
    assert len(truths([hidden])[0]["tiles"]) == len(before["tiles"]) - 1


def test_photos_that_are_all_refused_lose_every_tile():
    documents = truths(_pictures())
    tiles = len(documents[0]["tiles"])
    results = list(graded([None] * PHOTOS, documents))
    assert [result.refused for result in results] == [1, 2, 3]
    assert all(result.grade.tiles_found == 0 and result.grade.tiles == tiles for result in results)
