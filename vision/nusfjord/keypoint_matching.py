"""Finds calibrated faces in a photo by keypoints, in any pose and number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.nusfjord.faces import Face, keypoints_of

_PICTURE_SIDE = 2000
"""Longest side, pixels, of the picture in which faces are searched."""
_MAX_DISTANCE_RATIO = 0.8
"""Largest ratio of the distances to the nearest and the second descriptor (Lowe's ratio test)."""
_MIN_INLIERS, _CERTAIN_INLIERS = 8, 18
"""Distinct inliers of a homography for a possible and for a certain face; chosen by hand."""
_MAX_REPROJECTION_PX = 4.0
_MAX_COPIES = 8
_AREA_RANGE = (0.0004, 0.5)
"""Range of a face's area, as a fraction of the picture."""


@dataclass(frozen=True)
class FaceMatch:
    """A recognised face: its index, its (2,) centre ``place`` in the photo, pixels, and its confidence, 0..1."""

    face: int
    place: np.ndarray
    confidence: float


def match_keypoints(pixels: np.ndarray, faces: Sequence[Face]) -> list[FaceMatch]:
    """Return the recognised faces; of several at one place only the one with most inliers."""
    factor = min(1.0, _PICTURE_SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    places, descriptors = keypoints_of(small)
    if len(places) < _MIN_INLIERS:
        return []
    found = [one for k, face in enumerate(faces) for one in _of_one(k, face, places, descriptors, small.shape[:2])]
    kept: list[tuple[FaceMatch, np.ndarray]] = []
    for _, one, corners in sorted(found, key=lambda f: -f[0]):
        if all(
            cv2.pointPolygonTest(other.astype(np.float32), tuple(map(float, one.place)), False) < 0 for _, other in kept
        ):
            kept.append((one, corners))
    return [FaceMatch(one.face, one.place / factor, one.confidence) for one, _ in kept]


def _of_one(
    k: int, face: Face, places: np.ndarray, descriptors: np.ndarray, shape: tuple[int, int]
) -> list[tuple[int, FaceMatch, np.ndarray]]:
    """Return the copies of one face: number of distinct inliers, match, and (4, 2) corners."""
    own, known = face.keypoints
    if len(own) < _MIN_INLIERS:
        return []
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(descriptors, known, k=2)
    good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < _MAX_DISTANCE_RATIO * p[1].distance]
    seen, meant = np.array([m.queryIdx for m in good], int), np.array([m.trainIdx for m in good], int)
    high, wide = face.picture.shape[:2]
    frame = np.array([[[0, 0]], [[wide, 0]], [[wide, high]], [[0, high]]], np.float32)
    found = []
    for _ in range(_MAX_COPIES):
        if len(seen) < _MIN_INLIERS:
            break
        source, target = own[meant].astype(np.float32), places[seen].astype(np.float32)
        turn, inside = cv2.findHomography(
            source, target, cv2.RANSAC, _MAX_REPROJECTION_PX, maxIters=10000, confidence=0.999
        )
        if turn is None:
            break
        agree = inside.ravel() > 0
        corners = cv2.perspectiveTransform(frame, turn).reshape(4, 2)
        distinct = len(np.unique(meant[agree]))
        if distinct < _MIN_INLIERS:
            break
        # The inliers of an implausible homography are removed too: the rest may still contain the card.
        if _whole(corners, shape):
            sure = float(np.interp(distinct, [_MIN_INLIERS, _CERTAIN_INLIERS], [0.5, 0.97]))
            found.append((distinct, FaceMatch(k, corners.mean(axis=0), sure), corners))
        seen, meant = seen[~agree], meant[~agree]
    return found


def _whole(corners: np.ndarray, shape: tuple[int, int]) -> bool:
    """Return whether corners are convex, not mirrored and of a plausible area."""
    if not np.isfinite(corners).all():
        return False
    area = cv2.contourArea(corners.astype(np.float32), oriented=True) / (shape[0] * shape[1])
    return cv2.isContourConvex(corners.astype(np.float32)) and _AREA_RANGE[0] < area < _AREA_RANGE[1]
