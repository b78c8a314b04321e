"""A pool of precomputed grey pictures (noise, waves, strokes, dots) that all textures are cut from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

SIZE = 512
FRACTALS = ((1.0, 8), (1.2, 0), (1.4, 6), (1.6, 0), (1.8, 3), (2.0, 0), (2.4, 0), (3.0, 0))


@dataclass(frozen=True)
class NoisePool:
    """Grey pictures (512, 512) uint8 over the range 0..255; all are periodic.

    Attributes:
        fractal: smooth to rough cloud noise.
        ridged: noise with creases, as in mountain relief.
        relief: a fractal height field lit from one side.
        waves: wavy lines, bent by noise.
        strokes: noise stretched along one direction (brush, wood grain, carpet).
        cells: cracked or pebbled cells.
        dots: dark dots and tufts on white.
        hatch: straight and crossed hatching.
        quilt: cells of uniform grey, like fields seen from the air.
        crowns: round blobs lit from one side, like woodland or pebbles.
        grain: fine sensor-like noise, mean 128.
    """

    fractal: tuple[np.ndarray, ...]
    ridged: tuple[np.ndarray, ...]
    relief: tuple[np.ndarray, ...]
    waves: tuple[np.ndarray, ...]
    strokes: tuple[np.ndarray, ...]
    cells: tuple[np.ndarray, ...]
    dots: tuple[np.ndarray, ...]
    hatch: tuple[np.ndarray, ...]
    quilt: tuple[np.ndarray, ...]
    crowns: tuple[np.ndarray, ...]
    grain: tuple[np.ndarray, ...]


def spectral(rng: np.random.Generator, slope: float, stretch: float = 1.0, low: float = 0.0) -> np.ndarray:
    """Return periodic noise (512, 512) float32 of unit variance with the spectrum 1/f^slope.

    ``stretch`` > 1 stretches it along x; ``low`` cuts frequencies below it (cycles a picture).
    """
    fx = np.fft.rfftfreq(SIZE) * SIZE * stretch
    fy = np.fft.fftfreq(SIZE) * SIZE
    f = np.hypot(*np.meshgrid(fx, fy))
    amplitude = np.where(f > low, (f + 1.0) ** -slope, 0.0)
    phase = rng.standard_normal(f.shape) + 1j * rng.standard_normal(f.shape)
    field = np.fft.irfft2(amplitude * phase, s=(SIZE, SIZE)).astype(np.float32)
    return (field - field.mean()) / (field.std() + 1e-9)


def to_grey(field: np.ndarray) -> np.ndarray:
    """Map a float field linearly to uint8, its 1st to 99th percentile to 0..255."""
    low, high = np.percentile(field[::4, ::4], [1, 99])
    return np.clip((field - low) * (255.0 / max(high - low, 1e-6)), 0, 255).astype(np.uint8)


def _relief(rng: np.random.Generator) -> np.ndarray:
    height = spectral(rng, rng.uniform(1.6, 2.1))
    if rng.random() < 0.5:
        height = -np.abs(height)
    angle = rng.uniform(0, 2 * np.pi)
    slope = np.cos(angle) * np.gradient(height, axis=1) + np.sin(angle) * np.gradient(height, axis=0)
    return to_grey(slope / slope.std() + 0.4 * height)


def _waves(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    bend = spectral(rng, rng.uniform(1.7, 2.4)) * rng.uniform(0.3, 3.0)
    if rng.random() < 0.35:  # bands that wander and join, as of long swell
        bend *= rng.uniform(2, 4)
    kx, ky = rng.integers(0, 4), rng.integers(10, 34)
    wave = np.sin(2 * np.pi * (kx * x + ky * y) + bend)
    sharp = rng.uniform(0.4, 3.0)
    wave = (
        np.sign(wave) * np.abs(wave) ** sharp if rng.random() < 0.4 else -(np.abs(wave) ** sharp) * rng.choice([-1, 1])
    )
    return to_grey(wave + spectral(rng, 1.6) * rng.uniform(0.0, 0.5))


def _cells(rng: np.random.Generator) -> np.ndarray:
    seeds = np.full((SIZE, SIZE), 255, np.uint8)
    points = rng.integers(0, SIZE, (int(rng.integers(60, 900)), 2))
    seeds[points[:, 1], points[:, 0]] = 0
    wrapped = np.tile(seeds, (2, 2))
    distance = cv2.distanceTransform(wrapped, cv2.DIST_L2, 3)
    half = SIZE // 2
    distance = np.roll(distance[half : half + SIZE, half : half + SIZE], (half, half), (0, 1))
    return to_grey(distance + rng.uniform(0, 2) * spectral(rng, 1.5))


def _quilt(rng: np.random.Generator) -> np.ndarray:
    seeds = np.full((SIZE, SIZE), 255, np.uint8)
    points = rng.integers(0, SIZE, (int(rng.integers(25, 160)), 2))
    seeds[points[:, 1], points[:, 0]] = 0
    _, nearest = cv2.distanceTransformWithLabels(np.tile(seeds, (2, 2)), cv2.DIST_L2, 3)
    tone = rng.integers(0, 256, nearest.max() + 1)
    half = SIZE // 2
    cells = tone[nearest[half : half + SIZE, half : half + SIZE]].astype(np.float32)
    cells += 30 * np.sin(np.mgrid[0:SIZE, 0:SIZE][0] / 3.0) * (rng.random() < 0.5)
    bend = (spectral(rng, 2.2) * 5).astype(np.float32)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    return to_grey(cv2.remap(cells, x + bend, y - bend, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP))


def _crowns(rng: np.random.Generator) -> np.ndarray:
    sheet = np.full((SIZE, SIZE), 128, np.uint8)
    clump = spectral(rng, 2.0)
    low, high = (int(v) for v in rng.integers(3, 9) * np.array([1, 2]))
    for _ in range(int(rng.integers(1500, 4000))):
        x, y = (int(v) for v in rng.integers(12, SIZE - 12, 2))
        if clump[y, x] < rng.uniform(-0.5, 0.6):
            continue
        r = int(rng.integers(low, high)) // 2 + 1
        cv2.circle(sheet, (x + r // 2, y + r // 2), r, int(rng.integers(0, 50)), -1, cv2.LINE_AA)
        cv2.circle(sheet, (x, y), r, int(rng.integers(90, 190)), -1, cv2.LINE_AA)
        cv2.circle(sheet, (x - r // 3, y - r // 3), max(r // 2, 1), int(rng.integers(170, 256)), -1, cv2.LINE_AA)
    return sheet


def _dots(rng: np.random.Generator) -> np.ndarray:
    sheet = np.full((SIZE, SIZE), 255, np.uint8)
    kind = rng.integers(4)
    for _ in range(int(rng.integers(200, 1500))):
        x, y = (int(v) for v in rng.integers(8, SIZE - 8, 2))
        r = int(rng.integers(1, 6))
        grey = int(rng.integers(0, 120))
        if kind == 0:
            cv2.circle(sheet, (x, y), r, grey, -1, cv2.LINE_AA)
        elif kind == 1:
            for turn in (-0.5, 0.0, 0.5):
                cv2.line(
                    sheet, (x, y), (int(x + 2 * r * np.sin(turn)), int(y - 2 * r * np.cos(turn))), grey, 1, cv2.LINE_AA
                )
        elif kind == 2:
            cv2.ellipse(sheet, (x, y), (r + 3, r), float(rng.uniform(0, 180)), 0, 360, grey, 1, cv2.LINE_AA)
        else:
            points = np.array([[x, y - 2 * r], [x - r, y + r], [x + r, y + r]], np.int32)
            cv2.fillConvexPoly(sheet, points, grey, cv2.LINE_AA)
    return sheet


def _hatch(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    wobble = spectral(rng, 2.2) * rng.uniform(0, 1.2)
    total = np.zeros_like(x)
    for _ in range(int(rng.integers(1, 3))):
        kx, ky = rng.integers(-40, 41), rng.integers(8, 60)
        total += np.sin(2 * np.pi * (kx * x + ky * y) + wobble) > rng.uniform(-0.2, 0.9)
    return to_grey(cv2.GaussianBlur(total, (0, 0), rng.uniform(0.4, 1.5)) + 0.05 * spectral(rng, 1.2))


@lru_cache(maxsize=3)
def noise_pool(seed: int) -> NoisePool:
    """Make the pool of one seed; takes a few seconds, and is cached."""
    rng = np.random.default_rng([seed, 77])

    def ridged() -> np.ndarray:
        return to_grey(-np.abs(spectral(rng, rng.uniform(1.5, 2.0))) + 0.3 * spectral(rng, 1.4))

    def strokes() -> np.ndarray:
        return to_grey(spectral(rng, rng.uniform(1.0, 1.7), stretch=rng.uniform(4, 30)))

    return NoisePool(
        fractal=tuple(to_grey(spectral(rng, slope, low=low)) for slope, low in FRACTALS),
        ridged=tuple(ridged() for _ in range(4)),
        relief=tuple(_relief(rng) for _ in range(4)),
        waves=tuple(_waves(rng) for _ in range(8)),
        strokes=tuple(strokes() for _ in range(6)),
        cells=tuple(_cells(rng) for _ in range(3)),
        dots=tuple(_dots(rng) for _ in range(5)),
        hatch=tuple(_hatch(rng) for _ in range(4)),
        quilt=tuple(_quilt(rng) for _ in range(2)),
        crowns=tuple(_crowns(rng) for _ in range(2)),
        grain=tuple(np.clip(128 + 40 * spectral(rng, s), 0, 255).astype(np.uint8) for s in (0.0, 0.3, 0.7)),
    )


def pick(rng: np.random.Generator, pictures: tuple[np.ndarray, ...]) -> np.ndarray:
    """Return one of the pictures."""
    return pictures[int(rng.integers(len(pictures)))]


def cut(
    rng: np.random.Generator, picture: np.ndarray, height: int, width: int, scale: float, angle: float | None = None
) -> np.ndarray:
    """Return a (height, width) crop of a periodic picture, enlarged by ``scale``, rotated by ``angle`` or at random."""
    turn = rng.uniform(0, 2 * np.pi) if angle is None else angle
    if height * width > 150_000 and scale > 0.9:  # a whole table: fine detail is lost in the photo anyway
        half = cut(rng, picture, -(-height // 2), -(-width // 2), scale / 2, turn)
        return cv2.resize(half, (width, height), interpolation=cv2.INTER_LINEAR)
    c, s = np.cos(turn) / scale, np.sin(turn) / scale
    shift = rng.uniform(0, SIZE, 2)
    matrix = np.array([[c, -s, shift[0]], [s, c, shift[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_WRAP)
