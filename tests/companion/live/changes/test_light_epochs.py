"""What readings in one light get wrong, those in another put right; what stays in dispute is asked."""

from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from companion.live.changes.frame_difference import picture_of
from companion.live.changes.light_epochs import LightEpochs
from companion.live.votes.cell_votes import Ballot, Vote
from companion.live.votes.vote_weights import evidence_of, leader, log_odds_between, pieces_key
from tests.support.games.simulated_table import TrackerRun, event_counts, expected_events, scene, tracker_run_at
from vision.detections import PieceProbabilities
from vision.imaging.photo import photo_of
from vision.vocabulary import COLOURS

HOUSE = next(p for p in scene(8).reading.pieces if p.kind == "longhouse" and p.colour == "yellow")


def looks(yellow, orange, certainty=0.97):
    """A longhouse that is read in the likelier of two colours."""
    colours = np.full(len(COLOURS), (1 - yellow - orange) / (len(COLOURS) - 2))
    colours[COLOURS.index("yellow")], colours[COLOURS.index("orange")] = yellow, orange
    odds = PieceProbabilities(certainty, np.array([0.03, 0.96, 0.01]), colours)
    sure = certainty * 0.96 * max(yellow, orange)
    return replace(HOUSE, colour="yellow" if yellow > orange else "orange", probabilities=odds, confidence=sure)


def vote(yellow, orange, light):
    return Vote(None, (looks(yellow, orange),), light=light)


def settled(*votes):
    ballot = Ballot()
    for one in votes:
        ballot = ballot.with_vote(one)
    return ballot


ORANGE = (looks(0.3, 0.68),)


def test_a_clearer_light_puts_right_what_was_read_in_a_poorer_one():
    ballot = settled(*[vote(0.3, 0.68, 0)] * 3, *[vote(0.95, 0.04, 1)] * 4)
    (found,), enough = ballot.pieces(ORANGE)
    assert (found.colour, enough) == ("yellow", True)


@pytest.mark.parametrize("lights", [1, 2])
def test_a_poorer_light_changes_nothing_however_often_it_is_looked_at(lights):
    clear, poor = (
        [vote(0.02, 0.97, 0)] * 3,
        [vote(0.68, 0.3, 1 + n % lights) for n in range(18)],
    )
    ballot = settled(*clear, *poor)
    (found,), _ = ballot.pieces(ORANGE)
    assert found.colour == "orange"
    assert [p.colour for p in ballot.disputed_pieces(ORANGE)] == ["yellow"]


def test_what_was_seen_to_come_is_not_gone_while_nothing_changes():
    gone = [Vote(None, (), empty_confidence=0.95, light=light) for light in range(1, 5) for _ in range(4)]
    known = replace(settled(vote(0.95, 0.04, 0), *gone), witnessed=True)
    house = (looks(0.95, 0.04),)
    assert known.pieces(house)[0] == house
    assert replace(known, witnessed=False).pieces(house)[0] == ()


def test_readings_in_many_lights_count_more_than_as_many_in_one():
    yellow, orange = pieces_key((looks(0.6, 0.38),)), pieces_key(ORANGE)
    one = [evidence_of((looks(0.6, 0.38),), 0.9, COLOURS, 0)] * 4
    many = [replace(each, light=light) for light, each in enumerate(one)]
    assert 0 < log_odds_between(one, yellow, orange) < log_odds_between(many, yellow, orange)
    assert log_odds_between(many, yellow, orange) == -log_odds_between(many, orange, yellow)


def test_readings_that_are_torn_are_decided_by_how_sure_each_is():
    torn = [evidence_of((piece,), 0.9, COLOURS) for piece in (looks(0.47, 0.52), looks(0.47, 0.52), looks(0.97, 0.02))]
    assert leader(torn) == (pieces_key((looks(0.97, 0.02),)), 0.0)  # not by enough yet
    assert leader([*torn, torn[-1]])[1] > 2


def test_a_lamp_is_another_light_and_noise_is_none():
    pixels = scene(8).pixels
    lights = LightEpochs()
    for gain in (1.0, 1.03, 0.97):
        lights.observe(picture_of(photo_of(np.clip(pixels * gain, 0, 255).astype(np.uint8))))
    assert lights.number == 0
    lights.observe(picture_of(photo_of((pixels * np.array([0.6, 0.8, 0.9])).astype(np.uint8))))
    assert lights.number == 1


def reading_with_house(piece):
    """The scene with its yellow longhouse read so."""
    return replace(scene(8).reading, pieces=tuple(piece if p is HOUSE else p for p in scene(8).reading.pieces))


def test_a_colour_read_wrong_under_a_lamp_is_mended_by_daylight():
    play = TrackerRun()
    play.read = lambda _: reading_with_house(looks(0.3, 0.68))
    play.show(scene(8).lit(np.array([0.5, 0.8, 1.0])))
    play.read = lambda _: reading_with_house(looks(0.95, 0.04))
    events = play.show(scene(8), hold=14)
    assert {e.name for e in events if e.correction} == {"piece-removed", "piece-placed"}
    assert [colour for *_, colour, _q, _r in event_counts(events)] == ["orange", "yellow"]
    assert {p.colour for p in play.tracker.board.pieces if p.cell == HOUSE.cell} == {"yellow"}


def test_a_piece_that_looks_like_what_it_stands_on_is_seen_to_come():
    play = TrackerRun(noisy=False)
    play.show(scene(12))
    assert event_counts(play.show(scene(18), hold=20)) == expected_events(scene(12).reading, scene(18).reading)


def test_what_one_light_contradicts_without_enough_is_asked_and_no_event():
    play = TrackerRun()
    play.read = lambda _: reading_with_house(looks(0.95, 0.04))
    play.show(scene(8))
    play.read = lambda _: reading_with_house(looks(0.4, 0.58))
    assert play.show(scene(8).lit(np.array([0.5, 0.8, 1.0])), hold=20) == []
    (asked,) = [a for a in play.tracker.board.ask if (a["q"], a["r"]) == HOUSE.cell]
    assert (asked["about"], asked["candidates"]) == ("colour", ["yellow", "orange"])
    looked = play.readings
    assert play.show(scene(8).lit(np.array([0.5, 0.8, 1.0])), hold=30) == []
    assert play.readings == looked  # and the table is not read over and over for it


# --- What the printing of a tile looks like


def speckle(certainty=0.97, white=0.5, grey=0.45):
    """Snow on a rock that is taken for something, of no clear colour."""
    colours = np.full(len(COLOURS), (1 - white - grey) / (len(COLOURS) - 2))
    colours[COLOURS.index("white")], colours[COLOURS.index("grey")] = white, grey
    odds = PieceProbabilities(certainty, np.array([0.05, 0.94, 0.01]), colours)
    colour = "white" if white > grey else "grey"
    return replace(HOUSE, colour=colour, probabilities=odds, confidence=certainty * 0.94 * max(white, grey))


def bare_tile(one):
    standing = {p.cell for p in one.reading.pieces}
    return next(t for t in one.reading.tiles if t.cell not in standing)


def with_speckle(one, tile, *seen):
    """Readings of a scene, each of which takes a tile's printing for another of these things."""
    turns = cycle(seen)

    def read(_photo):
        around = tile.outline.mean(axis=0) + 0.2 * (tile.outline - tile.outline.mean(axis=0))
        thing = replace(next(turns), cell=tile.cell, px=tile.px, hull=around)
        return replace(one.reading, pieces=(*one.reading.pieces, thing))

    return read


def test_what_has_no_clear_colour_when_watching_begins_is_asked_and_not_believed():
    play, tile = TrackerRun(), bare_tile(scene(8))
    play.read = with_speckle(scene(8), tile, speckle(), speckle(white=0.42, grey=0.55), speckle(0.86, 0.6, 0.2))
    events = play.show(scene(8), hold=14)
    assert event_counts(events) == expected_events(None, scene(8).reading)
    (asked,) = [a for a in play.tracker.board.ask if (a["q"], a["r"]) == tile.cell]
    assert (asked["about"], asked["candidates"]) == ("piece", ["none", "longhouse"])
    # A lamp is no reason to believe it, however often it is switched.
    for gain in (0.7, 1.0, 0.7, 1.0):
        assert play.show(scene(8).lit(gain), hold=14) == []
    # Where a light shows it clearly it is.
    play.read = with_speckle(scene(8), tile, speckle(0.99, 0.98, 0.01))
    assert event_counts(play.show(scene(8).lit(0.7), hold=14)) == expected_events(scene(8).reading, play.read(None))


def test_a_tile_is_laid_without_what_its_printing_looks_like():
    laid = next(t for t in scene(5).reading.tiles if t.cell not in {u.cell for u in scene(4).reading.tiles})
    assert laid.cell not in {p.cell for p in scene(5).reading.pieces}
    play = TrackerRun()
    play.show(scene(4))
    play.read = with_speckle(scene(5), laid, speckle(), speckle(0.9, 0.4, 0.5))
    assert event_counts(play.show(scene(5), hold=20)) == expected_events(scene(4).reading, scene(5).reading)
    looked = play.readings
    assert play.show(scene(5), hold=30) == []
    assert play.readings <= looked + 2  # and the table is not read over and over for it


def test_what_is_placed_before_the_cameras_eye_is_believed_even_of_no_clear_colour():
    placed = next(iter(expected_events(scene(7).reading, scene(8).reading)))
    name, kind, _, *cell = placed
    piece = next(p for p in scene(8).reading.pieces if p.cell == tuple(cell) and p.kind == kind)
    odds = PieceProbabilities(0.8, np.array([0.96, 0.03, 0.01]), speckle(white=0.55, grey=0.3).probabilities.colours)
    dim = replace(piece, colour="white", probabilities=odds, confidence=0.8 * 0.96 * 0.55)
    play = tracker_run_at(7)
    others = tuple(p for p in scene(8).reading.pieces if p is not piece)
    play.read = lambda _: replace(scene(8).reading, pieces=(*others, dim))
    assert event_counts(play.show(scene(8), hold=12)) == {(name, kind, "white", *cell): 1}
