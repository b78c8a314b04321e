"""Calibration of confidences: of readings at 90 %, about 90 % should be right, and errors should be questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.grading import aligned
from games import hexgrid

Document = Mapping[str, Any]
_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0001)


def reliability_table(pairs: Iterable[tuple[Document, Document]]) -> Table:
    """Return a table of confidence against accuracy, and of questions, for pairs of a reading and its truth."""
    edges: list[tuple[float, bool, bool]] = []
    pieces: list[tuple[float, bool, bool]] = []
    asked = 0
    for read, true in pairs:
        edges += _edges(read, true)
        pieces += _pieces(read, true)
        asked += sum(a["about"] in {"edge", "piece", "colour"} for a in read.get("ask", []))
    table = Table("confidence", "edges", "right", "pieces", "right ", title="reliability")
    for low, high in pairwise(_BINS):
        table.add_row(f"{low:.2f} to {min(high, 1):.2f}", *_bin(edges, low, high), *_bin(pieces, low, high))
    for name, rows in (("edges", edges), ("pieces", pieces)):
        wrong = [r for r in rows if not r[1]]
        unasked = sum(not r[2] for r in wrong)
        table.add_row(f"wrong {name}", str(len(wrong)), f"of {len(rows)}", "unasked", str(unasked))
    table.add_row("questions", str(asked), f"{asked / max(1, len(edges) + len(pieces)):.1%}", "", "")
    return table


def _bin(rows: list[tuple[float, bool, bool]], low: float, high: float) -> tuple[str, str]:
    right = [r[1] for r in rows if low <= r[0] < high]
    return str(len(right)), f"{np.mean(right):.1%}" if right else "-"


def _edges(read: Document, true: Document) -> list[tuple[float, bool, bool]]:
    """Return for every edge of each found tile: confidence, whether it is right, whether the truth is a question."""
    turn, _, found = aligned(read, true)
    tiles = {(t["q"], t["r"]): t for t in read["tiles"]}
    asks = {(a["q"], a["r"], a["edge"]): a["candidates"] for a in read.get("ask", []) if a["about"] == "edge"}
    rows = []
    for t in true["tiles"]:
        if (t["q"], t["r"]) not in found:
            continue
        q, r = found[t["q"], t["r"]]
        for i, edge in enumerate(t["edges"]):
            k = (i - turn) % 6
            seen = tiles[q, r]["edges"][k]
            sure = tiles[q, r].get("edge_confidence", [1.0] * 6)[k]
            rows.append((sure, seen == edge, edge in asks.get((q, r, k), [])))
    return rows


def _pieces(read: Document, true: Document) -> list[tuple[float, bool, bool]]:
    """Return for every piece read or missed: confidence (0 if missed), whether it is right, whether it is asked."""
    turn, shift, _ = aligned(read, true)
    there = {
        (p["q"], p["r"]): (p["kind"] if p["kind"] in {"viking", "longhouse"} else "stone", p.get("colour"))
        for p in [*true["pieces"], *true.get("runes", [])]
    }
    asks = {(a["q"], a["r"]) for a in read.get("ask", []) if a["about"] in {"piece", "colour"}}
    rows = []
    seen = set()
    for p in [*read["pieces"], *read.get("runes", [])]:
        cell = hexgrid.shifted(hexgrid.turned((p["q"], p["r"]), turn), shift)
        want = there.get(cell)
        right = want is not None and want[0] == p["kind"] and (want[0] == "stone" or want[1] == p.get("colour"))
        rows.append((p.get("confidence", 1.0), right, (p["q"], p["r"]) in asks))
        seen.add(cell)
    back = {hexgrid.shifted(hexgrid.turned(c, turn), shift) for c in asks}
    rows += [(0.0, False, cell in back) for cell in there if cell not in seen]
    return rows
