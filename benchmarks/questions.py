"""``python -m benchmarks.questions FOLDER …``: what questions a reading asks, and what their answers mend.

Each photo's questions are answered from its truth, always the first one, and the photo is read again with all answers
so far. Printed are the questions that a photo asks at first, the boards that are wholly right after each number of
answers, and the wrong facts that are left when nothing is asked any more: these were neither asked about nor settled.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.grading.grade import Grade, aligned, grade, regions_of
from benchmarks.grading.truth import NOTHING, boards_with_truth
from vision.imaging.photo import Photo, PhotoError, decode_photo
from vision.networks.models import Networks, load_networks
from vision.profile import Profile
from vision.reading.answers.parse import parse_answers
from vision.reading.reader import read_photo
from vision.reading.reading import Reading

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Interview:
    """One photo: its questions at first, and its grades after 0, 1, 2 … answers."""

    name: str
    asked: Counter[str]
    grades: tuple[Grade, ...]

    def after(self, answers: int) -> Grade:
        """Return the grade after this number of answers, or the last one if fewer were asked for."""
        return self.grades[min(answers, len(self.grades) - 1)]


def main() -> None:
    """Interview the truth of every photo and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", default="*", help="glob patterns of file names, separated by commas")
    parser.add_argument("--most", type=int, default=5, help="answers to each photo")
    options = parser.parse_args()
    networks = load_networks()
    interviews = [
        interview(photo, truth, networks, options.most)
        for photo, truth in boards_with_truth(options.folders, options.only.split(","))
    ]
    Console(width=120).print(_table(interviews), _totals(interviews, options.most))


def interview(photo: Path, truth: Document, networks: Networks, most: int) -> Interview:
    """Answer up to ``most`` questions about a photo from its truth."""
    picture = decode_photo(photo.read_bytes())
    answers: list[dict[str, Any]] = []
    read = _read(picture, networks, answers)
    asked = Counter(question["about"] for question in read.get("ask", ()))
    grades = [grade(read, truth)]
    for _ in range(most):
        told = next(_facts(read, truth), None)
        if told is None:
            break
        answers.append(told)
        read = _read(picture, networks, answers)
        grades.append(grade(read, truth))
    return Interview(photo.stem, asked, tuple(grades))


def answered_reading(
    photo: Photo, truth: Document, networks: Networks, most: int, profile: Profile | None = None
) -> Reading:
    """Return the reading of a photo with a profile after up to ``most`` questions were answered from its truth.

    Raises:
        PhotoError: no board is found.
    """
    answers: list[dict[str, Any]] = []
    reading = read_photo(photo, networks, profile)
    while len(answers) < most and (told := next(_facts(reading.to_document(), truth), None)) is not None:
        answers.append(told)
        reading = read_photo(photo, networks, profile, parse_answers(answers))
    return reading


def _read(photo: Photo, networks: Networks, answers: list[dict[str, Any]]) -> Document:
    try:
        return read_photo(photo, networks, answers=parse_answers(answers)).to_document()
    except PhotoError:
        return NOTHING


def _facts(read: Document, truth: Document) -> Iterator[dict[str, Any]]:
    """Yield the questions that the truth answers, with the answers."""
    found = aligned(read, truth)
    for question in read.get("ask", ()):
        answer = _answer(question, found.to_truth((question["q"], question["r"])), found.turn, truth)
        if answer is not None:
            yield {**question, **answer}


def _answer(question: Document, cell: tuple[int, int], turn: int, truth: Document) -> dict[str, Any] | None:
    """Return the field ``answer``, and ``colour`` where a stone has an owner; ``None`` where the truth says nothing."""
    about = question["about"]
    tile = next((t for t in truth["tiles"] if (t["q"], t["r"]) == cell), None)
    if about == "tile" or tile is None:
        return {"answer": "none" if tile is None else "tile"}
    if about in ("edge", "terrain"):
        edge = tile["edges"][(question["edge"] + turn) % 6]
        return {"answer": edge if about == "edge" else max(question["candidates"], key=edge.count)}
    if about == "region":
        same = [c for c in question["candidates"] if regions_of(c, turn) == regions_of(tile, 0)]
        return {"answer": same[0]} if same else None
    return _thing(about, cell, truth)


def _thing(about: str, cell: tuple[int, int], truth: Document) -> dict[str, Any] | None:
    piece = next((p for p in truth["pieces"] if (p["q"], p["r"]) == cell), None)
    stones = [s for s in truth.get("runes", ()) if (s["q"], s["r"]) == cell]
    if about == "colour":
        return {"answer": "none" if piece is None else piece["colour"]}
    if about == "piece":
        return {"answer": piece["kind"] if piece is not None else "stone" if stones else "none"}
    if about == "stone" and any(s["kind"] == "stone" for s in stones):
        return None  # Synthetic boards do not say which rune a stone bears.
    stone = next((s for s in stones if about == "stone" or s["kind"] in ("home", "stone")), None)
    if stone is None:
        return {"answer": "none"}
    if stone["kind"] == "stone":
        return {"answer": "home"}
    return {"answer": stone["kind"], **({"colour": stone["colour"]} if stone.get("colour") else {})}


def _right(result: Grade) -> bool:
    return result.board_right and result.regions_right == result.tiles


def _table(interviews: list[Interview]) -> Table:
    table = Table("photo", "asked", "wrong facts", "after answers", "left", "right")
    for one in interviews:
        first, last = one.grades[0], one.grades[-1]
        asked = " ".join(f"{about} {count}" for about, count in sorted(one.asked.items()))
        answered, left = str(len(one.grades) - 1), str(last.wrong_facts)
        table.add_row(one.name, asked, str(first.wrong_facts), answered, left, "ok" if _right(last) else "--")
    return table


def _totals(interviews: list[Interview], most: int) -> str:
    count = max(1, len(interviews))
    asked = sum(one.asked.total() for one in interviews) / count
    wrong = sum(one.grades[0].wrong_facts for one in interviews)
    left = sum(one.grades[-1].wrong_facts for one in interviews)
    right = " ".join(f"{sum(_right(one.after(n)) for one in interviews) / count:.0%}" for n in range(most + 1))
    return (
        f"{count} photos: {asked:.1f} questions a photo; {wrong} wrong facts, {left} left after up to {most} answers; "
        f"boards wholly right after 0 to {most} answers: {right}"
    )


if __name__ == "__main__":
    main()
