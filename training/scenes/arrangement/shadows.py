"""Shadows on the table: of objects on it, and of the room (window frames, people, the rim of a lamp)."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.arrangement.ground import darken
from training.scenes.pieces.standing import Solid, cast
from training.scenes.prints.tiles import fixed
from training.scenes.stage import Stage


def cast_shadows(stage: Stage, solids: list[Solid]) -> np.ndarray:
    """Darken the canvas under the solids' and the room's shadows; return the room's (h, w) uint8."""
    canvas, light = stage.canvas, stage.light
    rows, columns = canvas.label.shape
    scale = 0.5 if canvas.pitch > 45 else 1.0
    small = (int(np.ceil(columns * scale)), int(np.ceil(rows * scale)))
    unit = canvas.pitch * scale
    shadow = np.zeros((small[1], small[0]), np.uint8)
    contact = np.zeros_like(shadow)
    for solid in solids:
        floor = float(solid.mesh.rings[..., 2].min())
        cast(canvas, stage.camera, shadow, solid.mesh, light, floor, scale)
        _touch(stage, contact, solid, floor, scale)
    shadow = _soften(shadow, max(0.5, 0.3 * light.softness * unit))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.5, 0.045 * unit))
    room = np.zeros_like(shadow)
    if stage.rng.random() < 0.3:
        room = _room(stage.rng, room.shape, unit)
    strength = (1 - light.ambient) * (0.95 if light.sky is None else 1.0)
    total = cv2.max(
        cv2.convertScaleAbs(cv2.max(shadow, room), alpha=strength), cv2.convertScaleAbs(contact, alpha=0.35)
    )
    darken(canvas, cv2.resize(total, (columns, rows)), 1.0)
    return cv2.convertScaleAbs(room, alpha=strength)


def _touch(stage: Stage, contact: np.ndarray, solid: Solid, floor: float, scale: float) -> None:
    """Draw the contact shadow of a solid."""
    points = solid.mesh.rings.reshape(-1, 3)
    low = points[points[:, 2] < floor + 0.02]
    if len(low) > 2:
        at = stage.canvas.points(stage.camera, low) * scale
        hull = cv2.convexHull(at.astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(contact, fixed(hull), 255, cv2.LINE_8, 4)


def _room(rng: np.random.Generator, shape: tuple[int, ...], unit: float) -> np.ndarray:
    """Return the shadow (h, w) uint8 of a window's frame, a person or a lamp's rim."""
    h, w = shape
    room = np.zeros((h, w), np.uint8)
    way = rng.uniform(0, np.pi)
    along = np.array([np.cos(way), np.sin(way)])
    across = np.array([-along[1], along[0]])
    middle = rng.uniform(0.1, 0.9, 2) * (w, h)
    for _ in range(int(rng.integers(1, 6))):
        if rng.random() < 0.5:
            along, across = across, along
        start = middle + across * rng.normal(0, 3) * unit
        far = along * 3 * (w + h)
        thick = max(1, int(unit * rng.choice([rng.uniform(0.1, 0.5), rng.uniform(1, 6)])))
        cv2.line(room, tuple(map(int, start - far)), tuple(map(int, start + far)), 255, min(thick, 600))
    return _soften(room, max(0.6, unit * float(rng.choice([0.02, 0.1, 0.4]))))


def _soften(shade: np.ndarray, sigma: float) -> np.ndarray:
    """Blur a shadow (h, w) uint8; wide blurs are computed at a lower resolution."""
    shrink = int(sigma / 2)
    if shrink < 2:
        return cv2.GaussianBlur(shade, (0, 0), sigma)
    h, w = shade.shape
    small = cv2.resize(shade, (-(-w // shrink), -(-h // shrink)), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / shrink), (w, h), interpolation=cv2.INTER_LINEAR)
