"""The live loop on the recorded game and on what evenings bring: hands, lamps, bumps, readers that are wrong."""

from copy import deepcopy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.live.changes.alignment import carried
from companion.live.events import fold
from tests.support.games.simulated_table import TrackerRun, event_counts, expected_events, scene, tracker_run_at
from vision.detections import PossiblePiece
from vision.imaging.photo import PhotoError
from vision.merging.coordinates import move_reading

HANDS = {3: ((2, -1),), 6: ((2, -2),), 9: ((1, 0), (2, 0)), 14: ((1, 0), (2, 0))}
"""Pictures with a hand, and tiles under it."""


def lamp(shape):
    """A lamp from the right: much brighter there, a little warmer everywhere."""
    across = np.exp(0.6 * np.linspace(-1, 1, shape[1]))[None, :, None]
    return across * np.array([0.9, 1.0, 1.1])


def cells(board):
    return {t.cell: t.edges for t in board.tiles}, {(p.cell, p.kind, p.colour) for p in board.pieces}


@pytest.fixture(scope="module", params=[False, True], ids=["whole", "partial"])
def game(request):
    """The whole game, watched: what was said at each picture, and the tracker at the end."""
    play = TrackerRun(partial=request.param)
    shown = [scene(n) for n in range(19)]
    hidden = {n: shown[n].without_tiles(*under) for n, under in HANDS.items()}
    return play, [play.show(hidden.get(n, one)) for n, one in enumerate(shown)]


@pytest.mark.long
def test_the_events_of_the_game_are_what_changed_between_its_pictures(game):
    _, events = game
    for number, happened in enumerate(events):
        before = scene(number - 1).reading if number else None
        assert event_counts(happened) == expected_events(before, scene(number).reading), number


@pytest.mark.long
def test_the_last_board_is_right_and_what_the_events_add_up_to(game):
    play, events = game
    board = play.tracker.board
    assert cells(board) == cells(scene(18).reading)
    empty = replace(board, tiles=(), pieces=())
    assert cells(fold(empty, [e for happened in events for e in happened])) == cells(board)


def test_a_reader_that_can_is_asked_to_look_at_what_has_changed_only():
    play = TrackerRun(partial=True)
    play.show(scene(7))
    assert play.partial.rereads == 0
    before = play.readings
    assert event_counts(play.show(scene(8))) == expected_events(scene(7).reading, scene(8).reading)
    # Once all is settled the whole is read once more.
    assert 0 < play.partial.rereads == play.readings - before - 1


def test_new_tiles_are_reported_that_only_readings_of_the_whole_table_see():
    play = TrackerRun(partial=True)
    play.show(scene(4))
    play.partial.sees_new_tiles = False
    events = play.show(scene(5))
    assert play.partial.rereads > 0
    assert event_counts(events) == expected_events(scene(4).reading, scene(5).reading)


def with_sure_pieces(one, sure):
    """Return the scene with pieces that are read with this confidence."""
    return one.reads(pieces=tuple(replace(p, confidence=sure) for p in one.reading.pieces))


@pytest.mark.parametrize(("sure", "rereads"), [(0.95, 1), (0.85, 2)])
def test_what_was_read_clearly_is_not_read_again_in_a_second_picture_of_the_same(sure, rereads):
    play = TrackerRun(partial=True)
    play.show(scene(7))
    assert event_counts(play.show(with_sure_pieces(scene(8), sure))) == expected_events(
        scene(7).reading, scene(8).reading
    )
    assert play.partial.rereads == rereads


def test_what_was_read_clearly_but_has_moved_since_is_read_again():
    play = TrackerRun(partial=True)
    play.show(scene(7))
    assert play.show(with_sure_pieces(scene(8), 0.95), hold=2) == []
    assert play.partial.rereads == 1
    assert play.show(scene(7)) == []


def test_a_table_at_rest_is_not_read_again():
    play = TrackerRun()
    play.show(scene(8), hold=20)
    before = play.readings
    assert play.show(scene(8), hold=40) == []
    assert play.readings == before


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.lit(0.6),
        lambda one: one.lit(lamp(one.pixels.shape)),
        lambda one: one.bumped(15, -8, 3),
        lambda one: one.bumped(-40, 25, -6),
        lambda one: one.bumped(15, 0, 3).lit(0.8),
    ],
    ids=["darker", "a lamp", "a bump", "a hard bump", "a bump in other light"],
)
def test_light_and_bumps_are_no_events_and_what_follows_is_seen(change):
    play = tracker_run_at(7)
    assert play.show(change(scene(7)), hold=40) == []
    assert event_counts(play.show(change(scene(8)), hold=40)) == expected_events(scene(7).reading, scene(8).reading)


def of_first_tiles(one, count):
    """The table with this number of tiles; where the others lie it is bare."""
    pixels = one.pixels.copy()
    others = one.reading.tiles[count:]
    for tile in others:
        cv2.fillPoly(pixels, [np.round(tile.outline).astype(np.int32)], (70, 90, 120))
    return replace(one, pixels=pixels).without_tiles(*[tile.cell for tile in others])


@pytest.mark.parametrize("count", [1, 2])
def test_a_bump_of_a_board_of_few_tiles_is_no_event_and_what_follows_is_seen(count):
    play = TrackerRun(noisy=False)
    play.show(of_first_tiles(scene(0), count))
    assert play.show(of_first_tiles(scene(0), count).bumped(-40, 25, -6), hold=20) == []
    assert not play.tracker.covered
    events = play.show(of_first_tiles(scene(0), count + 1).bumped(-40, 25, -6), hold=20)
    assert [event.name for event in events if event.tile] == ["tile-laid"]


@pytest.mark.parametrize(
    "lattice",
    [np.diag([2.5, 3.0, 1.0]), np.array([[1.0, 0, 40], [0, 1.0, -30], [0, 0, 1.0]]), np.diag([0.5, 0.4, 1.0])],
    ids=["larger", "displaced", "smaller"],
)
def test_a_reading_on_another_lattice_is_no_bump_while_the_picture_stands_still(lattice):
    play = TrackerRun(noisy=False)
    play.show(scene(7))
    misread = replace(scene(7), reading=carried(scene(7).reading, lattice))
    play.tracker.reread_all()
    assert play.show(misread, hold=40) == []
    assert not play.tracker.bumped
    assert not play.tracker.covered
    assert event_counts(play.show(scene(8))) == expected_events(scene(7).reading, scene(8).reading)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.resized(1.5, 1.5),
        lambda one: one.resized(0.6, 0.6),
        lambda one: one.resized(0.8, 1.0),
        lambda one: one.turned_upright(),
        lambda one: one.resized(0.6, 0.6).bumped(15, -8, 3),
    ],
    ids=["larger", "smaller", "narrower", "upright", "smaller and bumped"],
)
def test_pictures_of_another_size_are_no_event_and_what_follows_is_seen(change):
    play = TrackerRun(noisy=False, partial=True)
    play.show(scene(7))
    assert play.show(change(scene(7)), hold=20) == []
    assert event_counts(play.show(change(scene(8)), hold=20)) == expected_events(scene(7).reading, scene(8).reading)


def test_exposure_that_creeps_is_no_event():
    play = tracker_run_at(7)
    assert not [e for gain in np.linspace(1, 0.7, 40) for e in play.show(scene(7).lit(gain), hold=2)]


def with_hand(one):
    """A sleeve and a hand that reach over the middle of the board."""
    pixels = one.pixels.copy()
    cv2.line(pixels, (760, 0), (520, 380), (90, 110, 150), 70)
    cv2.circle(pixels, (520, 380), 55, (140, 170, 215), -1)
    return replace(one, pixels=cv2.GaussianBlur(pixels, (5, 5), 0))


@pytest.mark.long
def test_a_hand_that_rests_changes_nothing_however_long_it_rests():
    play = TrackerRun(noisy=False)
    play.show(scene(8))
    known = cells(play.tracker.board)
    under = [t.cell for t in scene(8).reading.tiles if np.hypot(t.px[0] - 520, t.px[1] - 380) < 60]
    rested = with_hand(scene(8)).without_tiles(*under)
    wrong = tuple(
        replace(t, edges=("M",) * 6) if np.hypot(t.px[0] - 520, t.px[1] - 380) < 130 else t
        for t in rested.reading.tiles
    )
    assert under
    assert play.show(rested.reads(tiles=wrong), hold=1500) == []
    assert play.tracker.covered
    assert cells(play.tracker.board) == known
    assert play.show(scene(8)) == []
    assert not play.tracker.covered


def test_pieces_placed_under_a_hand_are_reported_when_the_hand_is_gone():
    play = tracker_run_at(7)
    assert play.show(with_hand(scene(7))) == []
    assert event_counts(play.show(scene(8))) == expected_events(scene(7).reading, scene(8).reading)


def test_a_removed_piece_is_reported_and_one_that_a_reading_misses_is_not():
    play = tracker_run_at(8)
    gone = expected_events(scene(7).reading, scene(8).reading)
    ((_, *viking),) = gone
    assert play.show(scene(8).reads(pieces=scene(7).reading.pieces), hold=30) == []
    assert list(event_counts(play.show(scene(7)))) == [("piece-removed", *viking)]


def _renamed(edges):
    """Edges of the same tile with plains named mountain, and mountain plains."""
    return tuple(edge.translate(str.maketrans("PM", "MP")) for edge in edges)


def test_a_tile_that_is_moved_is_one_event():
    board = scene(8)
    play = tracker_run_at(8)
    from_cell, to_cell = _free_end(board.reading)
    moved_tile = _tile_at(board, from_cell, to_cell)
    (event,) = play.show(moved_tile, hold=12)
    assert event.to_dict() == {
        "event": "tile-moved",
        "from": list(from_cell),
        "q": to_cell[0],
        "r": to_cell[1],
        "px": event.to_dict()["px"],
    }


@pytest.mark.parametrize(("changed", "told"), [(lambda edges: edges[2:] + edges[:2], 1), (_renamed, 0)])
def test_a_tile_is_turned_only_where_its_edges_are_those_of_another_turn(changed, told):
    board = scene(8)
    taken = {p.cell for p in board.reading.pieces}
    bare = (t for t in board.reading.tiles if t.cell not in taken)
    tile = next(
        t for t in bare if sorted(_renamed(t.edges)) != sorted(t.edges) and t.edges[2:] + t.edges[:2] != t.edges
    )
    changed_tile = replace(tile, edges=changed(tile.edges))
    tiles = tuple(changed_tile if t is tile else t for t in board.reading.tiles)
    mask = cv2.fillPoly(np.zeros(board.pixels.shape[:2], np.uint8), [np.round(tile.outline).astype(np.int32)], 1)
    seen_anew = board.lit(np.where(mask, 0.6, 1.0)[..., None]).reads(tiles=tiles)
    events = tracker_run_at(8).show(seen_anew, hold=12)
    assert [event.name for event in events if not event.correction] == ["tile-moved"] * told


def _free_end(reading):
    """A tile without a piece at the rim of the board, and a free cell beside the board on its other side."""
    taken = {p.cell for p in reading.pieces}
    lying = {t.cell for t in reading.tiles}
    start = min((t for t in reading.tiles if t.cell not in taken), key=lambda t: t.px[1])
    right = max((t for t in reading.tiles), key=lambda t: t.px[0] - 0.3 * t.px[1])
    end = (right.cell[0] + 1, right.cell[1])
    assert end not in lying
    return start.cell, end


def _tile_at(board, start, end):
    """The scene with the tile cut from where it lies, wood in its place, and laid elsewhere."""
    reading = board.reading
    tile = next(t for t in reading.tiles if t.cell == start)
    ours = np.array([(*t.cell, 1.0) for t in reading.tiles])
    to_px, *_ = np.linalg.lstsq(ours, np.array([t.px for t in reading.tiles]), rcond=None)
    at = np.array([*end, 1.0]) @ to_px
    by = at - np.array(tile.px)
    mask = cv2.fillPoly(np.zeros(board.pixels.shape[:2], np.uint8), [np.round(tile.outline).astype(np.int32)], 1)
    shift = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
    size = (board.pixels.shape[1], board.pixels.shape[0])
    there = cv2.warpAffine(mask, shift, size) > 0
    pixels = board.pixels.copy()
    pixels[mask > 0] = np.median(board.pixels[:40].reshape(-1, 3), axis=0)
    pixels[there] = cv2.warpAffine(board.pixels, shift, size)[there]
    laid = replace(tile, cell=end, px=(float(at[0]), float(at[1])), outline=tile.outline + by)
    tiles = (*(t for t in reading.tiles if t.cell != start), laid)
    return replace(board, pixels=pixels, reading=replace(reading, tiles=tiles))


def test_readings_that_differ_now_and_then_are_outvoted():
    play = tracker_run_at(8)
    shown, wrong = scene(8), scene(8).reading
    wrong = replace(wrong, pieces=tuple(replace(p, colour="pink", confidence=0.9) for p in wrong.pieces))
    assert play.show(shown.lit(0.9).reads(pieces=wrong.pieces), shown, hold=4) == []


def test_an_unsure_first_look_at_a_new_piece_is_outvoted():
    play = tracker_run_at(7)
    new = scene(8).reading.pieces[-1]
    kinds = iter(["longhouse", "viking", "viking", "viking", "longhouse", "viking"])
    truth = scene(8)

    def unsure(_photo):
        piece = replace(new, kind=next(kinds, "viking"), confidence=0.4)
        return replace(truth.reading, pieces=(*truth.reading.pieces[:-1], piece))

    play.read = unsure
    assert event_counts(play.show(truth)) == expected_events(scene(7).reading, truth.reading)


@pytest.mark.parametrize("light", [0.6, 1.3])
def test_a_light_that_moves_over_a_tile_is_no_piece_though_a_reading_holds_one_for_possible(light):
    standing = {p.cell for p in scene(7).reading.pieces}
    # A bright spot on rock may well be a white piece.
    bare = [t for t in scene(7).reading.tiles if t.cell not in standing and "M" not in "".join(t.edges)]
    assert len(bare) > 2
    still = scene(7).reads(possible=tuple(PossiblePiece(tile.cell, 0.1, ("viking",)) for tile in bare))
    watched_still = TrackerRun()
    watched_still.show(still)
    for tile in bare:
        spot = np.zeros(still.pixels.shape[:2], np.uint8)
        cv2.circle(spot, np.round(tile.px).astype(int).tolist(), 22, 1, -1)
        play = deepcopy(watched_still)
        assert play.show(replace(still, pixels=still.lit(np.where(spot, light, 1.0)[..., None]).pixels)) == []


@pytest.mark.parametrize(("turn", "shift"), [(1, (0, 0)), (2, (3, -1)), (5, (-2, 4))])
def test_all_events_share_one_set_of_coordinates(turn, shift):
    play = tracker_run_at(7)
    other = replace(scene(8), reading=move_reading(scene(8).reading, turn, shift))
    assert event_counts(play.show(other)) == expected_events(scene(7).reading, scene(8).reading)


def test_a_picture_without_a_board_changes_nothing():
    play = tracker_run_at(8)

    def blind(_photo):
        raise PhotoError("no-board", "No board can be found in the picture.")

    play.read = blind
    dark = replace(scene(8), pixels=np.full_like(scene(8).pixels, 90))
    assert play.show(dark, hold=30) == []
    assert play.tracker.lost
    play.read = None
    assert play.show(scene(8)) == []
    assert not play.tracker.lost


def test_a_board_that_the_camera_cut_off_at_first_is_not_doubtful_any_more_once_it_is_whole():
    play = TrackerRun(noisy=False)
    play.show(scene(7).reads(caveats=("cut-off",)))
    assert play.tracker.board.caveats == ("cut-off",)
    play.show(scene(7).bumped(15, -8, 0), hold=16)
    assert play.tracker.board.caveats == ()
