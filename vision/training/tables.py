"""Table tops: wood, cloth, felt, carpet, stone, glass, print. Painted before anything lies on it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.noise import NoisePool, cut, pick
from vision.training.palettes import any_colour, bgr, ramp
from vision.training.textures import blend

KINDS = ("wood", "planks", "plain", "checks", "stripes", "floral", "felt", "carpet", "glass", "print", "stone", "map")
WEIGHTS = np.array([5, 3, 3, 1.2, 1, 1, 3, 1.5, 1, 0.7, 1.2, 0.6])


def _coloured(grey: np.ndarray, colour: np.ndarray, contrast: float, other: np.ndarray | None = None) -> np.ndarray:
    light = np.minimum(colour * (1 + contrast), 255) if other is None else other
    table = ramp(np.stack([colour * (1 - contrast), colour, light]), np.array([0.0, 128.0, 255.0]))
    return cv2.LUT(cv2.merge([grey, grey, grey]), table)


def _cloth_colour(rng: np.random.Generator) -> np.ndarray:
    """Return a cloth's colour, often near one of the terrains' or pieces'."""
    family = rng.integers(6)
    if family == 0:
        return bgr(rng.uniform(80, 160), rng.uniform(0.2, 0.8), rng.uniform(0.12, 0.6))
    if family == 1:
        return bgr(rng.uniform(195, 240), rng.uniform(0.2, 0.8), rng.uniform(0.15, 0.8))
    if family == 2:
        return bgr(rng.uniform(260, 300), rng.uniform(0.2, 0.7), rng.uniform(0.2, 0.7))
    if family == 3:
        return bgr(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.08, 1.0))
    return any_colour(rng)


def _wood(rng: np.random.Generator, pool: NoisePool, h: int, w: int, pitch: float, planks: bool) -> np.ndarray:
    colour = bgr(rng.uniform(12, 42), rng.uniform(0.1, 0.7), rng.uniform(0.12, 0.9))
    angle = rng.uniform(0, np.pi)
    scale = pitch * rng.uniform(1, 6) / 512
    grey = cut(rng, pick(rng, pool.strokes), h, w, scale * 1.5, angle)
    fine = cut(rng, pick(rng, pool.strokes), h, w, max(scale * 0.5, 0.1), angle)
    grey = cv2.addWeighted(grey, 0.65, fine, 0.35, 0)
    picture = _coloured(grey, colour, rng.uniform(0.05, 0.5))
    if not planks:
        return picture
    count = max(w, h) / (pitch * rng.uniform(0.6, 3))
    across = np.array([-np.sin(-angle), np.cos(-angle)])
    y, x = np.mgrid[0:h:4, 0:w:4].astype(np.float32)
    place = (x * across[0] + y * across[1]) / max(w, h) * count + 100
    tone = rng.normal(128, rng.uniform(3, 18), 400)
    strip = np.clip(tone[np.clip(place.astype(int), 0, 399)], 60, 200).astype(np.uint8)
    strip = cv2.resize(strip, (w, h), interpolation=cv2.INTER_NEAREST)
    picture = cv2.multiply(picture, cv2.merge([strip] * 3), scale=1 / 128)
    if rng.random() < 0.7:
        part = cv2.resize(np.abs(place % 1 - 0.5), (w, h))
        seam = (part > 0.5 - rng.uniform(0.01, 0.03)).astype(np.uint8) * int(rng.uniform(60, 220))
        blend(picture, colour * 0.3, seam)
    return picture


def _woven(rng: np.random.Generator, h: int, w: int, pitch: float, checks: bool) -> np.ndarray:
    first, second = _cloth_colour(rng), _cloth_colour(rng) if rng.random() < 0.6 else np.full(3, rng.uniform(180, 250))
    period = pitch * rng.uniform(0.15, 1.5)
    angle = rng.uniform(0, np.pi)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    c, s = np.float32(np.cos(angle) / period), np.float32(np.sin(angle) / period)
    share = np.float32(rng.uniform(0.25, 0.75))
    lines = ((x * c + y * s) % 1 < share).astype(np.uint8)
    if checks:
        lines = lines + ((y * c - x * s) % 1 < share).astype(np.uint8)
        if rng.random() < 0.3:
            lines = (lines == 1).astype(np.uint8) * 2
    else:
        lines *= 2
    table = np.zeros((256, 1, 3), np.uint8)
    table[0], table[1], table[2] = second, (first + second) / 2, first
    return cv2.LUT(cv2.merge([lines] * 3), table)


def _floral(rng: np.random.Generator, pool: NoisePool, h: int, w: int, pitch: float) -> np.ndarray:
    picture = np.empty((h, w, 3), np.uint8)
    picture[:] = _cloth_colour(rng)
    for _ in range(int(rng.integers(1, 4))):
        pattern = cut(rng, pick(rng, pool.dots + pool.cells + pool.ridged), h, w, pitch * rng.uniform(1.5, 6) / 512)
        level = int(rng.integers(60, 160))
        alpha = cv2.LUT(pattern, ((np.arange(256) < level) * 255).astype(np.uint8))
        blend(picture, _cloth_colour(rng), alpha)
    return picture


def _print(rng: np.random.Generator, h: int, w: int, pitch: float) -> np.ndarray:
    picture = np.empty((h, w, 3), np.uint8)
    paper = rng.uniform(180, 245)
    picture[:] = (paper * 0.94, paper * 0.98, paper)
    line = max(2, int(pitch * rng.uniform(0.06, 0.15)))
    for column in range(0, w, int(pitch * 1.6) + 8):
        for y in range(0, h, line):
            if rng.random() < 0.9:
                end = column + int(pitch * 1.6 * rng.uniform(0.5, 0.95))
                grey = float(rng.uniform(30, 110))
                cv2.line(picture, (column, y), (end, y), (grey, grey, grey), max(1, line // 3))
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        size = pitch * rng.uniform(0.5, 2, 2)
        cv2.rectangle(
            picture, (int(x), int(y)), (int(x + size[0]), int(y + size[1])), tuple(map(float, any_colour(rng))), -1
        )
    return picture


def _tones(rng: np.random.Generator, pool: NoisePool, kind: str, h: int, w: int, pitch: float) -> np.ndarray:
    scale = pitch * rng.uniform(1, 6) / 512
    if kind == "plain":
        return _coloured(cut(rng, pool.fractal[7], h, w, scale * 2), _cloth_colour(rng), rng.uniform(0, 0.08))
    if kind == "felt":
        grain = cut(rng, pick(rng, pool.grain), h, w, rng.uniform(0.6, 1.5))
        return _coloured(grain, _cloth_colour(rng), rng.uniform(0.05, 0.35))
    if kind == "carpet":
        return _coloured(
            cut(rng, pick(rng, pool.fractal[:3] + pool.cells), h, w, scale), _cloth_colour(rng), rng.uniform(0.1, 0.6)
        )
    if kind == "glass":
        return _coloured(
            cut(rng, pool.fractal[7], h, w, scale * 3),
            bgr(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.03, 0.2)),
            0.3,
        )
    if kind == "map":
        stops = np.stack([any_colour(rng) for _ in range(5)])
        grey = cut(rng, pool.fractal[6], h, w, scale)
        step = cv2.LUT(grey, (np.arange(256) // 52 * 52).astype(np.uint8))
        return cv2.LUT(cv2.merge([step] * 3), ramp(stops, np.linspace(0, 255, 5)))
    stone = cut(rng, pick(rng, pool.ridged + pool.fractal[3:6]), h, w, scale)
    return _coloured(
        stone,
        bgr(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.15, 0.9)),
        rng.uniform(0.1, 0.5),
        any_colour(rng) if rng.random() < 0.2 else None,
    )


def table_top(rng: np.random.Generator, pool: NoisePool, height: int, width: int, pitch: float) -> np.ndarray:
    """Return a table top (height, width, 3) uint8, ``pitch`` pixels a tile."""
    kind = str(rng.choice(KINDS, p=WEIGHTS / WEIGHTS.sum()))
    if kind in ("wood", "planks"):
        picture = _wood(rng, pool, height, width, pitch, kind == "planks")
    elif kind in ("checks", "stripes"):
        picture = _woven(rng, height, width, pitch, kind == "checks")
    elif kind == "floral":
        picture = _floral(rng, pool, height, width, pitch)
    elif kind == "print":
        picture = _print(rng, height, width, pitch)
    else:
        picture = _tones(rng, pool, kind, height, width, pitch)
    if rng.random() < 0.5:
        grain = cut(rng, pick(rng, pool.grain + pool.fractal[:2]), height, width, rng.uniform(0.7, 2))
        amount = rng.uniform(0.02, 0.2)
        picture = cv2.addWeighted(picture, 1.0, cv2.merge([grain] * 3), amount, -128 * amount)
    if rng.random() < 0.12:
        _edge_of_table(rng, picture)
    return picture


def _edge_of_table(rng: np.random.Generator, picture: np.ndarray) -> None:
    """Let the table end at a straight edge, with floor beyond."""
    h, w = picture.shape[:2]
    y, x = np.mgrid[0:h:4, 0:w:4]
    angle = rng.uniform(0, 2 * np.pi)
    beyond = ((x - w / 2) * np.cos(angle) + (y - h / 2) * np.sin(angle) > rng.uniform(0.25, 0.5) * max(h, w)).astype(
        np.uint8
    ) * 255
    blend(picture, any_colour(rng), cv2.resize(beyond, (w, h), interpolation=cv2.INTER_LINEAR))
