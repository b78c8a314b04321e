"""``python -m benchmarks.hokkaido``: accuracy of squares and cubes on synthetic photos of *Hokkaido*.

Every printing is read three times: without calibration, calibrated with a photo of its cards, and after a tap on one
square of each kind in the photo itself. Half of the printings are in held-out styles. ``--photos DIR`` reads photos
with truth instead (``hokkaido_*.jpg`` and ``.json``, board documents), calibrated with the cards in ``--cards PHOTO``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.made.cities import paintings
from vision.hokkaido.calibration import detect, learn, parse, parse_answers
from vision.hokkaido.reader import read
from vision.imaging.photo import Photo, UnreadablePhoto, decode_photo, photo_of
from vision.profile import Profile

_MAX_OFFSET = 0.5
"""Largest distance between a read and a true square, squares."""


@dataclass(frozen=True)
class Grade:
    """A reading compared with the truth: shares of squares found and right, F1 of cubes, and number of questions.

    ``silent`` counts the wrong squares without a question.
    """

    found: float
    right: float
    extra: int
    cubes: float
    asked: int
    silent: int


def grade(read_board: Mapping[str, Any], truth: Mapping[str, Any]) -> Grade:
    """Compare a reading with the truth; squares are matched by their place in the photo."""
    (seen,), (true,) = read_board["players"], truth["players"]
    asked = {(q["x"], q["y"]) for q in read_board["ask"]}
    pairs = list(_matched(seen["squares"], true["squares"]))
    wrong = [a for a, b in pairs if (a["terrain"], a.get("colour")) != (b["terrain"], b.get("colour"))]
    place = {(a["x"], a["y"]): (b["x"], b["y"]) for a, b in pairs}
    mine = Counter((place.get((c["x"], c["y"])), c["colour"]) for c in seen["cubes"])
    theirs = Counter(((c["x"], c["y"]), c["colour"]) for c in true["cubes"])
    both = mine.total() + theirs.total()
    return Grade(
        len(pairs) / len(true["squares"]),
        (len(pairs) - len(wrong)) / len(true["squares"]),
        len(seen["squares"]) - len(pairs),
        2 * (mine & theirs).total() / both if both else 1.0,
        len(asked),
        sum((a["x"], a["y"]) not in asked for a in wrong),
    )


def taught_by(photo: Photo, answers: object = None) -> Profile:
    """Return a profile calibrated with one photo."""
    told = None if answers is None else parse_answers(answers)
    result = learn([detect(photo, "photo", told, None)], None)
    return Profile(games={"hokkaido": parse(result.document)})


def few_taps(truth: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a tap on one square of each kind in a city."""
    taps: dict[tuple[str, str | None], dict[str, Any]] = {}
    for square in truth["players"][0]["squares"]:
        taps.setdefault((square["terrain"], square.get("colour")), square)
    return [{k: v for k, v in tap.items() if k in ("px", "terrain", "colour")} for tap in taps.values()]


def main() -> None:
    """Parse the options, read the photos and print the grades."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--printings", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--cards", type=Path)
    options = parser.parse_args()
    grades: dict[str, list[Grade]] = {}
    for name, how, found in _photographs(options) if options.photos else _made(options):
        grades.setdefault(how, []).append(found)
        print(f"{name:12} {how:9} {_line(found)}", flush=True)
    for how, found in grades.items():
        mean = [np.mean([getattr(g, field) for g in found]) for field in ("found", "right", "cubes")]
        asked, silent = (sum(getattr(g, field) for g in found) for field in ("asked", "silent"))
        print(f"ALL {len(found):8} {how:9} found {mean[0]:.1%} right {mean[1]:.1%} cubes {mean[2]:.1%} "
              f"asked {asked} wrong unasked {silent}")  # fmt: skip


def _photographs(options: argparse.Namespace) -> Iterator[tuple[str, str, Grade]]:
    ways: list[tuple[str, Profile | None]] = [("untaught", None)]
    if options.cards:
        ways.append(("cards", taught_by(decode_photo(options.cards.read_bytes()))))
    for path in sorted(options.photos.glob("hokkaido_*.jpg")):
        truth = json.loads(path.with_suffix(".json").read_text())
        if truth.get("format") == "longhouse-board":
            for how, profile in ways:
                yield path.stem, how, _read(decode_photo(path.read_bytes()), profile, truth)


def _made(options: argparse.Namespace) -> Iterator[tuple[str, str, Grade]]:
    for name, spread, city in paintings(options.printings, options.first):
        photo = photo_of(city.pixels)
        yield name, "untaught", _read(photo, None, city.document)
        yield name, "cards", _read(photo, taught_by(photo_of(spread.pixels)), city.document)
        try:
            tapped = taught_by(photo, few_taps(city.document))
        except UnreadablePhoto:
            continue
        yield name, "few taps", _read(photo, tapped, city.document)


def _read(photo: Photo, profile: Profile | None, truth: Mapping[str, Any]) -> Grade:
    try:
        return grade(read(photo, profile), truth)
    except UnreadablePhoto:
        return Grade(0.0, 0.0, 0, 0.0, 0, 0)


def _matched(seen: list[Any], true: list[Any]) -> Iterator[tuple[Any, Any]]:
    at, spots = (np.array([square["px"] for square in squares]) for squares in (seen, true))
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    side = apart[apart > 0].min()
    away = np.linalg.norm(at[:, None] - spots[None], axis=2)
    for n, square in enumerate(true):
        k = int(away[:, n].argmin())
        if away[k, n] < _MAX_OFFSET * side and away[k].argmin() == n:
            yield seen[k], square


def _line(found: Grade) -> str:
    return (
        f"found {found.found:6.1%} right {found.right:6.1%} extra {found.extra} cubes {found.cubes:6.1%} "
        f"asked {found.asked} wrong unasked {found.silent}"
    )


if __name__ == "__main__":
    main()
