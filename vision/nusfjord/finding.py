"""Taught faces found on a table, in any pose and as often as they lie there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.nusfjord.faces import Face, described

_SIDE = 2000
_LIKE = 0.8
"""A point is taken for a taught one that is nearer to it than so much of the way to the next other face's."""
_FEWEST, _SURE = 8, 18
"""Points that must agree for a face to be there at all, and to be there surely."""
_OFF = 4.0
_MOST_ALIKE = 8
_AREA = (0.0004, 0.5)


@dataclass(frozen=True)
class Found:
    """A face on the table: which, its (2,) middle in the photo, how sure 0..1, and what it may be instead."""

    face: int
    place: np.ndarray
    sure: float


def find_faces(pixels: np.ndarray, faces: Sequence[Face]) -> list[Found]:
    """Return where taught faces lie; of several that lie in one place only the one that most agrees with it."""
    factor = min(1.0, _SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    places, looks = described(small)
    if len(places) < _FEWEST:
        return []
    found = [one for k, face in enumerate(faces) for one in _of_one(k, face, places, looks, small.shape[:2])]
    kept: list[tuple[Found, np.ndarray]] = []
    for _, one, corners in sorted(found, key=lambda f: -f[0]):
        if all(
            cv2.pointPolygonTest(other.astype(np.float32), tuple(map(float, one.place)), False) < 0 for _, other in kept
        ):
            kept.append((one, corners))
    return [Found(one.face, one.place / factor, one.sure) for one, _ in kept]


def _of_one(
    k: int, face: Face, places: np.ndarray, looks: np.ndarray, shape: tuple[int, int]
) -> list[tuple[int, Found, np.ndarray]]:
    """Return the copies of one face: how many points agree, what was found, and its corners."""
    own, known = face.keypoints
    if len(own) < _FEWEST:
        return []
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(looks, known, k=2)
    seen = np.array([p[0].queryIdx for p in pairs if len(p) == 2 and p[0].distance < _LIKE * p[1].distance], int)
    meant = np.array([p[0].trainIdx for p in pairs if len(p) == 2 and p[0].distance < _LIKE * p[1].distance], int)
    high, wide = face.picture.shape[:2]
    frame = np.array([[[0, 0]], [[wide, 0]], [[wide, high]], [[0, high]]], np.float32)
    found = []
    for _ in range(_MOST_ALIKE):
        if len(seen) < _FEWEST:
            break
        turn, inside = cv2.findHomography(own[meant].astype(np.float32), places[seen].astype(np.float32),
                                          cv2.RANSAC, _OFF, maxIters=10000, confidence=0.999)  # fmt: skip
        if turn is None:
            break
        agree = inside.ravel() > 0
        corners = cv2.perspectiveTransform(frame, turn).reshape(4, 2)
        distinct = len(np.unique(meant[agree]))
        if distinct < _FEWEST:
            break
        # A chance agreement is set aside as well: what is left may yet be the card.
        if _whole(corners, shape):
            sure = float(np.interp(distinct, [_FEWEST, _SURE], [0.5, 0.97]))
            found.append((distinct, Found(k, corners.mean(axis=0), sure), corners))
        seen, meant = seen[~agree], meant[~agree]
    return found


def _whole(corners: np.ndarray, shape: tuple[int, int]) -> bool:
    """Say whether corners are a card's, seen from its upper side, and not a chance agreement."""
    if not np.isfinite(corners).all():
        return False
    area = cv2.contourArea(corners.astype(np.float32), oriented=True) / (shape[0] * shape[1])
    return cv2.isContourConvex(corners.astype(np.float32)) and _AREA[0] < area < _AREA[1]
