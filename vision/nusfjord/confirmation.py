"""Confirms a face that was found in a photo by the whole of its picture, and lets faces compete for each place.

Cards of one game share their frame and their signs, whose keypoints agree on any card: only a card's own picture and
words, block by block, tell it from one that was never taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.nusfjord.faces import Face
from vision.nusfjord.keypoint_matching import FaceMatch
from vision.nusfjord.outlines import rectified_card

_SMALL, _BLOCKS = 64, 4
"""Pixels along the compared pictures, and blocks along them."""
_SIGMA = 1.5
"""Blur of the compared pictures, pixels, so that focus does not matter."""
_MIN_CONTRAST = 4.0
"""Standard deviation, grey levels, from which a block of the face has something to compare."""
_MIN_CORRELATION = 0.5
"""Correlation from which a block is the face's."""
_MAX_SHIFT = 2
"""Largest shift that is tried, pixels: a pose by keypoints is not exact. All chosen by hand."""
_CONFIDENCE_BY_SHARE = ((0.55, 0.2), (0.9, 0.45), (0.94, 0.9), (1.0, 0.97))
"""Shares of a face's blocks that correlate, and the confidences at them; a match below the first is refused. On four
made tables with cards of one design, the 19 taught buildings had at least 0.94 of their own blocks; other taught faces
at most 0.88 and strangers 0.81 of another's."""


def confirmed(pixels: np.ndarray, faces: Sequence[Face], found: Sequence[FaceMatch]) -> list[FaceMatch]:
    """Return the matches that the whole face confirms, as sure as it does; of several at one place the likest.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        faces: the calibrated faces.
        found: matches by keypoints.
    """
    likely = []
    shares, confidences = zip(*_CONFIDENCE_BY_SHARE, strict=True)
    for one in found:
        share = likeness(rectified_card(pixels, one.corners), faces[one.face].picture)
        if share > shares[0]:
            likely.append(replace(one, confidence=float(np.interp(share, np.array(shares), np.array(confidences)))))
    return competing(faces, likely)


def competing(faces: Sequence[Face], found: Sequence[FaceMatch]) -> list[FaceMatch]:
    """Return the matches, surest first, of which only one lies at each place, and each building once."""
    kept: list[FaceMatch] = []
    built: set[str] = set()
    for one in sorted(found, key=lambda one: -one.confidence):
        label = faces[one.face].label
        here = any(_lies_in(one.place, other.corners) or _lies_in(other.place, one.corners) for other in kept)
        if here or (label.kind == "building" and label.name in built):
            continue
        kept.append(one)
        if label.kind == "building":
            built.add(label.name)
    return kept


def likeness(seen: np.ndarray, meant: np.ndarray) -> float:
    """Return the share of blocks, 0..1, that correlate in two square uint8 pictures in any of four rotations."""
    one, other = (_prepared(picture) for picture in (seen, meant))
    shifts = range(-_MAX_SHIFT, _MAX_SHIFT + 1, _MAX_SHIFT)
    return max(
        _alike(np.roll(np.rot90(one, turn), (y, x), (0, 1)), other) for turn in range(4) for y in shifts for x in shifts
    )


def _prepared(picture: np.ndarray) -> np.ndarray:
    small = cv2.resize(picture, (_SMALL, _SMALL), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), _SIGMA))


def _alike(one: np.ndarray, other: np.ndarray) -> float:
    size = _SMALL // _BLOCKS
    seen, meant = (
        picture.reshape(_BLOCKS, size, _BLOCKS, size, 3).transpose(0, 2, 1, 3, 4).reshape(_BLOCKS**2, -1, 3)
        for picture in (one, other)
    )
    seen, meant = (blocks - blocks.mean(axis=1, keepdims=True) for blocks in (seen, meant))
    spread = np.sqrt((seen**2).mean(axis=(1, 2)) * (meant**2).mean(axis=(1, 2)))
    textured = np.sqrt((meant**2).mean(axis=(1, 2))) > _MIN_CONTRAST
    if not textured.any():
        return 0.0
    correlations = (seen * meant).mean(axis=(1, 2)) / np.maximum(spread, 1e-6)
    return float((correlations[textured] > _MIN_CORRELATION).mean())


def _lies_in(place: np.ndarray, corners: np.ndarray) -> bool:
    x, y = (float(v) for v in place)
    return cv2.pointPolygonTest(corners.astype(np.float32), (x, y), False) > 0
