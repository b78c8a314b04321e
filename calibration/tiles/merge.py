"""Matches and merges detections of the same tile in several photos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.tiles.detect import DetectedTile
from vision.imaging.assignment import pair_up
from vision.tiles.descriptor import SIDE, describe, rotated_descriptors, similarity

_MIN_SAME = 0.85
"""Similarity from which two detections are of one tile. In generated copies detections of one tile are above 0.9, and
about one tile in a thousand is this similar to another. Below, the user is asked."""
_MIN_SIMILAR = 0.62
"""Similarity from which the user is asked whether two tiles are one; chosen by hand."""


def match_tiles(
    known: Sequence[np.ndarray], seen: Sequence[np.ndarray], least: float = _MIN_SAME
) -> list[tuple[int, int] | None]:
    """Return for each picture in ``seen`` the matching known one as (index, clockwise sixths), or None.

    The assignment is one to one: two pictures from one photo show two different tiles.

    Args:
        known: (n, n, 3) pictures of known tiles.
        seen: (n, n, 3) pictures of detected tiles.
        least: smallest similarity of a match, 0..1.
    """
    if not known or not seen:
        return [None] * len(seen)
    similar = _similarities(known, seen)
    pairs = pair_up(similar.max(axis=2) - least)
    return [None if k is None else (k, int(similar[n, k].argmax())) for n, k in enumerate(pairs)]


def similar_pairs(arts: Sequence[np.ndarray]) -> list[tuple[int, int]]:
    """Return the index pairs of pictures that may show one tile, most similar first."""
    if len(arts) < 2:
        return []
    similar = np.triu(_similarities(arts, arts).max(axis=2), 1)
    pairs = np.argwhere(similar > _MIN_SIMILAR)
    return [(int(a), int(b)) for a, b in sorted(pairs, key=lambda pair: -similar[tuple(pair)])]


def _similarities(known: Sequence[np.ndarray], seen: Sequence[np.ndarray]) -> np.ndarray:
    """Return (n, m, 6) similarities of n detected pictures to m known ones turned clockwise by 0..5 sixths."""
    everywhere = np.ones((SIDE, SIDE), bool)
    known_turns = [rotated_descriptors(art) for art in known]
    features = np.array([turns[0] for turns in (known_turns if seen is known else map(rotated_descriptors, seen))])
    counts = np.repeat(describe(np.zeros((SIDE, SIDE, 3), np.uint8), everywhere)[1][None], len(seen), axis=0)
    return similarity(features, counts, np.concatenate(known_turns)).reshape(len(seen), len(known), 6)


def merge_detections(one: DetectedTile, other: DetectedTile, turn: int) -> DetectedTile:
    """Return two detections of one tile as one, with the edge 0, photo and position of the first.

    ``turn`` clockwise sixths turn the first into the other. The picture of higher resolution and the user's corrections
    are kept.
    """
    other = other.rotated(turn)
    finer = other if other.fineness > one.fineness else one
    return replace(
        one,
        edge_logits=one.edge_logits + other.edge_logits,
        land=finer.land,
        art=finer.art,
        fineness=finer.fineness,
        given_edges=other.given_edges or one.given_edges,
        # A mark that is clear in one photo may be too small in another.
        mark_probabilities=np.maximum(one.mark_probabilities, other.mark_probabilities),
        given_marks=one.given_marks if other.given_marks is None else other.given_marks,
    )
