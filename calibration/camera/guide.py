"""What is still missing among the views of the sheet, so that a person can be told while showing it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera.learn import FEWEST_VIEWS
from calibration.camera.views import View, coverage, lean
from vision.geometry.lens import Lens

ENOUGH_VIEWS = 10
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
_BLURRED = 1 / 200
_NEW_PARTS = 3
_NEW_ANGLE = 0.07
_TILTED = 0.12


def is_sharp(view: View) -> bool:
    """Say whether the sheet was held still enough."""
    return view.blur <= _BLURRED * max(view.size)


def adds(view: View, views: Sequence[View]) -> bool:
    """Say whether a view shows parts of the picture, or an angle, that those before do not."""
    if not views:
        return True
    if view.size != views[0].size:
        return False
    fresh = int(((coverage([view]) > 0) & (coverage(views) == 0)).sum())
    return fresh >= _NEW_PARTS or min(float(np.linalg.norm(lean(view) - lean(v))) for v in views) > _NEW_ANGLE


def advice(views: Sequence[View]) -> str:
    """Return what to do next: the emptiest side of the picture first, then other angles, then more of all."""
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
    if share[emptiest] < 0.5:
        return emptiest
    leans = np.array([lean(v) for v in views])
    if np.ptp(leans, axis=0).max() < _TILTED:
        return TILT
    return ENOUGH if len(views) >= ENOUGH_VIEWS else MORE


def can_learn(views: Sequence[View]) -> bool:
    """Say whether there are as many views as are needed at least."""
    return len(views) >= FEWEST_VIEWS


def bend_px(views: Sequence[View], lens: Lens | None) -> float:
    """Return how far the flat target is from being seen as flat: root mean square pixels off the best homography.

    Without a lens it is what the camera itself bends; with its lens undone next to nothing should be left.
    """
    squares = []
    for view in views:
        seen = view.seen if lens is None else lens.undistort(view.seen)
        homography, _ = cv2.findHomography(view.target, seen, 0)
        shown = cv2.perspectiveTransform(view.target.reshape(-1, 1, 2), homography).reshape(-1, 2)
        squares.append(((shown - seen) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(squares).mean()))
