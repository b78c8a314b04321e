"""``python -m benchmarks.filmed_games``: the live tracker before copies of the game that nobody has shown it.

Each game is synthetic, in looks that are held out from training, before a camera that stands still. A hand comes into
the picture for each move; after it a tile or a piece more is there. In every other game the light changes slowly.
Prints the moves that were missed and made up, the warnings that the true board does not deserve, and what is wrong in
the end, beside what a single photo of the last board has wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, pairwise
from typing import Any

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.accuracy import NOTHING
from benchmarks.exam.boards import ART
from benchmarks.grading.grade import Cell, Grade, aligned, grade
from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE, held
from companion.live.change_stream import changes_in
from companion.live.events import PIECE_PLACED, RUNE_PLACED, RUNE_REMOVED, TILE_LAID, Event
from companion.live.rule_check import Referee
from companion.live.table_change import TableChange
from companion.live.tracker import Tracker
from companion.reader_service import NetworkReader
from games import hexgrid
from games.fjords.board import Board
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warnings import status
from training.scenes.arrangement.scatter import Piece
from training.scenes.filmed_game import FilmedGame, film_game
from training.scenes.picture import Picture
from training.scenes.stage import SceneOptions
from training.validation import photo_of_a_game, usual_edges
from vision.imaging.photo import Photo, PhotoError, photo_of

_SIZE = (1280, 720)
"""Width and height of the frames, pixels, as webcams send them."""
_HAND_FRAMES, _STILL_FRAMES, _NOISY_FRAMES = 4, 50, 4
"""Frames of a hand before each move, frames of the table after it, and how many of these have noise of their own."""
_FEWEST_TILES = 3
"""Tiles on the table when the camera is switched on, at least."""
_LIGHT_RANGE, _MOVES_A_WAVE = 0.15, 30
"""By how much a changing light is brighter or darker, as a share, and in how many moves it comes back."""

Fact = tuple[Any, ...]
"""A tile or a piece that came, in cells of the truth."""


@dataclass(frozen=True)
class Watched:
    """What the tracker made of a game.

    Attributes:
        moves: number of moves that were shown.
        missed: those without an event.
        made_up: events without a move.
        corrections: events that correct an earlier one.
        false_warnings: codes of warnings, as often as there were more of them than on the true boards.
        live: the last board, graded.
        photo: a single photo of it, graded.
        asked: number of questions about the last board.
    """

    moves: int
    missed: Counter[Fact]
    made_up: Counter[Fact]
    corrections: int
    false_warnings: Counter[str]
    live: Grade
    photo: Grade
    asked: int


def main() -> None:
    """Watch the games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--games", type=int, default=12, help="how many games")
    parser.add_argument("--moves", type=int, default=30, help="moves of each game that are shown, at most")
    parser.add_argument("--from-start", action="store_true", help="show each game from its first tiles on")
    parser.add_argument("--details", action="store_true", help="list what was missed and made up")
    options = parser.parse_args()
    table = Table(
        "game", "moves", "missed", "made up", "corrected", "false warnings", "wrong live", "wrong in a photo", "asked"
    )
    reader = NetworkReader()
    seen: list[Watched] = []
    for number in range(options.first, options.first + options.games):
        seen.append(watch(options.seed, number, options.moves, reader, options.from_start))
        table.add_row(str(number), *_columns(seen[-1:]))
        if options.details:
            Console().print(f"{number}: missed {_list(seen[-1].missed)}; made up {_list(seen[-1].made_up)}")
    table.add_section()
    table.add_row("all", *_columns(seen))
    Console(width=150).print(table)


def _columns(games: Sequence[Watched]) -> list[str]:
    warnings: Counter[str] = sum((game.false_warnings for game in games), Counter())
    numbers = (
        sum(game.moves for game in games),
        sum(game.missed.total() for game in games),
        sum(game.made_up.total() for game in games),
        sum(game.corrections for game in games),
        ", ".join(f"{count} {code}" for code, count in warnings.most_common()),
        sum(game.live.wrong_facts for game in games),
        sum(game.photo.wrong_facts for game in games),
        sum(game.asked for game in games),
    )
    return [str(number) for number in numbers]


def _list(facts: Counter[Fact]) -> str:
    return ", ".join(" ".join(map(str, fact)) for fact in facts.elements()) or "nothing"


def watch(seed: int, number: int, moves: int, reader: NetworkReader, from_start: bool = False) -> Watched:
    """Show a part of a game to a new tracker.

    Args:
        seed: of the games.
        number: of the game.
        moves: moves that are shown, at most.
        reader: reads the frames.
        from_start: whether they are the first moves; else they are any that follow each other.
    """
    game = game_of(seed, number)
    rng = np.random.default_rng([seed, number, 1])
    last_first = _FEWEST_TILES if from_start else max(_FEWEST_TILES, len(game.moves) - moves)
    first = int(rng.integers(_FEWEST_TILES, last_first + 1))
    last = min(len(game.moves), first + moves)
    pictures = [game.picture(count) for count in range(first, last + 1)]
    images = [picture.image for picture in pictures]
    if number % 2:
        images = _in_changing_light(images, rng)
    tracker = Tracker(reader)
    frames = (Frame(photo, k, k / RATE) for k, photo in enumerate(_photos(game, images, rng)))
    changes = list(changes_in(frames, reader, tracker))
    truth = pictures[-1].document()
    document = NOTHING if tracker.board is None else tracker.board.to_document()
    moves_shown = game.moves[first:last]
    wanted = Counter(_fact_of_move(move) for move in moves_shown)
    happened = _happened(changes, aligned(document, truth)[:2])
    referee = Referee()
    warned = Counter(warning.code for change in changes for warning in referee.judged(change))
    return Watched(
        moves=len(moves_shown),
        missed=wanted - happened,
        made_up=happened - wanted,
        corrections=sum(event.correction for change in changes for event in change.events),
        false_warnings=warned - _true_warnings(pictures, moves_shown),
        live=grade(document, truth),
        photo=grade(_document(reader, photo_of(images[-1])), truth),
        asked=len(document.get("ask", ())),
    )


def game_of(seed: int, number: int) -> FilmedGame:
    """Return a game with held-out looks."""
    films: list[FilmedGame] = []

    def make(rng: np.random.Generator, width: int, height: int, options: SceneOptions) -> Picture:
        films.append(film_game(rng, width, height, options))
        return films[-1].picture(len(films[-1].moves))

    photo_of_a_game([seed, number], *_SIZE, ART, game=True, make=make, edges=usual_edges(), played=True)
    return films[-1]


def _in_changing_light(images: Sequence[np.ndarray], rng: np.random.Generator) -> list[np.ndarray]:
    """Return pictures (H, W, 3) uint8 that grow brighter and warmer, and darker and colder again."""
    waves = np.sin(rng.uniform(0, 2 * np.pi) + 2 * np.pi * np.arange(len(images)) / _MOVES_A_WAVE)
    return [_lit(image, float(more)) for image, more in zip(images, _LIGHT_RANGE * waves, strict=True)]


def _lit(image: np.ndarray, more: float) -> np.ndarray:
    gain = (1 + more) * np.array([1 - more / 3, 1.0, 1 + more / 3])
    return cv2.convertScaleAbs(cv2.multiply(image, (*gain, 1.0)))


def _photos(game: FilmedGame, images: Sequence[np.ndarray], rng: np.random.Generator) -> Iterator[Photo]:
    """Yield the frames of a camera that shows each picture for a while, and a hand before all but the first."""
    for number, image in enumerate(images):
        if number > 0:
            for _ in range(_HAND_FRAMES):
                yield photo_of(game.with_hand(image, rng))
        noisy = list(held(photo_of(image), _STILL_FRAMES * number, _NOISY_FRAMES))
        yield from islice(cycle(noisy), _STILL_FRAMES)


def _happened(changes: Sequence[TableChange], placed: tuple[int, Cell]) -> Counter[Fact]:
    """Count what is reported after the first board, but corrections and stones, which come with longhouses.

    Args:
        changes: of the table, in order.
        placed: rotation (sixths) and shift (cells) to the cells of the truth.
    """
    later = (event for change in changes if change.before is not None for event in change.events)
    return Counter(
        _fact(event, *placed)
        for event in later
        if not event.correction and event.name not in (RUNE_PLACED, RUNE_REMOVED)
    )


def _fact(event: Event, turn: int, shift: Cell) -> Fact:
    cell = hexgrid.shifted(hexgrid.turned(event.cell, turn), shift)
    if event.piece is None:
        return event.name, cell
    return event.name, event.piece.kind, event.piece.colour, cell


def _fact_of_move(move: Cell | Piece) -> Fact:
    if not isinstance(move, Piece):
        return TILE_LAID, move
    return PIECE_PLACED, move.kind, move.colour, move.cell


def _true_warnings(pictures: Sequence[Picture], moves: Sequence[Cell | Piece]) -> Counter[str]:
    """Count the warnings that the true boards deserve, by their codes; synthetic land may be parted for a while.

    Args:
        pictures: before the first move, and after each.
        moves: the moves.
    """
    boards = [Board.from_document(picture.document()) for picture in pictures]
    found = Counter(warning.code for warning in status(boards[0]))
    last_tiles: frozenset[Cell] = frozenset()
    for move, (before, after) in zip(moves, pairwise(boards), strict=True):
        found.update(warning.code for warning in judge(before, after, Known(last_tiles=last_tiles)).warnings)
        if not isinstance(move, Piece):
            last_tiles = frozenset({move})
    return found


def _document(reader: NetworkReader, photo: Photo) -> Mapping[str, Any]:
    try:
        return reader(photo).to_document()
    except PhotoError:
        return NOTHING


if __name__ == "__main__":
    main()
