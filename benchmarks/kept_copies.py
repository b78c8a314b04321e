"""``python -m benchmarks.kept_copies --seed N``: what a photo that is kept for a copy of the game is worth to the next.

Two boards are made with each copy, in light, on tables and by cameras of their own, of the families of the exam. Up to
five questions about the first photo are answered from its truth, and its pieces and grounds are kept. The second photo
is then read with nothing of this, with what was kept, and with what was kept of the copy before.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.accuracy import NOTHING
from benchmarks.exam.boards import ART, SIZE
from benchmarks.grading.grade import Document, Grade, grade
from benchmarks.questions import answered_reading
from calibration.from_reading import keep_copy
from calibration.problems import CalibrationError
from calibration.profile.folder import load_profile
from training.validation import Copy, any_copy, document_of, photo_of_a_game, usual_edges
from vision.imaging.photo import Photo, PhotoError, photo_of
from vision.networks.models import Networks, load_networks
from vision.profile import Profile
from vision.reading.reader import read_photo

_MOST_ANSWERS = 5
Board = tuple[Photo, Document]
"""A photo and its truth."""
Result = tuple[Grade, int]
"""How right a reading is, and the number of its questions."""


def main() -> None:
    """Make the boards, read them and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the copies")
    parser.add_argument("--count", type=int, default=40, help="copies; %(default)s by default")
    options = parser.parse_args()
    networks, before = load_networks(), None
    read: dict[str, list[Result]] = {"without": [], "with what was kept": [], "with another copy": []}
    for first, second in pairs(options.seed, options.count):
        kept = kept_of(first, networks)
        for profile, results in zip((None, kept, before), read.values(), strict=True):
            results.append(_read(second, networks, profile))
        before = kept or before
    Console(width=120).print(_table(read))


def pairs(seed: int, count: int) -> Iterator[tuple[Board, Board]]:
    """Yield two boards of each copy."""
    for number in range(count):
        copy = any_copy(np.random.default_rng([seed, number]), ART)
        first, second = (_board([seed, number, take], copy) for take in (1, 2))
        yield first, second


def kept_of(board: Board, networks: Networks) -> Profile | None:
    """Return what is kept of a photo whose questions were answered; None where there is nothing."""
    photo, truth = board
    with TemporaryDirectory() as folder:
        try:
            keep_copy(Path(folder), answered_reading(photo, truth, networks, _MOST_ANSWERS))
        except (CalibrationError, PhotoError):
            return None
        return load_profile(Path(folder))


def _board(seed: list[int], copy: Copy) -> Board:
    picture = photo_of_a_game(seed, *SIZE, ART, game=True, edges=usual_edges(), played=True, copy=copy)
    return photo_of(picture.image), document_of(picture, "", seed[0])


def _read(board: Board, networks: Networks, profile: Profile | None) -> Result:
    photo, truth = board
    try:
        document = read_photo(photo, networks, profile).to_document()
    except PhotoError:
        document = NOTHING
    return grade(document, truth), len(document.get("ask", []))


def _table(read: dict[str, list[Result]]) -> Table:
    table = Table("read", "edges wrong", "regions wrong", "pieces wrong", "tallies", "boards", "asked", "of")
    for name, results in read.items():
        grades = [one for one, _ in results]
        figures = (
            sum(one.edges - one.edges_right for one in grades),
            sum(one.tiles - one.regions_right for one in grades),
            sum(one.pieces + one.pieces_read - 2 * one.pieces_right for one in grades),
            sum(one.tally_right for one in grades),
            sum(one.board_right for one in grades),
            sum(asked for _, asked in results),
            len(results),
        )
        table.add_row(name, *map(str, figures))
    return table


if __name__ == "__main__":
    main()
