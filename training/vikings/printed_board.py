"""The print of an invented fjord: the table, the home board with its rows' marks, the islands' tiles."""

from __future__ import annotations

import cv2
import numpy as np

from training.hokkaido.painting import clouds, hsv
from training.vikings.layout import COLUMNS, FINE, HOME, HUES, ROWS, invented_paint


def print_board(printed: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
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
    drawn = [invented_paint(str(rng.choice(list(HUES))), rng, 15) for _ in range(2)] if rng.random() < 0.3 else []
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
