"""Pieces are read in the colours that are played; one that is clearly of none of them is told of, and not counted."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.live.cameras.cameras import Frame
from companion.live.rule_check import Referee
from companion.live.table_change import TableChange
from companion.live.votes.played_colours import PlayedColoursReader, in_played_colours
from tests.support.games.simulated_table import TrackerRun, event_counts, scene
from vision.detections import PieceProbabilities
from vision.imaging.photo import photo_of
from vision.vocabulary import COLOURS

PLAYED = ("white", "yellow")


def looks_like(piece, **shares):
    """The piece with so much evidence for each colour."""
    colours = np.full(len(COLOURS), 1e-5)
    for name, share in shares.items():
        colours[COLOURS.index(name)] = share
    colours /= colours.sum()
    best = COLOURS[int(colours.argmax())]
    return replace(piece, colour=best, probabilities=PieceProbabilities(0.9, np.array([0.98, 0.01, 0.01]), colours))


def reading_with(*pieces):
    return scene(8).reads(pieces=pieces).reading


@pytest.mark.parametrize(
    ("shares", "colour"),
    [
        ({"orange": 0.6, "yellow": 0.39}, "yellow"),
        ({"grey": 0.7, "white": 0.2, "yellow": 0.1}, "white"),
        ({"white": 0.6, "grey": 0.4}, "white"),
        ({"black": 0.999, "yellow": 0.0001}, "black"),
    ],
)
def test_a_doubtful_colour_becomes_a_played_one_and_a_clear_one_stays(shares, colour):
    piece = looks_like(scene(8).reading.pieces[0], **shares)
    (read,) = in_played_colours(reading_with(piece), PLAYED).pieces
    assert read.colour == colour
    assert 0 < read.confidence <= 0.95


def on_other_cells(piece, count):
    return [replace(piece, cell=(k, -k)) for k in range(count)]


def test_several_pieces_of_a_strange_colour_are_those_of_the_player_who_has_none():
    white, orange = (looks_like(scene(8).reading.pieces[0], **{name: 0.99999}) for name in ("white", "orange"))
    reading = reading_with(*on_other_cells(white, 3), *on_other_cells(orange, 2))
    assert [p.colour for p in in_played_colours(reading, PLAYED).pieces] == ["white"] * 3 + ["yellow"] * 2


def test_of_two_players_without_pieces_the_likelier_has_the_strange_ones():
    piece = looks_like(scene(8).reading.pieces[0], orange=0.99999, red=1e-4)
    read = in_played_colours(reading_with(*on_other_cells(piece, 2)), ("blue", "purple", "red"))
    assert {p.colour for p in read.pieces} == {"red"}


@pytest.mark.parametrize(("white", "yellow", "black"), [(3, 0, 1), (3, 1, 2)])
def test_a_strange_piece_stays_nobodys_if_it_is_alone_or_every_player_has_some(white, yellow, black):
    seen = [(name, count) for name, count in (("white", white), ("yellow", yellow), ("black", black))]
    piece = scene(8).reading.pieces[0]
    pieces = [p for name, count in seen for p in on_other_cells(looks_like(piece, **{name: 0.99999}), count)]
    read = in_played_colours(reading_with(*pieces), PLAYED)
    assert [p.colour for p in read.pieces].count("black") == black


def test_colours_are_asked_about_only_between_those_that_are_played():
    def asked(*candidates):
        doubt = {"about": "colour", "q": 0, "r": 1, "candidates": list(candidates), "confidence": 0.5}
        reading = replace(reading_with(), ask=(doubt,))
        return [a["candidates"] for a in in_played_colours(reading, PLAYED).ask]

    assert asked("orange", "yellow") == []
    assert asked("orange", "yellow", "white") == [["yellow", "white"]]
    assert asked("pink", "purple") == [["pink", "purple"]]


def test_without_a_set_up_and_for_stones_nothing_changes():
    piece = looks_like(scene(8).reading.pieces[0], orange=0.9, yellow=0.1)
    stone = replace(piece, kind="stone", colour=None)
    assert in_played_colours(reading_with(piece), ()).pieces == (piece,)
    assert in_played_colours(reading_with(stone), PLAYED).pieces == (stone,)


def test_the_reader_that_knows_the_colours_can_look_again_as_well():
    piece = looks_like(scene(8).reading.pieces[0], orange=0.9, yellow=0.1)

    class Reader:
        def __call__(self, _photo):
            return reading_with(piece)

        def reread_cells(self, _photo, before, cells):
            return replace(before, pieces=(piece,)) if cells else None

    photo, read = photo_of(scene(8).pixels), PlayedColoursReader(Reader(), lambda: PLAYED)
    first = read(photo)
    assert [p.colour for p in first.pieces] == ["yellow"]
    assert [p.colour for p in read.reread_cells(photo, first, {(0, 0)}).pieces] == ["yellow"]
    assert read.reread_cells(photo, first, set()) is None
    assert (
        PlayedColoursReader(lambda _: reading_with(piece), lambda: PLAYED).reread_cells(photo, first, {(0, 0)}) is None
    )


def test_the_tracker_follows_the_game_in_the_colours_that_are_played():
    play, wrong = TrackerRun(), scene(8)
    orange = tuple(looks_like(p, orange=0.7, yellow=0.3) if p.colour == "yellow" else p for p in wrong.reading.pieces)
    play.read = PlayedColoursReader(lambda _: wrong.reads(pieces=orange).reading, lambda: PLAYED)
    assert {event[2] for event in event_counts(play.show(wrong)) if event[0] == "piece-placed"} == set(PLAYED)


def test_what_has_no_clear_colour_and_nobody_placed_is_asked_about_though_it_is_known_who_plays():
    play, one = TrackerRun(), scene(8)
    tile = next(t for t in one.reading.tiles if t.cell not in {p.cell for p in one.reading.pieces})
    spot = tile.outline.mean(axis=0) + 0.2 * (tile.outline - tile.outline.mean(axis=0))
    snow = replace(one.reading.pieces[-1], kind="viking", cell=tile.cell, px=tile.px, hull=spot)

    def seen(**shares):
        reading = one.reads(pieces=(*one.reading.pieces, looks_like(snow, **shares))).reading
        play.read = PlayedColoursReader(lambda _: reading, lambda: PLAYED)
        return event_counts(play.show(one.lit(0.7 if play.tracker.board else 1.0), hold=14))

    # Of these two colours only white is played, so that it is white if it is anything.
    seen(grey=0.5, white=0.35, blue=0.15)
    assert tile.cell not in {p.cell for p in play.tracker.board.pieces}
    assert "piece" in {a["about"] for a in play.tracker.board.ask if (a["q"], a["r"]) == tile.cell}
    assert ("piece-placed", "viking", "white", *tile.cell) in seen(white=1.0)


def test_what_was_read_before_it_was_known_who_plays_is_read_anew_and_nothing_has_happened():
    colours, orange = set(), scene(8)
    seen = tuple(
        looks_like(p, orange=0.7, yellow=0.3) if p.colour == "yellow" else looks_like(p, white=1.0)
        for p in orange.reading.pieces
    )
    play = TrackerRun()
    play.read = PlayedColoursReader(lambda _: orange.reads(pieces=seen).reading, lambda: colours)
    play.show(orange, hold=14)
    assert {p.colour for p in play.tracker.board.pieces} == {"white", "orange"}
    for played, shown in ((PLAYED, "yellow"), (("white", "orange"), "orange")):
        colours.clear()
        colours.update(played)
        play.tracker.reread_all()
        events = play.show(orange, hold=14)
        assert {p.colour for p in play.tracker.board.pieces} == {"white", shown}
        assert events
        assert all(event.correction for event in events)
    assert play.show(orange, hold=14) == []


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """``watch`` with a set-up, on a table with a pink viking among those that are played."""
    pink = looks_like(scene(8).reading.pieces[-1], pink=1.0)
    shown = scene(8).reads(pieces=(*scene(8).reading.pieces[:-1], pink))
    folder = tmp_path / "game"
    folder.mkdir()
    cv2.imwrite(str(folder / "8.png"), shown.pixels)
    monkeypatch.setattr("companion.cli.photo_readers.NetworkReader", lambda *_: lambda _: shown.reading)
    players = [{"name": "Ann", "colours": ["white"]}, {"name": "Bo", "colours": ["yellow"]}]
    (tmp_path / "setup.json").write_text(json.dumps({"players": players}), encoding="utf-8")

    def watch(*words):
        result = CliRunner().invoke(longhouse, ["watch", str(folder), "--setup", str(tmp_path / "setup.json"), *words])
        return result.stdout

    return pink, watch


def test_a_piece_that_is_nobodys_is_a_warning_and_no_event(watched):
    pink, watch = watched
    lines = [json.loads(line) for line in watch("--json").splitlines()]
    assert "pink" not in {line.get("colour") for line in lines}
    (warning,) = [line for line in lines if line.get("code") == "nobodys-piece"]
    assert warning["tiles"] == [list(pink.cell)]
    assert "pink" not in {p["colour"] for p in lines[-1]["board"]["pieces"]}
    assert "никто не играет" in watch("--lang", "ru")


def test_without_players_every_colour_counts():
    pink = looks_like(scene(8).reading.pieces[-1], pink=1.0)
    play = TrackerRun()
    events = play.show(scene(8).reads(pieces=(*scene(8).reading.pieces[:-1], pink)))
    referee = Referee({"rules": {"variant": "base", "runes": []}})
    assert referee.colours == frozenset()
    assert not any(referee.is_nobodys(event) for event in events)
    change = TableChange(Frame(photo_of(scene(9).pixels)), None, tuple(events), play.tracker.board)
    assert "nobodys-piece" not in {warning.code for warning in referee.judged(change)}
