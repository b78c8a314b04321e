"""Recognition of the tiles on a table as tiles of taught sets: in any turn, under pieces, in another light.

The score of a known tile in a turn is a similarity (see `descriptor`), to which the other evidence is added in its
units: the edges as read, the layout of colours, the rims' colours on this table, and an exact registration.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.imaging.assignment import pair_up
from vision.tiles.comparison import Comparison, KnownTiles, highest, likely_candidates
from vision.tiles.match import Match
from vision.tiles.registration import registration_bonus
from vision.tiles.rim_colours import rim_log_odds, sample_rims
from vision.tiles.shifted_descriptors import coarse_shifts
from vision.tiles.tile_set import KnownSet
from vision.tiles.tile_view import TileView

_MIN_SCORE_OWN_TABLE, _MIN_SCORE_OTHER_TABLE = 0.1, 0.34
"""Score from which a tile may be of the sets, on a table laid with them and on another."""
_MIN_SCORE_PART_OF_COPY = 0.42
"""The same where only some tiles of a copy are known: the others look like these. On five synthetic boards all of 25
known tiles are above it, and three of 132 others."""
_VISIBLE_TILE_COST = 0.17
"""Added to that for a wholly visible tile: pieces lower the similarity by what they hide and shade."""
_OWN_TABLE_SCORE = 0.57
"""Score that a quarter of the tiles reach on a table laid with the sets."""
_SIZES = (0.96, 1.0, 0.92, 0.88)
"""Possible sizes of a tile in pitches of the lattice, the usual one first: the width of the gaps is unknown."""
_TILES_FOR_SIZE = 5
"""Number of the most visible tiles from which the size of all is estimated."""
_COLOUR_WEIGHT = 0.07
"""Similarity subtracted for an e-fold of the residual of the colour layout."""
_GOOD_SCORE = 0.55
"""Score from which a tile's best match shows the usual residual of colours on this table."""
_MIN_RESIDUAL = 0.03
"""Least usual residual: photo and taught picture are never quite alike."""
_MAX_RELATIVE_RESIDUAL = 5.0
"""Cap of a residual, over the usual one: larger ones come from shadows or undetected pieces."""
_EDGE_WEIGHT = 0.012
"""Similarity for one nat of the edges' log likelihood."""
_EDGE_WEIGHT_WITH_RIMS, _RIM_WEIGHT = 0.5, 0.3
"""Factor of the edges' evidence once the rims' colours are known, and similarity for one nat of mean rim log odds."""
_REGISTERED_WITHIN, _MAX_REGISTERED = 0.12, 6
"""Score behind the best within which prints are registered exactly, and the most of them for a tile."""
_ACCEPTED_ABOVE, _REJECTED_BELOW = 0.1, 0.2
"""Distance over and under the least score from which registration makes no difference to being in the sets."""
_MIN_EDGE_LOG_LIKELIHOOD = -8.0
"""Least log likelihood of an edge, nats: glare may hide it, and a taught edge may be wrong. All these numbers were
chosen by hand."""


def recognise(views: Sequence[TileView], rims: np.ndarray, sets: Sequence[KnownSet]) -> list[Match | None]:
    """Recognise the tiles of one table, each tile of the sets at most once; None where one is in none of them.

    A match's ``turn`` counts from the pose: the tile's edge 0 faces the pose's edge ``turn``.

    Args:
        views: n tiles.
        rims: (n, 6, 21) log likelihoods of their edges from their own pixels; see ``edges.edge_log_likelihoods``.
        sets: the copies that may lie on the table.
    """
    if not views or not any(known.tiles for known in sets):
        return [None] * len(views)
    known = KnownTiles.of(sets)
    edge_scores = _EDGE_WEIGHT * _edge_log_likelihoods(rims, known.edges).reshape(len(views), -1)
    by_shift = np.array([known.descriptors.coarse_similarity(coarse_shifts(*v.descriptor(_SIZES[0]))) for v in views])
    coarse = by_shift.max(axis=1)
    best = (coarse + edge_scores).argmax(axis=1)
    shifts = [int(similarities[:, k].argmax()) for similarities, k in zip(by_shift, best, strict=True)]
    size = _estimate_size(views, coarse + edge_scores, shifts, known)
    queries = [(v.shifted(size, shift), v.colour_grid(size)) for v, shift in zip(views, shifts, strict=True)]
    compared = Comparison.none(edge_scores.shape).with_candidates(queries, coarse, edge_scores, known)
    scores = _scores(compared, edge_scores)
    if certain := _certain_edges(_matches(scores, compared, views, known)):
        samples = sample_rims([v.patch for v in views], [v.visibility for v in views], size)
        rim_scores = _RIM_WEIGHT * rim_log_odds(samples, certain, known.edges.reshape(-1, 6))
        edge_scores = _EDGE_WEIGHT_WITH_RIMS * edge_scores + rim_scores
        compared = compared.with_candidates(queries, coarse, edge_scores, known)
        scores = _scores(compared, edge_scores)
    scores = _with_registration(scores, compared, views, size, known)
    return _matches(scores, compared, views, known)


def _certain_edges(matches: Sequence[Match | None]) -> list[tuple[int, np.ndarray]]:
    """Return the numbers of the tiles that were recognised with certainty, with the (6,) numbers of their edges."""
    return [(n, m.known.edge_numbers[m.turn]) for n, m in enumerate(matches) if m is not None and m.certain]


def _scores(compared: Comparison, edge_scores: np.ndarray) -> np.ndarray:
    """Return (n, m * 6) scores; residuals of colours count relative to the usual one of this table's good matches."""
    scores = compared.similarity + edge_scores
    rows, best = np.arange(len(scores)), scores.argmax(axis=1)
    good = scores[rows, best] > _GOOD_SCORE
    usual = np.median(compared.residual[rows, best][good if good.any() else rows])
    relative = np.minimum(compared.residual / max(float(usual), _MIN_RESIDUAL), _MAX_RELATIVE_RESIDUAL)
    return np.asarray(scores - _COLOUR_WEIGHT * np.log1p(relative))


def _above_minimum(scores: np.ndarray, views: Sequence[TileView], complete: bool) -> np.ndarray:
    """Return (n, m) score of each known tile in its best turn, less the least score that it needs."""
    best = scores.reshape(len(scores), -1, 6).max(axis=2)
    own_table = np.percentile(best.max(axis=1), 75) >= _OWN_TABLE_SCORE
    of_complete = _MIN_SCORE_OWN_TABLE if own_table else _MIN_SCORE_OTHER_TABLE
    least = of_complete if complete else _MIN_SCORE_PART_OF_COPY
    return np.asarray(best - least - _VISIBLE_TILE_COST * np.array([[v.visible_share] for v in views]))


def _with_registration(
    scores: np.ndarray, compared: Comparison, views: Sequence[TileView], size: float, known: KnownTiles
) -> np.ndarray:
    """Return the scores with the registration's bonus for tiles that may be one of several, or none.

    Args:
        scores: (n, m * 6) of the m known tiles in 6 turns.
        compared: the fine comparison.
        views: the n tiles.
        size: their size, pitches.
        known: the m known tiles.
    """
    scores, above = scores.copy(), _above_minimum(scores, views, known.complete).max(axis=1)
    for row, displacement, view, lead in zip(scores, compared.displacement, views, above, strict=True):
        some = highest(row, _MAX_REGISTERED)
        some = some[row[some] > row.max() - _REGISTERED_WITHIN]
        if lead > -_REJECTED_BELOW and (len(some) > 1 or lead < _ACCEPTED_ABOVE):
            prints = [(known.tiles[k // 6][0].log_picture, k % 6, displacement[k]) for k in some]
            bonus = registration_bonus(view.patch, view.visibility, size, prints)
            # A tile that fits none of these is no likelier to be one of the others.
            row += min(float(bonus.max()), 0.0)
            row[some] += bonus - min(float(bonus.max()), 0.0)
    return scores


def _estimate_size(views: Sequence[TileView], scores: np.ndarray, shifts: Sequence[int], known: KnownTiles) -> float:
    """Return the size at which the most visible tiles are most similar to known ones; all tiles have one size."""
    visible = sorted(range(len(views)), key=lambda n: -views[n].visible_share)[:_TILES_FOR_SIZE]
    candidates = {n: likely_candidates(scores[n]) for n in visible}

    def similarity(size: float) -> float:
        queries = [(views[n].shifted(size, shifts[n]), candidates[n]) for n in visible]
        return sum(float(known.descriptors.fine_similarity(*query)[0].max()) for query in queries)

    return max(_SIZES, key=similarity)


def _matches(
    scores: np.ndarray, compared: Comparison, views: Sequence[TileView], known: KnownTiles
) -> list[Match | None]:
    """Return the assignment of known tiles to n tiles with the greatest total score, each known tile at most once.

    Args:
        scores: (n, m * 6) of the m known tiles in 6 turns.
        compared: the fine comparison.
        views: the n tiles.
        known: the m known tiles.
    """
    return [
        None if k is None else _match(known, k, compared.similarity[n], scores[n])
        for n, k in enumerate(pair_up(_above_minimum(scores, views, known.complete)))
    ]


def _match(known: KnownTiles, k: int, similarity: np.ndarray, scores: np.ndarray) -> Match:
    """Return the match of a tile with known tile ``k`` in its best turn.

    Args:
        known: the m known tiles.
        k: number of the one that the tile is.
        similarity: (m * 6,) of the tile's descriptor with those of the known tiles in 6 turns.
        scores: (m * 6,) likewise.
    """
    similarity, scores = similarity.reshape(-1, 6), scores.reshape(-1, 6)
    turn = int(scores[k].argmax())
    other = (known.edges != known.edges[k, turn]).any(axis=2)
    rival = scores[other].max() if other.any() else -1.0
    return Match(*known.tiles[k], turn, float(similarity[k, turn]), float(scores[k, turn] - rival))


def _edge_log_likelihoods(rims: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return (n, m, 6) log likelihoods of each rim being the tile's in each turn; 0 for the likeliest of all rims."""
    relative = np.maximum(rims - rims.max(axis=2, keepdims=True), _MIN_EDGE_LOG_LIKELIHOOD)
    return np.asarray(relative[:, np.arange(6), edges].sum(axis=-1))
