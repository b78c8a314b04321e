"""What table and tiles show of an environment: its colour, and its reflection where they are glossy."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.camera import Camera
from training.scenes.light.sky import Light

_STEP = 8
"""Pixels of the picture to one place at which the reflection is computed."""
_REFLECTANCE = 0.04
"""Share of light that lacquer reflects straight on."""
_MOST = 1.2
"""Greatest reflected radiance, where white paper has 1: more is white in any photo."""


def reflect(
    rng: np.random.Generator, picture: np.ndarray, camera: Camera, light: Light, board: np.ndarray, gloss: float
) -> None:
    """Give the picture the light's colour and the reflection of its environment, in place.

    Args:
        rng: the picture's generator; the table's gloss and roughness are drawn from it.
        picture: (H, W, 3) uint8 of the table without what stands on it.
        camera: that sees it.
        light: with a sky.
        board: (H/2, W/2) uint8, 1 on tiles.
        gloss: of the tiles, 0..1.
    """
    assert light.sky is not None
    values = np.arange(256)[:, None] / 255 * light.colour
    squares = (np.clip(values, 0, 1.3) ** 2).astype(np.float32)  # close to linear light, and its root is quick
    linear = cv2.LUT(picture, squares.reshape(256, 1, 3))
    shown = _mirrored(camera, light, float(rng.uniform(0.4, 3.0)))
    table = float(rng.choice([0.0, rng.uniform(0, 0.5), rng.uniform(0.4, 1)], p=[0.4, 0.4, 0.2]))
    tiles = gloss * float(rng.uniform(0.3, 1))
    height, width = picture.shape[:2]
    share = cv2.resize(board.astype(np.float32) * (tiles - table) + table, (width, height))
    linear += cv2.resize(shown, (width, height), interpolation=cv2.INTER_LINEAR) * share[..., None]
    np.copyto(picture, cv2.convertScaleAbs(cv2.sqrt(linear), alpha=255))


def _mirrored(camera: Camera, light: Light, blur: float) -> np.ndarray:
    """Return the mirrored radiance (h, w, 3) float32 at every ``_STEP``-th pixel, with ``blur`` places of roughness."""
    assert light.sky is not None
    x, y = np.meshgrid(np.arange(0, camera.width, _STEP), np.arange(0, camera.height, _STEP))
    flat = np.stack([x.ravel(), y.ravel()], axis=1) - camera.centre
    view = np.column_stack([flat / camera.focal, np.ones(len(flat))]) @ camera.axes
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    steep = np.clip(-view[:, 2], 0, 1)
    fresnel = _REFLECTANCE + (1 - _REFLECTANCE) * (1 - steep) ** 5
    around = np.concatenate([light.sky.mirror] * 3, axis=1)
    columns = light.sky.mirror.shape[1]
    soft = cv2.GaussianBlur(around, (0, 0), blur)[:, columns : 2 * columns]
    seen = type(light.sky)(light.sky.rest, light.sky.lamp, np.ascontiguousarray(soft)).reflected(view * (1, 1, -1))
    shown = np.minimum(seen * fresnel[:, None], _MOST).astype(np.float32)
    return shown.reshape(*x.shape, 3)
