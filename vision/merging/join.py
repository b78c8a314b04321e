"""Alignment of the readings of several photos; those of another table are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.hexgrid import SIDES, Cell
from vision.merging.alignment import Transform, transform_scores
from vision.merging.coordinates import move_reading
from vision.merging.photo_view import PhotoView
from vision.reading.reading import Reading
from vision.terrain.edges import EDGES

_MIN_EDGE_RATIO = 0.02
"""Least likelihood ratio of an edge read differently in two photos, for one tile against two; chosen by hand."""
_SAME_PIECES, _OTHER_PIECES = 1.5, -0.7
"""Log odds, nats, of two cells being one if the same pieces, or others, stand on them; chosen by hand."""
_DISPUTED_CELL = -2.0
"""Log odds, nats, for each cell that is empty in one photo and holds a tile in the other, where a hand may hide it;
chosen by hand."""
_MIN_SCORE, _MIN_LEAD = 14.0, 4.0
"""Log odds of the best transform, and its lead over the next, from which it is accepted: each seam counts twice, as
it belongs to two tiles; chosen by hand."""
_MIN_SHARED_TILES = 3
"""Fewest tiles that both photos show."""
_MAX_DISPUTED_SHARE = 1 / 3
"""Largest share of the cells in view of both that hold a tile in one photo only; chosen by hand."""
_MAX_TRANSFORMS = 4
"""Number of the best transforms that are checked for disputed cells; chosen by hand."""


@dataclass(frozen=True)
class JoinedPhotos:
    """Aligned readings of several photos of one table.

    Attributes:
        views: the photos that show it, in the coordinates of the first of them.
        used: their indices among all photos.
        left_out: the indices of photos that show another table, or too little of this one.
    """

    views: tuple[PhotoView, ...]
    used: tuple[int, ...]
    left_out: tuple[int, ...]


def join(readings: Sequence[Reading]) -> JoinedPhotos:
    """Return the largest group of photos that show one table, in common coordinates.

    Photos need not all overlap: one that shares tiles with any other of the group belongs to it. Of groups of equal
    size the one with the earliest photo is taken.
    """
    left = list(range(len(readings)))
    groups = []
    while left:
        groups.append(_group(readings, left))
        left = [k for k in left if k not in groups[-1]]
    best = max(groups, key=len)
    used = tuple(sorted(best))
    left_out = tuple(k for k in range(len(readings)) if k not in best)
    return JoinedPhotos(tuple(best[k] for k in used), used, left_out)


def _group(readings: Sequence[Reading], left: Sequence[int]) -> dict[int, PhotoView]:
    """Return all photos that can be joined to the first of those left, directly or through others."""
    group = {left[0]: PhotoView(readings[left[0]])}
    frontier = [left[0]]
    while frontier:
        known = group[frontier.pop(0)]
        for k in left:
            transform = None if k in group else find_transform(PhotoView(readings[k]), known)
            if transform is not None:
                group[k] = PhotoView(move_reading(readings[k], *transform))
                frontier.append(k)
    return group


def find_transform(fresh: PhotoView, known: PhotoView) -> Transform | None:
    """Return the transform that maps one photo's cells onto another's; ``None`` if they show different tables."""
    cells, others = list(fresh.tiles), list(known.tiles)
    if min(len(cells), len(others)) < _MIN_SHARED_TILES:
        return None
    scores = transform_scores(_pair_scores(fresh, known, cells, others), cells, others)
    best = sorted(scores, key=lambda transform: -scores[transform])[:_MAX_TRANSFORMS]
    checked = []
    for transform in best:
        odds, possible = _disputed(fresh, known, transform)
        checked.append((scores[transform] + odds, possible, transform))
    checked.sort(key=lambda one: -one[0])
    score, possible, transform = checked[0]
    runner_up = max((other for other, _, _ in checked[1:]), default=0.0)
    clear = score >= max(_MIN_SCORE, runner_up + _MIN_LEAD)
    return transform if possible and clear else None


def _disputed(fresh: PhotoView, known: PhotoView, transform: Transform) -> tuple[float, bool]:
    """Return the log odds, nats, of the cells that hold a tile in one photo only, and whether they are few enough."""
    there = PhotoView(move_reading(fresh.reading, *transform))
    shared = len(there.tiles.keys() & known.tiles.keys())
    disputed = sum(known.shows(c) for c in there.tiles.keys() - known.tiles.keys())
    disputed += sum(there.shows(c) for c in known.tiles.keys() - there.tiles.keys())
    few = disputed <= _MAX_DISPUTED_SHARE * (shared + disputed)
    return _DISPUTED_CELL * disputed, few and shared >= _MIN_SHARED_TILES


def _pair_scores(fresh: PhotoView, known: PhotoView, cells: Sequence[Cell], others: Sequence[Cell]) -> np.ndarray:
    """Return (6, n, m) log odds of each pair of tiles being one, under each rotation."""
    ours, theirs = np.array([fresh.edges[c] for c in cells]), np.array([known.edges[c] for c in others])
    common = np.concatenate([ours, theirs]).sum(axis=(0, 1)) + 1 / len(EDGES)
    theirs = theirs / (common / common.sum())
    pieces = _piece_scores(fresh, known, cells, others)
    return np.array([_edge_scores(np.roll(ours, turn, axis=1), theirs) + pieces for turn in SIDES])


def _edge_scores(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Return (n, m) log odds of n tiles being m others by their edges.

    Args:
        ours: (n, 6, 21) probabilities of ``edges.EDGES``.
        theirs: (m, 6, 21) probabilities divided by how frequent each edge is in both photos.
    """
    ratios = np.einsum("nie,mie->inm", ours, theirs)
    summed: np.ndarray = np.log(np.maximum(ratios, _MIN_EDGE_RATIO)).sum(axis=0)
    return summed


def _piece_scores(fresh: PhotoView, known: PhotoView, cells: Sequence[Cell], others: Sequence[Cell]) -> np.ndarray:
    """Return (n, m) log odds of n cells being m others by the pieces on them."""
    ours, theirs = _pieces_by_cell(fresh), _pieces_by_cell(known)
    pairs = [[(ours.get(c), theirs.get(o)) for o in others] for c in cells]
    return np.array([[_piece_score(one, other) for one, other in row] for row in pairs])


def _pieces_by_cell(view: PhotoView) -> dict[Cell, tuple[str, ...]]:
    """Return the kinds and colours of the pieces on each cell, in alphabetical order."""
    found: dict[Cell, tuple[str, ...]] = {}
    for piece in view.reading.pieces:
        found[piece.cell] = tuple(sorted((*found.get(piece.cell, ()), f"{piece.kind} {piece.colour}")))
    return found


def _piece_score(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> float:
    if one == other:
        return 0.0 if one is None else _SAME_PIECES
    return _OTHER_PIECES
