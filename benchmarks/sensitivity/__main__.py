"""``python -m benchmarks.sensitivity [FOLDER …]``: how much each number that was chosen by hand decides.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``; without a folder the
shipped photos are read. All photos are read again with each number lowered and with each number raised: a probability
to half and twice its odds, any other number to 0.8 and 1.25 of its value. A wrong fact is a tile, an edge, a tile's
regions or a piece that was read wrongly, was missed, or is not there. “fails” stands where a number, such as a size of
an array, cannot change without others.

``--subject`` says what is done with the photos: each is read by itself (``photos``), only its board is found
(``boards``), a copy is taught by a photo of its tiles or stones and its tables are read (``taught``), tiles of
synthetic copies are recognised (``recognition``), parts of a photo are merged (``merging``), photos of the other games
are read, lenses are learned (``lenses``), or recorded sequences are followed (``live``).

Numbers are found by their docstring, which says “by hand”. A number without effect is rarely used on these photos, or
is not needed; one with a neighbour that leaves clearly fewer wrong facts on photos not tuned on is to be fitted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import cv2
from rich.console import Console
from rich.table import Table

from benchmarks.grading.truth import SHIPPED
from benchmarks.sensitivity.numbers import Number, changed, numbers_by_hand
from benchmarks.sensitivity.outcome import Outcome, Subject
from benchmarks.sensitivity.subjects import SUBJECTS


def main() -> None:
    """Measure the subject with each number lowered and raised, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED, SHIPPED / "game"])
    parser.add_argument("--only", default="*", help="glob patterns of photos' names, separated by commas")
    parser.add_argument("--subject", choices=SUBJECTS, default="photos", help="what is done with the photos")
    parser.add_argument("--within", default="vision", help="folders whose numbers are changed, separated by commas")
    parser.add_argument("--numbers", default="*", help="glob patterns of numbers' names, separated by commas")
    parser.add_argument("--markdown", action="store_true", help="print the table for the documentation")
    options = parser.parse_args()
    measure = SUBJECTS[options.subject](options.folders, options.only.split(","))
    named = options.numbers.split(",")
    by_hand = (number for package in options.within.split(",") for number in numbers_by_hand(package))
    numbers = [number for number in by_hand if any(fnmatch(number.short_name, pattern) for pattern in named)]
    base = measure()
    print(f"{len(base.readings)} readings, {base.wrong} wrong facts, {base.asked} questions; {len(numbers)} numbers")
    rows: list[Row] = []
    for number in numbers:
        lower, higher = (_measured(measure, number, value) for value in number.neighbours)
        rows.append((number, lower, higher))
        print(*_cells(base, *rows[-1]), sep=" | ", flush=True)
    if options.markdown:
        print(*_markdown(base, rows), sep="\n")
    else:
        Console(width=140).print(_table(base, rows))


def _measured(measure: Subject, number: Number, value: float) -> Outcome | None:
    """Return what is read with another value of a number; ``None`` where it cannot change without other numbers."""
    with changed(number, value):
        try:
            return measure()
        except (ValueError, IndexError, ZeroDivisionError, cv2.error, RuntimeError):  # the last by OpenVINO
            return None


def _cells(base: Outcome, number: Number, *outcomes: Outcome | None) -> tuple[str, ...]:
    low, high = number.neighbours
    return (
        number.short_name,
        f"{low:.3g} · {number.value:.3g} · {high:.3g}",
        " · ".join("fails" if one is None else f"{one.wrong - base.wrong:+d}" for one in outcomes),
        " · ".join("fails" if one is None else f"{one.asked - base.asked:+d}" for one in outcomes),
        " · ".join("fails" if one is None else f"{one.changed(base)}" for one in outcomes),
    )


Row = tuple[Number, Outcome | None, Outcome | None]
HEADINGS = ("number", "lower · chosen · higher", "wrong facts", "questions", "photos read otherwise")


def _table(base: Outcome, rows: list[Row]) -> Table:
    table = Table(*HEADINGS)
    for row in rows:
        table.add_row(*_cells(base, *row))
    return table


def _markdown(base: Outcome, rows: list[Row]) -> Iterator[str]:
    yield f"| {' | '.join(HEADINGS)} |"
    yield f"|{'---|' * len(HEADINGS)}"
    for row in rows:
        name, *cells = _cells(base, *row)
        yield f"| `{name}` | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
