"""Finds calibrated faces in a photo by keypoints, in any pose and number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.imaging.file_pixels import file_pixels
from vision.imaging.parallel import parallel_map
from vision.nusfjord.faces import Face
from vision.nusfjord.keypoints import Keypoints, keypoints_of

_PICTURE_SIDE = 2000
"""Longest side, pixels, of the picture in which faces are searched."""
_MAX_DISTANCE_RATIO = 0.8
"""Largest ratio of the distances to the nearest and the second descriptor (Lowe's ratio test)."""
_MIN_INLIERS, _CERTAIN_INLIERS = 8, 18
"""Distinct inliers of a homography for a possible and for a certain face; chosen by hand."""
_CONFIDENCES = (0.5, 0.97)
"""Confidences at those numbers of inliers, for linear interpolation; chosen by hand."""
_MAX_REPROJECTION_PX = 4.0
"""Largest distance of a keypoint from where a homography puts it, pixels of the searched picture; chosen by hand."""
_MIN_AGREEING = 6
"""Fewest pairs of keypoints that agree about a pose for a homography to be fitted. On six synthetic tables with 14
cards, 20 taught, 6 and 8 recognised 36 of 38 and 10 recognised 34; none was named wrongly."""
_MIN_TURN_COSINE, _MAX_LOG_SCALE, _MAX_CENTRE_DISTANCE = np.cos(np.radians(35)), np.log(2.0), 0.35
"""How far pairs may differ about a pose: turn, size, and the centre in sides of the face. A face's picture is square,
its card half as long again as wide, and a slanted camera foreshortens it."""
_REFITS = 2
"""Times a homography is fitted again to all pairs that it explains."""
_MAX_COPIES = 8
"""Most copies of one face in a photo."""
_CHUNK = 512
"""Descriptors that are compared at once: the product with those of one face fits into a processor core's cache."""
_AREA_RANGE = (0.0004, 0.5)
"""Range of a face's area, as a fraction of the picture."""


@dataclass(frozen=True)
class FaceMatch:
    """A recognised face: its index, centre (2,) and (4, 2) corners in the photo, pixels, and its confidence, 0..1.

    The corners go clockwise from the face's upper left one.
    """

    face: int
    place: np.ndarray
    confidence: float
    corners: np.ndarray


def match_keypoints(pixels: np.ndarray, faces: Sequence[Face]) -> list[FaceMatch]:
    """Return the possible faces in a photo, several at one place where they share keypoints.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        faces: the calibrated faces.
    """
    factor = min(1.0, _PICTURE_SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    seen = keypoints_of(small)
    if len(seen.places) < _MIN_INLIERS:
        return []
    descriptors = seen.unit_descriptors

    def matches(k: int) -> list[FaceMatch]:
        return _of_one(k, faces[k], seen, descriptors, small.shape[:2])

    found = [one for matched in parallel_map(matches, range(len(faces))) for one in matched]
    grown = 1 / factor
    return [replace(one, place=file_pixels(one.place, grown), corners=file_pixels(one.corners, grown)) for one in found]


def _of_one(k: int, face: Face, photo: Keypoints, descriptors: np.ndarray, shape: tuple[int, int]) -> list[FaceMatch]:
    """Return the copies of one face.

    Args:
        k: the face's number.
        face: the face.
        photo: the photo's keypoints.
        descriptors: (n, 128) those of length 1, see `Keypoints.unit_descriptors`.
        shape: height and width of the picture in which the keypoints are, pixels.
    """
    own = face.keypoints
    if len(own.places) < _MIN_INLIERS:
        return []
    seen, meant = _clear_pairs(descriptors, own.unit_descriptors)
    one, other = own.places[meant].astype(float), photo.places[seen].astype(float)
    high, wide = face.picture.shape[:2]
    frame = np.array([[[0, 0]], [[wide, 0]], [[wide, high]], [[0, high]]], np.float32)
    alike, left, found = _agreement(one, other, (wide, high)), np.ones(len(one), bool), []
    for _ in range(_MAX_COPIES):
        members = _best_agreeing(alike, left)
        if len(members) < _MIN_AGREEING:
            break
        turn, agree = _fitted(one, other, members, left)
        # The inliers of an implausible homography are removed too: the rest may still contain the card.
        distinct = len(np.unique(one[agree], axis=0))
        if distinct >= _MIN_INLIERS:
            corners = cv2.perspectiveTransform(frame, turn).reshape(4, 2)
            if _whole(corners, shape):
                sure = float(np.interp(distinct, [_MIN_INLIERS, _CERTAIN_INLIERS], _CONFIDENCES))
                found.append(FaceMatch(k, corners.mean(axis=0), sure, corners))
        left &= ~agree
        left[members] = False
    return found


def _agreement(one: np.ndarray, other: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return (n, n) bool, which pairs of keypoints agree about the card's pose.

    Each pair by itself says how the card is turned, how large it is, and where its centre lies (the Hough transform of
    Lowe 2004). Pairs by chance hardly ever agree, so that a homography is fitted to few wrong pairs.

    Args:
        one: (n, 4) keypoints of the face; see `Keypoints`.
        other: (n, 4) those of the photo.
        size: width and height of the face's picture, pixels.
    """
    turn, grown = np.radians(other[:, 3] - one[:, 3]), other[:, 2] / one[:, 2]
    inward = (np.array(size) / 2 - one[:, :2]) * grown[:, None]
    cos, sin = np.cos(turn), np.sin(turn)
    turned = np.stack([cos * inward[:, 0] - sin * inward[:, 1], sin * inward[:, 0] + cos * inward[:, 1]], axis=1)
    x, y = (other[:, :2] + turned).T
    alike = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < (_MAX_CENTRE_DISTANCE * max(size) * grown[:, None]) ** 2
    # The other two are compared only where the centres are near.
    rows, columns = np.nonzero(alike)
    same = np.cos(turn[rows] - turn[columns]) > _MIN_TURN_COSINE
    same &= np.abs(np.log(grown[rows] / grown[columns])) < _MAX_LOG_SCALE
    alike[rows[~same], columns[~same]] = False
    return np.asarray(alike)


def _best_agreeing(alike: np.ndarray, left: np.ndarray) -> np.ndarray:
    """Return the numbers of the pairs that are left and agree with one of them, the one with most of these."""
    if not left.any():
        return np.zeros(0, int)
    counts = np.where(left, alike @ left.astype(np.float32), 0)
    return np.flatnonzero(alike[counts.argmax()] & left)


def _fitted(one: np.ndarray, other: np.ndarray, members: np.ndarray, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the homography fitted to some pairs, and (n,) bool which of the pairs left it explains, if any."""
    source, target = one[:, :2].astype(np.float32), other[:, :2].astype(np.float32)
    # Graph-cut RANSAC (Barath and Matas 2018) needs a tenth of the time of OpenCV's plain RANSAC here.
    turn, _ = cv2.findHomography(
        source[members], target[members], cv2.USAC_ACCURATE, _MAX_REPROJECTION_PX, maxIters=500
    )
    for _ in range(_REFITS):
        if turn is None:
            break
        off = np.linalg.norm(cv2.perspectiveTransform(source[:, None], turn)[:, 0] - target, axis=1)
        agree = left & (off < _MAX_REPROJECTION_PX)
        if agree.sum() < _MIN_AGREEING:
            break
        again, _ = cv2.findHomography(source[agree], target[agree], 0)
        turn = turn if again is None else again
    else:
        return turn, agree
    return np.eye(3), np.zeros(len(one), bool)


def _clear_pairs(descriptors: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of descriptors, and of the nearest known ones, that pass Lowe's ratio test.

    The descriptors, (n, 128) and (m, 128) with m at least 2, have length 1, so that a product gives all distances.
    """
    found = [_nearest_two(descriptors[k : k + _CHUNK], known) for k in range(0, len(descriptors), _CHUNK)]
    nearest, first, second = (np.concatenate(parts) for parts in zip(*found, strict=True))
    near, next_near = (np.sqrt(np.maximum(2 - 2 * alike, 0)) for alike in (first, second))
    clear = np.flatnonzero(near < _MAX_DISTANCE_RATIO * next_near)
    return clear, nearest[clear]


def _nearest_two(descriptors: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the number of the nearest known descriptor of each, its cosine, and that of the second."""
    likeness = descriptors @ known.T
    rows = np.arange(len(likeness))
    nearest = likeness.argmax(axis=1)
    first = likeness[rows, nearest]
    likeness[rows, nearest] = -np.inf
    return nearest, first, likeness.max(axis=1)


def _whole(corners: np.ndarray, shape: tuple[int, int]) -> bool:
    """Return whether corners are convex, not mirrored and of a plausible area."""
    if not np.isfinite(corners).all():
        return False
    area = cv2.contourArea(corners.astype(np.float32), oriented=True) / (shape[0] * shape[1])
    return cv2.isContourConvex(corners.astype(np.float32)) and _AREA_RANGE[0] < area < _AREA_RANGE[1]
