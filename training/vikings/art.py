"""Synthetic fjords of invented printings of *Vikings*: rectified views from above, with figures in perspective.

A fjord is painted on its own grid. Figures are stacks of blocks, seen by a camera above a point of the table, with
shadows in one direction. Lamps, haze and noise are applied last. No artwork of the real game is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from training.hokkaido.painting import clouds, hsv

FINE = 64
"""Width and height of a square, pixels."""
ROWS, COLUMNS, HOME = 6, 5, 2
"""Rows (with that of the ships), painted columns, and columns of the home board."""
_HUES = {
    "grey": (40, 0.05, 0.7), "black": (20, 0.1, 0.14), "red": (2, 0.78, 0.74), "green": (130, 0.6, 0.55),
    "yellow": (44, 0.8, 0.9), "blue": (215, 0.75, 0.7),
}  # fmt: skip
_ROUND = np.stack([np.cos(np.arange(12) * np.pi / 6), np.sin(np.arange(12) * np.pi / 6)], axis=-1)
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
_TRIES = 40


@dataclass(frozen=True)
class Block:
    """A part of a figure: clockwise ``outline`` (n, 2) about its centre, from height ``low`` to ``high``; squares."""

    outline: np.ndarray
    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """A figure: its ``kind`` 0..5, grey first, its place (squares) and rotation (radians)."""

    kind: int
    place: np.ndarray
    turn: float


@dataclass(frozen=True)
class Fjord:
    """A painted fjord.

    Attributes:
        pixels: (ROWS * FINE, (HOME + COLUMNS) * FINE, 3) float32 BGR 0..255; column 0 begins at HOME.
        laid: (ROWS, COLUMNS) bool, whether a tile lies there.
        middles: (n, 3) kind of each figure, and x and y of its visible centre, squares.
    """

    pixels: np.ndarray
    laid: np.ndarray
    middles: np.ndarray


@dataclass(frozen=True)
class _Wood:
    """Look of one printing's figures: paints, blocks, brightness of upper faces relative to sides, and gloss."""

    paints: np.ndarray
    blocks: tuple[Block, ...]
    upper: float
    gloss: float


@dataclass(frozen=True)
class _View:
    """The camera, ``height`` squares above ``foot``, and the offset of shadows per unit of height."""

    foot: np.ndarray
    height: float
    sun: np.ndarray
    dark: float
    soft: float

    def seen(self, places: np.ndarray, height: float) -> np.ndarray:
        """Return the projections (..., 2) onto the table of points at a height above places (..., 2)."""
        return np.asarray(places + (places - self.foot) * height / (self.height - height))


def paint_fjord(seed: int) -> Fjord:
    """Return a fjord with a random printing, light and camera."""
    rng = np.random.default_rng([23, seed])
    printed = np.array([_paint(name, rng, 10) for name in _HUES])
    wood = _make_wood(rng)
    view = _make_view(rng)
    pixels, laid = _print(printed, rng)
    figures = list(_place(laid, rng))
    pixels = _shadowed(pixels, figures, wood, view)
    for figure in sorted(figures, key=lambda f: -float(np.hypot(*(f.place - view.foot)))):
        _stand(pixels, figure, wood, view, rng)
    middle = wood.blocks[-1].high / 2
    seen = [(f.kind, *view.seen(f.place, middle)) for f in figures]
    return Fjord(_lit(pixels, rng), laid, np.array(seen, float).reshape(-1, 3))


def _paint(name: str, rng: np.random.Generator, spread: float) -> np.ndarray:
    hue, rich, bright = _HUES[name]
    return hsv(hue + rng.normal(0, spread), rich * rng.uniform(0.6, 1.2), min(0.97, bright * rng.uniform(0.75, 1.25)))


def _make_wood(rng: np.random.Generator) -> _Wood:
    pale = rng.uniform(0, 0.3) if rng.random() < 0.5 else 0.0
    paints = np.array([_paint(name, rng, 12) * (1 - pale) + 255 * pale * (name != "black") for name in _HUES])
    high, wide, deep = rng.uniform(0.12, 0.45), rng.uniform(0.09, 0.19), rng.uniform(0.06, 0.13)
    form = _ROUND if rng.random() < 0.2 else _SQUARE
    levels = np.concatenate([[0], np.sort(rng.uniform(0.15, 0.9, rng.integers(0, 4))), [1]]) * high
    blocks = []
    for low, top in pairwise(levels):
        share = rng.uniform(0.4, 1.0, 2) if len(levels) > 2 else np.ones(2)
        off = rng.normal(0, 0.015, 2)
        blocks.append(Block(form * share * (wide, deep) + off, float(low), float(top)))
    return _Wood(paints, tuple(blocks), rng.uniform(0.95, 1.45), rng.uniform(0, 0.35))


def _make_view(rng: np.random.Generator) -> _View:
    height, tilt = rng.uniform(6, 14), np.radians(rng.uniform(0, 42))
    way, sun = rng.uniform(0, 2 * np.pi, 2)
    foot = np.array([2.5, 3.0]) + height * np.tan(tilt) * np.array([np.cos(way), np.sin(way)])
    length = rng.uniform(0.2, 2.0)
    return _View(foot, height, length * np.array([np.cos(sun), np.sin(sun)]), rng.uniform(0.1, 0.65),
                 rng.uniform(0.5, 6))  # fmt: skip


def _print(printed: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the table with home board and tiles, and where tiles lie (ROWS, COLUMNS)."""
    table = hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.08, 0.9))
    flat = np.ones((ROWS * FINE, (HOME + COLUMNS) * FINE, 3), np.float32) * table
    flat *= 1 + 0.06 * clouds(rng, flat.shape[:2], rng.uniform(2, 60))[..., None]
    flat[:, : HOME * FINE] = _home(printed, rng)
    sea = hsv(rng.choice([208, 195, 220, 180]) + rng.normal(0, 6), rng.uniform(0.3, 0.9), rng.uniform(0.25, 0.85))
    green = rng.choice([110, 95, 80, 45, 28, 125]) + rng.normal(0, 8)
    land = hsv(green, rng.uniform(0.25, 0.7), rng.uniform(0.25, 0.75))
    beach = None if rng.random() < 0.25 else hsv(rng.uniform(28, 52), rng.uniform(0.1, 0.5), rng.uniform(0.7, 0.97))
    grain, wobble = rng.uniform(0.02, 0.22), rng.uniform(0.2, 1.3)
    drawn = [_paint(str(rng.choice(list(_HUES))), rng, 15) for _ in range(2)] if rng.random() < 0.3 else []
    laid = np.zeros((ROWS, COLUMNS), bool)
    for row in range(1, ROWS):
        parts: list[str] = []
        while not parts or (rng.random() < 0.8 and len(parts) < COLUMNS):
            parts += ["left", *["middle"] * int(rng.choice([0, 0, 1, 2])), "right"]
        for column, part in enumerate(parts[:COLUMNS]):
            face = _tile(part, (sea, land, beach), grain, wobble, rng)
            _draw(face, drawn, rng)
            _lay(flat, face, (HOME + column, row), rng)
            laid[row, column] = True
    return np.clip(flat, 0, 255).astype(np.float32), laid


def _home(printed: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    shape = (ROWS * FINE, HOME * FINE)
    board = hsv(rng.uniform(20, 130), rng.uniform(0.03, 0.4), rng.uniform(0.35, 0.9))
    home = board * (1 + rng.uniform(0.02, 0.16) * clouds(rng, shape, rng.uniform(6, 40))[..., None])
    wide = int(rng.uniform(0.08, 0.3) * FINE)
    share = rng.uniform(0.6, 1.0)
    form = str(rng.choice(["bars", "bars", "discs", "signs"]))
    inset = rng.uniform(0.0, 0.1)
    for row, paint in enumerate(printed):
        top = row * FINE
        if rng.random() < 0.4:
            home[top : top + FINE] *= rng.uniform(0.93, 1.07)
        gap = int(rng.uniform(0.02, 0.1) * FINE)
        mark = np.zeros(shape, np.uint8)
        right = shape[1] - int(inset * FINE)
        if form == "bars":
            mark[top + gap : top + FINE - gap, right - wide : right] = 255
        elif form == "discs":
            middle = (right - wide // 2, top + FINE // 2)
            cv2.circle(mark, middle, max(4, wide // 2), 255, -1, cv2.LINE_AA)
        else:
            sign = _sign(rng) * (wide, 0.7 * FINE) + (right - wide / 2, top + FINE / 2)
            cv2.fillPoly(mark, [np.round(sign * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        there = mark[..., None] / 255.0 * share
        home = home * (1 - there) + paint * there
    return home


def _sign(rng: np.random.Generator) -> np.ndarray:
    """Return the outline (n, 2) of a printed sign of about unit size, about its centre."""
    angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(5, 11)))
    return np.asarray(np.stack([np.cos(angles), np.sin(angles)], axis=-1) * rng.uniform(0.25, 0.5, (len(angles), 1)))


def _tile(
    part: str, paints: tuple[np.ndarray, np.ndarray, np.ndarray | None], grain: float, wobble: float,
    rng: np.random.Generator,
) -> np.ndarray:  # fmt: skip
    """Return the (FINE, FINE, 3) face of a tile of an island."""
    sea, land, beach = paints
    shape = (FINE, FINE)
    face = sea * (1 + 0.5 * grain * clouds(rng, shape, 12)[..., None])
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(_coast(part, wobble, rng) * FINE * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if rng.random() < 0.4:
        islet = tuple(int(v) for v in rng.uniform(0.1, 0.9, 2) * FINE)
        cv2.circle(mask, islet, int(rng.uniform(0.01, 0.05) * FINE), 255, -1, cv2.LINE_AA)
    if beach is not None:
        wide = cv2.dilate(mask, np.ones((5, 5), np.uint8))[..., None] / 255.0
        face = face * (1 - wide) + beach * wide
    ground = land * (1 + grain * clouds(rng, shape, rng.uniform(4, 14))[..., None])
    if rng.random() < 0.2:
        for _ in range(8):
            at = tuple(int(v) for v in rng.uniform(0.2, 0.8, 2) * FINE)
            cv2.circle(ground, at, int(rng.uniform(1, 4)), (land * rng.uniform(0.5, 1.3)).tolist(), -1, cv2.LINE_AA)
    share = mask[..., None] / 255.0
    return np.asarray(face * (1 - share) + ground * share)


def _draw(face: np.ndarray, paints: list[np.ndarray], rng: np.random.Generator) -> None:
    """Print small distractors on a tile: roofs, rocks, fields."""
    for paint in paints:
        for _ in range(int(rng.integers(0, 3))):
            sign = _sign(rng) * rng.uniform(0.06, 0.16) * FINE + rng.uniform(0.25, 0.75, 2) * FINE
            cv2.fillPoly(face, [np.round(sign * 16).astype(np.int32)], paint.tolist(), cv2.LINE_AA, 4)


def _coast(part: str, wobble: float, rng: np.random.Generator) -> np.ndarray:
    """Return the outline (n, 2) of a tile's land, squares; it reaches the tile's edge where the island continues."""
    x = np.linspace(0, 1, 30)
    bend = np.cumsum(rng.normal(0, 1, (2, 30)), axis=1)
    bend = (bend - np.linspace(bend[:, 0], bend[:, -1], 30).T) * 0.016 * wobble
    begin, end = (0.18 if part == "left" else -0.02), (0.82 if part == "right" else 1.02)
    swell = np.sqrt(np.clip(x * 9, 0, 1)) if part == "left" else np.ones(30)
    swell = swell * (np.sqrt(np.clip((1 - x) * 9, 0, 1)) if part == "right" else 1)
    half = rng.uniform(0.18, 0.3)
    upper, lower = 0.5 + (bend[0] - half) * swell, 0.5 + (bend[1] + half) * swell
    across = begin + x * (end - begin)
    return np.concatenate([np.stack([across, upper], 1), np.stack([across, lower], 1)[::-1]])


def _lay(flat: np.ndarray, face: np.ndarray, corner: tuple[int, int], rng: np.random.Generator) -> None:
    """Lay a tile with a small random rotation and a thin shadow, its upper left corner at (x, y) squares."""
    x, y = (max(0, at * FINE - FINE // 4) for at in corner)
    around = flat[y : y + FINE + FINE // 2, x : x + FINE + FINE // 2]
    swing = cv2.getRotationMatrix2D((FINE / 2, FINE / 2), rng.normal(0, 0.7), rng.uniform(0.955, 0.995))
    swing[:, 2] += np.array(corner) * FINE - (x, y) + rng.normal(0, 0.012 * FINE, 2)
    size = (around.shape[1], around.shape[0])
    mask = cv2.warpAffine(np.ones((FINE, FINE), np.float32), swing, size)
    off = rng.normal(0, 1.2, 2)
    shade = cv2.GaussianBlur(np.roll(mask, off.round().astype(int), (0, 1)), (0, 0), 1.2)
    around *= (1 - 0.5 * shade * (1 - mask))[..., None]
    around[:] = around * (1 - mask[..., None]) + cv2.warpAffine(face, swing, size) * mask[..., None]


def _place(laid: np.ndarray, rng: np.random.Generator) -> Iterator[Figure]:
    """Yield figures: on tiles those of the row's colour, on the home board any, in their rows or anywhere."""
    for row, column in np.argwhere(laid):
        if rng.random() < 0.5:
            off = rng.uniform(-0.24, 0.24, 2)
            yield Figure(int(row), np.array([column + 0.5, row + 0.5]) + off, rng.uniform(0, np.pi))
    together, apart = rng.random() < 0.4, rng.uniform(0.26, 0.45)
    taken: list[np.ndarray] = []
    for kind in range(len(_HUES)):
        for _ in range(int(rng.choice([0, 1, 2, 3]))):
            for _try in range(_TRIES):
                rows = (0.2, ROWS - 0.2) if together else (kind + 0.2, kind + 0.8)
                place = np.array([rng.uniform(-1.85, -0.45), rng.uniform(*rows)])
                if all(np.hypot(*(place - other)) > apart for other in taken):
                    taken.append(place)
                    yield Figure(kind, place, rng.uniform(0, np.pi))
                    break


def _outline(figure: Figure, block: Block) -> np.ndarray:
    c, s = np.cos(figure.turn), np.sin(figure.turn)
    return np.asarray(block.outline @ np.array([[c, s], [-s, c]]) + figure.place)


def _shadowed(flat: np.ndarray, figures: list[Figure], wood: _Wood, view: _View) -> np.ndarray:
    dark = np.zeros(flat.shape[:2], np.float32)
    for figure in figures:
        for block in wood.blocks:
            outline = _outline(figure, block)
            cast = np.concatenate([outline + view.sun * block.low, outline + view.sun * block.high])
            cv2.fillConvexPoly(dark, cv2.convexHull(_pixels(cast)), 1.0, cv2.LINE_AA, 4)
    return np.asarray(flat * (1 - view.dark * cv2.GaussianBlur(dark, (0, 0), view.soft))[..., None])


def _pixels(points: np.ndarray) -> np.ndarray:
    return np.asarray(np.round((points + np.array([HOME, 0])) * FINE * 16).astype(np.int32))


def _stand(flat: np.ndarray, figure: Figure, wood: _Wood, view: _View, rng: np.random.Generator) -> None:
    paint = wood.paints[figure.kind] * rng.uniform(0.93, 1.07)
    light = -view.sun / max(float(np.hypot(*view.sun)), 1e-6)
    gloss = wood.gloss + (rng.uniform(0.1, 0.6) if rng.random() < 0.15 else 0)
    for block in wood.blocks:
        outline = _outline(figure, block)
        for here, there in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            out = np.array([there[1] - here[1], here[0] - there[0]])
            out /= np.hypot(*out)
            if out @ (view.foot - (here + there) / 2) > 0:
                ends = np.array([here, there])
                face = np.concatenate([view.seen(ends, block.low), view.seen(ends[::-1], block.high)])
                cv2.fillConvexPoly(flat, _pixels(face), (paint * (0.6 + 0.3 * float(out @ light))).tolist(),
                                   cv2.LINE_AA, 4)  # fmt: skip
        top = np.clip(paint * wood.upper, 0, 255) * (1 - gloss) + 255 * gloss * 0.9
        top = paint * 0.8 if rng.random() < 0.1 else top
        cv2.fillConvexPoly(flat, _pixels(view.seen(outline, block.high)), top.tolist(), cv2.LINE_AA, 4)


def _lit(flat: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the fjord with the effects of lamp, haze and lens, its brightest parts near white."""
    high, wide = flat.shape[:2]
    y, x = np.mgrid[:high, :wide] / wide
    at = rng.uniform(-0.3, 1.3, 2)
    away = (x - at[0]) ** 2 + (y - at[1]) ** 2
    fall = 1 / (1 + rng.choice([0.1, 0.4, 1.5, 3.0]) * away)
    warm = rng.normal(0, 0.12)
    lit = flat * (fall[..., None] * np.exp(np.array([-warm, 0, warm]))).astype(np.float32)
    for _ in range(int(rng.integers(0, 3))):
        spot, reach = rng.uniform(-0.1, 1.1, 2), rng.uniform(0.05, 0.6)
        haze = rng.uniform(5, 70) * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * reach**2))
        lit += haze[..., None].astype(np.float32)
    lit *= rng.uniform(200, 250) / max(float(np.percentile(lit, 98)), 1)
    lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.5, 1.6))
    lit += rng.standard_normal(lit.shape, np.float32) * np.float32(rng.uniform(0.5, 6))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
    coded = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.float32))
