"""Electronic image stabilisation: frames of a shaken camera as it would have taken them from where it was before."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np

from vision.imaging.downscale import halved
from vision.imaging.photo import Photo

_WIDTH = 640
"""Width to which pictures are reduced to find how the camera has moved, pixels."""
_MAX_POINTS, _MIN_QUALITY, _MIN_DISTANCE = 240, 0.01, 12
"""Corners (Shi and Tomasi 1994) that are followed: how many at most, how strong each must be beside the strongest, and
how many pixels apart. Chosen by hand."""
_WINDOW, _PYRAMID_LEVELS = (15, 15), 3
"""Window of the optical flow (Lucas and Kanade 1981), pixels, and the number of halvings of the picture, by which a
corner is found up to a tenth of the picture's width away."""
_RANSAC_THRESHOLD = 1.0
"""Pixels within which a corner agrees with the motion of the camera; chosen by hand."""
_MIN_INLIERS, _MIN_INLIER_SHARE = 16, 0.5
"""Number and share of the corners that must agree; hands and new pieces move few of them. Chosen by hand."""
_MIN_SHIFT = 1.25
"""Pixels of `_WIDTH` by which a corner of the picture must have moved. Of frames that differ only in noise it moves up
to 0.35, of 16 synthetic tables; comparisons of pictures tolerate two pixels."""
_MAX_SHIFT = 0.1
"""Largest shift of a corner of the picture, as a share of its width, that is corrected: beyond it too much of the table
is out of view. Chosen by hand."""


class Anchor:
    """A picture of a camera whose motion since is to be undone."""

    def __init__(self, photo: Photo) -> None:
        """Take the picture; nothing is calculated before it is needed."""
        self._photo = photo

    def prepare(self) -> None:
        """Find the corners that are followed, so that the next call of `steadied` takes a quarter of the time."""
        _ = self._corners

    def steadied(self, photo: Photo) -> Photo | None:
        """Return a later picture as the camera would have taken it from where it took this one.

        What is out of view is as it was in this picture.

        Returns:
            The same object if the camera has not moved; ``None`` if its motion is not clear or too large.
        """
        if photo is self._photo:
            return photo
        motion = self._motion(photo) if photo.pixels.shape == self._photo.pixels.shape else None
        if motion is None:
            return None
        height, width = photo.pixels.shape[:2]
        shift = _largest_shift(motion, width, height)
        if shift < _MIN_SHIFT * width / _WIDTH:
            return photo
        if shift > _MAX_SHIFT * width:
            return None
        pixels = self._photo.pixels.copy()
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpPerspective(photo.pixels, motion, (width, height), pixels, flags, cv2.BORDER_TRANSPARENT)
        return replace(photo, pixels=pixels)

    def _motion(self, photo: Photo) -> np.ndarray | None:
        """Return the (3, 3) homography from the pixels of this picture to those of a later one; None if not clear."""
        if len(self._corners) < _MIN_INLIERS:
            return None
        small = _reduced(photo)
        found, status, _ = cv2.calcOpticalFlowPyrLK(
            self._small, small, self._corners, np.empty_like(self._corners), winSize=_WINDOW, maxLevel=_PYRAMID_LEVELS
        )
        followed = status.ravel() == 1
        if followed.sum() < _MIN_INLIERS:
            return None
        matrix, inliers = cv2.findHomography(self._corners[followed], found[followed], cv2.RANSAC, _RANSAC_THRESHOLD)
        agreeing = 0 if matrix is None else int(inliers.sum())
        if agreeing < max(_MIN_INLIERS, _MIN_INLIER_SHARE * len(self._corners)):
            return None
        to_small = np.diag([small.shape[1] / photo.pixels.shape[1], small.shape[0] / photo.pixels.shape[0], 1.0])
        return np.asarray(np.linalg.inv(to_small) @ matrix @ to_small)

    @cached_property
    def _small(self) -> np.ndarray:
        return _reduced(self._photo)

    @cached_property
    def _corners(self) -> np.ndarray:
        """(n, 1, 2) float32, the corners to be followed, pixels of `_small`."""
        found = cv2.goodFeaturesToTrack(self._small, _MAX_POINTS, _MIN_QUALITY, _MIN_DISTANCE)
        return np.empty((0, 1, 2), np.float32) if found is None else np.asarray(found)


def _reduced(photo: Photo) -> np.ndarray:
    """Return the photo in grey, `_WIDTH` pixels wide."""
    height, width = photo.pixels.shape[:2]
    pixels = halved(photo.pixels, _WIDTH / width)[0]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    return np.asarray(cv2.cvtColor(cv2.resize(pixels, size), cv2.COLOR_BGR2GRAY))


def _largest_shift(motion: np.ndarray, width: int, height: int) -> float:
    """Return how far the motion, a (3, 3) homography, moves a corner of a picture at most, pixels."""
    corners = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float32)
    moved = cv2.perspectiveTransform(corners, motion.astype(np.float32))
    return float(np.linalg.norm(moved - corners, axis=2).max())
