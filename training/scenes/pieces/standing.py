"""Draws solids with shading, edges and grain into the picture, and their shadows onto the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from training.scenes.camera import Camera
from training.scenes.light.sky import GAMMA, Light, Sky
from training.scenes.pieces.meshes import Mesh
from training.scenes.prints.tiles import Canvas, fixed


@dataclass(frozen=True)
class Solid:
    """A solid to be drawn: its mesh in world coordinates and its looks.

    ``role``: 0 clutter, 1 viking, 2 longhouse, 3 stone; ``number``: of the piece, from 1, or 0.
    """

    mesh: Mesh
    colour: np.ndarray
    role: int
    number: int
    gloss: float
    ink: np.ndarray
    grain: np.ndarray | None = None
    side: np.ndarray | None = None


@dataclass(frozen=True)
class Sprite:
    """A solid as the camera sees it: premultiplied colour (h, w, 3), cover (h, w) uint8, at (x, y)."""

    x: int
    y: int
    colour: np.ndarray
    cover: np.ndarray


_REFLECTANCE = 0.04
"""Share of light that a lacquered surface reflects straight on (index of refraction 1.5)."""


@lru_cache(maxsize=256)
def topology(rings: int, count: int) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Return the side walls (F, 4) and the two caps of a mesh as indices into its flattened rings."""
    here = np.arange(count)
    there = np.roll(here, -1)
    walls = [np.stack([here, there, there + count, here + count], 1) + r * count for r in range(rings - 1)]
    return np.concatenate(walls), (here, here + (rings - 1) * count)


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the cross products (N, 3), many times faster than ``np.cross`` for few vectors."""
    x, y, z = a.T
    u, v, w = b.T
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], 1)


def _faces(mesh: Mesh) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the faces as lists of indices into the flattened rings, and their outward normals (F, 3)."""
    k, n, _ = mesh.rings.shape
    points = mesh.rings.reshape(-1, 3)
    quads, caps = topology(k, n)
    corners = points[quads]
    normals = _cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    axis = mesh.rings[-1].mean(0) - mesh.rings[0].mean(0)
    normals = np.concatenate([normals, [-axis, axis]])
    # the sense of turning decides the sign of the side walls: a ring seen from its end
    ring = mesh.rings[k // 2 if k > 2 else 0]
    spread = ring - ring.mean(0)
    area = _cross(spread, np.concatenate([spread[1:], spread[:1]])).sum(0)
    if area @ axis < 0:
        normals[: len(quads)] *= -1
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    return [*quads, *caps], normals


def draw(solid: Solid, camera: Camera, light: Light, sample: int = 3) -> Sprite | None:
    """Return the sprite of a solid; None if it is outside of the picture."""
    bodies = solid.mesh.bodies
    points = np.concatenate([body.rings.reshape(-1, 3) for body in bodies])
    shown = camera.project(points)
    low = np.maximum(np.floor(shown.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(shown.max(0)).astype(int) + 2, (camera.width, camera.height))
    w, h = (high - low).tolist()
    if w < 1 or h < 1:
        return None
    if w * h > 20000:
        sample = 2
    faces, normals, centres, sides = _whole(bodies)
    to_eye = camera.eye - centres
    facing = (normals * to_eye).sum(1)
    order = np.argsort(-np.linalg.norm(to_eye, axis=1))
    shade = _shade(normals, to_eye, light, solid, centres, sides)
    big = np.zeros((h * sample, w * sample, 4), np.uint8)
    scaled = (shown - low + 0.5) * sample - 0.5
    polygons = fixed(scaled)
    for f in order:
        if facing[f] <= 0:
            continue
        b, g, r = shade[f]
        cv2.fillPoly(big, [polygons[faces[f]]], (b, g, r, 255), cv2.LINE_8, 4)
    thick = max(1, int(0.012 * sample * camera.focal / max(camera.depth(centres[-1:])[0], 1e-3)))
    lit = np.clip(solid.ink * light.colour * 0.9, 0, 255)
    for stroke in solid.mesh.strokes:
        line = (camera.project(stroke) - low + 0.5) * sample - 0.5
        cv2.polylines(big, [fixed(line)], False, (*map(float, lit), 255.0), thick, cv2.LINE_8, 4)
    small = cv2.resize(big, (w, h), interpolation=cv2.INTER_AREA) if sample > 1 else big
    colour, cover = small[..., :3], small[..., 3]
    if solid.grain is not None:
        part = solid.grain[:h, :w]
        if part.shape == (h, w):
            colour = cv2.multiply(np.ascontiguousarray(colour), cv2.merge([part, part, part]), scale=1 / 128)
    return Sprite(int(low[0]), int(low[1]), colour, cover)


def _whole(bodies: tuple[Mesh, ...]) -> tuple[list[np.ndarray], np.ndarray, np.ndarray, np.ndarray]:
    """Return all bodies' faces, their normals (F, 3) and centres (F, 3), and which (F,) are side walls.

    The faces are indices into the flattened rings of all bodies, one after the other.
    """
    faces, normals, centres, sides, first = [], [], [], [], 0
    for body in bodies:
        own, outward = _faces(body)
        points = body.rings.reshape(-1, 3)
        walls, _ = topology(*body.rings.shape[:2])
        centres += [points[walls].mean(1), np.stack([points[f].mean(0) for f in own[-2:]])]
        faces += [face + first for face in own]
        normals.append(outward)
        sides += [np.ones(len(walls), bool), np.zeros(2, bool)]
        first += len(points)
    return faces, np.concatenate(normals), np.concatenate(centres), np.concatenate(sides)


def _shade(
    normals: np.ndarray, to_eye: np.ndarray, light: Light, solid: Solid, centres: np.ndarray, sides: np.ndarray
) -> np.ndarray:
    """Return the faces' colours (F, 3) as floats 0..255."""
    base = np.tile(solid.colour, (len(normals), 1))
    if solid.side is not None:
        base[sides] = solid.side
    if light.sky is not None:
        return _shade_by_sky(normals, to_eye, light, light.sky, solid, centres, base)
    lambert = np.maximum(normals @ light.towards, 0)
    sky = 0.75 + 0.25 * normals[:, 2]
    level = light.ambient * sky + (1 - light.ambient) * lambert * 1.15
    foot = solid.mesh.rings[..., 2].min()
    tall = np.ptp(solid.mesh.rings[..., 2]) + 1e-6
    level *= 0.82 + 0.18 * np.clip((centres[:, 2] - foot) / tall, 0, 1)
    half = light.towards + to_eye / (np.linalg.norm(to_eye, axis=1, keepdims=True) + 1e-9)
    half /= np.linalg.norm(half, axis=1, keepdims=True) + 1e-9
    shine = solid.gloss * np.maximum((normals * half).sum(1), 0) ** 24
    return np.clip((base * level[:, None] + 120 * shine[:, None]) * light.colour, 0, 255)


def _shade_by_sky(
    normals: np.ndarray,
    to_eye: np.ndarray,
    light: Light,
    sky: Sky,
    solid: Solid,
    centres: np.ndarray,
    base: np.ndarray,
) -> np.ndarray:
    """Return the faces' colours (F, 3) under light from all around, with the table's shade at their feet."""
    level = sky.irradiance(normals)
    foot, tall = centres[:, 2].min(), np.ptp(centres[:, 2]) + 1e-6
    level *= (0.6 + 0.4 * np.clip((centres[:, 2] - foot) / tall, 0, 1))[:, None]
    level += np.maximum(normals @ light.towards, 0)[:, None] * sky.lamp
    view = to_eye / (np.linalg.norm(to_eye, axis=1, keepdims=True) + 1e-9)
    facing = np.clip((view * normals).sum(1), 0, 1)
    away = 2 * facing[:, None] * normals - view
    fresnel = _REFLECTANCE + (1 - _REFLECTANCE) * (1 - facing) ** 5
    shine = (solid.gloss * fresnel)[:, None] * sky.reflected(away)
    linear = (np.clip(base, 0, 255) / 255) ** GAMMA * level + np.minimum(shine, 0.7)
    return np.clip(255 * linear ** (1 / GAMMA), 0, 255)


def put(picture: np.ndarray, sprite: Sprite) -> None:
    """Blend a sprite into the picture (H, W, 3), in place."""
    h, w = sprite.cover.shape
    area = picture[sprite.y : sprite.y + h, sprite.x : sprite.x + w]
    cover = cv2.merge([sprite.cover] * 3)
    kept = cv2.multiply(area, cv2.bitwise_not(cover), scale=1 / 255)
    cv2.add(kept, np.ascontiguousarray(sprite.colour), dst=area)


def cast(
    canvas: Canvas, camera: Camera, shadow: np.ndarray, mesh: Mesh, light: Light, floor: float, scale: float
) -> None:
    """Draw a solid's shadow (255) into ``shadow``, the canvas at ``scale`` of its size."""
    for body in mesh.bodies:
        _cast_body(canvas, camera, shadow, body, light, floor, scale)


def _cast_body(
    canvas: Canvas, camera: Camera, shadow: np.ndarray, mesh: Mesh, light: Light, floor: float, scale: float
) -> None:
    points = mesh.rings
    height = np.maximum(points[..., 2:] - floor, 0)
    flat = points - height * (light.towards / max(light.towards[2], 0.15))
    flat[..., 2] = floor
    at = canvas.points(camera, flat.reshape(-1, 3)) * scale
    at = at.reshape(points.shape[0], points.shape[1], 2)
    polygons = []
    for k in range(len(at) - 1):
        hull = np.stack([at[k], np.roll(at[k], -1, 0), np.roll(at[k + 1], -1, 0), at[k + 1]], 1)
        polygons.extend(fixed(hull))
    for quad in polygons:
        cv2.fillConvexPoly(shadow, quad, 255, cv2.LINE_8, 4)
    for ring in (at[0], at[-1]):
        cv2.fillPoly(shadow, [fixed(ring)], 255, cv2.LINE_8, 4)
