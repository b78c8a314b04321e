"""Tables of synthetic photos: wood, stone and cloths, two families of which share no pattern.

Readers may be developed on `FAMILIAR` tables and lights; `HELD_OUT` ones are for measuring only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from training.hokkaido.painting import clouds, hsv

FAMILIAR = ("board checks", "carpet", "checks", "cloth", "wood", "green")
"""Patterned tables to develop on; `board checks` are as wide as a board's squares."""
HELD_OUT = ("gingham", "tartan", "parquet", "rug", "slats", "granite")
"""Tables to measure on; ``gingham`` and ``slats`` are as wide as a board's squares."""
_BOARD_SHARE = (0.94, 1.06)
"""Range of a check's width, in squares of the board."""
_TURNED = 12.0
"""Standard deviation of the rotation between the board and a cloth, degrees."""


@dataclass(frozen=True)
class Place:
    """The (h, w) pixels of a table, the coordinates of its pattern there, pixels, and pixels along a square."""

    x: np.ndarray
    y: np.ndarray
    square: float

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return int(self.x.shape[0]), int(self.x.shape[1])


def table(kind: str, shape: tuple[int, int], rng: np.random.Generator, square: float) -> np.ndarray:
    """Return (h, w, 3) float32 of a table, 0..255 BGR.

    Args:
        kind: wood, felt, white, dark, blue, cloth, green or checks, or one of `FAMILIAR` and `HELD_OUT`.
        shape: height and width, pixels.
        rng: for everything random.
        square: pixels along a square of the board that lies there.
    """
    hue = rng.uniform(0, 360)
    half = (shape[0] // 2, shape[1] // 2)
    if kind in _CLOTHS:
        painted = _cloth_of(kind, half, rng, square / 2)
    else:
        colour = _colour(kind, hue, rng)
        fine = 0.05 * rng.standard_normal(half, np.float32) + _PATTERNS.get(kind, _plain)(half, rng)
        painted = colour * (1 + (fine + 0.05 * clouds(rng, half, 100))[..., None])
    painted = np.clip(painted, 0, 255).astype(np.float32)
    return np.asarray(cv2.resize(painted, shape[::-1], interpolation=cv2.INTER_LINEAR))


def _colour(kind: str, hue: float, rng: np.random.Generator) -> np.ndarray:
    return {
        "wood": hsv(rng.uniform(15, 35), 0.5, rng.uniform(0.2, 0.7)), "felt": hsv(hue, 0.5, 0.3),
        "white": hsv(40, 0.04, 0.85), "dark": hsv(0, 0.1, 0.15), "blue": hsv(rng.uniform(200, 225), 0.5, 0.45),
        "cloth": hsv(hue, 0.3, 0.7), "green": hsv(rng.uniform(90, 140), 0.5, 0.35), "checks": hsv(hue, 0.2, 0.75),
    }[kind]  # fmt: skip


def _cloth_of(kind: str, shape: tuple[int, int], rng: np.random.Generator, square: float) -> np.ndarray:
    turn = np.radians(rng.normal(0, _TURNED))
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    off = rng.uniform(0, 500, 2)
    c, s = np.cos(turn), np.sin(turn)
    place = Place(x * c + y * s + off[0], y * c - x * s + off[1], square)
    weave = 1 + 0.04 * rng.standard_normal(shape, np.float32) + 0.04 * clouds(rng, shape, 100)
    return np.asarray(_CLOTHS[kind](place, rng) * weave[..., None])


def _plain(shape: tuple[int, int], _: np.random.Generator) -> np.ndarray:
    return np.zeros(shape, np.float32)


def _wood(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    grain = rng.normal(0, 0.06, (shape[0] // 5, 9)).astype(np.float32)
    fine = cv2.resize(grain, shape[::-1], interpolation=cv2.INTER_CUBIC)
    for y in range(int(rng.uniform(0, 150)), shape[0], int(rng.uniform(120, 250))):
        fine[y : y + 2] -= 0.25  # boards with joints between them
    return np.asarray(fine)


def _cloth(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[: shape[0], : shape[1]]
    step = rng.uniform(30, 70)
    stripes = (np.sin(2 * np.pi * x / step) > 0.6) | (np.sin(2 * np.pi * y / step) > 0.6)
    return np.asarray(0.12 * stripes)


def _checks(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[: shape[0], : shape[1]]
    step = rng.uniform(25, 100)
    return np.asarray(-0.25 * ((x // step + y // step) % 2))


_PATTERNS = {"wood": _wood, "cloth": _cloth, "checks": _checks}


def _board_checks(at: Place, rng: np.random.Generator) -> np.ndarray:
    step = at.square * rng.uniform(*_BOARD_SHARE)
    light, dark = _any(rng, (0.0, 0.4), (0.65, 0.95)), _any(rng, (0.2, 0.8), (0.2, 0.7))
    return np.asarray(np.where(((at.x // step + at.y // step) % 2)[..., None] > 0, light, dark))


def _carpet(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return a ground with rows of small lozenges and bands."""
    ground, first, second = (_any(rng, (0.2, 0.8), (0.15, 0.7)) for _ in range(3))
    step = at.square * rng.uniform(0.25, 0.7)
    u, v = at.x % step / step - 0.5, at.y % step / step - 0.5
    found = np.where((np.abs(u) + np.abs(v) < rng.uniform(0.2, 0.45))[..., None], first, ground)
    band = at.y % (step * rng.integers(4, 9)) < step * 0.8
    return np.asarray(np.where(band[..., None], 0.5 * found + 0.5 * second, found))


def _gingham(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return crossing translucent stripes: squares of three tones."""
    step = at.square * rng.uniform(*_BOARD_SHARE)
    light, dark = _any(rng, (0.0, 0.12), (0.85, 0.97)), _any(rng, (0.35, 0.85), (0.25, 0.75))
    share = ((at.x // step % 2 > 0).astype(np.float32) + (at.y // step % 2 > 0)) / 2
    return np.asarray(light * (1 - share[..., None]) + dark * share[..., None])


def _tartan(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return unequal stripes of several colours, each thread over and under."""
    yarns = [_any(rng, (0.2, 0.8), (0.1, 0.75)) for _ in range(4)]
    ends = np.cumsum(rng.uniform(0.1, 0.8, 6)) * at.square
    order = rng.integers(0, 4, 6)
    across, along = (np.array(yarns)[order[np.searchsorted(ends, v % ends[-1])]] for v in (at.x, at.y))
    return np.asarray((across + along) / 2)


def _parquet(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return blocks of four planks that lie crosswise by turns."""
    step = at.square * rng.uniform(0.6, 1.8)
    column, row = np.floor(at.x / step).astype(int), np.floor(at.y / step).astype(int)
    crosswise = (column + row) % 2 > 0
    u, v = at.x / step - column, at.y / step - row
    plank = np.floor(np.where(crosswise, u, v) * 4).astype(int)
    shade = rng.normal(1, 0.08, 977)[(column * 31 + row * 17 + plank * 7) % 977]
    gap = (np.where(crosswise, u, v) * 4 % 1) < 0.05
    colour = hsv(rng.uniform(18, 38), rng.uniform(0.3, 0.6), rng.uniform(0.35, 0.8))
    return np.asarray(colour * (shade * np.where(gap, 0.7, 1))[..., None])


def _rug(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return scattered blossoms and tendrils on a deep ground."""
    ground = _any(rng, (0.4, 0.85), (0.2, 0.5))
    found = np.ones((*at.shape, 3), np.float32) * ground
    for _ in range(int(14 * found.size / 3 / (at.square * 3) ** 2)):
        middle = tuple(int(v) for v in rng.uniform((0, 0), at.shape[::-1]))
        size, paint = rng.uniform(0.08, 0.35) * at.square, _any(rng, (0.1, 0.8), (0.3, 0.9)).tolist()
        if rng.random() < 0.5:
            cv2.ellipse(found, middle, (int(size), int(size / 4)), rng.uniform(0, 360), 0, 300, paint, 2, cv2.LINE_AA)
        for angle in np.arange(6) * 60 + rng.uniform(0, 60):
            cv2.ellipse(found, middle, (int(size), int(size / 3) + 1), angle, -25, 25, paint, -1, cv2.LINE_AA)
    return found


def _slats(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return pale planks as wide as a board's squares."""
    step = at.square * rng.uniform(*_BOARD_SHARE)
    row = np.floor(at.y / step).astype(int)
    shade = rng.normal(1, 0.06, 211)[row % 211] * np.where(at.y / step - row < 0.04, 0.6, 1)
    grain = cv2.resize(rng.normal(0, 0.03, (at.shape[0] // 3, 12)).astype(np.float32), at.shape[::-1])
    colour = hsv(rng.uniform(30, 48), rng.uniform(0.15, 0.45), rng.uniform(0.65, 0.95))
    return np.asarray(colour * (shade + grain)[..., None])


def _granite(at: Place, rng: np.random.Generator) -> np.ndarray:
    """Return speckled stone."""
    base = hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.3, 0.7))
    speckles = sum(0.1 * clouds(rng, at.shape, scale) for scale in (3.0, 6.0, 15.0))
    return np.asarray(base * (1 + np.asarray(speckles))[..., None])


def _any(rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]) -> np.ndarray:
    """Return a colour of any hue."""
    return hsv(rng.uniform(0, 360), rng.uniform(*saturation), rng.uniform(*value))


_CLOTHS: dict[str, Callable[[Place, np.random.Generator], np.ndarray]] = {
    "board checks": _board_checks, "carpet": _carpet, "gingham": _gingham, "tartan": _tartan, "parquet": _parquet,
    "rug": _rug, "slats": _slats, "granite": _granite,
}  # fmt: skip
