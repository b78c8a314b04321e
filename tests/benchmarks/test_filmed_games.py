"""Filmed games: what happens on evenings beside the moves, in shots whose pictures show it; a camera in a hand."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from benchmarks.filmed_games.bystanders import with_bystanders
from benchmarks.filmed_games.evening import BUMP, DISTURBANCES, LAMP, OBJECT, UNDONE, Shot, displaced, evening
from benchmarks.filmed_games.handheld import handheld_frames
from companion.live.cameras.cameras import Frame
from training.scenes.filmed_game import FilmedGame, film_game
from training.scenes.scene import SceneOptions
from vision.imaging.photo import photo_of


@cache
def _game() -> FilmedGame:
    options = SceneOptions((14, 14), (0, 30), (60, 90), pieces=0.7, empty=0.0, whole=True, game=True, played=True)
    return film_game(np.random.default_rng(2), 320, 240, options)


@cache
def _shots() -> list[Shot]:
    game = _game()
    return list(evening(game, 6, len(game.moves), np.random.default_rng(8)))


def test_every_move_is_shown_and_only_moves_that_are_taken_back_twice():
    shots = _shots()
    assert shots[-1].moves == len(_game().moves)
    assert all(abs(after.moves - before.moves) <= 1 for before, after in pairwise(shots))
    undone = [after for before, after in pairwise(shots) if after.moves < before.moves]
    assert undone
    assert all(shot.disturbance == UNDONE for shot in undone)


def test_all_kinds_of_disturbances_happen():
    assert {shot.disturbance for shot in _shots()} == {"", *DISTURBANCES}


def test_something_hides_a_tile_while_it_stands_there_and_no_longer():
    shots = _shots()
    hidden = [min(tile.visible for tile in shot.picture.tiles if tile.on_board) < 0.7 for shot in shots]
    for (before, after), (was, is_) in zip(pairwise(shots), pairwise(hidden), strict=True):
        if was != is_:
            assert OBJECT in (before.disturbance, after.disturbance)
    assert any(hidden)
    assert not all(hidden)


def test_a_lamp_changes_the_light_alone_and_without_a_hand():
    before, after = next((b, a) for b, a in pairwise(_shots()) if a.disturbance == LAMP)
    assert after.moves == before.moves
    assert after.is_without_hand
    assert np.abs(after.gain - before.gain).max() > 0.01


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_bump_moves_the_board_a_little_and_leaves_it_in_the_picture(seed):
    camera = _game().stage.camera
    moved = displaced(camera, np.random.default_rng(seed))
    places = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    away = np.linalg.norm(moved.project(places) - camera.project(places), axis=1)
    assert 0.5 < away.max() < 0.15 * camera.width
    assert any(shot.disturbance == BUMP for shot in _shots())


def test_a_camera_in_a_hand_sways_between_the_first_and_the_last_shot_and_takes_no_frames_while_the_table_is_read():
    game, shots = _game(), [Shot(_game().picture(moves), moves, np.ones(3)) for moves in (6, 7, 8)]
    frames: list[Frame] = []
    frames.extend(handheld_frames(game, shots, 12, lambda: sum(f.number == 20 for f in frames), _rng()))
    numbers = [frame.number for frame in frames]
    assert numbers == [n for n in range(12 + 16 + 16) if not 20 < n < 29]
    away = {f.number: np.abs(f.photo.pixels.astype(int) - shots[k].image).mean() for f, k in _with_shots(frames)}
    assert max(away[n] for n in (*range(12), *range(32, 44))) < 3
    assert max(away[n] for n in numbers if 16 <= n < 28) > 3


def test_bystanders_move_in_each_frame_and_keep_away_from_the_board():
    board = replace(_game().picture(6), image=np.full((240, 320, 3), 90, np.uint8))
    still = [Frame(photo_of(board.image), number) for number in range(4)]
    shown = [frame.photo.pixels for frame in with_bystanders(still, board, _rng())]
    assert all((before != after).any() for before, after in pairwise(shown))
    changed = np.any([(pixels != 90).any(axis=2) for pixels in shown], axis=0)
    corners = np.concatenate([tile.corners for tile in board.tiles if tile.on_board]).round().astype(int)
    low, high = corners.min(axis=0), corners.max(axis=0)
    assert not changed[max(low[1], 0) : high[1] + 1, max(low[0], 0) : high[0] + 1].any()


def _rng() -> np.random.Generator:
    return np.random.default_rng(1)


def _with_shots(frames: list[Frame]) -> list[tuple[Frame, int]]:
    """Return each frame with the number of its shot."""
    return [(frame, int(frame.number >= 12) + int(frame.number >= 28)) for frame in frames]
