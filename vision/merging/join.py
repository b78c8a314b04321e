"""Readings of several photos, brought into the coordinates of one; those that show another table are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.hexgrid import SIDES, Cell
from vision.merging.alignment import Way, agreements
from vision.merging.coordinates import moved
from vision.merging.photo_view import Witness
from vision.reading.reading import Reading
from vision.terrain.edges import EDGES

_LEAST = 0.02
"""An edge read otherwise in two photos of one tile speaks no stronger against them than this many to one."""
_SAME_PIECES, _OTHER_PIECES = 1.5, -0.7
"""Log odds for two cells being one of the same pieces, and of others, standing in them."""
_DISPUTED = -2.0
"""The same for each cell that one photo shows to be empty and another to hold a tile: it may be under a hand."""
_ENOUGH, _CLEARER = 14.0, 4.0
"""What the best way must be worth, and by how much more than the next best; each seam speaks twice."""
_SHARED = 3
"""Tiles that two photos must both show at least."""
_MOST_DISPUTED = 1 / 3
"""Share of the cells that both photos show which may hold a tile in one of them only."""
_TRIED = 4


@dataclass(frozen=True)
class Joined:
    """Several photos of one table.

    Attributes:
        witnesses: the photos that show it, in the coordinates of the first of them.
        used: their places among all photos.
        left_out: the places of those that show another table, or too little of this one.
    """

    witnesses: tuple[Witness, ...]
    used: tuple[int, ...]
    left_out: tuple[int, ...]


def join(readings: Sequence[Reading]) -> Joined:
    """Find the most photos that show one table, and bring them into one set of coordinates.

    Photos need not all overlap: one that shares tiles with any other of the table belongs to it. Of groups of one
    size the one with the earliest photo counts.
    """
    left = list(range(len(readings)))
    groups = []
    while left:
        groups.append(_group(readings, left))
        left = [k for k in left if k not in groups[-1]]
    best = max(groups, key=len)
    used = tuple(sorted(best))
    left_out = tuple(k for k in range(len(readings)) if k not in best)
    return Joined(tuple(best[k] for k in used), used, left_out)


def _group(readings: Sequence[Reading], left: Sequence[int]) -> dict[int, Witness]:
    """Return all photos that can be joined to the first of those left, directly or through others."""
    group = {left[0]: Witness(readings[left[0]])}
    edge = [left[0]]
    while edge:
        known = group[edge.pop(0)]
        for k in left:
            way = None if k in group else find_way(Witness(readings[k]), known)
            if way is not None:
                group[k] = Witness(moved(readings[k], *way))
                edge.append(k)
    return group


def find_way(fresh: Witness, known: Witness) -> Way | None:
    """Return the turn and shift that bring one photo's cells onto another's; ``None`` if they show other tables."""
    cells, others = list(fresh.tiles), list(known.tiles)
    if min(len(cells), len(others)) < _SHARED:
        return None
    votes = agreements(_worth(fresh, known, cells, others), cells, others)
    best = sorted(votes, key=lambda way: -votes[way])[:_TRIED]
    judged = sorted(((*_judged(fresh, known, way), votes[way], way) for way in best), key=lambda j: -(j[0] + j[2]))
    penalty, possible, worth, way = judged[0]
    runner_up = max((p + w for p, _, w, _ in judged[1:]), default=0.0)
    clear = worth + penalty >= max(_ENOUGH, runner_up + _CLEARER)
    return way if possible and clear else None


def _judged(fresh: Witness, known: Witness, way: Way) -> tuple[float, bool]:
    """Return what cells with a tile in one photo only cost, and whether so few of them are possible."""
    there = Witness(moved(fresh.reading, *way))
    shared = len(there.tiles.keys() & known.tiles.keys())
    disputed = sum(known.shows(c) for c in there.tiles.keys() - known.tiles.keys())
    disputed += sum(there.shows(c) for c in known.tiles.keys() - there.tiles.keys())
    return _DISPUTED * disputed, shared >= _SHARED and disputed <= _MOST_DISPUTED * (shared + disputed)


def _worth(fresh: Witness, known: Witness, cells: Sequence[Cell], others: Sequence[Cell]) -> np.ndarray:
    """(6, n, m) log odds for each pair of tiles being one, under each turn."""
    ours, theirs = np.array([fresh.edges[c] for c in cells]), np.array([known.edges[c] for c in others])
    common = np.concatenate([ours, theirs]).sum(axis=(0, 1)) + 1 / len(EDGES)
    theirs = theirs / (common / common.sum())
    standing = _standing(fresh, known, cells, others)
    return np.array([_alike(np.roll(ours, turn, axis=1), theirs) + standing for turn in SIDES])


def _alike(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    ratios = np.einsum("nie,mie->inm", ours, theirs)
    summed: np.ndarray = np.log(np.maximum(ratios, _LEAST)).sum(axis=0)
    return summed


def _standing(fresh: Witness, known: Witness, cells: Sequence[Cell], others: Sequence[Cell]) -> np.ndarray:
    ours, theirs = _things(fresh), _things(known)
    pairs = [[(ours.get(c), theirs.get(o)) for o in others] for c in cells]
    return np.array([[_said(one, other) for one, other in row] for row in pairs])


def _things(witness: Witness) -> dict[Cell, tuple[str, ...]]:
    found: dict[Cell, tuple[str, ...]] = {}
    for piece in witness.reading.pieces:
        found[piece.cell] = tuple(sorted((*found.get(piece.cell, ()), f"{piece.kind} {piece.colour}")))
    return found


def _said(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> float:
    if one == other:
        return 0.0 if one is None else _SAME_PIECES
    return _OTHER_PIECES
