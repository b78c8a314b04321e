"""Calibration of confidences: of readings at 99 %, 99 % should be right, and errors should be questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.grading.grade import aligned, regions_of
from games import hexgrid
from vision.reading.reading import Reading

Document = Mapping[str, Any]
_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0001)
_LEAST_SURE = 0.99
"""Confidence of the first row below the ranges: of all that is said with this or more, as many should be right."""
KINDS = ("edge", "region", "piece", "colour")
_QUESTIONS_ABOUT = {"viking": ("piece",), "longhouse": ("piece",), "stone": ("piece", "stone", "home")}
"""What questions are about that ask whether a piece of this kind stands on a tile."""


@dataclass(frozen=True)
class Claim:
    """One thing that was read: how sure the reading is of it, whether it is right, and whether it is asked about."""

    confidence: float
    right: bool
    asked: bool


def reliability_table(pairs: Iterable[tuple[Document, Document]]) -> Table:
    """Return a table of confidence against accuracy, and of questions, for pairs of a reading and its truth.

    A piece is right if its kind and its tile are; a colour is compared where a piece of that kind is there. What
    `detailed_document` adds is used where it is there; without it the confidence of the whole tile or piece counts.
    """
    claims: dict[str, list[Claim]] = {kind: [] for kind in KINDS}
    questions = 0
    for read, true in pairs:
        for kind, measure in (("edge", _edges), ("region", _regions), ("piece", _pieces), ("colour", _colours)):
            claims[kind] += measure(read, true)
        questions += len(read.get("ask", []))
    return _table(claims, questions)


def detailed_document(reading: Reading) -> dict[str, Any]:
    """Return the board document of a reading, with confidences that documents leave out.

    They are ``region_confidence`` of the tiles, and ``kind_confidence`` and ``colour_confidence`` of the pieces.
    """
    document = reading.to_document()
    for tile, shown in zip(reading.tiles, document["tiles"], strict=True):
        shown["region_confidence"] = tile.region_confidence
    stones_last = sorted(reading.pieces, key=lambda piece: piece.kind == "stone")
    for piece, shown in zip(stones_last, [*document["pieces"], *document["runes"]], strict=True):
        if piece.probabilities is not None:
            shown["kind_confidence"] = piece.probabilities.certainty * float(piece.probabilities.kinds.max())
            shown["colour_confidence"] = float(piece.probabilities.colours.max())
    return document


def _table(claims: Mapping[str, list[Claim]], questions: int) -> Table:
    table = Table("confidence", *(title for kind in KINDS for title in (f"{kind}s", "right")), title="reliability")
    for low, high in pairwise(_BINS):
        table.add_row(
            f"{low:.3g} to {min(high, 1):.3g}", *_cells(claims, lambda c, a=low, b=high: a <= c.confidence < b)
        )
    table.add_section()
    table.add_row(f"{_LEAST_SURE} or more", *_cells(claims, lambda c: c.confidence >= _LEAST_SURE))
    wrong = {kind: [c for c in rows if not c.right] for kind, rows in claims.items()}
    table.add_row("wrong, of", *(cell for k in KINDS for cell in (str(len(wrong[k])), str(len(claims[k])))))
    unasked = (cell for k in KINDS for cell in (str(sum(not c.asked for c in wrong[k])), ""))
    table.add_row("wrong, unasked", *unasked)
    table.add_row("questions", str(questions), *[""] * (2 * len(KINDS) - 1))
    return table


def _cells(claims: Mapping[str, list[Claim]], chosen: Callable[[Claim], bool]) -> list[str]:
    cells = []
    for kind in KINDS:
        right = [c.right for c in claims[kind] if chosen(c)]
        cells += [str(len(right)), f"{np.mean(right):.1%}" if right else "-"]
    return cells


def _asked(read: Document, *about: str) -> set[hexgrid.Cell]:
    """Return the cells of the questions about these things."""
    return {(a["q"], a["r"]) for a in read.get("ask", []) if a["about"] in about}


def _asked_edges(read: Document) -> set[tuple[hexgrid.Cell, int]]:
    """Return the edges that are asked about, on both sides of their seams: an answer about one side settles both."""
    asked = {((a["q"], a["r"]), a["edge"]) for a in read.get("ask", []) if a["about"] == "edge"}
    return asked | {(hexgrid.neighbour(cell, edge), hexgrid.opposite(edge)) for cell, edge in asked}


def _edges(read: Document, true: Document) -> list[Claim]:
    """Return every edge of each found tile; one of a ground that is asked about counts as asked."""
    found = aligned(read, true)
    tiles, asked = {(t["q"], t["r"]): t for t in read["tiles"]}, _asked_edges(read)
    grounds = {letter for a in read.get("ask", []) if a["about"] == "terrain" for letter in a["candidates"][:1]}
    claims = []
    for t in true["tiles"]:
        if (t["q"], t["r"]) not in found.pairs:
            continue
        q, r = found.pairs[t["q"], t["r"]]
        for i, edge in enumerate(t["edges"]):
            k = found.side_read(i)
            seen = tiles[q, r]["edges"][k]
            sure = tiles[q, r].get("edge_confidence", [1.0] * 6)[k]
            claims.append(Claim(sure, seen == edge, ((q, r), k) in asked or not grounds.isdisjoint(seen)))
    return claims


def _regions(read: Document, true: Document) -> list[Claim]:
    found = aligned(read, true)
    tiles, asked = {(t["q"], t["r"]): t for t in read["tiles"]}, _asked(read, "region")
    return [
        Claim(
            _sure(tiles[at], "region_confidence"),
            regions_of(t, 0) == regions_of(tiles[at], found.turn),
            at in asked,
        )
        for t in true["tiles"]
        if (at := found.pairs.get((t["q"], t["r"]))) is not None
    ]


def _pieces(read: Document, true: Document) -> list[Claim]:
    """Return every piece and stone that was read or missed (confidence 0), by kind and tile.

    A longhouse and the stone under it share a tile; a question about a Home is one about this stone. What was read as
    another kind was not missed.
    """
    there, seen = _there(true), _seen(read, true)
    asked = {(cell, kind) for kind, about in _QUESTIONS_ABOUT.items() for cell in _asked(read, *about)}
    claims = [
        Claim(_sure(p, "kind_confidence"), (cell, _kind(p)) in there, ((p["q"], p["r"]), _kind(p)) in asked)
        for cell, p in seen
    ]
    read_as = {(cell, _kind(p)) for cell, p in seen}
    mistaken = {cell for cell, _ in read_as - set(there)}
    missed = [one for one in set(there) - read_as if one[0] not in mistaken]
    found = aligned(read, true)
    back = {(found.to_truth(cell), kind) for cell, kind in asked}
    return claims + [Claim(0.0, False, one in back) for one in missed]


def _colours(read: Document, true: Document) -> list[Claim]:
    """Return the colour of every piece whose kind and tile are right, stones aside.

    It counts as asked if its team, all pieces of one colour on the table, is asked about.
    """
    there, asked = _there(true), _asked(read, "colour")
    teams = {a["candidates"][0] for a in read.get("ask", []) if a["about"] == "colour" and a.get("covers", 1) > 1}
    return [
        Claim(
            _sure(p, "colour_confidence"),
            there[cell, _kind(p)] == p.get("colour"),
            (p["q"], p["r"]) in asked or p.get("colour") in teams,
        )
        for cell, p in _seen(read, true)
        if _kind(p) != "stone" and (cell, _kind(p)) in there
    ]


def _sure(read: Document, name: str) -> float:
    """Return a confidence of something that was read, or that of the whole."""
    return float(read.get(name, read.get("confidence", 1.0)))


def _kind(piece: Document) -> str:
    return str(piece["kind"]) if piece["kind"] in {"viking", "longhouse"} else "stone"


def _there(true: Document) -> dict[tuple[hexgrid.Cell, str], str | None]:
    """Return the colour of what stands on each cell in truth, by cell and kind."""
    return {((p["q"], p["r"]), _kind(p)): p.get("colour") for p in [*true["pieces"], *true.get("runes", [])]}


def _seen(read: Document, true: Document) -> list[tuple[hexgrid.Cell, Document]]:
    """Return the pieces that were read, each with its cell as the truth counts cells."""
    found = aligned(read, true)
    return [(found.to_truth((p["q"], p["r"])), p) for p in [*read["pieces"], *read.get("runes", [])]]
