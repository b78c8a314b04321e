"""What is looked at again, and asked, because a reading contradicts what is known though nothing has changed there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.live.votes.vote_count import Ballots, by_cell, disputed
from companion.live.votes.vote_weights import Pieces
from games.hexgrid import Cell
from vision.reading.reading import Reading

_EVEN = 0.5
"""How sure one is where two readings contradict each other."""

Question = Mapping[str, Any]


def unsettled(known: Reading, ballots: Ballots, light: int) -> bool:
    """Say whether more readings in this light may tell more of what is in dispute."""
    return any(not ballots[cell].has_looked(light) for cell in disputed(known, ballots))


def questions(known: Reading, ballots: Ballots, asked: Sequence[Question]) -> tuple[Question, ...]:
    """Return what is asked of the board: what a reading doubts, and first what it contradicts.

    Args:
        known: the board.
        ballots: what readings have said of its cells.
        asked: what the last reading itself doubts, as in the board document.
    """
    standing = by_cell(known)
    contradicted = disputed(known, ballots)
    own = [_question(cell, standing[cell], seen) for cell, seen in sorted(contradicted.items())]
    return (*own, *(a for a in asked if a["about"] not in ("piece", "colour") or (a["q"], a["r"]) not in contradicted))


def _question(cell: Cell, known: Pieces, seen: Pieces) -> Question:
    q, r = cell
    kinds = [_kind(known), _kind(seen)]
    if kinds[0] == kinds[1] and known:
        return _written("colour", q, r, [known[0].colour, seen[0].colour])
    return _written("piece", q, r, kinds)


def _kind(pieces: Pieces) -> str:
    return pieces[0].kind if pieces else "none"


def _written(about: str, q: int, r: int, candidates: Sequence[str | None]) -> Question:
    return {"about": about, "q": q, "r": r, "candidates": list(dict.fromkeys(candidates)), "confidence": _EVEN}
