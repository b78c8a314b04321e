"""How many taught stones can be told apart: what teaching them brings, for without it a stone is just a stone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.imaging.sampling import sample
from vision.stones.faces import GLYPH, GROUND, RING, faces_of, glyph_likeness, lab_of, relief_of
from vision.stones.stone_set import FACE_SPAN, KnownStones

_SMALL = 22
"""Pixels along a stone's picture as a camera sees it from above a whole table."""
_NOISE, _DIMMER = 4.0, 0.8
_MISFIT = 0.006
"""What a ring of another colour takes from a glyph's likeness, each unit of CIE L*a*b*."""


def told_apart(known: KnownStones) -> tuple[int, list[tuple[int, int]]]:
    """Look at a small, dim, noisy, turned copy of each stone's face, and find the stone that is most like it.

    Returns:
        How many were taken for a stone of the same rune and colour; and those that were not, each with the one that
        it was taken for, by number.
    """
    rng = np.random.default_rng(len(known.stones))
    faces = faces_of(known)
    looks = [_from_afar(stone.face, rng) for stone in known.stones]
    seen = np.array([_at(relief_of(look, look.shape[0] / FACE_SPAN), GLYPH) for look in looks])
    rings = np.array([_ring(look) for look in looks])
    misfit = np.linalg.norm(rings[:, None] - faces.rings[None], axis=2)
    taken = (glyph_likeness(seen, faces) - _MISFIT * misfit).argmax(axis=1)
    called = [(stone.kind, stone.colour) for stone in known.stones]
    wrong = [(k, int(n)) for k, n in enumerate(taken) if called[k] != called[int(n)]]
    return len(known.stones) - len(wrong), wrong


def _from_afar(face: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    side = face.shape[0]
    swing = cv2.getRotationMatrix2D(((side - 1) / 2,) * 2, float(rng.uniform(0, 360)), 1.0)
    turned = cv2.warpAffine(face, swing, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(turned, (_SMALL, _SMALL), interpolation=cv2.INTER_AREA) * _DIMMER
    noisy = (small + rng.normal(0, _NOISE, small.shape)).clip(0, 255).astype(np.uint8)
    return cv2.resize(noisy, (side, side), interpolation=cv2.INTER_CUBIC)


def _ring(face: np.ndarray) -> np.ndarray:
    lab = lab_of(face, 0.05 * face.shape[0] / FACE_SPAN)
    on_ring, on_ground = (np.median(_at(lab, places).reshape(-1, 3), axis=0) for places in (RING, GROUND))
    return np.asarray(on_ring - on_ground)


def _at(field: np.ndarray, places: np.ndarray) -> np.ndarray:
    return sample(field, (places / FACE_SPAN + 0.5) * field.shape[0] - 0.5)
