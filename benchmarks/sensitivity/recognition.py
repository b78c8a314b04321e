"""Recognises the tiles of synthetic copies on synthetic tables, and counts those that are named wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.made.copies import make_copy
from benchmarks.made.likeness import Looks
from benchmarks.recognition import FOREIGN, TILES, Counts, LaidTable, Lesson, count_results, lay_table, taught
from benchmarks.sensitivity.outcome import Outcome, Subject
from vision.networks.models import load_networks
from vision.tiles.tile_set import KnownSet, KnownTile

_SEED, _COPIES, _TABLES = 41, 2, 3
"""Seed and number of the copies, one of them in held-out art, and tables of each: 200 tiles, read in 3 s."""


@dataclass(frozen=True, eq=False)
class _Case:
    """A taught copy with tables that are laid with it."""

    lesson: Lesson
    looks: Looks
    tables: Sequence[LaidTable]


def recognised_copies(_folders: list[Path], _patterns: list[str]) -> Subject:
    """Return the recognition of tiles of copies; pictures are made, and tiles found in them, once."""
    networks, cases = load_networks(), []
    for number in range(_COPIES):
        rng = np.random.default_rng([_SEED, number])
        art = ("held-out", "training")[number % 2]
        copy, other = make_copy(rng, TILES, art), make_copy(rng, FOREIGN, art)
        lesson = taught(copy, rng, networks)
        laid = [lay_table(copy, other, lesson, rng, networks) for _ in range(_TABLES)]
        cases.append(_Case(lesson, Looks(copy.prints), [table for table in laid if table is not None]))
    return lambda: _measure(cases)


def _measure(cases: Sequence[_Case]) -> Outcome:
    counts, readings = Counts(), []
    for case in cases:
        # Made anew, for what is computed of a tile once depends on the numbers.
        known = KnownSet("copy", tuple(KnownTile(tile.tile, tile.art) for tile in case.lesson.known.tiles))
        for table in case.tables:
            matches = table.recognised(known)
            count_results(counts, matches, table, case.lesson, case.looks)
            readings.append(" ".join("-" if m is None else f"{m.known.tile.name}/{m.turn}" for m in matches))
    return Outcome(counts.wrong + counts.unknown + counts.foreign_taken, 0, tuple(readings))
