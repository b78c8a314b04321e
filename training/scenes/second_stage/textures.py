"""Textures of crafted prints: linocut, mosaic, dabs of paint, pencil, marbled paper, lines of waves and peaks, more.

Each returns the tone (size, size) float32 of a square sheet, -1 dark .. 1 light, for ``pitch`` pixels a tile.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import ArrayLike

Rng = np.random.Generator
Texture = Callable[[Rng, int, float], np.ndarray]

_SUBPIXEL = 3
"""Bits of a pixel's fraction in OpenCV's drawing."""


def smooth(rng: Rng, size: int, length: float) -> np.ndarray:
    """Return noise (size, size) float32 of unit variance, whose features are about ``length`` pixels long."""
    coarse = max(3, round(size / max(length, 2.0)) + 3)
    noise = rng.normal(0, 1, (coarse, coarse)).astype(np.float32)
    field = cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC)
    normalised: np.ndarray = (field - field.mean()) / (field.std() + 1e-6)
    return normalised


def _fixed(points: ArrayLike) -> np.ndarray:
    return np.round(np.asarray(points) * (1 << _SUBPIXEL)).astype(np.int32)


def _line(sheet: np.ndarray, points: np.ndarray, tone: float, thick: int = 1) -> None:
    cv2.polylines(sheet, [_fixed(points)], False, tone, thick, cv2.LINE_AA, _SUBPIXEL)


def _disc(sheet: np.ndarray, at: np.ndarray, radius: float, tone: float) -> None:
    x, y = _fixed(at).tolist()
    cv2.circle(sheet, (x, y), int(_fixed(radius)), tone, -1, cv2.LINE_AA, _SUBPIXEL)


def _spots(rng: Rng, size: int, step: float) -> np.ndarray:
    """Return (n, 2) places about ``step`` pixels apart, in disorder."""
    line = np.arange(0, size + step, step)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) + rng.normal(0, 0.3 * step, (len(line) ** 2, 2))
    return rng.permutation(grid)


def even(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return bare ink that is a little lighter on one side."""
    slope = np.linspace(-1, 1, size, dtype=np.float32) * rng.uniform(0, 0.3)
    return np.tile(slope, (size, 1)) + 0.1 * smooth(rng, size, pitch)


def linocut(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return tapered gouges along a slowly turning direction."""
    sheet = np.full((size, size), -0.4, np.float32)
    way = smooth(rng, size, 1.2 * pitch) * rng.uniform(0.1, 0.9) + rng.uniform(0, np.pi)
    length, thick = pitch * rng.uniform(0.08, 0.2), max(1.0, pitch * rng.uniform(0.01, 0.025))
    for spot in _spots(rng, size, 0.55 * length):
        x, y = np.clip(spot, 0, size - 1).astype(int)
        at = way[y, x]
        along = np.array([np.cos(at), np.sin(at)]) * length * rng.uniform(0.3, 0.6)
        across = np.array([-np.sin(at), np.cos(at)]) * thick
        gouge = spot + np.stack([-along, across, along, -across])
        cv2.fillPoly(sheet, [_fixed(gouge)], float(rng.uniform(0.5, 1)), cv2.LINE_AA, _SUBPIXEL)
    return sheet


def mosaic(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return small stones of different tones with grout between them."""
    step = max(4.0, pitch * rng.uniform(0.06, 0.16))
    spots = np.clip(_spots(rng, size, step), 0, size - 1).astype(int)
    seeds = np.full((size, size), 255, np.uint8)
    seeds[spots[:, 1], spots[:, 0]] = 0
    away, label = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    tones = rng.normal(0.1, 0.4, label.max() + 1).astype(np.float32)[label]
    grout = cv2.morphologyEx(label.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((2, 2))) > 0
    return np.where(grout, float(rng.choice([-0.9, 0.9])), tones - 0.2 * away / step)


def dabs(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return short strokes of a brush, laid over each other."""
    sheet = np.zeros((size, size), np.float32)
    way = smooth(rng, size, pitch) * rng.uniform(0.1, 1.2) + rng.uniform(0, np.pi)
    long, wide = pitch * rng.uniform(0.05, 0.12), pitch * rng.uniform(0.015, 0.035)
    for spot in _spots(rng, size, 0.6 * long):
        x, y = np.clip(spot, 0, size - 1).astype(int)
        at = np.degrees(way[y, x])
        axes, centre = _fixed([long / 2 + 0.5, wide + 0.5]).tolist(), _fixed(spot).tolist()
        cv2.ellipse(sheet, centre, axes, float(at), 0, 360, float(rng.normal(0, 0.45)), -1, cv2.LINE_AA, _SUBPIXEL)
    return sheet


def pencil(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return hatching by hand in one or two directions, pressed more in places."""
    sheet = np.full((size, size), 0.5, np.float32)
    pressure = smooth(rng, size, 0.7 * pitch)
    for _ in range(int(rng.integers(1, 3))):
        at, step = rng.uniform(0, np.pi), max(2.5, pitch * rng.uniform(0.025, 0.06))
        along, across = np.array([np.cos(at), np.sin(at)]), np.array([-np.sin(at), np.cos(at)])
        lines = np.zeros((size, size), np.float32)
        for offset in np.arange(-0.75 * size, 0.75 * size, step):
            start = size / 2 + across * (offset + rng.normal(0, 0.2 * step)) - along * 0.75 * size
            _line(lines, np.array([start, start + along * 1.5 * size]), 1.0)
        sheet -= lines * np.clip(0.7 + 0.5 * pressure, 0.1, 1.4)
    return sheet


def marbled(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return bands that a comb has pulled about, as on marbled paper."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    reach = pitch * rng.uniform(0.1, 0.4)
    u, v = (reach * smooth(rng, size, pitch * rng.uniform(0.3, 0.9)) for _ in range(2))
    way, wave = rng.uniform(0, np.pi), pitch * rng.uniform(0.08, 0.3)
    bands: np.ndarray = np.sin(((x + u) * np.cos(way) + (y + v) * np.sin(way)) * (2 * np.pi / wave))
    return 0.8 * np.sign(bands) * np.abs(bands) ** rng.uniform(0.4, 1.5)


def crests(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return rows of short wave lines, as charts show water."""
    sheet = np.zeros((size, size), np.float32)
    step, wave = pitch * rng.uniform(0.07, 0.2), pitch * rng.uniform(0.06, 0.18)
    height, tone, pointed = wave * rng.uniform(0.1, 0.35), float(rng.choice([-0.9, 0.9])), rng.random() < 0.5
    thick = max(1, round(pitch * rng.uniform(0.006, 0.016)))
    for y in np.arange(0, size, step):
        x = np.arange(rng.uniform(-1, 0) * pitch, size, 1.5)
        swing = np.sin(x * 2 * np.pi / wave)
        line = np.column_stack([x, y + height * (np.abs(swing) if pointed else swing)])
        pieces = np.array_split(line, max(1, int(size / pitch * rng.uniform(1, 5))))
        for piece in pieces:
            if len(piece) > 3:
                _line(sheet, piece[: int(len(piece) * rng.uniform(0.5, 1)) + 2], tone, thick)
    return sheet


def peaks(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return jagged ridges one behind another, hatched or filled on the side away from the light."""
    sheet = np.zeros((size, size), np.float32)
    step, wide = pitch * rng.uniform(0.14, 0.3), pitch * rng.uniform(0.1, 0.22)
    filled, dark, light = rng.random() < 0.6, -rng.uniform(0.5, 1), rng.uniform(0, 1)
    for y in np.arange(0, size + 2 * step, step):
        x = np.arange(rng.uniform(-2, 0) * wide, size + 2 * wide, wide) + rng.normal(0, 0.15 * wide)
        tops = np.where(np.arange(len(x)) % 2, y - rng.uniform(0.6, 1.6, len(x)) * wide, y)
        for k in range(1, len(x) - 1, 2):
            left, top, right = (np.array([x[i], tops[i]]) for i in (k - 1, k, k + 1))
            middle = (left + right) / 2 + (0.15 * wide, 0)
            cv2.fillPoly(sheet, [_fixed(np.array([left, top, middle]))], light, cv2.LINE_AA, _SUBPIXEL)
            if filled:
                cv2.fillPoly(sheet, [_fixed(np.array([middle, top, right]))], dark, cv2.LINE_AA, _SUBPIXEL)
            else:
                for share in np.arange(0.15, 1, 0.25):
                    _line(sheet, np.array([top + share * (right - top), middle + share * (right - middle)]), dark)
            _line(sheet, np.array([left, top, right]), -1.0)
    return sheet


def tussocks(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return fans of blades."""
    sheet = np.zeros((size, size), np.float32)
    high, blades, tone = pitch * rng.uniform(0.05, 0.12), int(rng.integers(3, 7)), float(rng.choice([-0.9, 0.9]))
    for x, y in _spots(rng, size, pitch * rng.uniform(0.1, 0.25)):
        for lean in np.linspace(-1, 1, blades):
            share = np.linspace(0, 1, 5)
            bent = np.column_stack([x + 0.5 * high * lean * share**2, y - high * (1 - 0.3 * abs(lean)) * share])
            _line(sheet, bent, tone * float(rng.uniform(0.6, 1)))
    return sheet


def pebbles(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return rounded stones of many sizes, lit from above."""
    sheet = np.full((size, size), -0.8, np.float32)
    for x, y in _spots(rng, size, pitch * rng.uniform(0.08, 0.16)):
        r, tone = pitch * rng.uniform(0.03, 0.09), float(rng.normal(0.1, 0.3))
        for share, lighter in ((1.0, 0.0), (0.6, 0.25)):
            middle = np.array([x - 0.25 * r * (1 - share), y - 0.3 * r * (1 - share)])
            _disc(sheet, middle, r * share, tone + lighter)
    return sheet


def flowers(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return a calm ground with dots in loose groups."""
    sheet = 0.25 * smooth(rng, size, 0.5 * pitch)
    where, r, tone = smooth(rng, size, 0.6 * pitch), pitch * rng.uniform(0.012, 0.03), float(rng.choice([-1, 1]))
    for x, y in np.clip(_spots(rng, size, 3.2 * r), 0, size - 1):
        if where[int(y), int(x)] > rng.normal(0.3, 0.4):
            _disc(sheet, np.array([x, y]), r, tone)
    return sheet


def terraces(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return steps of height with a dark line at each."""
    height = smooth(rng, size, 0.8 * pitch) + 0.4 * smooth(rng, size, 0.3 * pitch)
    steps = np.floor(height / rng.uniform(0.3, 0.8))
    line = cv2.morphologyEx(steps.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((2, 2))) > 0
    return np.where(line, -1.0, 0.35 * steps / (np.abs(steps).max() + 1e-6) * 2)


def canvas(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return the threads of a woven cloth, unevenly dyed."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    wave = max(3.0, pitch * rng.uniform(0.025, 0.06))
    threads = np.sin(x * 2 * np.pi / wave) * np.sin(y * 2 * np.pi / wave)
    return 0.4 * threads + 0.4 * smooth(rng, size, pitch * rng.uniform(0.3, 1))


def crackle(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return glaze with fine dark or light cracks."""
    sheet = 0.3 * smooth(rng, size, 0.6 * pitch)
    tone, reach = float(rng.choice([-1, 1])), pitch * rng.uniform(0.15, 0.5)
    for x, y in _spots(rng, size, pitch * rng.uniform(0.15, 0.3)):
        turns = np.cumsum(rng.normal(0, 0.5, 8)) + rng.uniform(0, 2 * np.pi)
        steps = np.column_stack([np.cos(turns), np.sin(turns)]) * reach / 8
        _line(sheet, np.array([x, y]) + np.cumsum(steps, axis=0), tone)
    return sheet


def sponge(rng: Rng, size: int, pitch: float) -> np.ndarray:
    """Return blots as a sponge or a spray leaves them."""
    fine = smooth(rng, size, max(2.5, pitch * rng.uniform(0.02, 0.06)))
    return np.tanh(1.5 * (fine + smooth(rng, size, 0.7 * pitch) - 0.3))
