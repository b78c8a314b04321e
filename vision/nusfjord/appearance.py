"""Recognises cards that are too blurred or too small for keypoints by correlation of their whole picture.

A card that is out of focus still shows its patches of colour. The mean of all faces, which cards of one game have in
common, is subtracted first.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.nusfjord.faces import Face
from vision.nusfjord.keypoint_matching import FaceMatch
from vision.nusfjord.outlines import lies_in, rectified_card

_THUMBNAIL_SIDE, _THUMBNAIL_MARGIN = 32, 2
"""Pixels along a thumbnail, and pixels removed at its border, as an outline may be inexact."""
_MIN_CORRELATION, _MIN_MARGIN = 0.7, 0.3
"""Smallest correlation (-1..1) with the face, and smallest margin to any other face.

Nine of ten calibrated cards exceed both, also with motion blur, and one in a hundred outlines of unknown cards.
"""
_CONFIDENCE_BY_MARGIN = ((_MIN_MARGIN, 0.8), (0.6, 0.95))
"""Margins, and the confidences at them, for linear interpolation."""
_MIN_KEYPOINT_CONFIDENCE = 0.85
"""Confidence by keypoints from which the appearance is not used; chosen by hand."""
_MIN_LABELS = 3
"""Smallest number of labels from which the mean of all faces is known; chosen by hand."""


def match_by_appearance(
    pixels: np.ndarray, faces: Sequence[Face], found: Sequence[FaceMatch], outlines: Sequence[np.ndarray]
) -> list[FaceMatch]:
    """Return the matches by keypoints, and further matches by appearance.

    Appearance replaces uncertain matches by keypoints. With fewer than three labels it is not used, as the mean of all
    faces is unknown.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        faces: the calibrated faces.
        found: matches by keypoints.
        outlines: (4, 2) corners of possible cards, photo pixels, see `all_outlines`.
    """
    if len({face.label for face in faces}) < _MIN_LABELS:
        return list(found)
    own = np.array([appearance_of(face.picture) for face in faces])
    common = own.mean(axis=0)
    surely = [one for one in found if one.confidence >= _MIN_KEYPOINT_CONFIDENCE]
    apart = own - common
    seen: list[tuple[FaceMatch, np.ndarray]] = []
    for corners in outlines:
        if any(lies_in(other.place, corners) for other in surely):
            continue
        one = _named(appearance_of(rectified_card(pixels, corners)), faces, apart, common, corners)
        if one is not None:
            seen.append((one, corners))
    kept: list[tuple[FaceMatch, np.ndarray]] = []
    for one, corners in sorted(seen, key=lambda pair: -pair[0].confidence):
        if not any(lies_in(one.place, other) or lies_in(best.place, corners) for best, other in kept):
            kept.append((one, corners))
    doubtful = [one for one in found if one.confidence < _MIN_KEYPOINT_CONFIDENCE]
    left = [one for one in doubtful if not any(lies_in(one.place, corners) for _, corners in kept)]
    return [*surely, *(one for one, _ in kept), *left]


def appearance_of(picture: np.ndarray) -> np.ndarray:
    """Return the (n, n, 3) float32 thumbnail of a square picture without its mean colour (the light)."""
    small = cv2.resize(picture, (_THUMBNAIL_SIDE, _THUMBNAIL_SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)[
        _THUMBNAIL_MARGIN:-_THUMBNAIL_MARGIN, _THUMBNAIL_MARGIN:-_THUMBNAIL_MARGIN
    ]
    return np.asarray(smooth - smooth.mean(axis=(0, 1)))


def _named(
    look: np.ndarray, faces: Sequence[Face], own: np.ndarray, common: np.ndarray, corners: np.ndarray
) -> FaceMatch | None:
    """Return the face in a thumbnail, or None; all four rotations are tried.

    Args:
        look: (n, n, 3) the thumbnail, see `appearance_of`.
        faces: the calibrated faces.
        own: (faces, n, n, 3) their thumbnails without what all have in common.
        common: (n, n, 3) the mean of all faces' thumbnails.
        corners: (4, 2) of the card in the photo, pixels.
    """
    turned = [np.rot90(look, k) for k in range(4)]
    upright = max(turned, key=lambda t: float((t * common).sum()))
    # The mean of all faces is scaled to the contrast of the photo before it is subtracted.
    share = float((upright * common).sum() / max(float((common**2).sum()), 1e-6))
    like = _correlations(upright - share * common, own)
    best = int(np.argmax(like))
    if like[best] < _MIN_CORRELATION:
        return None
    others = [value for value, face in zip(like, faces, strict=True) if face.label != faces[best].label]
    apart = float(like[best] - max(others))
    if apart < _MIN_MARGIN:
        return None
    return FaceMatch(best, corners.mean(axis=0), float(np.interp(apart, *_CONFIDENCE_BY_MARGIN)), corners)


def _correlations(look: np.ndarray, own: np.ndarray) -> np.ndarray:
    flat = own.reshape(len(own), -1)
    lengths = np.linalg.norm(flat, axis=1) * np.linalg.norm(look)
    return np.asarray(flat @ look.ravel() / np.maximum(lengths, 1e-6))
