"""Cells in which a reading contradicts the known board though nothing has changed there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.live.votes.vote_count import Ballots, by_cell, disputed
from companion.live.votes.vote_weights import Pieces
from games.hexgrid import Cell
from vision.reading.reading import Reading

_EVEN = 0.5
"""Confidence, 0..1, where two readings contradict each other."""

Question = Mapping[str, Any]
"""A question about the board, in the form of ``ask`` in the board document."""


def unsettled(known: Reading, ballots: Ballots, light: int) -> bool:
    """Return whether more readings in this light may settle a contradiction."""
    return any(not ballots[cell].is_sampled(light) for cell in disputed(known, ballots))


def questions(known: Reading, ballots: Ballots, last: Reading) -> tuple[Question, ...]:
    """Return the questions about the board: first contradictions between readings, then doubts of the last one.

    Args:
        known: the board.
        ballots: the votes on its cells.
        last: the last reading; a tile that it cannot see is not asked about, since hands come and go.
    """
    standing = by_cell(known)
    contradicted = disputed(known, ballots)
    own = [_question(cell, standing[cell], seen) for cell, seen in sorted(contradicted.items())]
    left_out = {"piece": contradicted, "colour": contradicted, "tile": last.unseen}
    return (*own, *(a for a in last.ask if (a["q"], a["r"]) not in left_out.get(a["about"], ())))


def _question(cell: Cell, known: Pieces, seen: Pieces) -> Question:
    q, r = cell
    kinds = [_kind(known), _kind(seen)]
    if kinds[0] == kinds[1] and known:
        return _to_document("colour", q, r, [known[0].colour, seen[0].colour])
    return _to_document("piece", q, r, kinds)


def _kind(pieces: Pieces) -> str:
    return pieces[0].kind if pieces else "none"


def _to_document(about: str, q: int, r: int, candidates: Sequence[str | None]) -> Question:
    return {"about": about, "q": q, "r": r, "candidates": list(dict.fromkeys(candidates)), "confidence": _EVEN}
