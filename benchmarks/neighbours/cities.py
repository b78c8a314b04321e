"""Compares cities of *Hokkaido* that were read with the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from benchmarks.neighbours.facts import Fact
from vision.hokkaido.calibration import detect, learn, parse, parse_answers
from vision.imaging.photo import Photo
from vision.profile import Profile

_MAX_OFFSET = 0.5
"""Largest distance between a read and a true square, squares."""
_MIN_PAIRS = 3
Place = tuple[int, int]


def facts(seen_board: Mapping[str, Any] | None, truth: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield the squares and cubes of a city; squares are matched by their place in the photo, `None` was refused."""
    (true,) = truth["players"]
    if seen_board is None:
        yield from (Fact("squares", False, True) for _ in true["squares"])
        yield from (Fact("cubes", False, True) for _ in true["cubes"])
        return
    (seen,) = seen_board["players"]
    asked = {(q["about"], q["x"], q["y"]) for q in seen_board["ask"]}
    pairs = list(_matched(seen["squares"], true["squares"]))
    there = _moves(pairs)
    named = {(a["x"], a["y"]): (b["x"], b["y"]) for a, b in pairs}
    right = {(b["x"], b["y"]): (a["terrain"], a.get("colour")) == (b["terrain"], b.get("colour")) for a, b in pairs}
    for square in true["squares"]:
        place = square["x"], square["y"]
        yield Fact("squares", right.get(place, False), ("square", *there(place)) in asked)
    for square in seen["squares"]:
        if (square["x"], square["y"]) not in named:
            yield Fact("squares", False, ("square", square["x"], square["y"]) in asked)
    cubes = {(named.get((c["x"], c["y"]), (c["x"], c["y"], None)), c["colour"]) for c in seen["cubes"]}
    true_cubes = {((c["x"], c["y"]), c["colour"]) for c in true["cubes"]}
    for place, colour in cubes | true_cubes:
        at = there(place) if len(place) == 2 else place[:2]
        both = (place, colour) in cubes and (place, colour) in true_cubes
        yield Fact("cubes", both, ("square", *at) in asked or ("cube", *at) in asked)


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


def _matched(seen: list[Any], true: list[Any]) -> Iterator[tuple[Any, Any]]:
    at, spots = (np.array([square["px"] for square in squares]) for squares in (seen, true))
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    side = apart[apart > 0].min()
    away = np.linalg.norm(at[:, None] - spots[None], axis=2)
    for n, square in enumerate(true):
        k = int(away[:, n].argmin())
        if away[k, n] < _MAX_OFFSET * side and away[k].argmin() == n:
            yield seen[k], square


def _moves(pairs: list[tuple[Any, Any]]) -> Any:
    """Return the function from a true square's place to its place in the reading, by the squares that both have."""
    if len(pairs) < _MIN_PAIRS:
        return lambda place: (None, None)
    here, there = (np.array([[p[k]["x"], p[k]["y"], 1] for p in pairs], float) for k in (1, 0))
    way = np.linalg.lstsq(here, there, rcond=None)[0]
    return lambda place: tuple(int(v) for v in np.round(np.array([*place, 1.0]) @ way)[:2])
