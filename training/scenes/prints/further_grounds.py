"""Further textures that are typical of one terrain: fields seen from above, rock in the light, charts of the sea.

They return what those of `further_textures` do. Numbers in them were chosen by hand.
"""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from training.scenes.prints.further_textures import TECHNIQUES, Rng, Texture, axes, edged, field, toned
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.signs.symbols import SYMBOLS, Symbol

_FURTHER_OWN = 0.5
"""Share of the textures typical of a terrain among its further ones. Chosen by hand."""


def _stamped(symbol: Symbol, rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return rows of one tiny symbol, every other row moved by half a step."""
    step = max(9, round(pitch * rng.uniform(0.1, 0.24)))
    high = step * rng.uniform(0.55, 0.9)
    thick = max(1, round(high * rng.uniform(0.06, 0.14)))
    cell = np.zeros((2 * step, step), np.float32)
    for x, y in ((0.0, 0.0), (step / 2, step), (-step / 2, step)):
        drawn = [np.round((line * high + (x, y)) * 8).astype(np.int32) for line in symbol.lines]
        if symbol.filled:
            cv2.fillPoly(cell, drawn, 1.0, cv2.LINE_AA, 3)
        cv2.polylines(cell, drawn, False, 1.0, thick, cv2.LINE_AA, 3)
    tone = np.tile(cell, (size // (2 * step) + 1, size // step + 1))[:size, :size]
    return tone * float(rng.choice([-1, 1])) + 0.15 * field(rng, pool, size, 2 * pitch)


def _nearest(rng: Rng, size: int, step: float) -> np.ndarray:
    """Return the number (size, size) of the nearest of places about ``step`` pixels apart."""
    seeds = np.full((size, size), 255, np.uint8)
    x, y = rng.integers(0, size, (2, max(4, round((size / step) ** 2))))
    seeds[y, x] = 0
    return cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)[1]


def _furrows(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return fields seen from above, each ploughed its own way, some fallow."""
    owner = _nearest(rng, size, pitch * rng.uniform(0.3, 0.7))
    count = owner.max() + 1
    turn = rng.uniform(0, np.pi, count)
    wave = 2 * np.pi / max(3.0, pitch * rng.uniform(0.03, 0.08))
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    along = x * (wave * np.cos(turn)).astype(np.float32)[owner] + y * (wave * np.sin(turn)).astype(np.float32)[owner]
    strength, tone = rng.uniform(0, 0.7, count).astype(np.float32), rng.normal(0, 0.35, count).astype(np.float32)
    return np.sin(along) * strength[owner] + tone[owner]


def _mown(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return grass mown in stripes, with its blades."""
    u, _ = axes(rng, size)
    wide = pitch * rng.uniform(0.12, 0.4)
    blades = toned(rng, pool.strokes, size, pitch * rng.uniform(0.5, 1.2) / 512)
    return edged(np.sin(u * np.float32(np.pi / wide)), 2) * rng.uniform(0.25, 0.6) + 0.45 * blades


def _aerial(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return land as photographed from a plane: patches, woods, rough ground, and pale tracks."""
    scale = pitch * rng.uniform(1.5, 4) / 512
    parts = [toned(rng, kind, size, scale) for kind in (pool.quilt, pool.crowns)]
    rough, where = field(rng, pool, size, 3 * pitch, 1), field(rng, pool, size, 3 * pitch, 6)
    land = np.where(where > rng.uniform(-0.3, 0.4), 0.6 * parts[0], 0.8 * parts[1]) + 0.4 * rough
    track = np.abs(field(rng, pool, size, pitch * rng.uniform(2, 4))) < 0.02
    return np.where(track, 1.0, land * 0.7).astype(np.float32)


def _crag(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return rock as photographed: sharp ridges in a low light, dark in the clefts, pale on the edges."""
    scale = pitch * rng.uniform(1.5, 4)
    height = toned(rng, pool.ridged, size, scale / 512)
    height = height + 0.5 * field(rng, pool, size, scale * 0.6, int(rng.integers(3, 7)))
    way = rng.uniform(0, 2 * np.pi)
    slope = np.cos(way) * cv2.Sobel(height, -1, 1, 0) + np.sin(way) * cv2.Sobel(height, -1, 0, 1)
    cleft = height - cv2.GaussianBlur(height, (0, 0), max(1.0, 0.03 * pitch))
    return np.tanh(slope / (slope.std() + 1e-6) * 0.5 + cleft / (cleft.std() + 1e-6) * 0.3)


def _slopes(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return short strokes down all slopes, the denser the steeper, as engravers of maps drew mountains."""
    height = field(rng, pool, size, pitch * rng.uniform(1.2, 3))
    down = np.stack([cv2.Sobel(height, -1, 1, 0, ksize=5), cv2.Sobel(height, -1, 0, 1, ksize=5)], axis=-1)
    step = max(3.0, pitch * rng.uniform(0.035, 0.06))
    at = rng.uniform(0, size, (int(min((size / step) ** 2, 6000)), 2))
    way = down[at[:, 1].astype(int), at[:, 0].astype(int)]
    steep = np.linalg.norm(way, axis=1)
    kept = steep > np.quantile(steep, rng.uniform(0.1, 0.5))
    stroke = way[kept] / (steep[kept, None] + 1e-9) * pitch * rng.uniform(0.05, 0.12)
    ends = np.round(np.stack([at[kept], at[kept] + stroke], axis=1) * 8).astype(np.int32)
    tone = np.zeros((size, size), np.float32)
    cv2.polylines(tone, list(ends), False, -1.0, max(1, round(pitch * rng.uniform(0.006, 0.014))), cv2.LINE_AA, 3)
    return tone + 0.2 * height


def _scree(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return angular fragments of rock, coarse to fine, each with its own tone and dark gaps between."""
    tone = np.full((size, size), -0.9, np.float32)
    reach = pitch * rng.uniform(0.05, 0.14)
    for _ in range(int(min(3 * (size / reach) ** 2 / 3, 900))):
        angle = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 7))))
        corners = np.column_stack([np.cos(angle), np.sin(angle)]) * reach * rng.uniform(0.3, 1.0)
        fixed = np.round((corners + rng.uniform(0, size, 2)) * 8).astype(np.int32)
        cv2.fillConvexPoly(tone, fixed, float(rng.normal(0.1, 0.4)), cv2.LINE_AA, 3)
        cv2.polylines(tone, [fixed[:3]], False, -0.8, 1, cv2.LINE_AA, 3)
    return tone


def _beds(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return layers of rock, tilted, bent and broken by faults."""
    u, v = axes(rng, size)
    fault = np.floor(v / (pitch * rng.uniform(0.3, 0.9)) + 0.3 * field(rng, pool, size, 2 * pitch)).astype(int) % 7
    throw = rng.normal(0, 0.12, 7).astype(np.float32)[fault] * pitch
    depth = u + throw + field(rng, pool, size, 3 * pitch) * np.float32(pitch * rng.uniform(0, 0.25))
    layers = np.repeat(rng.normal(0, 0.5, 128), rng.integers(1, 6, 128)).astype(np.float32)
    fine = max(1.0, pitch * rng.uniform(0.012, 0.03))
    return layers[np.floor(depth / fine).astype(int) % len(layers)] + 0.2 * field(rng, pool, size, pitch, 2)


def _caustics(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return the net of light on the bottom of shallow water."""
    scale = pitch * rng.uniform(0.6, 1.6)
    first, second = (np.abs(field(rng, pool, size, scale * s, 6)) for s in (1.0, 1.4))
    net = np.exp(-np.minimum(first, second) / rng.uniform(0.06, 0.16))
    return 2 * net - 1 + 0.3 * field(rng, pool, size, 3 * pitch)


def _ripples(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return rings around several places, as of drops on water, which cross each other."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    wave = np.float32(2 * np.pi / max(3.5, pitch * rng.uniform(0.05, 0.13)))
    tone = np.zeros((size, size), np.float32)
    for a, b in rng.uniform(-0.2, 1.2, (int(rng.integers(2, 5)), 2)) * size:
        away = np.hypot(x - np.float32(a), y - np.float32(b))
        tone += np.sin(away * wave) * np.exp(-away / np.float32(size * rng.uniform(0.3, 1.0)))
    return edged(tone, rng.uniform(0.8, 3))


def _scales(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return overlapping fans of arcs in rows, the Japanese pattern of waves."""
    radius = max(6.0, pitch * rng.uniform(0.07, 0.16))
    rings = int(rng.integers(2, 5))
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / np.float32(radius)
    tone = np.zeros((size, size), np.float32)
    row = np.floor(2 * y)
    for step in (2, 1, 0):  # the lowest row that reaches a place covers the others
        k = row + step
        dx = (x + (k % 2)) % 2 - 1
        away = np.hypot(dx, k / 2 + 0.5 - y)
        tone = np.where(away < 1, np.cos(away * np.float32(2 * np.pi * rings)), tone)
    return edged(tone, rng.uniform(1, 3))


def _soundings(rng: Rng, pool: NoisePool, size: int, pitch: float) -> np.ndarray:
    """Return a chart of the sea: lines of equal depth, dotted or whole, and depths in figures."""
    depth = field(rng, pool, size, pitch * rng.uniform(2, 4))
    level = np.floor((depth + 1) * rng.uniform(2, 5)).astype(np.int16)
    line = (cv2.erode(level, np.ones((2, 2))) < level) & ((np.indices((size, size)).sum(0) // 4) % 2 == 0)
    tone = level.astype(np.float32) * 0.12 - 0.8 * line
    scale = max(0.25, pitch * rng.uniform(0.0022, 0.004))
    figures = np.zeros((size, size), np.uint8)
    for x, y in rng.uniform(0, size, (int(min(8 * (size / pitch) ** 2, 70)), 2)).astype(int).tolist():
        cv2.putText(
            figures, str(int(rng.integers(1, 90))), (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 1, cv2.LINE_AA
        )
    return tone - figures.astype(np.float32) / 255


_OWN: tuple[tuple[Texture, ...], ...] = (
    (_furrows, _mown, _aerial),
    (_crag, _slopes, _scree, _beds),
    (_caustics, _ripples, _scales, _soundings),
)
_NAMED: tuple[dict[str, Texture], ...] = tuple(
    {made.__name__.strip("_"): made for made in own}
    | {name: partial(_stamped, symbol) for name, symbol in symbols.items()}
    for own, symbols in zip(_OWN, SYMBOLS, strict=True)
)
OF_TERRAIN = tuple(tuple(named) for named in _NAMED)
"""Names of the textures typical of plains, mountain and ocean."""
FURTHER: dict[str, Texture] = {**TECHNIQUES, **_NAMED[0], **_NAMED[1], **_NAMED[2]}
"""All further textures by the names that `Ink.base` has."""


def further_base(rng: Rng, terrain: int) -> str:
    """Draw the name of a further texture of plains (0), mountain (1) or ocean (2)."""
    names = OF_TERRAIN[terrain] if rng.random() < _FURTHER_OWN else tuple(TECHNIQUES)
    return str(rng.choice(names))


def further_grey(rng: Rng, pool: NoisePool, name: str, size: int, pitch: float) -> np.ndarray:
    """Return a further texture (size, size) uint8 for ``pitch`` pixels a tile, its median 128: the ground's own ink."""
    tone = FURTHER[name](rng, pool, size, pitch)
    tone = tone - np.median(tone)
    return np.clip(128 + tone * (127 / max(1.0, float(np.abs(tone).max()) * 0.8)), 0, 255).astype(np.uint8)
