"""Shows a filmed game to a new tracker, and counts what it missed and made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.exam.boards import ART
from benchmarks.filmed_games.bystanders import with_bystanders
from benchmarks.filmed_games.evening import Shot, evening
from benchmarks.filmed_games.facts import Fact, changed_facts, home_cells, reported_facts, total
from benchmarks.filmed_games.flickering_lamps import with_bands
from benchmarks.filmed_games.frames import frames
from benchmarks.filmed_games.handheld import handheld_frames
from benchmarks.grading.grade import Cell, Grade, aligned, grade
from benchmarks.grading.truth import NOTHING
from companion.live.change_stream import changes_in
from companion.live.rule_check import Referee
from companion.live.tracker import Tracker
from companion.reader_service import NetworkReader
from games.fjords.board import Board
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warnings import status
from training.scenes.arrangement.scatter import Piece
from training.scenes.filmed_game import FilmedGame, film_game
from training.scenes.picture import Picture
from training.scenes.stage import SceneOptions
from training.validation import photo_of_a_game, usual_edges
from vision.imaging.photo import Photo, PhotoError, photo_of
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

_SIZE = (1280, 720)
"""Width and height of the frames, pixels, as webcams send them."""
_FEWEST_TILES = 3
"""Tiles on the table when the camera is switched on, at least."""
_LIGHT_RANGE, _MOVES_A_WAVE = 0.15, 30
"""By how much a changing light is brighter or darker, as a share, and in how many moves it comes back."""


class Filming(Enum):
    """How a game is filmed."""

    STILL = auto()
    EVENING = auto()
    IN_HAND = auto()
    RESTLESS = auto()
    FLICKER = auto()


_STILL_FRAMES = {
    Filming.STILL: 50,
    Filming.EVENING: 125,
    Filming.IN_HAND: 50,
    Filming.RESTLESS: 75,
    Filming.FLICKER: 50,
}
"""Frames of the table after each move; moves are slower on an evening."""


class CountingReader(NetworkReader):
    """Counts the readings of the whole table."""

    count = 0

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Return the reading of a photo, as `NetworkReader` does."""
        self.count += 1
        return super().read_with(photo, answers)


@dataclass(frozen=True)
class Disturbed:
    """Shots with one kind of disturbance, and the moves that were missed and made up in them."""

    shots: int = 0
    missed: int = 0
    made_up: int = 0

    def __add__(self, other: Disturbed) -> Disturbed:
        """Return the sums."""
        return Disturbed(self.shots + other.shots, self.missed + other.missed, self.made_up + other.made_up)


@dataclass(frozen=True)
class Watched:
    """What the tracker made of a game.

    Attributes:
        moves: number of moves that were shown.
        missed: those without an event.
        made_up: events without a move.
        corrections: events that correct an earlier one.
        disturbances: moves that were missed and made up, by what happened with them; none where nothing did.
        false_warnings: codes of warnings, as often as there were more of them than on the true boards.
        live: the last board, graded.
        photo: a single photo of it, graded.
        asked: number of questions about the last board.
    """

    moves: int
    missed: Counter[Fact]
    made_up: Counter[Fact]
    corrections: int
    disturbances: Mapping[str, Disturbed]
    false_warnings: Counter[str]
    live: Grade
    photo: Grade
    asked: int


def watch(
    seed: int,
    number: int,
    moves: int,
    reader: CountingReader,
    from_start: bool = False,
    filming: Filming = Filming.STILL,
    stones: float | None = None,
) -> Watched:
    """Show a part of a game to a new tracker.

    Args:
        seed: of the games.
        number: of the game.
        moves: moves that are shown, at most.
        reader: reads the frames.
        from_start: whether they are the first moves; else they are any that follow each other.
        filming: how the game is filmed.
        stones: share of the tiles with a rune stone; see `SceneOptions`.
    """
    game = game_of(seed, number, stones)
    rng = np.random.default_rng([seed, number, 1])
    last_first = _FEWEST_TILES if from_start else max(_FEWEST_TILES, len(game.moves) - moves)
    first = int(rng.integers(_FEWEST_TILES, last_first + 1))
    last = min(len(game.moves), first + moves)
    is_evening, still = filming is Filming.EVENING, _STILL_FRAMES[filming]
    shots = list(evening(game, first, last, rng) if is_evening else _shots(game, first, last, number % 2 == 1, rng))
    tracker = Tracker(reader)
    if filming is Filming.IN_HAND:
        seen = handheld_frames(game, shots, still, lambda: reader.count, rng)
    else:
        seen = frames(game, shots, still, rng)
    if filming is Filming.RESTLESS:
        seen = with_bystanders(seen, shots[-1].picture, rng)
    elif filming is Filming.FLICKER:
        seen = with_bands(seen, rng)
    changes = list(changes_in(seen, reader, tracker))
    truth = shots[-1].picture.document()
    document = NOTHING if tracker.board is None else tracker.board.to_document()
    facts = [changed_facts(game, before, after) for before, after in pairwise(shots)]
    happened = reported_facts(changes, shots, still, aligned(document, truth), home_cells(game))
    referee = Referee()
    warned = Counter(warning.code for change in changes for warning in referee.judged(change))
    return Watched(
        moves=sum(map(Counter.total, facts)),
        disturbances=_by_disturbance(shots, facts, happened),
        missed=total(facts) - total(happened),
        made_up=total(happened) - total(facts),
        corrections=sum(event.correction for change in changes for event in change.events),
        false_warnings=warned - _true_warnings(game, shots),
        live=grade(document, truth),
        photo=grade(_document(reader, photo_of(shots[-1].image)), truth),
        asked=len(document.get("ask", ())),
    )


def _by_disturbance(
    shots: Sequence[Shot], facts: Sequence[Counter[Fact]], happened: Sequence[Counter[Fact]]
) -> dict[str, Disturbed]:
    """Count what was missed and made up by the disturbances of the shots in which it came or was reported.

    Args:
        shots: in order.
        facts: that each shot but the first brought.
        happened: what was reported during each shot.
    """
    missed, made_up = total(facts) - total(happened), total(happened) - total(facts)
    counts: dict[str, Disturbed] = {}
    for shot, came, reported in zip(shots, [Counter[Fact](), *facts], happened, strict=True):
        lost, invented = came & missed, reported & made_up
        missed, made_up = missed - lost, made_up - invented
        one = Disturbed(1, lost.total(), invented.total())
        counts[shot.disturbance] = counts.get(shot.disturbance, Disturbed()) + one
    return counts


def game_of(seed: int, number: int, stones: float | None = None) -> FilmedGame:
    """Return a game with held-out looks; `stones` is the share of the tiles with a rune stone, see `SceneOptions`."""
    films: list[FilmedGame] = []

    def make(rng: np.random.Generator, width: int, height: int, options: SceneOptions) -> Picture:
        films.append(film_game(rng, width, height, replace(options, stones=stones)))
        return films[-1].picture(len(films[-1].moves))

    photo_of_a_game([seed, number], *_SIZE, ART, game=True, make=make, edges=usual_edges(), played=True)
    return films[-1]


def _shots(game: FilmedGame, first: int, last: int, in_changing_light: bool, rng: np.random.Generator) -> list[Shot]:
    """Return the shots of moves between which nothing happens, in a light that grows brighter and warmer and back."""
    count = last + 1 - first
    more = np.zeros(count)
    if in_changing_light:
        more = _LIGHT_RANGE * np.sin(rng.uniform(0, 2 * np.pi) + 2 * np.pi * np.arange(count) / _MOVES_A_WAVE)
    gains = (1 + more)[:, None] * np.stack([1 - more / 3, np.ones(count), 1 + more / 3], axis=1)
    return [Shot(game.picture(first + k), first + k, gains[k]) for k in range(count)]


def _true_warnings(game: FilmedGame, shots: Sequence[Shot]) -> Counter[str]:
    """Count the warnings that the true boards deserve, by their codes; synthetic land may be parted for a while."""
    boards = [Board.from_document(shot.picture.document()) for shot in shots]
    found = Counter(warning.code for warning in status(boards[0]))
    last_tiles: frozenset[Cell] = frozenset()
    for (one, other), (before, after) in zip(pairwise(shots), pairwise(boards), strict=True):
        found.update(warning.code for warning in judge(before, after, Known(last_tiles=last_tiles)).warnings)
        tiles = [move for move in game.moves[one.moves : other.moves] if not isinstance(move, Piece)]
        last_tiles = frozenset(tiles) or last_tiles
    return found


def _document(reader: NetworkReader, photo: Photo) -> Mapping[str, Any]:
    try:
        return reader(photo).to_document()
    except PhotoError:
        return NOTHING
