"""Tiles of several photos put together: the same tile seen twice is one tile, better known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.tiles.detect import SeenTile
from vision.imaging.assignment import pair_up
from vision.tiles.descriptor import SIDE, all_turns, describe, similarity

_SAME = 0.85
"""Likeness from which two sightings are of one tile: in made copies those of one tile are above 0.9, and of a thousand
tiles about one looks so much like another. Below, a person is asked."""
_ALIKE = 0.62
"""Likeness from which a person had better look whether two tiles are one."""


def same_tiles(
    known: Sequence[np.ndarray], seen: Sequence[np.ndarray], least: float = _SAME
) -> list[tuple[int, int] | None]:
    """Say of each picture in ``seen`` which of the ``known`` it shows, or None: (its number, clockwise sixths).

    The sixths turn the known picture into the one seen. No two of those seen are the same known one: what lies
    side by side in one photo are two tiles. They are as alike as ``least``, 0..1.
    """
    if not known or not seen:
        return [None] * len(seen)
    alike = _likeness(known, seen)
    pairs = pair_up(alike.max(axis=2) - least)
    return [None if k is None else (k, int(alike[n, k].argmax())) for n, k in enumerate(pairs)]


def look_alike(arts: Sequence[np.ndarray]) -> list[tuple[int, int]]:
    """Return the pairs of pictures, by number, that may show one tile; most alike first."""
    if len(arts) < 2:
        return []
    alike = np.triu(_likeness(arts, arts).max(axis=2), 1)
    pairs = np.argwhere(alike > _ALIKE)
    return [(int(a), int(b)) for a, b in sorted(pairs, key=lambda pair: -alike[tuple(pair)])]


def _likeness(known: Sequence[np.ndarray], seen: Sequence[np.ndarray]) -> np.ndarray:
    """(n, m, 6) likeness of n pictures seen to m known ones, turned clockwise by 0..5 sixths."""
    everywhere = np.ones((SIDE, SIDE), bool)
    known_turns = [all_turns(art) for art in known]
    features = np.array([turns[0] for turns in (known_turns if seen is known else map(all_turns, seen))])
    counts = np.repeat(describe(np.zeros((SIDE, SIDE, 3), np.uint8), everywhere)[1][None], len(seen), axis=0)
    return similarity(features, counts, np.concatenate(known_turns)).reshape(len(seen), len(known), 6)


def joined(one: SeenTile, other: SeenTile, turn: int) -> SeenTile:
    """Return what two sightings of one tile say together, with the first's edge 0, photo and place.

    ``turn`` clockwise sixths turn the first into the other. The finer picture stays, and what a person told.
    """
    other = other.begun_at(turn)
    finer = other if other.fineness > one.fineness else one
    return replace(
        one,
        evidence=one.evidence + other.evidence,
        land=finer.land,
        art=finer.art,
        fineness=finer.fineness,
        told=other.told or one.told,
        # What one photo shows surely may be too small in another.
        signs=np.maximum(one.signs, other.signs),
        told_marks=one.told_marks if other.told_marks is None else other.told_marks,
    )
