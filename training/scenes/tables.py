"""Table tops: wood, cloth, felt, carpet, stone, glass, print."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.noise import NoisePool, cut, pick
from training.scenes.prints.palettes import any_colour, bgr, ramp
from training.scenes.prints.textures import blend

KINDS = (
    *("wood", "planks", "plain", "checks", "stripes", "floral", "felt"),
    *("carpet", "glass", "print", "stone", "map", "hexes", "polka"),
)
WEIGHTS = np.array([5, 3, 3.5, 0.8, 0.7, 0.8, 3.5, 1.2, 1, 0.5, 1.2, 0.5, 0.5, 0.6])


def _coloured(grey: np.ndarray, colour: np.ndarray, contrast: float, other: np.ndarray | None = None) -> np.ndarray:
    light = np.minimum(colour * (1 + contrast), 255) if other is None else other
    table = ramp(np.stack([colour * (1 - contrast), colour, light]), np.array([0.0, 128.0, 255.0]))
    return cv2.LUT(cv2.merge([grey, grey, grey]), table)


def _cloth_colour(rng: np.random.Generator, like: np.ndarray) -> np.ndarray:
    """Return a cloth's colour, often near one of ``like`` (N, 3) BGR, the terrains', or of a piece."""
    family = rng.integers(8)
    if family >= 6:
        return np.clip(like[int(rng.integers(len(like)))] * rng.uniform(0.6, 1.2) + rng.normal(0, 12, 3), 5, 250)
    if family == 0:
        return bgr(rng.uniform(80, 160), rng.uniform(0.2, 0.8), rng.uniform(0.12, 0.6))
    if family == 1:
        return bgr(rng.uniform(195, 240), rng.uniform(0.2, 0.8), rng.uniform(0.15, 0.8))
    if family == 2:
        return bgr(rng.uniform(260, 300), rng.uniform(0.2, 0.7), rng.uniform(0.2, 0.7))
    if family == 3:
        return bgr(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.08, 1.0))
    return any_colour(rng)


def _knot(rng: np.random.Generator, picture: np.ndarray, colour: np.ndarray, pitch: float, angle: float) -> None:
    at = (rng.uniform(0, 1, 2) * picture.shape[1::-1]).astype(int)
    size = pitch * rng.uniform(0.05, 0.35)
    for share in np.linspace(1, 0.2, 5):
        axes = (max(1, int(size * share * 1.8)), max(1, int(size * share)))
        tone = tuple(float(v) for v in colour * (0.35 + 0.5 * share * rng.uniform(0.7, 1.2)))
        cv2.ellipse(picture, tuple(map(int, at)), axes, -angle, 0, 360, tone, -1, cv2.LINE_AA)


def _wood(rng: np.random.Generator, pool: NoisePool, h: int, w: int, pitch: float, planks: bool) -> np.ndarray:
    colour = bgr(rng.uniform(12, 42), rng.uniform(0.1, 0.7), rng.uniform(0.12, 0.9))
    angle = rng.uniform(0, np.pi)
    scale = pitch * rng.uniform(1, 6) / 512
    grey = cut(rng, pick(rng, pool.strokes), h, w, scale * 1.5, angle)
    fine = cut(rng, pick(rng, pool.strokes), h, w, max(scale * 0.5, 0.1), angle)
    grey = cv2.addWeighted(grey, 0.65, fine, 0.35, 0)
    picture = _coloured(grey, colour, rng.uniform(0.05, 0.5))
    for _ in range(int(rng.poisson(2)) if rng.random() < 0.25 else 0):
        _knot(rng, picture, colour, pitch, float(np.degrees(angle)))
    if not planks:
        return picture
    count = max(w, h) / (pitch * rng.uniform(0.6, 3))
    across = np.array([-np.sin(-angle), np.cos(-angle)])
    y, x = np.mgrid[0:h:4, 0:w:4].astype(np.float32)
    place = (x * across[0] + y * across[1]) / max(w, h) * count + 100
    tone = rng.normal(128, rng.uniform(3, 18), 400)
    strip = np.clip(tone[np.clip(place.astype(int), 0, 399)], 60, 200).astype(np.uint8)
    strip = cv2.resize(strip, (w, h), interpolation=cv2.INTER_LINEAR)
    picture = cv2.multiply(picture, cv2.merge([strip] * 3), scale=1 / 128)
    if rng.random() < 0.7:
        part = cv2.resize(np.abs(place % 1 - 0.5), (w, h))
        seam = (part > 0.5 - rng.uniform(0.01, 0.03)).astype(np.uint8) * int(rng.uniform(60, 220))
        blend(picture, colour * 0.3, seam)
    return picture


def _hexes(rng: np.random.Generator, like: np.ndarray, h: int, w: int, pitch: float) -> np.ndarray:
    """Return a cloth or mat with a honeycomb on it."""
    period = pitch * rng.choice([rng.uniform(0.15, 0.7), rng.uniform(0.7, 2.0)], p=[0.75, 0.25])
    angle = rng.uniform(0, np.pi)
    y, x = np.mgrid[0:h:2, 0:w:2].astype(np.float32) / np.float32(period)
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    a, b = x * c + y * s, (y * c - x * s) / np.float32(np.sqrt(3))
    # the nearer of two rectangular grids' points is the cell's middle
    u, v = a - np.round(a), (b - np.round(b)) * np.float32(np.sqrt(3))
    p, q = a - np.floor(a) - 0.5, (b - np.floor(b) - 0.5) * np.float32(np.sqrt(3))
    first = u * u + v * v < p * p + q * q
    u, v = np.abs(np.where(first, u, p)), np.abs(np.where(first, v, q))
    depth = 0.5 - np.maximum(u, u * 0.5 + v * np.float32(np.sqrt(3) / 2))
    line = np.clip((rng.uniform(0.01, 0.06) - depth) * period / 2 + 0.5, 0, 1)
    picture = np.empty((h, w, 3), np.uint8)
    picture[:] = _cloth_colour(rng, like)
    cells = rng.random((64, 64)) < rng.choice([0.0, 0.3, 0.5])
    column = np.where(first, np.round(a), np.floor(a)).astype(int)
    row = np.where(first, 2 * np.round(b), 2 * np.floor(b) + 1).astype(int)
    fill = cv2.resize(cells[row % 64, column % 64].astype(np.uint8) * 255, (w, h), interpolation=cv2.INTER_NEAREST)
    blend(picture, _cloth_colour(rng, like), fill)
    blend(picture, _cloth_colour(rng, like), cv2.resize((line * 255).astype(np.uint8), (w, h)))
    return picture


def _polka(rng: np.random.Generator, like: np.ndarray, h: int, w: int, pitch: float) -> np.ndarray:
    """Return a cloth with rows of round spots, as large as pieces are."""
    period = pitch * rng.uniform(0.2, 0.9)
    angle = rng.uniform(0, np.pi)
    y, x = np.mgrid[0:h:2, 0:w:2].astype(np.float32) / np.float32(period)
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    a, b = x * c + y * s, y * c - x * s
    if rng.random() < 0.6:  # every other row moved by half
        a = a + np.float32(0.5) * (np.round(b) % 2)
    away = np.hypot(a - np.round(a), b - np.round(b))
    spots = np.clip((np.float32(rng.uniform(0.12, 0.38)) - away) * np.float32(period / 2) + 0.5, 0, 1)
    picture = np.empty((h, w, 3), np.uint8)
    picture[:] = _cloth_colour(rng, like)
    blend(picture, _cloth_colour(rng, like), cv2.resize((spots * 255).astype(np.uint8), (w, h)))
    return picture


def _woven(rng: np.random.Generator, like: np.ndarray, h: int, w: int, pitch: float, checks: bool) -> np.ndarray:
    first = _cloth_colour(rng, like)
    second = _cloth_colour(rng, like) if rng.random() < 0.6 else np.full(3, rng.uniform(180, 250))
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


def _floral(rng: np.random.Generator, pool: NoisePool, like: np.ndarray, h: int, w: int, pitch: float) -> np.ndarray:
    picture = np.empty((h, w, 3), np.uint8)
    picture[:] = _cloth_colour(rng, like)
    for _ in range(int(rng.integers(1, 4))):
        pattern = cut(rng, pick(rng, pool.dots + pool.cells + pool.ridged), h, w, pitch * rng.uniform(1.5, 6) / 512)
        level = int(rng.integers(60, 160))
        alpha = cv2.LUT(pattern, ((np.arange(256) < level) * 255).astype(np.uint8))
        blend(picture, _cloth_colour(rng, like), alpha)
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


def _tones(
    rng: np.random.Generator, pool: NoisePool, like: np.ndarray, kind: str, h: int, w: int, pitch: float
) -> np.ndarray:
    scale = pitch * rng.uniform(1, 6) / 512
    if kind == "plain":
        return _coloured(cut(rng, pool.fractal[7], h, w, scale * 2), _cloth_colour(rng, like), rng.uniform(0, 0.08))
    if kind == "felt":
        grain = cut(rng, pick(rng, pool.grain), h, w, rng.uniform(0.6, 1.5))
        return _coloured(grain, _cloth_colour(rng, like), rng.uniform(0.05, 0.35))
    if kind == "carpet":
        return _coloured(
            cut(rng, pick(rng, pool.fractal[:3] + pool.cells), h, w, scale),
            _cloth_colour(rng, like),
            rng.uniform(0.1, 0.6),
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


def table_top(
    rng: np.random.Generator, pool: NoisePool, like: np.ndarray, height: int, width: int, pitch: float
) -> tuple[np.ndarray, str]:
    """Return a table top (height, width, 3) uint8 and its kind.

    It has ``pitch`` pixels a tile and is at times coloured as one of ``like`` (N, 3).
    """
    kind = str(rng.choice(KINDS, p=WEIGHTS / WEIGHTS.sum()))
    if kind in ("wood", "planks"):
        picture = _wood(rng, pool, height, width, pitch, kind == "planks")
    elif kind in ("checks", "stripes"):
        picture = _woven(rng, like, height, width, pitch, kind == "checks")
    elif kind == "floral":
        picture = _floral(rng, pool, like, height, width, pitch)
    elif kind == "hexes":
        picture = _hexes(rng, like, height, width, pitch)
    elif kind == "polka":
        picture = _polka(rng, like, height, width, pitch)
    elif kind == "print":
        picture = _print(rng, height, width, pitch)
    else:
        picture = _tones(rng, pool, like, kind, height, width, pitch)
    if rng.random() < 0.5:
        grain = cut(rng, pick(rng, pool.grain + pool.fractal[:2]), height, width, rng.uniform(0.7, 2))
        amount = rng.uniform(0.02, 0.2)
        picture = cv2.addWeighted(picture, 1.0, cv2.merge([grain] * 3), amount, -128 * amount)
    if rng.random() < 0.12:
        _edge_of_table(rng, picture)
    return picture, kind


def _edge_of_table(rng: np.random.Generator, picture: np.ndarray) -> None:
    """Let the table end at a straight edge, with floor beyond."""
    h, w = picture.shape[:2]
    y, x = np.mgrid[0:h:4, 0:w:4]
    angle = rng.uniform(0, 2 * np.pi)
    beyond = (x - w / 2) * np.cos(angle) + (y - h / 2) * np.sin(angle) - rng.uniform(0.25, 0.5) * max(h, w)
    cover = np.clip(beyond * 128, 0, 255).astype(np.uint8)
    floor = bgr(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.05, 0.8))
    blend(picture, floor, cv2.resize(cover, (w, h), interpolation=cv2.INTER_LINEAR))
