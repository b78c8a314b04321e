"""Detects the printed calibration sheet in a photo."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.camera.target import COLUMNS, ROWS, board
from calibration.camera.views import View, sensor_size, to_sensor
from calibration.sharpness import edge_width
from vision.imaging.photo import Photo

_MIN_CORNERS = 8
"""Fewer corners hardly constrain a lens and may be false detections."""
_INNER_COLUMNS = COLUMNS - 1
_MAX_REDUCTION = 0.75
"""Size of the reduced picture to that of the photo up to which it is worth a second attempt. By hand."""
_EDGE_REACH = 0.3
"""Half the side of the patch around a corner in which edges are measured, in the corners' spacing. By hand."""
_REFINED_REACH, _REFINED_RANGE = 0.18, (2, 15)
"""Half the side of the window in which a corner is refined, in the corners' spacing, and its range, pixels. By hand."""
_SPACING_PERCENTILE, _MIN_EXTENT = 10, 0.9
"""Percentile of the neighbours' distances that counts as the smallest distance, and least extent of the corners across
their main direction (singular value), squares: a single row of corners determines no view. By hand."""
_REDUCED_SIDE = 1280
"""Longest side, pixels, of the second attempt: in large pictures the grain of paper and table hides markers."""


def find_sheet(photo: Photo, name: str = "") -> View | None:
    """Return the sheet's inner corners in a photo at subpixel precision; None if fewer than eight are visible.

    Args:
        photo: the photo.
        name: of its file, or its time in a video.
    """
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    corners, labels = _corners(grey)
    if len(labels) < _MIN_CORNERS:
        return None
    target = np.column_stack([labels % _INNER_COLUMNS, labels // _INNER_COLUMNS]).astype(float)
    side = _smallest_spacing(target, corners)
    if side is None:
        return None
    seen = _refine(grey, corners, side)
    return View(
        name=name,
        camera=photo.camera,
        size=sensor_size(photo),
        labels=labels,
        target_points=target,
        image_points=to_sensor(seen, photo),
        blur=edge_width(grey, seen, _EDGE_REACH * side) * photo.scale,
        spacing=side * photo.scale,
    )


def _corners(grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (n, 2) corners and their (n,) labels at the size at which more are detected."""
    tries = [_detect(grey)]
    factor = _REDUCED_SIDE / max(grey.shape)
    if factor < _MAX_REDUCTION and len(tries[0][1]) < (COLUMNS - 1) * (ROWS - 1):
        small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        corners, labels = _detect(small)
        tries.append(((corners + 0.5) / factor - 0.5, labels))
    return max(tries, key=lambda found: len(found[1]))


def _detect(grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    corners, labels, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if labels is None or len(labels) == 0:
        return np.empty((0, 2)), np.empty(0, int)
    return np.asarray(corners, float).reshape(-1, 2), np.asarray(labels, int).reshape(-1)


def _smallest_spacing(target: np.ndarray, corners: np.ndarray) -> float | None:
    """Return the smallest distance of neighbouring corners (10th percentile), pixels; None if none are neighbours."""
    apart = np.linalg.norm(target[:, None] - target[None], axis=2)
    first, second = np.nonzero(np.abs(apart - 1) < 1e-6)
    if len(first) == 0 or np.linalg.svd(target - target.mean(axis=0), compute_uv=False)[-1] < _MIN_EXTENT:
        return None
    return float(np.percentile(np.linalg.norm(corners[first] - corners[second], axis=1), _SPACING_PERCENTILE))


def _refine(grey: np.ndarray, corners: np.ndarray, side: float) -> np.ndarray:
    """Return the corners moved to where the edges around them meet (``cv2.cornerSubPix``)."""
    half = int(np.clip(_REFINED_REACH * side, *_REFINED_RANGE))
    steps = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-4)
    start = np.ascontiguousarray(corners, np.float32).reshape(-1, 1, 2)
    found = cv2.cornerSubPix(grey, start, (half, half), (-1, -1), steps)
    return np.asarray(found, float).reshape(-1, 2)
