"""The phase of the game speaks where the pixels leave the kind of a new piece in doubt, and only there."""

from dataclasses import replace

import numpy as np
import pytest

from companion.live.cameras.cameras import Frame
from companion.live.rule_check import Referee
from companion.live.table_change import TableChange
from companion.live.votes.phase_prior import with_longhouses_of_exploration, with_phase_prior
from tests.support.games.simulated_table import TrackerRun, event_counts, scene, tracker_run_at
from vision.detections import PieceProbabilities
from vision.imaging.photo import photo_of
from vision.vocabulary import COLOURS

SETTLING, EXPLORING = scene(8).reading, scene(4).reading


def piece(cell, viking, longhouse):
    kinds = np.array([viking, longhouse, 1 - viking - longhouse])
    colours = np.full(len(COLOURS), 0.001)
    colours[COLOURS.index("white")] = 0.99
    kind = "viking" if viking > longhouse else "longhouse"
    tile = next(t for t in scene(18).reading.tiles if t.cell == cell)
    hull = np.array(tile.px) + 0.35 * (tile.outline - tile.px)
    return reading_of_piece(kind, cell, tile.px, hull, PieceProbabilities(0.95, kinds, colours))


def reading_of_piece(kind, cell, px, hull, odds):
    return replace(SETTLING.pieces[0], kind=kind, colour="white", cell=cell, px=px, hull=hull, probabilities=odds)


def free(reading):
    taken = {p.cell for p in reading.pieces}
    return next(t.cell for t in reading.tiles if t.cell not in taken)


def kind_with_prior(new, known):
    (found,) = with_phase_prior(replace(known, pieces=(new,)), known).pieces
    return found.kind


@pytest.mark.parametrize(
    ("viking", "longhouse", "kind"), [(0.15, 0.84, "viking"), (0.6, 0.39, "viking"), (0.01, 0.98, "longhouse")]
)
def test_while_settling_a_doubtful_longhouse_is_a_viking_and_a_clear_one_stays(viking, longhouse, kind):
    assert kind_with_prior(piece(free(SETTLING), viking, longhouse), SETTLING) == kind


def test_longhouses_that_stood_there_stay_longhouses():
    house = next(p for p in SETTLING.pieces if p.kind == "longhouse")
    assert kind_with_prior(piece(house.cell, 0.3, 0.69), SETTLING) == "longhouse"


def test_while_exploring_a_doubtful_viking_on_a_new_tile_is_a_longhouse():
    assert not any(p.kind == "viking" for p in EXPLORING.pieces)
    new = next(t.cell for t in scene(18).reading.tiles if t.cell not in {u.cell for u in EXPLORING.tiles})
    assert kind_with_prior(piece(new, 0.8, 0.19), EXPLORING) == "longhouse"
    assert kind_with_prior(piece(new, 0.97, 0.02), EXPLORING) == "viking"
    # A viking on a tile that lay there before begins the settlement.
    assert kind_with_prior(piece(free(EXPLORING), 0.6, 0.39), EXPLORING) == "viking"


def test_stones_and_pieces_without_evidence_are_taken_as_they_are():
    bare = replace(SETTLING.pieces[0], kind="longhouse", cell=free(SETTLING), probabilities=None)
    assert kind_with_prior(bare, SETTLING) == "longhouse"
    stone = replace(piece(free(SETTLING), 0.1, 0.2), kind="stone", colour=None)
    assert kind_with_prior(stone, SETTLING) == "stone"


def test_a_viking_that_every_picture_shows_a_little_like_a_longhouse_stays_a_viking():
    (new,) = {p.cell for p in scene(8).reading.pieces} - {p.cell for p in scene(7).reading.pieces}
    doubtful = piece(new, 0.2, 0.79)
    play = tracker_run_at(7)
    shown = [scene(n) for n in (8, 10, 11, 12, 13, 15, 16, 17)]
    told = [play.show(one.reads(pieces=(*(p for p in one.reading.pieces if p.cell != new), doubtful))) for one in shown]
    at_new = [event for happened in told for event in event_counts(happened) if event[-2:] == new]
    assert at_new == [("piece-placed", "viking", "white", *new)]


def with_a_viking(reading, viking):
    """The reading with one viking, of this probability, in the place of a longhouse."""
    house = next(p for p in reading.pieces if p.kind == "longhouse")
    doubtful = replace(piece(house.cell, viking, 0.99 - viking), colour=house.colour, px=house.px, hull=house.hull)
    return replace(reading, pieces=(*(p for p in reading.pieces if p is not house), doubtful)), house


@pytest.mark.parametrize(("viking", "kind"), [(0.74, "longhouse"), (0.985, "viking")])
def test_a_doubtful_viking_that_a_tile_follows_is_a_longhouse_and_a_clear_one_stays(viking, kind):
    reading, house = with_a_viking(EXPLORING, viking)
    found = with_longhouses_of_exploration(reading, {house.cell})
    assert [p.kind for p in found.pieces if p.cell == house.cell] == [kind]


def test_vikings_that_no_tile_follows_stay_as_they_were_read():
    reading, _ = with_a_viking(EXPLORING, 0.6)
    assert with_longhouses_of_exploration(reading, ()).pieces == reading.pieces


def test_several_doubtful_vikings_are_hardly_all_misread():
    cells = [t.cell for t in SETTLING.tiles][:5]
    reading = replace(SETTLING, pieces=tuple(piece(cell, 0.9, 0.09) for cell in cells))
    assert {p.kind for p in with_longhouses_of_exploration(reading, set(cells)).pieces} == {"viking"}


def test_a_tile_after_a_doubtful_viking_corrects_it_before_it_is_warned_of():
    before, house = with_a_viking(EXPLORING, 0.74)
    after, _ = with_a_viking(scene(5).reading, 0.74)
    assert any(p.cell == house.cell and p.kind == "viking" for p in after.pieces)
    play = TrackerRun()
    play.show(replace(scene(4), reading=before))
    start = play.tracker.board
    events = play.show(replace(scene(5), reading=after))
    renamed = [(e.name, e.piece.kind) for e in events if e.correction]
    assert renamed == [("piece-removed", "viking"), ("piece-placed", "longhouse")]
    change = TableChange(Frame(photo_of(scene(5).pixels)), start, tuple(events), play.tracker.board)
    assert "tile-late" not in {warning.code for warning in Referee().judged(change)}
