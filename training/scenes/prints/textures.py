"""Printed surfaces: one sheet of colour for each terrain, cut from the noise pool."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.further_grounds import FURTHER, further_grey
from training.scenes.prints.noise import NoisePool, cut, pick
from training.scenes.prints.palettes import ramp
from training.scenes.prints.printing import Ink, Printing
from training.scenes.prints.signs.terrain_signs import strew


def blend(picture: np.ndarray, colour: np.ndarray, alpha: np.ndarray) -> None:
    """Lay a colour (3,) over an 8-bit picture (H, W, 3) in place, with ``alpha`` (H, W) uint8."""
    if alpha.size == 0:
        return
    cover = cv2.merge([alpha, alpha, alpha])
    flat = np.empty_like(picture)
    flat[:] = np.clip(colour, 0, 255).astype(np.uint8)
    kept = cv2.multiply(picture, cv2.bitwise_not(cover), scale=1 / 255)
    cv2.add(kept, cv2.multiply(flat, cover, scale=1 / 255), dst=picture)


def _grey(rng: np.random.Generator, pool: NoisePool, ink: Ink, size: int, pitch: float) -> np.ndarray:
    if ink.base in FURTHER:
        return further_grey(rng, pool, ink.base, size, pitch)
    scale = pitch * ink.patch / 512
    name = ink.base.rstrip("+")
    if name == "flat":
        return cut(rng, pool.fractal[7], size, size, scale * 2)
    if name == "contour":
        height = cut(rng, pool.fractal[6], size, size, scale * 1.5)
        lines = cv2.LUT(height, (np.arange(256) % 20 < 5).astype(np.uint8) * 200)
        return cv2.addWeighted(height, 0.4, cv2.GaussianBlur(lines, (3, 3), 0), 0.6, 0)
    if name == "strata":
        return _strata(rng, pool, size, scale)
    if name == "fractal":
        grey = cut(rng, pool.fractal[int(rng.integers(7))], size, size, scale)
    else:
        grey = cut(
            rng, pick(rng, getattr(pool, name)), size, size, scale, None if name == "strokes" else rng.normal(0, 0.3)
        )
    if ink.base.endswith("+"):
        other = cut(rng, pick(rng, pool.relief + pool.strokes + pool.fractal), size, size, scale * rng.uniform(0.5, 2))
        grey = cv2.addWeighted(grey, 0.55, other, 0.45, 0)
    return grey


def _strata(rng: np.random.Generator, pool: NoisePool, size: int, scale: float) -> np.ndarray:
    """Return sharp patches of rock and snow, with light or dark veins where they meet."""
    height = cut(rng, pool.fractal[int(rng.integers(3, 7))], size, size, scale * rng.uniform(1.0, 3.0))
    levels = np.arange(256, dtype=np.float64)
    steps, near = np.zeros(256), np.zeros(256)
    places = [0, *np.sort(rng.uniform(50, 205, int(rng.integers(1, 5)))), 256]
    tones = rng.permutation(np.linspace(0, 230, len(places) - 1)) + rng.normal(0, 25, len(places) - 1)
    for low, high, tone in zip(places[:-1], places[1:], tones, strict=True):
        inside = (levels >= low) & (levels < high)
        steps[inside] = tone + rng.normal(0, 50) * (levels[inside] - low) / (high - low)
    width = rng.uniform(4, 18)
    for place in places[1:-1]:
        near = np.maximum(near, 255 * np.exp(-(((levels - place) / width) ** 2)))
    soft = cut(rng, pool.fractal[int(rng.integers(4, 7))], size, size, scale * rng.uniform(0.5, 2.0))
    grey = cv2.addWeighted(cv2.LUT(height, np.clip(steps, 0, 255).astype(np.uint8)), 0.8, soft, 0.2, 0)
    if rng.random() < 0.25:
        return grey
    patchy = cut(rng, pool.fractal[int(rng.integers(1, 5))], size, size, scale)
    veins = cv2.multiply(cv2.LUT(height, near.astype(np.uint8)), patchy, scale=1 / 140)
    return cv2.max(grey, veins) if rng.random() < 0.7 else cv2.min(grey, cv2.bitwise_not(veins))


def sheet(rng: np.random.Generator, pool: NoisePool, ink: Ink, size: int, pitch: float) -> np.ndarray:
    """Return a printed surface (size, size, 3) uint8 for tiles of ``pitch`` pixels."""
    grey = _grey(rng, pool, ink, size, pitch)
    contrast = min(ink.contrast * (0.25 if ink.base == "flat" else 1.0), 0.95)
    stops = np.stack([ink.colour * (1 - contrast) - ink.tint, ink.colour, ink.colour * (1 + 0.7 * contrast) + ink.tint])
    places = np.array([0.0, 128.0, 255.0])
    if ink.snow > 0:
        white = np.full(3, 245.0) * ink.snow + stops[2] * (1 - ink.snow)
        start = rng.uniform(140, 205)
        stops = np.concatenate([stops[:2], stops[2:] * 0.5 + stops[1:2] * 0.5, white[None]])
        places = np.array([0.0, min(110.0, start - 20), start, start + rng.uniform(10, 60)])
    picture = cv2.LUT(cv2.merge([grey, grey, grey]), ramp(stops, places))
    if ink.marks > 0:
        marks = cut(rng, pick(rng, pool.dots), size, size, pitch * ink.mark_patch / 512, rng.normal(0, 0.2))
        blend(picture, ink.mark_colour, cv2.LUT(cv2.bitwise_not(marks), (np.arange(256) * ink.marks).astype(np.uint8)))
    if ink.grain > 0:
        fine = cut(rng, pick(rng, pool.grain), size, size, 1.0)
        picture = cv2.addWeighted(picture, 1.0, cv2.merge([fine, fine, fine]), ink.grain, -128 * ink.grain)
    return picture


def sheets(printing: Printing, pool: NoisePool, pitch: float) -> tuple[np.ndarray, ...]:
    """Return the printing's surfaces for plains, mountain and ocean, at ``pitch`` pixels a tile."""
    rng = np.random.default_rng(printing.seed)
    size = int(np.clip(pitch * 2.4, 96, 340))
    finish = printing.finish
    surfaces = [sheet(rng, pool, ink, size, pitch) for ink in printing.inks]
    for surface, signs in zip(surfaces, finish.signs, strict=True):
        if signs is not None:
            strew(rng, surface, signs, pitch)
    if finish.paper > 0:
        surfaces = [_on_paper(rng, pool, surface, finish.paper) for surface in surfaces]
    if finish.screen > 0:
        surfaces = [_screened(rng, surface, finish.screen * pitch) for surface in surfaces]
    return tuple(surfaces)


def _on_paper(rng: np.random.Generator, pool: NoisePool, surface: np.ndarray, strength: float) -> np.ndarray:
    """Return the surface with the grain of a rough paper."""
    size = surface.shape[0]
    grain = cut(rng, pick(rng, pool.grain + pool.fractal[:2]), size, size, rng.uniform(0.6, 2.0))
    return cv2.addWeighted(surface, 1.0, cv2.merge([grain] * 3), strength, -128 * strength)


def _screened(rng: np.random.Generator, surface: np.ndarray, period: float) -> np.ndarray:
    """Return the surface in dots of a halftone screen, coarser than the eye would like."""
    size, period = surface.shape[0], max(period, 2.5)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * np.float32(2 * np.pi / period)
    turn = rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    dots = (rng.uniform(10, 45) * np.sin(u) * np.sin(v))[..., None]
    return np.clip(surface + dots, 0, 255).astype(np.uint8)
