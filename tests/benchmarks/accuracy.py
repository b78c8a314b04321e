"""``python -m tests.benchmarks.accuracy [FOLDER …]``: how well photos with truth are read, a line a photo.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``; without one the
shipped photos are read.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.benchmarks.grading import Grade, grade
from vision.photo import PhotoError, decode_photo
from vision.reader import load_eyes, read_photo

SHIPPED = Path(__file__).parents[2] / "sample_images"
_NOTHING = {"tiles": [], "pieces": []}


def main() -> None:
    """Read every photo that has a truth and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED, SHIPPED / "game"])
    parser.add_argument("--only", default="*", help="pattern of the photos' names")
    parser.add_argument("--wrong", action="store_true", help="list every wrong edge and piece")
    options = parser.parse_args()
    table = Table("photo", "tiles", "extra", "edges", "regions", "pieces", "tally", "board", "asked", "ms")
    eyes = load_eyes()
    grades = []
    for folder in options.folders:
        for photo in sorted(p for p in folder.glob(options.only) if p.suffix in {".jpg", ".png"}):
            truth = json.loads(photo.with_suffix(".json").read_text())
            if "spread" in truth:
                continue
            begun = time.perf_counter()
            try:
                read = read_photo(decode_photo(photo.read_bytes()), eyes).to_document()
            except PhotoError:
                read = _NOTHING
            took = 1000 * (time.perf_counter() - begun)
            result = grade(read, truth)
            grades.append(result)
            table.add_row(photo.stem, *_cells(result), str(len(read.get("ask", []))), f"{took:.0f}")
            if options.wrong:
                for item in (*result.wrong_edges, *result.wrong_pieces):
                    print(photo.stem, *item)
    table.add_section()
    table.add_row(*_total(grades), "", "")
    Console(width=120).print(table)


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


def _total(grades: list[Grade]) -> tuple[str, ...]:
    count = max(1, len(grades))
    return (
        f"all {len(grades)}",
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
