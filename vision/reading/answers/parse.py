"""Answers to the questions of a reading: their form, and how it is checked.

An answer is a question of the board document's ``ask`` with ``answer`` added: one of its ``candidates``, another value
of that kind, or ``none``. Its question is identified by ``about`` and ``px``, or without ``px`` by ``q``, ``r`` and
``edge``; `answers.locate` places it on a photo's lattice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from games.documents import DocumentError
from games.envelope import Model
from games.fjords.document import MOST_PARTS, Coordinate, RegionModel
from games.fjords.tiles import Tile
from vision.facts import NONE, RegionsFact
from vision.reading.answers.answer import Answer
from vision.terrain.edges import EDGES
from vision.terrain.regions import RegionLayout
from vision.vocabulary import COLOURS, PIECES, RUNES, TERRAINS

MAX_ANSWERS = 600
"""Most answers to one photo: a board of 60 tiles has 360 edges and up to 100 pieces."""
_Pixel = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
_VALUES: Mapping[str, Sequence[str]] = {
    "tile": ("tile",),
    "unseen": ("tile",),
    "edge": EDGES,
    "terrain": tuple(TERRAINS),
    "piece": PIECES,
    "stone": (*RUNES, "stone"),  # a stone lies there, but nobody can read its sign
    "home": ("home",),
}
OWNED_RUNES = ("home", "wisdom", "secret")
"""Rune stones that may have an owner."""


class _Regions(Model):
    regions: Annotated[list[RegionModel], Field(max_length=MOST_PARTS, strict=False)]


class _Answered(Model):
    about: Literal["tile", "unseen", "edge", "terrain", "region", "piece", "colour", "stone", "home"]
    answer: Any
    px: Annotated[list[_Pixel], Field(min_length=2, max_length=2, strict=False)] | None = None
    q: Coordinate | None = None
    r: Coordinate | None = None
    edge: Annotated[int, Field(ge=0, le=5)] | None = None
    colour: str | None = None


def parse_answers(data: object, names: Sequence[str] = COLOURS) -> tuple[Answer, ...]:
    """Return the answers of an answers file; questions that are left without one are passed over.

    Args:
        data: the parsed JSON: questions, at least one of them with an answer, or an empty list.
        names: of the colours, as in the profile that the photo is read with.

    Raises:
        DocumentError: something is wrong; it names the field.
    """
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    if len(data) > MAX_ANSWERS:
        raise DocumentError("answers", "many", len(data))
    answers = []
    none_answered = not any(map(_is_answered, data))
    for index, item in enumerate(data):
        if not (none_answered or _is_answered(item)):
            continue
        try:
            answers.append(replace(_parsed(_Answered.parse(item), names), number=index))
        except DocumentError as error:
            within = "" if error.field == "document" else f".{error.field}"
            raise DocumentError(f"answers[{index}]{within}", error.code, error.given) from None
    return tuple(answers)


def _is_answered(item: object) -> bool:
    """Return whether an item may be an answer: all but a question to which none was added."""
    return not isinstance(item, Mapping) or "answer" in item


def _parsed(item: _Answered, names: Sequence[str]) -> Answer:
    """Return an answered question; ``names`` are the colours' names. Raises `DocumentError`."""
    if item.px is None and (item.q is None or item.r is None):
        raise DocumentError("px", "missing")
    if item.px is None and item.edge is None and item.about in ("edge", "terrain"):
        raise DocumentError("edge", "missing")
    if item.colour is not None and item.colour not in names:
        raise DocumentError("colour", "unknown", item.colour)
    owned = item.about in ("stone", "home") and item.answer in OWNED_RUNES
    return Answer(
        about=item.about,
        value=_value(item, names),
        px=None if item.px is None else (item.px[0], item.px[1]),
        cell=None if item.q is None or item.r is None else (item.q, item.r),
        edge=item.edge,
        colour=item.colour if owned else None,
    )


def _value(item: _Answered, names: Sequence[str]) -> str | RegionsFact:
    """Return the checked answer."""
    if item.answer == NONE:
        return NONE
    if item.about == "region":
        return _regions(item.answer)
    known = names if item.about == "colour" else _VALUES[item.about]
    if not isinstance(item.answer, str):
        raise DocumentError("answer", "type", item.answer)
    if item.answer not in known:
        raise DocumentError("answer", "unknown", item.answer)
    return item.answer


def _regions(given: object) -> RegionsFact:
    """Return the regions that were given; they carry every part of all six edges."""
    if not isinstance(given, Mapping):
        raise DocumentError("answer", "type", given)
    try:
        edges = _edges_of(_Regions.parse(given).regions)
        tile = Tile.from_document({"touching": [], **given, "edges": edges})
    except DocumentError as error:
        raise DocumentError(f"answer.{error.field}", error.code, error.given) from None
    return RegionsFact(tile.edges, RegionLayout.of_tile(tile).regions, tile.touching)


def _edges_of(regions: Sequence[RegionModel]) -> list[str]:
    """Return the six edges that follow from regions; the check of the whole tile finds parts that are missing."""
    parts = sorted((port[0], port[1], region.terrain) for region in regions for port in region.ports)
    return ["".join(letter for edge, _, letter in parts if edge == side) for side in range(6)]
