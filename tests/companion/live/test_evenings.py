"""What evenings bring: heads, hard light, knocked tables, cameras that are carried elsewhere, hands over pieces."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.live.cameras.recordings import RATE
from companion.live.changes.alignment import carried
from tests.support.games.simulated_table import Scene, TrackerRun, event_counts, expected_events, scene

pytestmark = pytest.mark.long


@pytest.fixture(params=[False, True], ids=["whole", "partial"])
def play(request):
    return TrackerRun(partial=request.param)


def cells(board):
    return {t.cell: t.edges for t in board.tiles}, {(p.cell, p.kind, p.colour) for p in board.pieces}


def with_head(one, x=300, y=40):
    """A head that leans in over the edge of the table, hair and shoulders, and hides whatever lies there."""
    pixels = one.pixels.copy()
    cv2.ellipse(pixels, (x, y), (250, 190), 15, 0, 360, (38, 44, 58), -1)
    cv2.ellipse(pixels, (x + 30, y - 10), (120, 150), 10, 0, 360, (60, 75, 105), -1)
    hidden = [t.cell for t in one.reading.tiles if pixels[round(t.px[1]), round(t.px[0])].max() < 110]
    hidden = [c for c in hidden if np.hypot(*(np.array(_px(one, c)) - (x, y))) < 240]
    assert hidden
    return replace(one, pixels=cv2.GaussianBlur(pixels, (7, 7), 0)).without_tiles(*hidden)


def _px(one, cell):
    return next(t.px for t in one.reading.tiles if t.cell == cell)


def test_a_head_over_the_table_changes_nothing_and_events_under_it_are_reported_afterwards(play):
    play.show(scene(7))
    known = cells(play.tracker.board)
    assert play.show(with_head(scene(7)), hold=40) == []
    assert play.tracker.covered
    assert cells(play.tracker.board) == known
    # It moves about a little, and a viking is placed meanwhile: where it can be seen it is told at once.
    told = [*play.show(with_head(scene(8), 320, 60), hold=20), *play.show(scene(8), hold=12)]
    assert event_counts(told) == expected_events(scene(7).reading, scene(8).reading)
    assert not play.tracker.covered


def hard_light(one):
    """A lamp that is switched on behind an edge: one half of the table in its light, a sharp shadow across."""
    gain = np.full(one.pixels.shape[:2], 0.85, np.float32)
    cv2.fillPoly(gain, [np.array([(420, 0), (960, 0), (960, 720), (560, 720)], np.int32)], 1.3)
    return one.lit(cv2.GaussianBlur(gain, (9, 9), 0)[..., None] * np.array([0.92, 1.0, 1.08]))


def test_a_lamp_with_a_sharp_shadow_is_no_event_and_the_game_goes_on_in_its_light(play):
    play.show(scene(7))
    assert play.show(hard_light(scene(7)), hold=45) == []
    assert event_counts(play.show(hard_light(scene(8)), hold=45)) == expected_events(scene(7).reading, scene(8).reading)


def test_a_piece_that_is_placed_while_the_table_is_knocked_is_the_only_event(play):
    play.show(scene(7))
    assert event_counts(play.show(scene(8).bumped(14, -9, 2), hold=20)) == expected_events(
        scene(7).reading, scene(8).reading
    )


@pytest.mark.parametrize(("right", "down", "degrees"), [(0, 0, 180), (60, -30, 75), (-90, 50, -120)])
def test_a_camera_that_is_carried_to_another_side_finds_the_board_again(play, right, down, degrees):
    play.show(scene(10))
    known = cells(play.tracker.board)
    assert play.show(scene(10).bumped(right, down, degrees), hold=40) == []
    assert cells(play.tracker.board) == known
    told = event_counts(play.show(scene(11).bumped(right, down, degrees), hold=20))
    assert told == expected_events(scene(10).reading, scene(11).reading)


def larger(one, times):
    """The same table in a picture of another size."""
    return Scene(
        cv2.resize(one.pixels, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC),
        carried(one.reading, np.diag([times, times, 1.0])),
    )


def test_a_camera_whose_pictures_change_their_size_goes_on():
    """As when a phone that sent frames sends single shots instead, of which each stands for the table."""
    play = TrackerRun(noisy=False)
    play.show(larger(scene(0), 4 / 3))
    play.show(scene(2), hold=16 * round(RATE))
    assert cells(play.tracker.board) == cells(scene(2).reading)


def with_glove(one, piece):
    """A glove over one piece, so large that it cannot be one."""
    pixels = one.pixels.copy()
    x, y = (round(v) for v in piece.px)
    cv2.ellipse(pixels, (x, y + 20), (125, 85), 20, 0, 360, (170, 110, 40), -1)
    hidden = [p for p in one.reading.pieces if np.hypot(p.px[0] - x, p.px[1] - y) < 80]
    assert piece in hidden
    return replace(one, pixels=pixels).reads(pieces=tuple(p for p in one.reading.pieces if p not in hidden))


def test_pieces_that_are_hidden_for_a_while_keep_being_there(play):
    play.show(scene(16))
    known = cells(play.tracker.board)
    for piece in scene(16).reading.pieces[::5]:
        assert play.show(with_glove(scene(16), piece), hold=30) == []
        assert cells(play.tracker.board) == known
    assert play.show(scene(16), hold=20) == []


def test_one_odd_reading_however_sure_announces_nothing(play):
    play.show(scene(8))
    new = replace(scene(8).reading.pieces[0], colour="pink", confidence=0.999)
    bare = next(t for t in scene(8).reading.tiles if t.cell not in {p.cell for p in scene(8).reading.pieces})
    odd = scene(8).reads(pieces=(*scene(8).reading.pieces, replace(new, cell=bare.cell, px=bare.px)))
    blot = odd.pixels.copy()
    cv2.circle(blot, tuple(round(v) for v in bare.px), 12, (120, 90, 220), -1)
    readings = iter([odd.reading])
    play.read = lambda _photo: next(readings, scene(8).reading)
    assert play.show(replace(odd, pixels=blot), hold=8) == []
    play.read = None
    assert play.show(scene(8), hold=12) == []


def test_light_that_flickers_all_evening_is_no_event(play):
    play.show(scene(11))
    chance = np.random.default_rng(3)
    for gain in chance.uniform(0.75, 1.15, 12):
        assert play.show(scene(11).lit(gain), hold=5) == []
    assert event_counts(play.show(scene(12).lit(0.9), hold=12)) == expected_events(scene(11).reading, scene(12).reading)
