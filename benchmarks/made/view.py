"""The camera of synthetic photos, and its picture of a table painted from above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.plane import distort, project, undistort

_NEAREST, _FARTHEST = 3.0, 120.0
"""Range of the camera's distance, squares, in which the one that fills the picture is searched for."""
_BISECTIONS = 40


@dataclass(frozen=True, kw_only=True)
class View:
    """The camera and the light of a synthetic photo.

    Attributes:
        size: width and height of the picture, pixels.
        tilt, turn: of the camera, degrees; nothing for straight above and upright.
        focal: focal length, longest sides of the picture.
        radial: k1 of the lens.
        fill: the share of the picture's width or height that what lies there takes.
        table, light: their names.
        exposure: how bright the picture is.
        noise: standard deviation, 0..255.
        blur: sigma, pixels.
        quality: of the JPEG.
        gloss: of the board's varnish: ``lamp``, ``window`` or none.
        askew: how far tiles lie from where they should, in squares.
    """

    size: tuple[int, int] = (1600, 1200)
    tilt: float = 15.0
    turn: float = 10.0
    focal: float = 1.1
    radial: float = 0.0
    fill: float = 0.8
    table: str = "wood"
    light: str = "soft"
    gloss: str = ""
    exposure: float = 1.0
    noise: float = 3.0
    blur: float = 0.6
    quality: int = 88
    askew: float = 0.015


@dataclass(frozen=True)
class Camera:
    """A (3, 4) projection of points (squares, height up) to a picture, and its lens."""

    matrix: np.ndarray
    size: tuple[int, int]
    radial: float

    @property
    def _lens(self) -> tuple[np.ndarray, float]:
        return np.array(self.size) / 2, float(np.hypot(*self.size)) / 2

    def to_photo(self, points: np.ndarray) -> np.ndarray:
        """Return (..., 2) pixels of (..., 3) points."""
        grown = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ self.matrix.T
        return distort(grown[..., :2] / grown[..., 2:], self.radial, *self._lens)

    def to_table(self, pixels: np.ndarray) -> np.ndarray:
        """Return (..., 2) table points of (..., 2) pixels."""
        flat = self.matrix[:, [0, 1, 3]]
        straight = undistort(pixels, self.radial, *self._lens) if self.radial else pixels
        return project(np.linalg.inv(flat), straight)

    def depth(self, place: np.ndarray | tuple[float, float]) -> float:
        """Return the distance of a place on the table from the camera."""
        return float(np.array([*place, 0, 1]) @ self.matrix[2])

    def px(self, place: np.ndarray | tuple[float, float]) -> list[float]:
        """Return the pixels of a place on the table as documents have them."""
        return [round(float(v), 1) for v in self.to_photo(np.array([*place, 0.0]))]


def camera_over(low: np.ndarray, high: np.ndarray, view: View) -> Camera:
    """Return the camera that has a stretch of the table, between two corners, in its picture."""
    corners = np.array([[x, y, 0.0] for x in (low[0], high[0]) for y in (low[1], high[1])])
    tilt, turn = np.radians(view.tilt), np.radians(view.turn)
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, -1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    near, far = _NEAREST, _FARTHEST
    for _ in range(_BISECTIONS):
        away = (near + far) / 2
        camera = _looking(lean @ spin, corners.mean(axis=0), away, view)
        reach = np.abs(camera.to_photo(corners) - np.array(view.size) / 2) / (np.array(view.size) / 2)
        near, far = (away, far) if reach.max() > view.fill else (near, away)
    return camera


def _looking(turned: np.ndarray, target: np.ndarray, away: float, view: View) -> Camera:
    focal, middle = view.focal * max(view.size), np.array(view.size) / 2
    lens = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    moved = -turned @ target + np.array([0, 0, away])
    return Camera(lens @ np.column_stack([turned, moved]), view.size, view.radial)


def seen(flat: np.ndarray, camera: Camera, origin: np.ndarray, fine: int) -> np.ndarray:
    """Return the picture of a flat table whose upper left corner is at a place, ``fine`` pixels to a square."""
    width, height = camera.size
    y, x = np.mgrid[0:height, 0:width].astype(float)
    at = ((camera.to_table(np.stack([x, y], axis=-1)) - origin) * fine).astype(np.float32)
    # Blurred before it is scaled down, against aliasing.
    pitch = np.linalg.norm(camera.to_photo(np.array([1.0, 0, 0])) - camera.to_photo(np.zeros(3)))
    soft = cv2.GaussianBlur(flat.astype(np.float32), (0, 0), max(0.3, 0.4 * fine / pitch))
    return cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def fill(photo: np.ndarray, corners: np.ndarray, paint: np.ndarray) -> None:
    """Fill a convex face whose corners are in pixels."""
    cv2.fillConvexPoly(photo, np.round(corners * 16).astype(np.int32), paint.tolist(), cv2.LINE_AA, 4)


def taken(lit: np.ndarray, view: View, rng: np.random.Generator) -> np.ndarray:
    """Return the uint8 photo of a picture (h, w, 3), 0..255: blurred, with noise, compressed as a JPEG."""
    lit = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), view.blur)
    lit += rng.standard_normal(lit.shape, np.float32) * np.float32(view.noise)
    quality = [cv2.IMWRITE_JPEG_QUALITY, view.quality]
    data = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
