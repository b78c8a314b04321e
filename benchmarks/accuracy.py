"""``python -m benchmarks.accuracy [FOLDER …]``: accuracy on photos with ground truth, one row for each photo.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``; without a
folder the shipped photos are read. The same figures follow by kind of difficulty, and the calibration of confidences.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.grading.figures import COLUMNS, row, total_row
from benchmarks.grading.grade import Grade, grade
from benchmarks.grading.reliability import detailed_document, reliability_table
from benchmarks.grading.truth import NOTHING, SHIPPED, boards_with_truth
from vision.imaging.photo import PhotoError, decode_photo
from vision.networks.models import load_networks
from vision.reading.reader import read_photo


@dataclass(frozen=True)
class Result:
    """One photo: its truth, its reading, the grade of the reading, and the milliseconds it took."""

    name: str
    true: dict[str, Any]
    read: dict[str, Any]
    grade: Grade
    took: float


def main() -> None:
    """Read every photo with ground truth and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED, SHIPPED / "game"])
    parser.add_argument(
        "--only", default="*", help="glob patterns of file names, separated by commas: table0*,table11.*"
    )
    parser.add_argument("--wrong", action="store_true", help="list every wrong edge and piece")
    options = parser.parse_args()
    results = list(_results(options.folders, options.only.split(",")))
    if not results:
        named = ", ".join(map(str, options.folders))
        parser.error(f"no photo with its truth (NAME.jpg beside NAME.json) in {named} matches {options.only}")
    console = Console(width=120)
    if options.wrong:
        for result in results:
            for edge in result.grade.wrong_edges:
                print(result.name, *edge)
            for piece in result.grade.wrong_pieces:
                print(result.name, piece.fault, piece.kind, piece.colour, *piece.cell)
    console.print(_by_photo(results))
    console.print(_by_difficulty(results))
    console.print(reliability_table([(r.read, r.true) for r in results]))


def _results(folders: list[Path], patterns: list[str]) -> Iterator[Result]:
    networks = load_networks()
    for photo, truth in boards_with_truth(folders, patterns):
        begun = time.perf_counter()
        try:
            read = detailed_document(read_photo(decode_photo(photo.read_bytes()), networks))
        except PhotoError:
            read = NOTHING
        yield Result(photo.stem, truth, read, grade(read, truth), 1000 * (time.perf_counter() - begun))


def _by_photo(results: list[Result]) -> Table:
    table = Table("photo", *COLUMNS, "asked", "ms")
    for result in results:
        asked = str(len(result.read.get("ask", [])))
        table.add_row(result.name, *row(result.grade), asked, f"{result.took:.0f}")
    table.add_section()
    table.add_row(f"all {len(results)}", *total_row([r.grade for r in results]), "", "")
    return table


def _by_difficulty(results: list[Result]) -> Table:
    """Return the figures for groups of photos with the same tilt, light, printing, table or resolution."""
    table = Table("kind", *COLUMNS)
    groups: dict[str, list[Grade]] = {}
    for result in results:
        for kind in _kinds(result.true.get("photo", {})):
            groups.setdefault(kind, []).append(result.grade)
    for kind in sorted(groups):
        table.add_row(f"{kind} ({len(groups[kind])})", *total_row(groups[kind]))
    return table


def _kinds(photo: dict[str, Any]) -> list[str]:
    kinds = [f"{key}: {photo[key]}" for key in ("light", "style", "table") if key in photo]
    if "tilt_deg" in photo:
        low = int(photo["tilt_deg"] // 15 * 15)
        kinds.append(f"tilt: {low:02d} to {low + 15} degrees")
    if "width" in photo:
        kinds.append(f"size: {photo['width']}x{photo['height']}")
    return kinds


if __name__ == "__main__":
    main()
