"""What readings in one light get wrong, those in another put right; what stays in dispute is asked."""

from dataclasses import replace

import numpy as np
import pytest

from companion.live.ballots import Ballot, Vote
from companion.live.evidence import balance, leader, pieces_key, said_of
from companion.live.lights import Lights
from companion.live.looks import picture_of
from tests.companion.played import Play, changes, said, scene
from vision.channels import COLOURS
from vision.items import PieceOdds
from vision.photo import photo_of

HOUSE = next(p for p in scene(8).reading.pieces if p.kind == "longhouse" and p.colour == "yellow")


def looks(yellow, orange, certainty=0.97):
    """A longhouse that is read in the likelier of two colours."""
    colours = np.full(len(COLOURS), (1 - yellow - orange) / (len(COLOURS) - 2))
    colours[COLOURS.index("yellow")], colours[COLOURS.index("orange")] = yellow, orange
    odds = PieceOdds(certainty, np.array([0.03, 0.96, 0.01]), colours)
    sure = certainty * 0.96 * max(yellow, orange)
    return replace(HOUSE, colour="yellow" if yellow > orange else "orange", odds=odds, confidence=sure)


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
    assert [p.colour for p in ballot.in_dispute(ORANGE)] == ["yellow"]


def test_what_was_seen_to_come_is_not_gone_while_nothing_changes():
    gone = [Vote(None, (), bare=0.95, light=light) for light in range(1, 5) for _ in range(4)]
    known = replace(settled(vote(0.95, 0.04, 0), *gone), witnessed=True)
    house = (looks(0.95, 0.04),)
    assert known.pieces(house)[0] == house
    assert replace(known, witnessed=False).pieces(house)[0] == ()


def test_readings_in_many_lights_count_more_than_as_many_in_one():
    yellow, orange = pieces_key((looks(0.6, 0.38),)), pieces_key(ORANGE)
    one = [said_of((looks(0.6, 0.38),), 0.9, COLOURS, 0)] * 4
    many = [replace(each, light=light) for light, each in enumerate(one)]
    assert 0 < balance(one, yellow, orange) < balance(many, yellow, orange)
    assert balance(many, yellow, orange) == -balance(many, orange, yellow)


def test_readings_that_are_torn_are_decided_by_how_sure_each_is():
    torn = [said_of((piece,), 0.9, COLOURS) for piece in (looks(0.47, 0.52), looks(0.47, 0.52), looks(0.97, 0.02))]
    assert leader(torn) == (pieces_key((looks(0.97, 0.02),)), 0.0)  # not by enough yet
    assert leader([*torn, torn[-1]])[1] > 2


def test_a_lamp_is_another_light_and_noise_is_none():
    pixels = scene(8).pixels
    lights = Lights()
    for gain in (1.0, 1.03, 0.97):
        lights.see(picture_of(photo_of(np.clip(pixels * gain, 0, 255).astype(np.uint8))))
    assert lights.number == 0
    lights.see(picture_of(photo_of((pixels * np.array([0.6, 0.8, 0.9])).astype(np.uint8))))
    assert lights.number == 1


def read_as(piece):
    """The scene with its yellow longhouse read so."""
    return replace(scene(8).reading, pieces=tuple(piece if p is HOUSE else p for p in scene(8).reading.pieces))


def test_a_colour_read_wrong_under_a_lamp_is_mended_by_daylight():
    play = Play()
    play.read = lambda _: read_as(looks(0.3, 0.68))
    play.show(scene(8).lit(np.array([0.5, 0.8, 1.0])))
    play.read = lambda _: read_as(looks(0.95, 0.04))
    events = play.show(scene(8), hold=14)
    assert {e.name for e in events if e.mended} == {"piece-removed", "piece-placed"}
    assert [colour for *_, colour, _q, _r in said(events)] == ["orange", "yellow"]
    assert {p.colour for p in play.tracker.board.pieces if p.cell == HOUSE.cell} == {"yellow"}


def test_a_piece_that_looks_like_what_it_stands_on_is_seen_to_come():
    play = Play(noisy=False)
    play.show(scene(12))
    assert said(play.show(scene(18), hold=20)) == changes(scene(12).reading, scene(18).reading)


def test_what_one_light_contradicts_without_enough_is_asked_and_no_event():
    play = Play()
    play.read = lambda _: read_as(looks(0.95, 0.04))
    play.show(scene(8))
    play.read = lambda _: read_as(looks(0.4, 0.58))
    assert play.show(scene(8).lit(np.array([0.5, 0.8, 1.0])), hold=20) == []
    (asked,) = [a for a in play.tracker.board.ask if (a["q"], a["r"]) == HOUSE.cell]
    assert (asked["about"], asked["candidates"]) == ("colour", ["yellow", "orange"])
    looked = play.readings
    assert play.show(scene(8).lit(np.array([0.5, 0.8, 1.0])), hold=30) == []
    assert play.readings == looked  # and the table is not read over and over for it
