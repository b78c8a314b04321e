"""Stencils of the signs printed on tiles: for three or four players, runes, and distractors."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from training.marks_net.hands import FONTS, Hand, families, font_of
from training.marks_net.shapes import BODIES, OTHER_RUNIC, PEN, RUNES, RUNIC, SCENERY, STRANGE, WRITTEN, Line

SIDE = 96
"""Width and height of a stencil, pixels."""
ACROSS = 64
"""Diameter of the smallest circle around the sign in its stencil, pixels."""
OTHER = "other"
KINDS = ("3", "3 spots", "3 figures", "4", "4 spots", "4 figures", "strength", "water", "friendship", OTHER)
"""Kinds of signs; ``OTHER`` is a distractor."""
_OTHER_TEXT = ("1", "2", "5", "6", "7", "8", "9", "0", "A", "B", "E", "K", "M", "S", "R", "12", "10", "2+", "5+")
_LETTERS_SIDE = 192
"""Width and height of the picture that letters are drawn in, pixels."""


def sign(rng: np.random.Generator, kind: str, hand: Hand, folder: Path = FONTS) -> np.ndarray:
    """Draw a sign as coverage (SIDE, SIDE) uint8, upright and centred.

    Args:
        rng: the generator of random numbers.
        kind: of ``KINDS``.
        hand: the style.
        folder: folder of the fonts.
    """
    count, _, what = kind.partition(" ")
    if kind in WRITTEN:
        text = kind + "+" if rng.random() < 0.08 else kind
        return _centred(_distorted(rng, _digits(rng, text, hand, folder)))
    if what:
        return _centred(_several(rng, int(count), what, hand))
    if kind in RUNES:
        if hand.runic and rng.random() < 0.25:
            return _centred(_distorted(rng, _text(rng, RUNIC[kind], hand.runic, folder)))
        forms = RUNES[kind]
        return _centred(_strokes(rng, forms[int(rng.integers(len(forms)))], hand))
    return _centred(_distractor(rng, hand, folder))


def _distractor(rng: np.random.Generator, hand: Hand, folder: Path) -> np.ndarray:
    """Draw a distractor: letters, other numbers of spots or figures, scenery, strokes or blots."""
    way = rng.choice(["text", "several", "scenery", "strokes", "blots"], p=[0.3, 0.15, 0.25, 0.2, 0.1])
    if way == "text":
        return _distorted(rng, _digits(rng, str(rng.choice(_OTHER_TEXT)), hand, folder))
    if way == "several":
        return _several(rng, int(rng.choice([1, 2, 5, 6])), str(rng.choice(["spots", "figures"])), hand)
    if way == "scenery":
        return _several(rng, int(rng.choice([1, 2, 3, 4, 5])), "scenery", hand)
    if way == "blots":
        return _blots(rng)
    if hand.runic and rng.random() < 0.4:
        return _distorted(rng, _text(rng, OTHER_RUNIC[int(rng.integers(len(OTHER_RUNIC)))], hand.runic, folder))
    return _strokes(rng, STRANGE[int(rng.integers(len(STRANGE)))], hand)


def _digits(rng: np.random.Generator, text: str, hand: Hand, folder: Path) -> np.ndarray:
    forms = WRITTEN.get(text, (text,))
    if forms[0] in PEN and rng.random() < hand.pen:
        return _pen(rng, forms[int(rng.integers(len(forms)))])
    return _text(rng, text, hand.fonts, folder)


def _text(rng: np.random.Generator, text: str, names: tuple[str, ...], folder: Path) -> np.ndarray:
    found = families(names, folder)
    family = found[int(rng.integers(len(found)))]
    return _letters(family[int(rng.integers(len(family)))], text)


@lru_cache(maxsize=6000)
def _letters(file: Path, text: str) -> np.ndarray:
    picture = Image.new("L", (_LETTERS_SIDE, _LETTERS_SIDE), 0)
    ImageDraw.Draw(picture).text((_LETTERS_SIDE / 2, _LETTERS_SIDE / 2), text, 255, font_of(file), "mm")
    shown = np.array(picture)
    shown.setflags(write=False)
    return shown


def _pen(rng: np.random.Generator, form: str) -> np.ndarray:
    """Draw a digit with a pen of random width, sometimes with a serif at its end."""
    points: list[tuple[float, float]] = []
    for part in PEN[form]:
        if len(part) == 2:
            points.append((part[0], part[1]))
            continue
        x, y, wide, high, first, last = part
        turns = np.deg2rad(np.linspace(first + rng.normal(0, 8), last + rng.normal(0, 8), 24))
        points += [(x + wide * np.cos(t), y + high * np.sin(t)) for t in turns]
    line = 0.5 + (np.array(points) - 0.5) * 0.68 + rng.normal(0, 0.006, (len(points), 2))
    width = round(float(rng.uniform(0.05, 0.17)) * SIDE)
    shown = np.zeros((SIDE, SIDE), np.uint8)
    cv2.polylines(shown, [_fixed(line)], False, 255, width, cv2.LINE_AA, 4)
    if rng.random() < 0.3:
        foot = line[-1] + np.array([[-0.1, 0], [0.1, 0]])
        cv2.polylines(shown, [_fixed(foot)], False, 255, max(2, width // 2), cv2.LINE_AA, 4)
    return shown


def _distorted(rng: np.random.Generator, shown: np.ndarray) -> np.ndarray:
    """Return a sign stretched and slanted at random, to vary the fonts."""
    side = shown.shape[0]
    way = np.array([[rng.uniform(0.75, 1.15), rng.normal(0, 0.1)], [0, rng.uniform(0.85, 1.1)]])
    middle = np.full(2, side / 2)
    return np.asarray(cv2.warpAffine(shown, np.column_stack([way, middle - way @ middle]), (side, side)))


def _several(rng: np.random.Generator, count: int, what: str, hand: Hand) -> np.ndarray:
    shown = np.zeros((SIDE, SIDE), np.uint8)
    spots, room = _arranged(rng, count)
    if what == "spots":
        corners = int(rng.choice(hand.spots))
        turns = np.arange(corners) / corners * 2 * np.pi
        ring = room * rng.uniform(0.28, 0.44) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        for spot in spots:
            cv2.fillPoly(shown, [_fixed(spot + ring)], 255, cv2.LINE_AA, 4)
        return shown
    people = what == "figures"
    outline = np.array(BODIES[str(rng.choice(hand.bodies))] if people else SCENERY[str(rng.choice(hand.scenery))])
    size = room * rng.uniform(0.85, 1.05)
    for spot in spots:
        cv2.fillPoly(shown, [_fixed(spot + size * (outline - (0, 0.5)))], 255, cv2.LINE_AA, 4)
        if people:
            at = tuple(int(v) for v in _fixed(spot - (0, 0.28 * size)))
            cv2.circle(shown, at, round(0.19 * size * SIDE * 16), 255, -1, cv2.LINE_AA, 4)
    return shown


def _arranged(rng: np.random.Generator, count: int) -> tuple[np.ndarray, float]:
    """Return places (count, 2) in the unit square and the width available for each."""
    if count > 2 and rng.random() < 0.5:
        top = count // 2
        rows = [(top, 0.0), (count - top, 1.0)]
        spots = np.array([(k - (n - 1) / 2, y - 0.5) for n, y in rows for k in range(n)])
    else:
        spots = np.array([(k - (count - 1) / 2, 0.0) for k in range(count)])
    room = 0.8 / max(np.ptp(spots[:, 0]) + 1, np.ptp(spots[:, 1]) + 1)
    return 0.5 + spots * room * (rng.uniform(0.85, 1.0), 1.0), room


def _blots(rng: np.random.Generator) -> np.ndarray:
    """Scatter spots of all sizes, like tufts and stones."""
    shown = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(int(rng.integers(2, 9))):
        at, axes = rng.uniform(0.2, 0.8, 2), rng.uniform(0.015, 0.09, 2) * SIDE
        middle = tuple(int(v) for v in at * SIDE)
        cv2.ellipse(shown, middle, tuple(int(v) + 1 for v in axes), rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
    return shown


def _strokes(rng: np.random.Generator, lines: tuple[Line, ...], hand: Hand) -> np.ndarray:
    shown = np.zeros((SIDE, SIDE), np.uint8)
    width = float(rng.uniform(0.03, 0.075))
    way = np.eye(2) + rng.normal(0, 0.06, (2, 2))
    for line in lines:
        points = 0.5 + (np.array(line) - 0.5) * 0.72 @ way + rng.normal(0, 0.012, (len(line), 2))
        if hand.strokes == "carved":
            _carved(shown, points, width)
        elif hand.strokes == "brush":
            _brushed(shown, points, width)
        else:
            cv2.polylines(shown, [_fixed(points)], False, 255, max(2, round(2 * width * SIDE)), cv2.LINE_AA, 4)
    return shown


def _carved(shown: np.ndarray, points: np.ndarray, width: float) -> None:
    """Draw strokes like a chisel: broad at the start, narrow at the end."""
    for a, b in pairwise(points):
        along = (b - a) / (np.linalg.norm(b - a) + 1e-9)
        across = np.array([-along[1], along[0]]) * width
        cv2.fillPoly(shown, [_fixed(np.array([a - across, a + across, b + across / 3, b - across / 3]))], 255,
                     cv2.LINE_AA, 4)  # fmt: skip


def _brushed(shown: np.ndarray, points: np.ndarray, width: float) -> None:
    """Draw strokes like a flat brush: their width depends on their direction."""
    flat = width * np.array([0.8, -0.6])
    for a, b in pairwise(points):
        along = (b - a) / (np.linalg.norm(b - a) + 1e-9)
        thin = 0.35 * width * np.array([-along[1], along[0]])
        for edge in (flat, thin):
            cv2.fillPoly(shown, [_fixed(np.array([a - edge, a + edge, b + edge, b - edge]))], 255, cv2.LINE_AA, 4)


def _centred(shown: np.ndarray) -> np.ndarray:
    """Centre a sign and scale it to the diameter ``ACROSS``."""
    ys, xs = np.nonzero(shown > 127)
    if not len(ys):
        return np.zeros((SIDE, SIDE), np.uint8)
    (x, y), radius = cv2.minEnclosingCircle(np.column_stack([xs, ys]).astype(np.float32))
    scale = ACROSS / (2 * radius + 1)
    half = SIDE / 2 - 0.5
    way = np.array([[scale, 0, half - scale * x], [0, scale, half - scale * y]])
    soft = cv2.GaussianBlur(shown, (0, 0), 0.45 / scale) if scale < 0.8 else shown
    return np.asarray(cv2.warpAffine(soft, way, (SIDE, SIDE), flags=cv2.INTER_LINEAR))


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.round(np.asarray(points) * SIDE * 16).astype(np.int32)
