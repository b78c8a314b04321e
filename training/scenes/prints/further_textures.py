"""Further textures of grounds, by technique: washes, crayon, screens, engraving, paper, cloth.

Any terrain may have one. Each returns the tone (size, size) float32 of a square sheet, about -1 dark .. 1 light, for
``pitch`` pixels a tile. Numbers in them, mostly lengths in pitches, were chosen by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.scenes.prints.noise import NoisePool, cut, pick

Rng = np.random.Generator
Texture = Callable[[Rng, NoisePool, int, float], np.ndarray]

_BAYER = np.array([(0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)], np.float32) / 16


def field(rng: Rng, pool: NoisePool, size: int, scale: float, kind: int = 7) -> np.ndarray:
    """Return noise (size, size) float32 -1..1 of a period of ``scale`` pixels; ``kind`` 0 rough .. 7 smooth."""
    return toned(rng, (pool.fractal[kind],), size, scale / 512)


def toned(rng: Rng, pictures: tuple[np.ndarray, ...], size: int, scale: float) -> np.ndarray:
    """Return a crop (size, size) float32 -1..1 of one of the pool's pictures, enlarged by ``scale``."""
    return cut(rng, pick(rng, pictures), size, size, scale).astype(np.float32) / 127.5 - 1


def axes(rng: Rng, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the coordinates of the pixels (size, size) float32 each, turned at random."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    return x * c + y * s, y * c - x * s


def edged(tone: np.ndarray, sharp: float) -> np.ndarray:
    """Return a tone cut off at -1 and 1 after it is multiplied by ``sharp``."""
    return np.clip(tone * np.float32(sharp), -1, 1)


def _grain(rng: Rng, pool: NoisePool, size: int, scale: float) -> np.ndarray:
    return cut(rng, pick(rng, pool.grain), size, size, scale).astype(np.float32) / 64 - 2


def _blooms(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return watercolour whose water ran back: feathered blots, dark at their rims, and grains of pigment."""
    tone = 0.3 * field(rng, pool, size, 3 * pitch)
    for _ in range(int(rng.integers(2, 5))):
        inside = field(rng, pool, size, pitch * rng.uniform(1.5, 4), int(rng.integers(4, 7))) - rng.uniform(-0.2, 0.4)
        rim = np.exp(-((inside / rng.uniform(0.04, 0.1)) ** 2))
        tone += edged(inside, 4) * rng.uniform(0.1, 0.35) - rim * rng.uniform(0.2, 0.6)
    return tone + rng.uniform(0.0, 0.25) * _grain(rng, pool, size, rng.uniform(0.8, 2))


def _washes(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return flat transparent washes over each other, each dried with a thin dark edge."""
    tone = np.full((size, size), 0.5, np.float32)
    for _ in range(int(rng.integers(2, 6))):
        inside = field(rng, pool, size, pitch * rng.uniform(1.5, 5), int(rng.integers(6, 8))) + rng.uniform(-0.5, 0.3)
        cover = np.clip(inside * 25, 0, 1)
        tone -= cover * (rng.uniform(0.15, 0.4) + 0.35 * np.exp(-inside / 0.05))
    return tone


def _gouache(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return opaque blocks of paint, whose dry brush leaves streaks at their borders."""
    streaks = toned(rng, pool.strokes, size, pitch * rng.uniform(1, 3) / 512)
    height = field(rng, pool, size, pitch * rng.uniform(1.5, 4), 6) + rng.uniform(0.05, 0.3) * streaks
    count = int(rng.integers(3, 6))
    tones = rng.permutation(np.linspace(-0.9, 0.9, count)).astype(np.float32)
    level = np.clip((height * 0.7 + 0.5) * count, 0, count - 1).astype(int)
    return tones[level] + 0.12 * streaks


def _scribble(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return zigzags of a felt pen, darker where they overlap."""
    tone = np.full((size, size), 0.6, np.float32)
    thick, step = max(1, round(pitch * rng.uniform(0.015, 0.045))), pitch * rng.uniform(0.025, 0.07)
    high = pitch * rng.uniform(0.2, 0.6)
    turn = rng.uniform(0, np.pi)
    matrix = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    lines = np.zeros((size, size), np.float32)
    for row in np.arange(-0.75 * size, 0.75 * size, high * rng.uniform(0.7, 1.0)):
        x = np.arange(-0.75 * size, 0.75 * size, step) + rng.uniform(0, step)
        y = row + np.where(np.arange(len(x)) % 2, 0.5, -0.5) * high + rng.normal(0, 0.08 * high, len(x))
        lines[:] = 0
        points = np.column_stack([x, y]) @ matrix + size / 2
        cv2.polylines(lines, [np.round(points * 8).astype(np.int32)], False, 1.0, thick, cv2.LINE_AA, 3)
        tone -= lines * 0.6
    return tone


def _crayon(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return wax on rough paper: hollows stay bare, and strokes run one way."""
    streaks = toned(rng, pool.strokes, size, pitch * rng.uniform(0.8, 2) / 512)
    pressure = field(rng, pool, size, 3 * pitch)
    tooth = _grain(rng, pool, size, rng.uniform(1.0, 2.5))
    return np.tanh(2 * (0.5 * pressure + 0.6 * streaks + rng.uniform(0.4, 1.0) * tooth - rng.uniform(0, 0.5)))


def _halftone(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return a smooth tone in a screen of dots, lines, crosses or rings."""
    u, v = (line * np.float32(2 * np.pi / max(3.0, pitch * rng.uniform(0.03, 0.09))) for line in axes(rng, size))
    kind = int(rng.integers(4))
    if kind == 0:
        screen = (np.cos(u) + np.cos(v)) / 2
    elif kind == 1:
        screen = np.cos(u)
    elif kind == 2:
        screen = np.maximum(np.cos(u), np.cos(v)) - 0.4
    else:
        screen = np.cos(np.hypot(u - u.mean(), v - v.mean()))
    return edged(screen + rng.uniform(0.3, 0.9) * field(rng, pool, size, pitch * rng.uniform(1, 4)), 2.5)


def _risograph(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return two inks in coarse grain, the second a little off the first."""
    shape = field(rng, pool, size, pitch * rng.uniform(1.2, 3), 6)
    dots = rng.random((size // 2 + 1, size // 2 + 1), np.float32) if rng.random() < 0.5 else None
    grain = rng.random((size, size), np.float32) if dots is None else cv2.resize(dots, (size, size))
    off = (pitch * rng.normal(0, 0.03, 2)).round().astype(int)
    second = np.roll(shape, tuple(off), (0, 1)) > rng.uniform(0, 0.3)
    return np.where(grain < 0.45 + 0.45 * shape, 0.6, -0.3) - 0.6 * (second & (grain > 0.2))


def _woodcut(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return long cut lines, which swell where the picture is lighter and bend around its forms."""
    u, _ = axes(rng, size)
    form = field(rng, pool, size, pitch * rng.uniform(1.5, 4))
    wave = max(3.0, pitch * rng.uniform(0.035, 0.1))
    lines = np.sin((u + form * pitch * rng.uniform(0, 0.5)) * np.float32(2 * np.pi / wave))
    light = field(rng, pool, size, pitch * rng.uniform(1, 3), 6)
    return edged(lines + rng.uniform(0.6, 1.4) * light + rng.uniform(-0.4, 0.4), 3)


def _engraved(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return fine lines that follow the forms, thick in the shade, crossed by others in the deepest of it."""
    form = field(rng, pool, size, pitch * rng.uniform(2, 4))
    light = toned(rng, pool.relief, size, pitch * rng.uniform(2, 5) / 512)
    u, v = axes(rng, size)
    wave = np.float32(2 * np.pi / max(3.0, pitch * rng.uniform(0.03, 0.06)))
    bend = form * np.float32(pitch * rng.uniform(0.3, 1.0))
    first, second = np.sin((u + bend) * wave), np.sin((v - bend) * wave)
    return np.minimum(edged(first + 0.7 + light, 2.5), edged(second + 1.3 + light, 2.5))


def _stipple(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return dots of one pen, more or larger in the shade."""
    step = max(3, round(pitch * rng.uniform(0.025, 0.07)))
    count = size // step + 1
    level = (toned(rng, pool.relief + pool.fractal[5:], count, pitch * 3 / 512 / step) + 1) / 2
    shift = rng.uniform(-0.3, 0.3, (2, count, count)) * step
    radius = np.where(rng.random((count, count)) < 0.3 + level, step * (0.15 + 0.35 * level), 0)
    y, x = np.mgrid[0:size, 0:size]
    cell = y // step, x // step
    away = np.hypot(y % step - step / 2 - shift[0][cell], x % step - step / 2 - shift[1][cell])
    dots = np.clip(radius[cell] - away + 0.5, 0, 1).astype(np.float32)
    return dots * float(rng.choice([-1, 1]))


def _pixels(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return squares of a few tones, dithered, as in old computer games."""
    side = max(2, round(pitch * rng.uniform(0.02, 0.06)))
    count = size // side + 1
    small = cut(rng, pool.fractal[int(rng.integers(2, 7))], count, count, pitch * rng.uniform(1, 3) / 512 / side, 0.0)
    levels = int(rng.integers(2, 5))
    dither = np.tile(_BAYER, (count // 4 + 1, count // 4 + 1))[:count, :count] * (rng.random() < 0.7)
    stepped = np.floor(small.astype(np.float32) / 255 * levels * 0.999 + dither) / levels * 2 - 1
    return np.repeat(np.repeat(stepped, side, 0), side, 1)[:size, :size]


def _facets(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return triangles of a low-poly surface, each of the tone that its slope has in a light from one side."""
    step = max(5.0, pitch * rng.uniform(0.1, 0.28))
    count = int(size / step) + 3
    grid = np.stack(np.meshgrid(np.arange(count), np.arange(count)), axis=-1) - 1
    at = (grid + rng.uniform(-0.35, 0.35, grid.shape)) * step
    high = rng.normal(0, 1, (count, count))
    way = rng.uniform(0, 2 * np.pi)
    tone = np.zeros((size, size), np.float32)
    points = np.round(at * 8).astype(np.int32)
    for y in range(count - 1):
        for x in range(count - 1):
            a, b, c, d = (y, x), (y, x + 1), (y + 1, x + 1), (y + 1, x)
            for p, q, r in ((a, b, c), (a, c, d)):
                lit = np.cos(way) * (high[q] - high[p]) + np.sin(way) * (high[r] - high[q])
                corners = np.stack([points[p], points[q], points[r]])
                cv2.fillConvexPoly(tone, corners, float(0.4 * lit), cv2.LINE_8, 3)
    return np.clip(tone, -1, 1)


def _collage(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return torn pieces of paper with pale fibres at their edges, each over the shadow that it casts."""
    tone = np.zeros((size, size), np.float32)
    reach, thick = pitch * rng.uniform(0.15, 0.5), pitch * rng.uniform(0.008, 0.025)
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    for _ in range(int(min(2.5 * (size / reach) ** 2 / 4, 90))):
        radius = reach * (
            rng.uniform(0.5, 1.2) + 0.25 * np.sin(int(rng.integers(2, 4)) * angle) + rng.normal(0, 0.04, 24)
        )
        torn = np.column_stack([np.cos(angle), np.sin(angle)]) * radius[:, None]
        middle = rng.uniform(0, size, 2)
        for shift, share, shade in (
            (2.0, 1.0, -1.0),
            (0.0, 1.0, 1.0),
            (0.0, 1 - 2 * thick / reach, rng.uniform(-0.7, 0.6)),
        ):
            points = np.round((torn * share + middle + shift * thick) * 8).astype(np.int32)
            cv2.fillPoly(tone, [points], float(shade), cv2.LINE_AA, 3)
    return tone + 0.12 * _grain(rng, pool, size, 1.5)


def _knitted(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return stitches of wool, in stripes or in a pattern that repeats."""
    wide = max(4.0, pitch * rng.uniform(0.05, 0.11))
    high = wide * rng.uniform(0.6, 0.9)
    u, v = axes(rng, size)
    across = np.abs((u / wide) % 1 - 0.5) * 2
    row = v / high + across * 0.9
    stitch = np.cos(2 * np.pi * row) * 0.5 - 0.6 * (across > 0.85) - 0.4 * (across < 0.12)
    motif = rng.random((int(rng.integers(3, 9)), int(rng.integers(1, 6)))) < 0.4
    dyed = motif[np.floor(row).astype(int) % motif.shape[0], np.floor(u / wide).astype(int) % motif.shape[1]]
    return stitch + rng.uniform(0.0, 0.9) * np.where(dyed, -0.7, 0.3)


def _cross_stitch(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return a folk pattern: a small mirrored motif that repeats in rows, in two or three tones."""
    side, half = max(2, round(pitch * rng.uniform(0.018, 0.04))), int(rng.integers(4, 8))
    quarter = rng.choice([-0.8, 0.2, 0.9], (half, half), p=[0.35, 0.5, 0.15])
    whole = np.block([[quarter, quarter[:, ::-1]], [quarter[::-1], quarter[::-1, ::-1]]])
    whole[0], whole[:, 0] = 0.2, 0.2
    cells = np.repeat(np.repeat(whole, side, 0), side, 1).astype(np.float32)
    times = size // len(cells) + 2
    tone = np.tile(cells, (times, times))[:size, :size]
    if side >= 4 and rng.random() < 0.6:
        y, x = np.mgrid[0:size, 0:size] % side
        return tone - 0.4 * ((x == 0) | (y == 0))
    return tone


def _scrolls(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return painted tendrils that curl up, with drops along them."""
    tone = np.zeros((size, size), np.float32)
    ink, step = float(rng.choice([-1, 1])), pitch * rng.uniform(0.015, 0.03)
    thick, curl = max(1, round(pitch * rng.uniform(0.012, 0.035))), rng.uniform(0.004, 0.012)
    for _ in range(int(min(14 * (size / pitch) ** 2, 110))):
        turn = rng.uniform(0, 2 * np.pi) + rng.choice([-1, 1]) * np.cumsum(0.04 + curl * np.arange(26))
        points = rng.uniform(0, size, 2) + np.cumsum(np.column_stack([np.cos(turn), np.sin(turn)]), 0) * step
        fixed = np.round(points * 8).astype(np.int32)
        cv2.polylines(tone, [fixed], False, ink, thick, cv2.LINE_AA, 3)
        cv2.circle(tone, fixed[-1].tolist(), int(8 * 1.4 * thick), ink * 0.8, -1, cv2.LINE_AA, 3)
    return tone


def _contours(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return the contour lines of a map, every fifth of them thick, on a flat ground."""
    height = field(rng, pool, size, pitch * rng.uniform(1.5, 4), int(rng.integers(5, 8)))
    level = np.floor((height + 1) * rng.uniform(6, 16)).astype(np.int16)
    lower = cv2.erode(level, np.ones((2, 2)))
    thick = cv2.dilate(((level % 5 == 0) & (lower < level)).astype(np.uint8), np.ones((2, 2)))
    lines = ((lower < level) * 0.65 + thick * 0.35).astype(np.float32)
    return lines * float(rng.choice([-1, 1])) + 0.1 * height


TECHNIQUES: dict[str, Texture] = {
    made.__name__.strip("_"): made
    for made in (
        _blooms, _washes, _gouache, _scribble, _crayon, _halftone, _risograph, _woodcut, _engraved, _stipple, _pixels,
        _facets, _collage, _knitted, _cross_stitch, _scrolls, _contours,
    )
}  # fmt: skip
"""Textures by name that any terrain may have."""
