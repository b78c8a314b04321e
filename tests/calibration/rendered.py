"""The sheet as a camera of known lens sees it."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.camera.target import COLUMNS, PIXELS_PER_MM, ROWS, SQUARE_MM, SheetWords, draw_sheet

WORDS = SheetWords("Camera sheet", "100 mm", "Print at 100 %")
_GRID = 4
"""Pixels between those whose rays are computed; between them a lens bends nothing."""
_COARSER = 4


@dataclass(frozen=True)
class Camera:
    """A camera with square pixels and OpenCV's five distortion terms."""

    size: tuple[int, int] = (1280, 720)
    focal: float = 1000.0
    centre: tuple[float, float] = (645.0, 352.0)
    distortion: tuple[float, ...] = (-0.2, 0.05, 0.0, 0.0, 0.0)

    @property
    def matrix(self):
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])


def pose(tilt, spin, way, at, away):
    """Rotation and translation of a target leaning ``tilt`` degrees towards ``way``, turned by ``spin``."""
    axis = np.radians(tilt) * np.array([np.cos(np.radians(way)), np.sin(np.radians(way)), 0])
    turn = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0, 0, np.radians(spin)]))[0]
    return turn, np.array([at[0], at[1], away])


def poses(count, rng, camera, tilts=(12, 45), width=170.0):
    """Yield poses that look over the whole picture, near enough to fill a good part of it (millimetres)."""
    for number in range(count):
        away = width * camera.focal / camera.size[1] * rng.uniform(1.05, 1.7)
        reach = np.array(camera.size) / camera.focal * away / 2
        at = rng.uniform(-0.55, 0.55, 2) * reach
        yield pose(rng.uniform(*tilts), rng.uniform(-30, 30) + 90 * (number % 2), rng.uniform(0, 360), at, away)


@cache
def _sheet(paper):
    sheet = np.array(draw_sheet(paper, WORDS).convert("L"))
    return cv2.resize(sheet, None, fx=1 / _COARSER, fy=1 / _COARSER, interpolation=cv2.INTER_AREA)


def photograph(camera, turn, where, rng=None, noise=3.0, blur=0.7, paper="a4"):
    """Render the sheet before a plain table; noise and blur in grey levels and pixels."""
    board = np.array([COLUMNS, ROWS]) * SQUARE_MM
    corner = np.array([(210 - board[0]) / 2, (297 - board[1] - 26) / 2 + 6.5])
    # Millimetres on the paper, from the board's middle.
    to_paper = PIXELS_PER_MM / _COARSER
    width, height = (v // _GRID for v in camera.size)
    ys, xs = np.mgrid[0:height, 0:width]
    pixels = (np.stack([xs, ys], axis=-1).reshape(-1, 1, 2) + 0.5) * _GRID - 0.5
    steps = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-10)
    rays = cv2.undistortPoints(pixels, camera.matrix, np.array(camera.distortion), criteria=steps).reshape(-1, 2)
    plane = np.linalg.inv(np.column_stack([turn[:, 0], turn[:, 1], where]))
    hit = np.column_stack([rays, np.ones(len(rays))]) @ plane.T
    spots = (hit[:, :2] / hit[:, 2:] + board / 2 + corner) * to_paper - 0.5
    maps = cv2.resize(spots.reshape(height, width, 2).astype(np.float32), camera.size)
    seen = cv2.remap(_sheet(paper), maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=96)
    seen = cv2.GaussianBlur(seen, (0, 0), blur) if blur else seen
    seen = 25 + 0.8 * seen.astype(np.float32)
    if rng is not None:
        seen = seen + rng.normal(0, noise, seen.shape)
    return cv2.cvtColor(np.clip(seen, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
