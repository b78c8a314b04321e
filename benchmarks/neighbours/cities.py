"""Compares cities of *Hokkaido* that were read with the truth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
Pair = tuple[Any, Any]
"""A square of the reading and the true one that it is."""
Asked = Collection[tuple[str, object]]
"""What the reading asks about, such as ``square``, each with its place in the reading."""


def facts(seen_board: Mapping[str, Any] | None, truth: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield the squares and cubes of a city; squares are matched by their place in the photo, `None` was refused."""
    (true,) = truth["players"]
    if seen_board is None:
        yield from (Fact("squares", False, True) for _ in true["squares"])
        yield from (Fact("cubes", False, True) for _ in true["cubes"])
        return
    (seen,) = seen_board["players"]
    asked = {(q["about"], (q["x"], q["y"])) for q in seen_board["ask"]}
    pairs = list(_matched(seen["squares"], true["squares"]))
    yield from _squares(seen, true, pairs, asked)
    yield from _cubes(seen, true, pairs, asked)


def _squares(seen: Any, true: Any, pairs: list[Pair], asked: Asked) -> Iterator[Fact]:
    """Yield the squares of the true city, and those of the reading that match none of them."""
    there = _moves(pairs)
    right = {_place(b): (a["terrain"], a.get("colour")) == (b["terrain"], b.get("colour")) for a, b in pairs}
    for place in map(_place, true["squares"]):
        yield Fact("squares", right.get(place, False), ("square", there(place)) in asked)
    matched = {_place(a) for a, _ in pairs}
    for place in map(_place, seen["squares"]):
        if place not in matched:
            yield Fact("squares", False, ("square", place) in asked)


def _cubes(seen: Any, true: Any, pairs: list[Pair], asked: Asked) -> Iterator[Fact]:
    """Yield the cubes of the true city, and further ones of the reading; a question about their square counts."""
    there, named = _moves(pairs), {_place(a): _place(b) for a, b in pairs}
    true_cubes = {(_place(cube), cube["colour"]) for cube in true["cubes"]}
    read_cubes = {(_place(cube), cube["colour"]) for cube in seen["cubes"]}
    placed = {(named[place], colour) for place, colour in read_cubes if place in named}
    for cube in placed | true_cubes:
        yield Fact("cubes", cube in placed and cube in true_cubes, _is_asked(there(cube[0]), asked))
    for place, _ in read_cubes:
        if place not in named:
            yield Fact("cubes", False, _is_asked(place, asked))


def _place(thing: Mapping[str, Any]) -> Place:
    return thing["x"], thing["y"]


def _is_asked(place: object, asked: Asked) -> bool:
    return ("square", place) in asked or ("cube", place) in asked


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


def _matched(seen: list[Any], true: list[Any]) -> Iterator[Pair]:
    """Yield the squares of the reading and of the true city whose middles are nearest to each other in the photo."""
    at, spots = (np.array([square["px"] for square in squares]) for squares in (seen, true))
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    side = apart[apart > 0].min()
    away = np.linalg.norm(at[:, None] - spots[None], axis=2)
    for n, square in enumerate(true):
        k = int(away[:, n].argmin())
        if away[k, n] < _MAX_OFFSET * side and away[k].argmin() == n:
            yield seen[k], square


def _moves(pairs: list[Pair]) -> Any:
    """Return the function from a true square's place to its place in the reading, by the squares that both have."""
    if len(pairs) < _MIN_PAIRS:
        return lambda place: (None, None)
    here, there = (np.array([[p[k]["x"], p[k]["y"], 1] for p in pairs], float) for k in (1, 0))
    way = np.linalg.lstsq(here, there, rcond=None)[0]
    return lambda place: tuple(int(v) for v in np.round(np.array([*place, 1.0]) @ way)[:2])
