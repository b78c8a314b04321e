"""Synthetic pictures of single tiles with signs, as in a calibration photo, and the places of the signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.marks_net.hands import FONTS, HANDS
from training.marks_net.signs import KINDS, OTHER, sign
from training.marks_net.styles import across, put, random_style
from training.scenes.hexes import corners
from training.scenes.prints import tile_tops
from training.scenes.prints.noise import noise_pool
from training.scenes.prints.palettes import any_colour
from training.scenes.stage import ARTS
from vision.tiles.descriptor import SPAN
from vision.tiles.printed_marks import SIDE

WIDTH = SIDE / SPAN
"""Width of a tile in its picture, pixels."""
_TILES_PER_PRINTING = 10
_MAX_OFFSET = 0.36
"""Largest distance of a sign's centre from the tile's, widths of the tile."""
_TILE_WIDTHS = (70.0, 300.0)
"""Range of the width of a tile in photos, pixels."""
_PRINTED_SHARES = np.array([0.16, 0.05, 0.05, 0.16, 0.05, 0.05, 0.16, 0.16, 0.16])
"""Probabilities of the kinds of marks on a printed tile, in the order of ``KINDS``. Chosen by hand."""
_TRAINING_SHARES = np.array([0.14, 0.09, 0.14, 0.14, 0.09, 0.14, 0.1, 0.1, 0.06])
"""Probabilities of the kinds in training; difficult kinds are more frequent. Chosen by hand."""
_GRAIN = np.random.default_rng(1).normal(0, 1, (600, 600, 3)).astype(np.float32)
_MIDDLE = SIDE / 2 - 0.5
_OUTSIDE = cv2.fillConvexPoly(
    np.zeros((SIDE, SIDE), np.uint8), np.round((corners() * WIDTH + _MIDDLE) * 16).astype(np.int32), 1, shift=4
) == 0  # fmt: skip


@dataclass(frozen=True)
class Sign:
    """A sign on a tile's picture: its kind, of ``signs.KINDS``, its centre (2,) and its width, pixels."""

    kind: str
    at: np.ndarray
    wide: float


@dataclass(frozen=True)
class Sample:
    """One tile's picture (SIDE, SIDE, 3) uint8, an input of ``vision.tiles.printed_marks``, and its signs.

    ``fineness`` is the width of the tile in the photo, pixels.
    """

    picture: np.ndarray
    signs: tuple[Sign, ...]
    fineness: float

    @property
    def marks(self) -> frozenset[str]:
        """The names of the marks among the signs."""
        return frozenset(sign.kind.split()[0] for sign in self.signs if sign.kind != OTHER)


def draw_tops(rng: np.random.Generator, count: int, art: str) -> list[np.ndarray]:
    """Draw the tops (SIDE, SIDE, 3) uint8 of at least ``count`` tiles without signs, on tables of any colour."""
    tops: list[np.ndarray] = []
    family, pool = ARTS[art], noise_pool(int(rng.integers(4)))
    span = WIDTH / tile_tops.FINE
    shift = _MIDDLE - span * (tile_tops.SIDE / 2 - 0.5)
    way = np.array([[span, 0, shift], [0, span, shift]])
    while len(tops) < count:
        printing = replace(family.printing(rng), icons=0.0)
        for drawn in tile_tops.draw_prints(rng, family, printing, pool, _TILES_PER_PRINTING):
            top = cv2.warpAffine(drawn.top, way, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
            top[_OUTSIDE] = any_colour(rng)
            tops.append(top)
    return tops


def kinds_as_printed(rng: np.random.Generator) -> list[str]:
    """Draw the kinds of signs on one tile as printed: often none, mostly one mark, sometimes distractors."""
    named = [str(rng.choice(KINDS[:-1], p=_PRINTED_SHARES))] if rng.random() < 0.6 else []
    named += [OTHER] * int(rng.choice([0, 1, 2], p=[0.55, 0.3, 0.15]))
    return named + ([str(rng.choice(KINDS[:-1], p=_PRINTED_SHARES))] if rng.random() < 0.1 else [])


def kinds_for_training(rng: np.random.Generator) -> list[str]:
    """Draw the kinds of signs on one tile for training: up to five."""
    count = int(rng.choice([0, 2, 3, 4, 5], p=[0.1, 0.2, 0.3, 0.3, 0.1]))
    return [OTHER if rng.random() < 0.35 else str(rng.choice(KINDS[:-1], p=_TRAINING_SHARES)) for _ in range(count)]


def draw_sample(
    rng: np.random.Generator, top: np.ndarray, kinds: Sequence[str], hand: str, folder: Path = FONTS
) -> Sample:
    """Return a photographed tile with signs.

    Args:
        rng: the generator of random numbers.
        top: (SIDE, SIDE, 3) uint8 top of a tile.
        kinds: kinds of the signs, of ``signs.KINDS``; those for which there is no room are left out.
        hand: name of the style, of ``hands.HANDS``.
        folder: folder of the fonts.
    """
    shown = _turned(rng, top)
    drawn_by, usual = HANDS[hand], random_style(rng, HANDS[hand])
    signs: list[Sign] = []
    for kind in kinds:
        style = usual if rng.random() < 0.8 else random_style(rng, drawn_by)
        wide = across(style, kind) * WIDTH
        at = _free_place(rng, signs, wide)
        if at is not None:
            put(rng, shown, style, sign(rng, kind, drawn_by, folder), at, wide)
            signs.append(Sign(kind, at, wide))
    fineness = float(np.exp(rng.uniform(*np.log(_TILE_WIDTHS))))
    picture, way = _photographed(rng, shown, fineness)
    grown = float(np.sqrt(abs(np.linalg.det(way[:, :2]))))
    seen = tuple(Sign(s.kind, way @ np.append(s.at, 1.0), s.wide * grown) for s in signs)
    return Sample(picture, seen, fineness)


def _turned(rng: np.random.Generator, top: np.ndarray) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((_MIDDLE, _MIDDLE), 60.0 * int(rng.integers(6)), 1.0)
    flipped = top[:, ::-1] if rng.random() < 0.5 else top
    return np.ascontiguousarray(cv2.warpAffine(flipped, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE))


def _free_place(rng: np.random.Generator, taken: Sequence[Sign], wide: float) -> np.ndarray | None:
    for _ in range(10):
        turn, away = rng.uniform(0, 2 * np.pi), _MAX_OFFSET * np.sqrt(rng.random()) if rng.random() < 0.85 else 0.0
        at = _MIDDLE + WIDTH * away * np.array([np.cos(turn), np.sin(turn)])
        if all(np.linalg.norm(at - other.at) > 0.75 * (wide + other.wide) for other in taken):
            return at
    return None


def _photographed(rng: np.random.Generator, top: np.ndarray, fineness: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the tile's cutout from a photo, and the affine (2, 3) from pixels of its top to those of the cutout."""
    coarse = min(fineness / WIDTH, 1.0)
    small = top if coarse == 1.0 else cv2.resize(top, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.1))).astype(np.float32)
    cast = rng.uniform(0.55, 1.1) * rng.normal(1, 0.06, 3)
    slope = np.linspace(-1, 1, seen.shape[1])[:, None] * rng.normal(0, 0.06) + 1
    seen *= (cast * slope).astype(np.float32)
    y, x = (int(rng.integers(_GRAIN.shape[0] - n)) for n in seen.shape[:2])
    seen += _GRAIN[y : y + seen.shape[0], x : x + seen.shape[1]] * np.float32(rng.uniform(1, 6))
    coded = cv2.imencode(".jpg", seen.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    photo = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    # The cutout has the errors of a detected tile's place, rotation and size.
    turn, wide = rng.normal(0, 0.02), SIDE / photo.shape[1] * rng.normal(1, 0.015)
    c, s = wide * np.cos(turn), wide * np.sin(turn)
    way = np.array([[c, -s], [s, c]])
    middle = np.full(2, (photo.shape[0] - 1) / 2)
    out = np.column_stack([way, np.full(2, _MIDDLE) - way @ middle + rng.normal(0, 2.4, 2)])
    picture = cv2.warpAffine(photo, out, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = photo.shape[1] / SIDE
    shrink = np.array([[share, 0, (share - 1) / 2], [0, share, (share - 1) / 2], [0, 0, 1]])
    return picture, out @ shrink
