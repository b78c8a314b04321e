"""Advice on which views of the sheet are still missing, shown while the user moves the sheet."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera.learn import MIN_VIEWS
from calibration.camera.views import View, coverage, tilt_of
from vision.geometry.lens import Lens

RECOMMENDED_VIEWS = 10
"""Views at which calibration is advised to stop."""
SHOW, STILL, LEFT, RIGHT, UP, DOWN, TILT, MORE, ENOUGH = (
    "show",
    "hold-still",
    "more-left",
    "more-right",
    "more-up",
    "more-down",
    "tilt",
    "more",
    "enough",
)
_MAX_EDGE_WIDTH = 1 / 200
"""Wider edges, as a fraction of the picture's longer side, mean that the sheet was moved."""
_MIN_NEW_CELLS = 3
"""Cells of the coverage grid that a view must be the first to cover to be worth keeping."""
_MIN_NEW_TILT = 0.07
"""Difference of `tilt_of` to every other view that makes a view worth keeping."""
_MIN_TILT_RANGE = 0.12
"""Range of `tilt_of` among the views that determines the focal length."""
_MIN_SIDE_COVERAGE = 0.5
"""Share of the cells along a side of the picture that views should cover. All of these were chosen by hand."""


def is_sharp(view: View) -> bool:
    """Return whether the sheet was held still enough."""
    return view.blur <= _MAX_EDGE_WIDTH * max(view.size)


def adds_information(view: View, views: Sequence[View]) -> bool:
    """Return whether a view covers parts of the picture, or has a tilt, that earlier views do not."""
    if not views:
        return True
    if view.size != views[0].size:
        return False
    fresh = int(((coverage([view]) > 0) & (coverage(views) == 0)).sum())
    return (
        fresh >= _MIN_NEW_CELLS or min(float(np.linalg.norm(tilt_of(view) - tilt_of(v))) for v in views) > _MIN_NEW_TILT
    )


def advice(views: Sequence[View]) -> str:
    """Return the next step: first the least covered side of the picture, then other tilts, then more views."""
    if not views:
        return SHOW
    heat = coverage(views) > 0
    rows, columns = heat.shape
    sides = {
        LEFT: heat[:, : columns // 4],
        RIGHT: heat[:, -(columns // 4) :],
        UP: heat[: rows // 3],
        DOWN: heat[-(rows // 3) :],
    }
    share = {side: float(part.mean()) for side, part in sides.items()}
    emptiest = min(share, key=lambda side: share[side])
    if share[emptiest] < _MIN_SIDE_COVERAGE:
        return emptiest
    tilts = np.array([tilt_of(v) for v in views])
    if np.ptp(tilts, axis=0).max() < _MIN_TILT_RANGE:
        return TILT
    return ENOUGH if len(views) >= RECOMMENDED_VIEWS else MORE


def enough_views(views: Sequence[View]) -> bool:
    """Return whether there are enough views to calibrate."""
    return len(views) >= MIN_VIEWS


def flatness_error_px(views: Sequence[View], lens: Lens | None) -> float:
    """Return the root mean square distance of the image points from the best homography of the target, pixels.

    Without a lens it measures the camera's distortion; with the distortion undone it should be close to zero.
    """
    squares = []
    for view in views:
        seen = view.image_points if lens is None else lens.undistort(view.image_points)
        homography, _ = cv2.findHomography(view.target_points, seen, 0)
        shown = cv2.perspectiveTransform(view.target_points.reshape(-1, 1, 2), homography).reshape(-1, 2)
        squares.append(((shown - seen) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(squares).mean()))
