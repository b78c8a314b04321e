"""``python -m benchmarks.kept_copies --seed N``: what a photo that is kept for a copy of the game is worth to the next.

Three boards are laid with the tiles of each copy, in light, on tables and by cameras of their own, of the families of
the exam. Up to five questions about the first photo are answered from its truth, and what it shows of the copy is kept;
likewise the second photo, which is read with that. The third one is then read with nothing of this, with what was kept
of one photo and of both, and with what was kept of the copy before, which is left aside where that is noticed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.exam.boards import ART, SIZE
from benchmarks.grading.grade import Document, Grade, grade
from benchmarks.grading.truth import NOTHING
from benchmarks.made.shared_tiles import own_copy, photo_of_a_board
from benchmarks.questions import answered_reading
from calibration.from_reading import keep_copy
from calibration.problems import CalibrationError
from calibration.profile.folder import open_profile
from companion.taught_copy import shows_copy
from training.scenes.picture import Picture
from vision.imaging.photo import Photo, PhotoError, photo_of
from vision.networks.models import Networks, load_networks
from vision.profile import Profile
from vision.reading.reader import read_photo

_MOST_ANSWERS = 5
_TILES, _BOARDS = 60, 3
"""Tiles of a copy, and boards that are laid with it."""


class Board(NamedTuple):
    """A photo of a board, and its truth."""

    photo: Photo
    truth: Document


class Result(NamedTuple):
    """How right a reading is, and the number of its questions."""

    grade: Grade
    asked: int


def main() -> None:
    """Make the boards, read them and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the copies")
    parser.add_argument("--count", type=int, default=40, help="copies; %(default)s by default")
    options = parser.parse_args()
    networks = load_networks()
    another: Profile | None = None
    read: dict[str, list[Result]] = {"without": [], "one photo kept": [], "two photos kept": [], "another copy": []}
    for *earlier, last in boards_of_copies(options.seed, options.count):
        with TemporaryDirectory() as folder:
            one, two = (_kept(board, Path(folder), networks) for board in earlier)
        for profile, results in zip((None, one, two, another), read.values(), strict=True):
            results.append(_read(last, networks, profile))
        another = two
    Console(width=120).print(_table(read))


def boards_of_copies(seed: int, count: int) -> Iterator[list[Board]]:
    """Yield three boards of each copy."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        copy = own_copy(rng, _TILES, ART)
        yield [_photographed(photo_of_a_board(rng, copy, SIZE)) for _ in range(_BOARDS)]


def _photographed(made: tuple[Picture, Document]) -> Board:
    picture, truth = made
    return Board(photo_of(picture.image), truth)


def _kept(board: Board, folder: Path, networks: Networks) -> Profile:
    """Keep a photo whose questions were answered in a profile; return all that is kept there."""
    (photo, truth), copy = board, folder / "copy"
    with suppress(CalibrationError, PhotoError):
        keep_copy(copy, answered_reading(photo, truth, networks, _MOST_ANSWERS, open_profile(copy)), photo)
    return open_profile(copy)


def _read(board: Board, networks: Networks, profile: Profile | None) -> Result:
    photo, truth = board
    try:
        reading = read_photo(photo, networks, profile)
        if profile is not None and not shows_copy(reading, profile):
            reading = read_photo(photo, networks)
        document = reading.to_document()
    except PhotoError:
        document = NOTHING
    return Result(grade(document, truth), len(document.get("ask", [])))


def _table(read: dict[str, list[Result]]) -> Table:
    table = Table("read", "edges wrong", "regions wrong", "pieces wrong", "tallies", "boards", "asked", "of")
    for name, results in read.items():
        grades = [result.grade for result in results]
        figures = (
            sum(one.edges - one.edges_right for one in grades),
            sum(one.tiles - one.regions_right for one in grades),
            sum(one.pieces + one.pieces_read - 2 * one.pieces_right for one in grades),
            sum(one.tally_right for one in grades),
            sum(one.board_right for one in grades),
            sum(result.asked for result in results),
            len(results),
        )
        table.add_row(name, *map(str, figures))
    return table


if __name__ == "__main__":
    main()
