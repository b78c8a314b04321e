"""Candidates for pieces, each with a person's answer about it; the joint model keeps to the states that this leaves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import dist

import numpy as np

from vision.facts import NONE, Facts, PieceFact, Spot
from vision.geometry.lattice import Cell, nearest_cell
from vision.pieces.detect import Piece
from vision.pieces.evidence.states import COLOUR_OF_STATE, LONGHOUSE, NOTHING, STATE_COUNT, STONE, VIKING
from vision.pieces.shape import drawn_outline
from vision.vocabulary import COLOURS, PIECES

_EMPTY_RADIUS = 0.25
"""Pitches around a place where nothing stands within which other candidates on its tile are dropped, too: half the
width of a piece."""


@dataclass(frozen=True, eq=False)
class ClampedPieces:
    """Candidates, each with the fact about it, if any.

    Attributes:
        pieces: the candidates.
        facts: for each, what was answered about it.
    """

    pieces: tuple[Piece, ...]
    facts: tuple[PieceFact | None, ...]

    def allowed(self, names: Sequence[str]) -> dict[int, np.ndarray]:
        """Return for each candidate with an answer the (24,) bool states that it leaves possible."""
        return {k: _allowed(fact, names) for k, fact in enumerate(self.facts) if fact is not None}

    def colours(self, names: Sequence[str]) -> list[int | None]:
        """Return for each candidate the index of its colour among the names; ``None`` where it was not said."""
        named = [None if fact is None else fact.colour for fact in self.facts]
        return [names.index(colour) if colour in names else None for colour in named]


def clamp(pieces: Sequence[Piece], facts: Facts, cells: Collection[Cell]) -> ClampedPieces:
    """Pair candidates with facts: absent ones are dropped, and those that were not detected are added.

    Args:
        pieces: all candidates.
        facts: the answers.
        cells: the cells of the tiles.
    """
    if not facts.pieces:
        return ClampedPieces(tuple(pieces), (None,) * len(pieces))
    at = [(float(p.foot[0]), float(p.foot[1])) for p in pieces]
    on = [nearest_cell(p.foot) for p in pieces]
    matched = facts.matched(on, at, [p.kind for p in pieces])
    about = {k: fact for k, fact in zip(matched, facts.pieces, strict=True) if k is not None}
    empty = [fact for fact in facts.pieces if fact.kind == NONE]
    held = [(p, about.get(k)) for k, p in enumerate(pieces) if _is_kept(about.get(k), on[k], at[k], empty)]
    for k, fact in zip(matched, facts.pieces, strict=True):
        if k is None and fact.cell in cells and (fact.kind in PIECES or fact.colour is not None):
            held.append((_undetected(fact), fact))
    return ClampedPieces(tuple(piece for piece, _ in held), tuple(fact for _, fact in held))


def _is_kept(fact: PieceFact | None, cell: Cell, spot: Spot, empty: Sequence[PieceFact]) -> bool:
    """Return whether a candidate stays: it does not where it, or another one near it, was said to be absent.

    Args:
        fact: what was answered about the candidate, if anything.
        cell: the candidate's cell.
        spot: where it stands.
        empty: the answers that nothing is there.
    """
    if fact is not None:
        return fact.kind != NONE
    return not any(other.cell == cell and dist(spot, other.spot) <= _EMPTY_RADIUS for other in empty)


def _allowed(fact: PieceFact, names: Sequence[str]) -> np.ndarray:
    """Return (24,) bool, the states of the joint model that a fact leaves possible."""
    kinds = {"viking": VIKING, "longhouse": LONGHOUSE, "stone": slice(STONE, STONE + 1)}
    states = np.full(STATE_COUNT, fact.kind is None)
    if fact.kind in kinds:
        states[kinds[fact.kind]] = True
    if fact.colour is not None:
        states[[NOTHING, STONE]] = False
        if fact.colour in names:
            states &= np.isin(COLOUR_OF_STATE, [names.index(fact.colour)])
    if fact.no_stone:
        states[STONE] = False
    return states


def _undetected(fact: PieceFact) -> Piece:
    """Return a piece for one that no network detected, of no particular colour."""
    foot = np.array(fact.spot)
    around = drawn_outline(foot)
    kinds = np.full(len(PIECES), 1 / len(PIECES))
    flat = np.full(len(COLOURS), -np.log(len(COLOURS)))
    return Piece(kinds, 1.0, foot, around, around, flat, np.full(3, 0.2))
