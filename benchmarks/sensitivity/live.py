"""Plays sequences to the live tracker, and counts the events that it misses or makes up."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from benchmarks.live import Played, play, sequences
from benchmarks.sensitivity.outcome import Outcome, Subject
from companion.reader_service import NetworkReader
from games.hexgrid import Cell
from vision.imaging.photo import Photo, PhotoError
from vision.reading.reading import Reading


def played_sequences(_folders: list[Path], _patterns: list[str]) -> Subject:
    """Return the following of all sequences of ``benchmarks.live``; each frame is read once for all numbers.

    Readings of the table count where other subjects count questions: they are what a number of the tracker costs.
    """
    reader = _RememberingReader()
    played = list(sequences().values())
    return lambda: _outcome([play(acts, reader) for acts in played])


def _outcome(games: list[Played]) -> Outcome:
    return Outcome(
        sum(one.wrong for one in games),
        sum(one.readings for one in games),
        tuple(f"{sorted(map(str, one.missed))} {sorted(map(str, one.made_up))} {one.board}" for one in games),
    )


class _RememberingReader:
    """A reader that returns the same reading, or the same problem, for the same input."""

    def __init__(self) -> None:
        self._reader = NetworkReader()
        self._results: dict[str, Reading | PhotoError | None] = {}

    def __call__(self, photo: Photo) -> Reading:
        result = self._once(_digest(photo), lambda: self._reader(photo))
        assert result is not None
        return result

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        question = _digest(photo) + _digest_of((replace(before, observation=None), sorted(cells)))
        return self._once(question, lambda: self._reader.reread_cells(photo, before, cells))

    def _once(self, key: str, read: Callable[[], Reading | None]) -> Reading | None:
        if key not in self._results:
            try:
                self._results[key] = read()
            except PhotoError as problem:
                self._results[key] = problem
        result = self._results[key]
        if isinstance(result, PhotoError):
            raise result
        return result


def _digest(photo: Photo) -> str:
    return sha256(photo.pixels.tobytes()).hexdigest()


def _digest_of(value: object) -> str:
    return sha256(pickle.dumps(value)).hexdigest()
