"""Viewers of a camera in a hand are shown its pictures from where the board was read, so that marks fit them."""

import numpy as np

from companion.live.cameras.cameras import Frame
from companion.live.loop import LiveTable
from companion.live.snapshots import Pictures, Table
from companion.live.steady_view import SteadyView
from tests.support.games.simulated_table import scene
from vision.imaging.photo import decode_photo, photo_of

TABLE = scene(7)
HEIGHT, WIDTH = TABLE.pixels.shape[:2]
MOVED = photo_of(TABLE.bumped(14, -9, 0.7).pixels)


def difference(pixels: np.ndarray, other: np.ndarray) -> float:
    """Return by how much two pictures differ in the middle, which a moved camera still shows, grey levels."""
    one, two = (p[HEIGHT // 8 : -HEIGHT // 8, WIDTH // 8 : -WIDTH // 8].astype(int) for p in (pixels, other))
    return float(np.abs(one - two).mean())


def test_a_picture_is_shown_as_it_is_before_a_board_was_read_and_once_it_is_forgotten():
    view = SteadyView()
    assert view.seen_from_there(MOVED) is MOVED
    view.hold(photo_of(TABLE.pixels))
    assert view.seen_from_there(MOVED) is not MOVED
    view.hold(None)
    assert view.seen_from_there(MOVED) is MOVED


def test_the_motion_of_the_camera_is_undone_also_if_it_begins_after_a_rest():
    view = SteadyView()
    view.hold(photo_of(TABLE.pixels))
    at_rest = [photo_of(TABLE.pixels.copy()) for _ in range(12)]
    assert all(view.seen_from_there(photo) is photo for photo in at_rest)
    shown = [view.seen_from_there(photo_of(MOVED.pixels.copy())) for _ in range(12)]
    away = [difference(photo.pixels, TABLE.pixels) for photo in shown]
    assert max(away[5:]) < 0.5 * difference(MOVED.pixels, TABLE.pixels)


def test_a_picture_of_something_else_is_shown_as_it_is():
    view, other = SteadyView(), photo_of(np.full_like(TABLE.pixels, 90))
    view.hold(photo_of(TABLE.pixels))
    assert view.seen_from_there(other) is other


def test_viewers_of_a_live_table_see_the_board_where_it_was_read(truth):
    pictures = Pictures()
    loop = LiveTable(lambda _: iter(()), truth, Table(), pictures)
    board = photo_of(TABLE.pixels)
    for number in range(6):
        loop.see(Frame(board, number, number / 25))
    pictures.show(MOVED)
    shown = decode_photo(pictures.newer(0, 1)[1]).pixels
    assert difference(shown, TABLE.pixels) < 0.5 * difference(MOVED.pixels, TABLE.pixels)
