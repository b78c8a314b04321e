"""``python -m benchmarks.sensitivity [FOLDER …]``: how much each number that was chosen by hand decides.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``; without a folder the
shipped photos are read. All photos are read again with each number lowered and with each number raised: a probability
to half and twice its odds, any other number to 0.8 and 1.25 of its value. A wrong fact is a tile, an edge, a tile's
regions or a piece that was read wrongly, was missed, or is not there.

Numbers are found by their docstring, which says “by hand”. A number without effect is rarely used on these photos, or
is not needed; one with a neighbour that leaves clearly fewer wrong facts on photos not tuned on is to be fitted.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.accuracy import NOTHING, SHIPPED, boards_with_truth
from benchmarks.grading.grade import Grade, grade
from benchmarks.grading.reliability import detailed_document
from vision.imaging.photo import Photo, PhotoError, decode_photo
from vision.networks.models import Networks, load_networks
from vision.reading.reader import read_photo

ROOT = Path(__file__).parents[1]
BY_HAND = "by hand"
"""Words in the docstring of a number that nothing fitted."""
_ODDS = 2.0
"""Factor on the odds of a probability."""
_FACTOR = 1.25
"""Factor on any other number."""


@dataclass(frozen=True)
class Number:
    """A number of a module that was chosen by hand."""

    module: str
    name: str
    value: float

    @property
    def neighbours(self) -> tuple[float, float]:
        """The lower and the higher value that are tried; whole numbers stay whole and differ by one at least."""
        if 0 < self.value < 1:
            odds = self.value / (1 - self.value)
            return odds / (odds + _ODDS), odds * _ODDS / (1 + odds * _ODDS)
        low, high = sorted((self.value / _FACTOR, self.value * _FACTOR))
        if isinstance(self.value, int):
            return min(round(low), self.value - 1), max(round(high), self.value + 1)
        return low, high


@dataclass(frozen=True)
class Outcome:
    """All photos read once: wrong facts, questions asked, and each reading as text."""

    wrong: int
    asked: int
    readings: tuple[str, ...]

    def changed(self, other: Outcome) -> int:
        """Return in how many photos the readings differ."""
        return sum(mine != theirs for mine, theirs in zip(self.readings, other.readings, strict=True))


def main() -> None:
    """Read every photo with each number lowered and raised, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED, SHIPPED / "game"])
    parser.add_argument("--only", default="*", help="glob patterns of photos' names, separated by commas")
    parser.add_argument("--within", default="vision", help="packages whose numbers are changed, separated by commas")
    parser.add_argument("--markdown", action="store_true", help="print the table for the documentation")
    options = parser.parse_args()
    photos = [
        (decode_photo(path.read_bytes()), truth)
        for path, truth in boards_with_truth(options.folders, options.only.split(","))
    ]
    networks = load_networks()
    numbers = [number for package in options.within.split(",") for number in numbers_by_hand(package)]
    base = read_all(photos, networks)
    print(f"{len(photos)} photos, {base.wrong} wrong facts, {base.asked} questions; {len(numbers)} numbers", flush=True)
    rows = []
    for number in numbers:
        lower, higher = (read_changed(number, value, photos, networks) for value in number.neighbours)
        rows.append((number, lower, higher))
        print(*_cells(base, *rows[-1]), sep=" | ", flush=True)
    if options.markdown:
        print(*_markdown(base, rows), sep="\n")
    else:
        Console(width=140).print(_table(base, rows))


def numbers_by_hand(package: str) -> Iterator[Number]:
    """Yield the numbers of a folder of modules, such as ``vision/board``, that were chosen by hand."""
    for path in sorted((ROOT / package).rglob("*.py")):
        body = ast.parse(path.read_text()).body
        for before, after in pairwise(body):
            if (name := _assigned(before)) and BY_HAND in (_docstring(after) or ""):
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                value = getattr(importlib.import_module(module), name)
                if isinstance(value, int | float) and not isinstance(value, bool):
                    yield Number(module, name, value)


def _assigned(statement: ast.stmt) -> str | None:
    target = None
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    return target.id if isinstance(target, ast.Name) else None


def _docstring(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value).replace("\n", " ")
    return None


def read_changed(
    number: Number, value: float, photos: list[tuple[Photo, dict[str, Any]]], networks: Networks
) -> Outcome:
    """Read all photos while a number has another value."""
    with changed(number, value):
        return read_all(photos, networks)


@contextmanager
def changed(number: Number, value: float) -> Iterator[None]:
    """Give a number another value, in its own module and in those that imported it by name."""
    own = sys.modules[number.module]
    ours = [module for name, module in list(sys.modules.items()) if name.startswith(("vision.", "games."))]
    holders = [own, *(module for module in ours if vars(module).get(number.name) is vars(own)[number.name])]
    for module in holders:
        setattr(module, number.name, value)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, number.name, number.value)


def read_all(photos: list[tuple[Photo, dict[str, Any]]], networks: Networks) -> Outcome:
    """Read all photos and count what was read wrongly."""
    readings = [_read(photo, networks) for photo, _ in photos]
    grades = [grade(read, truth) for read, (_, truth) in zip(readings, photos, strict=True)]
    return Outcome(
        wrong=sum(wrong_facts(one) for one in grades),
        asked=sum(len(read.get("ask", ())) for read in readings),
        readings=tuple(json.dumps(_said(read), sort_keys=True) for read in readings),
    )


def _read(photo: Photo, networks: Networks) -> Mapping[str, Any]:
    try:
        return detailed_document(read_photo(photo, networks))
    except PhotoError:
        return NOTHING


def _said(read: Mapping[str, Any]) -> dict[str, Any]:
    """Return a reading's document without its confidences."""
    tiles = [[tile[key] for key in ("q", "r", "edges", "regions")] for tile in read["tiles"]]
    pieces = [[piece.get(key) for key in ("kind", "colour", "q", "r")] for piece in read["pieces"]]
    return {"tiles": tiles, "pieces": pieces, "asked": len(read.get("ask", ()))}


def wrong_facts(one: Grade) -> int:
    """Return how many facts of a photo are wrong: tiles, edges and regions of found tiles, and pieces."""
    tiles = one.tiles - one.tiles_found + one.tiles_extra
    edges = one.edges - 6 * (one.tiles - one.tiles_found) - one.edges_right
    return tiles + edges + one.tiles_found - one.regions_right + one.pieces + one.pieces_read - 2 * one.pieces_right


def _cells(base: Outcome, number: Number, lower: Outcome, higher: Outcome) -> tuple[str, ...]:
    low, high = number.neighbours
    return (
        f"{number.module.removeprefix('vision.')}.{number.name}",
        f"{low:.3g} · {number.value:.3g} · {high:.3g}",
        f"{lower.wrong - base.wrong:+d} · {higher.wrong - base.wrong:+d}",
        f"{lower.asked - base.asked:+d} · {higher.asked - base.asked:+d}",
        f"{lower.changed(base)} · {higher.changed(base)}",
    )


HEADINGS = ("number", "lower · chosen · higher", "wrong facts", "questions", "photos read otherwise")


def _table(base: Outcome, rows: list[tuple[Number, Outcome, Outcome]]) -> Table:
    table = Table(*HEADINGS)
    for row in rows:
        table.add_row(*_cells(base, *row))
    return table


def _markdown(base: Outcome, rows: list[tuple[Number, Outcome, Outcome]]) -> Iterator[str]:
    yield f"| {' | '.join(HEADINGS)} |"
    yield f"|{'---|' * len(HEADINGS)}"
    for row in rows:
        name, *cells = _cells(base, *row)
        yield f"| `{name}` | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
