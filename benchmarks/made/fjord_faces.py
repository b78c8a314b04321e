"""What is printed for a fjord of *Vikings*: the home board, island tiles and ships of one printing, in random art."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training.hokkaido.painting import clouds, hsv

FINE = 90
"""Pixels of a tile's side before a camera sees it."""
ROWS = ("warrior", "jarl", "scout", "goldsmith", "fisherman")
"""A fjord's rows from the top, named by their figures."""
SAILS = ("black", "red", "green", "yellow", "blue")
_LETTERS = files("vision.drawing") / "fonts" / "DejaVuSans-Bold.ttf"
_PRINTED = {
    "grey": (150, 150, 155), "black": (32, 30, 30), "red": (40, 40, 190), "green": (60, 140, 50),
    "yellow": (40, 180, 230), "blue": (180, 80, 40),
}  # fmt: skip
"""The colours of the home board's rows, the boatswain's first and then as `ROWS` has them, BGR."""


@dataclass(frozen=True)
class Art:
    """One printing; colours are (3,) BGR, 0..255.

    Attributes:
        sea, land, beach, home: colours of the ground; some printings have no beach.
        printed, wooden: colours by name, of what is printed and of the figures.
        grain: how uneven printed colours are, a share of them.
        waves, trees: whether they are drawn.
        wobble: how far coasts bend, 1 for 1.2 % of a tile's side a step.
        bars: how the rows of the home board are marked: ``bars``, ``patches`` or ``discs``.
        font: of the numbers, 0..3.
        seed: of the islands' coasts.
    """

    sea: np.ndarray
    land: np.ndarray
    beach: np.ndarray | None
    home: np.ndarray
    printed: dict[str, np.ndarray]
    wooden: dict[str, np.ndarray]
    grain: float
    waves: bool
    trees: bool
    wobble: float
    bars: str
    font: int
    seed: int


def make_art(seed: int) -> Art:
    """Return a random printing."""
    rng = np.random.default_rng([7, seed])
    sea = hsv(rng.choice([205, 190, 215, 225, 180]) + rng.normal(0, 5), rng.uniform(0.35, 0.85), rng.uniform(0.3, 0.8))
    land = hsv(*[(105, 0.6, 0.4), (85, 0.5, 0.55), (40, 0.45, 0.6), (70, 0.4, 0.7), (25, 0.45, 0.45), (120, 0.5, 0.3)][
        rng.integers(6)
    ])  # fmt: skip
    beach = None if rng.random() < 0.25 else hsv(rng.uniform(30, 50), rng.uniform(0.2, 0.5), rng.uniform(0.7, 0.95))
    home = hsv(rng.uniform(25, 110), rng.uniform(0.08, 0.35), rng.uniform(0.5, 0.85))

    def inked(colour: tuple[int, int, int], spread: float) -> np.ndarray:
        return np.clip(np.array(colour, float) * rng.uniform(0.85, 1.12) + rng.normal(0, spread, 3), 12, 245)

    return Art(
        sea, land, beach, home,
        {k: inked(v, 7) for k, v in _PRINTED.items()},
        {k: inked(v, 7) for k, v in _PRINTED.items()} | {"grey": inked((165, 165, 170), 5)},
        rng.uniform(0.05, 0.25), bool(rng.random() < 0.4), bool(rng.random() < 0.3), rng.uniform(0.3, 1.2),
        str(rng.choice(["bars", "bars", "bars", "patches", "discs"])), int(rng.integers(4)), seed,
    )  # fmt: skip


def home_face(art: Art, rng: np.random.Generator) -> np.ndarray:
    """Return the home board, (6 FINE, 2 FINE, 3) BGR: a row for each kind of figure, marked at its right edge."""
    wide, high = 2 * FINE, 6 * FINE
    board = art.home * (1 + art.grain * clouds(rng, (high, wide), 40)[..., None] * 0.6)
    for row, name in enumerate(_PRINTED):
        top = row * FINE
        colour = art.printed[name]
        if art.bars == "bars":
            board[top + 6 : top + FINE - 6, wide - 16 : wide - 4] = colour
        elif art.bars == "patches":
            board[top + 4 : top + FINE - 4, wide - 30 :] = 0.6 * colour + 0.4 * art.home
        else:
            cv2.circle(board, (wide - 18, top + FINE // 2), 13, colour.tolist(), -1, cv2.LINE_AA)
    return np.clip(board, 0, 255)


def _sea(art: Art, rng: np.random.Generator) -> np.ndarray:
    tile = art.sea * (1 + 0.5 * art.grain * clouds(rng, (FINE, FINE), 14)[..., None])
    if art.waves:
        for _ in range(14):
            x, y = rng.integers(4, FINE - 12, 2)
            cv2.ellipse(tile, (int(x), int(y)), (5, 2), 0, 180, 360, (art.sea * 1.35).tolist(), 1, cv2.LINE_AA)
    return tile


def island_face(art: Art, tile: dict[str, Any]) -> np.ndarray:
    """Return an island tile of a document, (FINE, FINE, 3) BGR."""
    rng = np.random.default_rng([19, art.seed, ROWS.index(tile["row"]), tile["column"]])
    outline = _outline(art, tile, rng)
    face = _sea(art, rng)
    mask = np.zeros((FINE, FINE), np.uint8)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA)
    land = art.land * (1 + art.grain * clouds(rng, (FINE, FINE), 12)[..., None])
    if art.trees:
        for _ in range(10):
            x, y = rng.integers(20, FINE - 20, 2)
            cv2.circle(land, (int(x), int(y)), 4, (art.land * 0.6).tolist(), -1, cv2.LINE_AA)
    if art.beach is not None:
        wide = cv2.dilate(mask, np.ones((5, 5), np.uint8))[..., None] / 255.0
        face = face * (1 - wide) + art.beach * wide
    share = mask[..., None] / 255.0
    return np.asarray(face * (1 - share) + land * share)


def _outline(art: Art, tile: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    """Return the land of a tile: it runs out at the edges where the island goes on, at heights that fit there."""
    x = np.linspace(0, 1, 40)
    bend = np.cumsum(rng.normal(0, 1, (2, 40)), axis=1)
    bend = (bend - np.linspace(bend[:, 0], bend[:, -1], 40).T) * 0.012 * art.wobble
    up, down = 0.5 - 0.24 + bend[0], 0.5 + 0.24 + bend[1]
    ends = {"left": (0.18, 1.02), "middle": (-0.02, 1.02), "right": (-0.02, 0.82)}[tile["part"]]
    swell = np.sqrt(np.clip((x - 0) * 9, 0, 1)) if tile["part"] == "left" else np.ones(40)
    swell = swell * (np.sqrt(np.clip((1 - x) * 9, 0, 1)) if tile["part"] == "right" else 1)
    up, down = 0.5 + (up - 0.5) * swell, 0.5 + (down - 0.5) * swell
    across = ends[0] + x * (ends[1] - ends[0])
    ring = np.concatenate([np.stack([across, up], 1), np.stack([across, down], 1)[::-1]])
    return np.round(ring * FINE).astype(np.int32)


def ship_face(art: Art, ship: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    """Return a ship of a document with what it pays, (FINE, FINE, 3) BGR."""
    face = _sea(art, rng)
    cv2.line(face, *(tuple(p) for p in _pixels((0.48, 0.2), (0.48, 0.75)).tolist()), (30, 50, 80), 4, cv2.LINE_AA)
    hull = _pixels((0.2, 0.72), (0.35, 0.8), (0.6, 0.8), (0.75, 0.7), (0.6, 0.74), (0.35, 0.74))
    cv2.fillPoly(face, [hull], (35, 55, 90), cv2.LINE_AA)
    sail = _pixels((0.25, 0.25), (0.75, 0.25), (0.7, 0.62), (0.28, 0.62))
    cv2.fillPoly(face, [sail], art.printed[ship["sail"]].tolist(), cv2.LINE_AA)
    ((kind, count),) = ship["pays"].items()
    rim, inside = ((60, 130, 50), (235, 235, 235)) if kind == "points" else ((20, 90, 120), (60, 175, 225))
    spot = tuple(_pixels((0.8, 0.8))[0].tolist())
    cv2.circle(face, spot, 15, rim, -1, cv2.LINE_AA)
    cv2.circle(face, spot, 12, inside, -1, cv2.LINE_AA)
    return _written(face, spot, str(count), art.font)


def _pixels(*points: tuple[float, float]) -> np.ndarray:
    """Return (n, 2) int32 pixels of a tile's face for points in sides of the tile."""
    return np.round(np.array(points) * FINE).astype(np.int32)


def _written(face: np.ndarray, spot: tuple[int, int], text: str, font: int) -> np.ndarray:
    whole = np.clip(face, 0, 255).astype(np.uint8)
    if font:
        style = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)[font - 1]
        (wide, high), _ = cv2.getTextSize(text, style, 0.6, 2)
        cv2.putText(whole, text, (spot[0] - wide // 2, spot[1] + high // 2), style, 0.6, (30, 30, 30), 2, cv2.LINE_AA)
        return whole.astype(float)
    picture = Image.fromarray(whole[..., ::-1].copy())
    ImageDraw.Draw(picture).text(spot, text, (25, 25, 25), ImageFont.truetype(BytesIO(_LETTERS.read_bytes()), 17), "mm")
    return np.asarray(picture)[..., ::-1].astype(float)
