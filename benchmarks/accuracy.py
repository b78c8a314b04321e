"""``python -m benchmarks.accuracy [FOLDER …]``: accuracy on photos with ground truth, one row for each photo.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``; without a
folder the shipped photos are read. The same figures follow by kind of difficulty, and the calibration of confidences.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.grading.grade import Grade, grade
from benchmarks.grading.reliability import detailed_document, reliability_table
from vision.imaging.photo import PhotoError, decode_photo
from vision.networks.models import load_networks
from vision.reading.reader import read_photo

SHIPPED = Path(__file__).parents[1] / "sample_images"
NOTHING: dict[str, Any] = {"tiles": [], "pieces": []}
COLUMNS = ("tiles", "extra", "edges", "regions", "pieces", "tally", "board")


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


def boards_with_truth(folders: list[Path], patterns: list[str]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield each photo of a board in the folders whose file name matches a glob pattern, with its truth."""
    photos = sorted({p for f in folders for pattern in patterns for p in f.glob(pattern)})
    for photo in photos:
        if photo.suffix not in {".jpg", ".png"} or not photo.with_suffix(".json").exists():
            continue
        truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
        if "spread" not in truth:
            yield photo, truth


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
        table.add_row(result.name, *_cells(result.grade), asked, f"{result.took:.0f}")
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


def _cells(result: Grade) -> tuple[str, ...]:
    return (
        f"{result.tiles_found}/{result.tiles}",
        str(result.tiles_extra),
        f"{result.edges_right / result.edges:.1%}",
        f"{result.regions_right / result.tiles:.1%}",
        f"{result.pieces_f1:.1%}",
        "ok" if result.tally_right else "--",
        "ok" if result.board_right else "--",
    )


def total_row(grades: list[Grade]) -> tuple[str, ...]:
    """Return the figures of ``COLUMNS`` over several photos."""
    count = max(1, len(grades))
    return (
        f"{sum(g.tiles_found for g in grades)}/{sum(g.tiles for g in grades)}",
        str(sum(g.tiles_extra for g in grades)),
        f"{sum(g.edges_right for g in grades) / max(1, sum(g.edges for g in grades)):.2%}",
        f"{sum(g.regions_right for g in grades) / max(1, sum(g.tiles for g in grades)):.1%}",
        f"{sum(g.pieces_f1 for g in grades) / count:.2%}",
        f"{sum(g.tally_right for g in grades)}/{len(grades)}",
        f"{sum(g.board_right for g in grades)}/{len(grades)}",
    )


if __name__ == "__main__":
    main()
