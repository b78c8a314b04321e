"""A photo to its view of the printed sheet."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.camera.target import COLUMNS, ROWS, board
from calibration.camera.views import View, sensor_size, to_sensor
from calibration.sharpness import edge_width
from vision.imaging.photo import Photo

_FEWEST = 8
"""Fewer corners than this say little of a lens and may be mistaken."""
_INNER = COLUMNS - 1
_CALM = 1280
"""Longest side at which a picture is tried again: in fine pictures the grain of paper and table makes markers fail."""


def find_sheet(photo: Photo, name: str = "") -> View | None:
    """Find the sheet's inner corners in a photo, each to a part of a pixel; None where fewer than eight are seen."""
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    corners, labels = _corners(grey)
    if len(labels) < _FEWEST:
        return None
    target = np.column_stack([labels % _INNER, labels // _INNER]).astype(float)
    side = _square(target, corners)
    if side is None:
        return None
    seen = _refined(grey, corners, side)
    return View(
        name=name,
        camera=photo.camera,
        size=sensor_size(photo),
        labels=labels,
        target=target,
        seen=to_sensor(seen, photo),
        blur=edge_width(grey, seen, 0.3 * side) * photo.scale,
        finest=side * photo.scale,
    )


def _corners(grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (n, 2) corners and their (n,) numbers at the size at which more of them are found."""
    tries = [_detected(grey)]
    factor = _CALM / max(grey.shape)
    if factor < 0.75 and len(tries[0][1]) < (COLUMNS - 1) * (ROWS - 1):
        small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        corners, labels = _detected(small)
        tries.append(((corners + 0.5) / factor - 0.5, labels))
    return max(tries, key=lambda found: len(found[1]))


def _detected(grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    corners, labels, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if labels is None or len(labels) == 0:
        return np.empty((0, 2)), np.empty(0, int)
    return np.asarray(corners, float).reshape(-1, 2), np.asarray(labels, int).reshape(-1)


def _square(target: np.ndarray, corners: np.ndarray) -> float | None:
    """Return the pixels between neighbouring corners where they are nearest; None where no two are neighbours."""
    apart = np.linalg.norm(target[:, None] - target[None], axis=2)
    first, second = np.nonzero(np.abs(apart - 1) < 1e-6)
    if len(first) == 0 or np.linalg.svd(target - target.mean(axis=0), compute_uv=False)[-1] < 0.9:
        return None
    return float(np.percentile(np.linalg.norm(corners[first] - corners[second], axis=1), 10))


def _refined(grey: np.ndarray, corners: np.ndarray, side: float) -> np.ndarray:
    """Move each corner to where the edges around it meet (Foerstner's condition, as in ``cv2.cornerSubPix``)."""
    half = int(np.clip(0.18 * side, 2, 15))
    steps = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-4)
    start = np.ascontiguousarray(corners, np.float32).reshape(-1, 1, 2)
    found = cv2.cornerSubPix(grey, start, (half, half), (-1, -1), steps)
    return np.asarray(found, float).reshape(-1, 2)
