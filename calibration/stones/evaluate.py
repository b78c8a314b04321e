"""Tests how many calibrated stones are recognised: uncalibrated, no stone has a rune."""

from __future__ import annotations

import numpy as np

from calibration.distant_view import DistantView
from vision.imaging.sampling import sample
from vision.stones.faces import GLYPH, GROUND, RING, describe_faces, glyph_correlations, lab_of, relief_of
from vision.stones.stone_set import FACE_SPAN, KnownStones

_DISTANT = DistantView(side=22, noise=4.0, brightness=0.8)
_RING_PENALTY = 0.006
"""Reduction of a glyph's similarity per CIE L*a*b* unit of difference between the rings; chosen by hand."""


def count_recognised(known: KnownStones) -> tuple[int, list[tuple[int, int]]]:
    """Recognise a small, dim, noisy, rotated copy of each stone's face.

    Returns:
        The number of stones recognised with the right rune and colour, and the index pairs of a stone and the wrong one
        that it was recognised as.
    """
    rng = np.random.default_rng(len(known.stones))
    faces = describe_faces(known)
    copies = [_DISTANT.taken(stone.face, float(rng.uniform(0, 360)), rng) for stone in known.stones]
    seen = np.array([_at(relief_of(copy, copy.shape[0] / FACE_SPAN), GLYPH) for copy in copies])
    rings = np.array([_ring(copy) for copy in copies])
    ring_distance = np.linalg.norm(rings[:, None] - faces.rings[None], axis=2)
    recognised = (glyph_correlations(seen, faces) - _RING_PENALTY * ring_distance).argmax(axis=1)
    labels = [(stone.kind, stone.colour) for stone in known.stones]
    wrong = [(k, int(n)) for k, n in enumerate(recognised) if labels[k] != labels[int(n)]]
    return len(known.stones) - len(wrong), wrong


def _ring(face: np.ndarray) -> np.ndarray:
    lab = lab_of(face, 0.05 * face.shape[0] / FACE_SPAN)
    on_ring, on_ground = (np.median(_at(lab, places).reshape(-1, 3), axis=0) for places in (RING, GROUND))
    return np.asarray(on_ring - on_ground)


def _at(field: np.ndarray, places: np.ndarray) -> np.ndarray:
    return sample(field, (places / FACE_SPAN + 0.5) * field.shape[0] - 0.5)
