"""Results for one board, and the figures of a group of boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from statistics import median
from typing import Any

from benchmarks.grading.grade import Grade, grade
from benchmarks.grading.truth import NOTHING
from games import hexgrid
from vision.imaging.photo import PhotoError, decode_photo
from vision.networks.models import Networks
from vision.reading.reader import read_photo

COLUMNS = ("boards", "edges", "regions", "pieces F1", "tally", "whole board", "asked", "lost tiles", "false tiles")
"""Titles of the figures of `figures`. Shares, but ``asked``: questions a board, and ``false tiles``: tiles."""
_STEPS = {"tilt": 15, "tiles": 20, "tile width": 30}
"""Width of a group of boards by difficulty: degrees from overhead, tiles on the board, pixels between neighbours."""


@dataclass(frozen=True)
class Result:
    """One board.

    Attributes:
        groups: what the board counts for, as pairs of a kind and its value, such as palette and sepia.
        grade: of the reading.
        asked: number of questions.
    """

    groups: tuple[tuple[str, str], ...]
    grade: Grade
    asked: int


def examine(photo: bytes, truth: Mapping[str, Any], networks: Networks) -> Result:
    """Read a photo and compare it with its truth; a photo that cannot be read has no tiles."""
    try:
        read = read_photo(decode_photo(photo), networks).to_document()
    except PhotoError:
        read = NOTHING
    return Result(tuple(_groups(truth)), grade(read, truth), len(read.get("ask", [])))


def figures(results: Sequence[Result]) -> tuple[str, ...]:
    """Return the figures of ``COLUMNS`` over at least one board; shares are of all edges, tiles or boards together."""
    grades = [result.grade for result in results]
    tiles, found = sum(g.tiles for g in grades), sum(g.tiles_found for g in grades)
    return (
        str(len(grades)),
        f"{sum(g.edges_right for g in grades) / sum(g.edges for g in grades):.1%}",
        f"{sum(g.regions_right for g in grades) / tiles:.1%}",
        f"{sum(g.pieces_f1 for g in grades) / len(grades):.1%}",
        f"{sum(g.tally_right for g in grades) / len(grades):.0%}",
        f"{sum(g.board_right for g in grades) / len(grades):.0%}",
        f"{sum(result.asked for result in results) / len(grades):.1f}",
        f"{(tiles - found) / tiles:.2%}",
        str(sum(g.tiles_extra for g in grades)),
    )


def by_group(results: Sequence[Result]) -> dict[str, list[tuple[str, list[Result]]]]:
    """Return the boards by kind of group, and there by value in order."""
    kinds: dict[str, dict[str, list[Result]]] = {}
    for result in results:
        for kind, value in result.groups:
            kinds.setdefault(kind, {}).setdefault(value, []).append(result)
    return {kind: sorted(values.items()) for kind, values in kinds.items()}


def _groups(truth: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    photo = truth["photo"]
    for kind in ("rendering", "palette", "vikings", "longhouses", "table", "lamp"):
        if photo.get(kind):
            yield kind, photo[kind]
    yield "tilt", _band("tilt", photo["tilt_deg"])
    yield "tiles", _band("tiles", len(truth["tiles"]))
    places = {(t["q"], t["r"]): t["px"] for t in truth["tiles"]}
    apart = [dist(px, places[n]) for cell, px in places.items() for n in hexgrid.neighbours(cell) if n in places]
    if apart:
        yield "tile width", _band("tile width", median(apart))


def _band(kind: str, value: float) -> str:
    """Return the half-open range in which the value lies, padded so that ranges sort by size."""
    low = int(value // _STEPS[kind]) * _STEPS[kind]
    return f"{low:3d} to {low + _STEPS[kind]:3d}"
