"""Made pictures of stones' faces as the sign reader sees them: any stone, any hand, any camera."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from training.rune_net.shapes import OTHERS, RUNES, Form
from vision.stones.signs import MARGIN, SIDE
from vision.vocabulary import OTHER_SIGN, SIGNS

Rng = np.random.Generator

_FINE = 3 * SIDE
"""Pixels along a face before the camera."""
_RADIUS = _FINE / (2 * MARGIN)
"""Radius of a face at the expected size, pixels before the camera."""
_OTHER_SHARE = 0.3
"""Share of faces without a rune of the game. Chosen by hand: what else lies on a table is mostly no stone at all."""


@dataclass(frozen=True)
class Hand:
    """How signs are drawn.

    Attributes:
        ends: look of a stroke: ``round``, ``square``, ``brush`` or ``carved``.
        widths: narrowest and widest stroke, in radii of the face.
        jitter: standard deviation of a stroke's corner, in radii.
    """

    ends: tuple[str, ...]
    widths: tuple[float, float]
    jitter: float


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a stone lies in the picture.

    Attributes:
        centre: (2,) the middle of its face, pixels.
        radius: of the face, pixels.
        away: (2,) offset of its foot from the face, pixels.
    """

    centre: np.ndarray
    radius: float
    away: np.ndarray


HANDS = {
    "training": Hand(("round", "square", "brush"), (0.08, 0.3), 0.045),
    "held-out": Hand(("carved", "round"), (0.09, 0.25), 0.05),
}


def draw_face(rng: Rng, hand: Hand, grounds: list[np.ndarray]) -> tuple[np.ndarray, int]:
    """Return a (SIDE, SIDE, 3) uint8 BGR picture of a stone, and its class in ``SIGNS``.

    Args:
        rng: the generator of random numbers.
        hand: how its sign is drawn.
        grounds: pictures (h, w, 3) uint8 of what stones lie on, at least ``_FINE`` pixels wide and high.
    """
    kind = OTHER_SIGN if rng.random() < _OTHER_SHARE else SIGNS[int(rng.integers(len(SIGNS) - 1))]
    canvas = _ground(rng, grounds)
    radius = _RADIUS * float(np.exp(rng.normal(0, 0.17)))
    away = _towards(rng) * radius
    # The reader takes a part of the side towards the camera for face, so that the face lies beside the middle.
    centre = np.full(2, _FINE / 2) + rng.normal(0, 0.16, 2) * _RADIUS - rng.uniform(0, 0.6) * away
    if kind != OTHER_SIGN or rng.random() < 0.9:
        _stone(rng, canvas, _Place(centre, radius, away), kind, hand)
    _occlude(rng, canvas)
    return _photographed(rng, _lit(rng, canvas)), SIGNS.index(kind)


def _ground(rng: Rng, grounds: list[np.ndarray]) -> np.ndarray:
    picture = grounds[int(rng.integers(len(grounds)))]
    y, x = (int(rng.integers(0, size - _FINE + 1)) for size in picture.shape[:2])
    return np.asarray(picture[y : y + _FINE, x : x + _FINE].astype(np.float32))


def _stone(rng: Rng, canvas: np.ndarray, place: _Place, kind: str, hand: Hand) -> None:
    """Draw a stone's shadow, side, face and sign."""
    base = _stone_colour(rng)
    centre, radius, away = place.centre, place.radius, place.away
    outline = _outline(rng) * radius
    _fill(canvas, centre + 1.3 * away + outline, canvas.mean(axis=(0, 1)) * rng.uniform(0.3, 0.8), 0.7, 6.0)
    for share in (1.0, 0.5):
        _fill(canvas, centre + share * away + outline, base * rng.uniform(0.4, 1.1), 1.0, 0.8)
    face = np.clip(base + _texture(rng)[..., None] * rng.uniform(0.0, 70.0), 0, 255)
    mask = _mask(centre + outline, 0.8)[..., None]
    canvas[:] = canvas * (1 - mask) + face * mask
    if rng.random() < 0.3:
        ring = _mask(centre + outline, 0.8) - _mask(centre + outline * rng.uniform(0.72, 0.9), 0.8)
        canvas[:] = canvas * (1 - ring[..., None]) + rng.uniform(0, 255, 3) * ring[..., None]
    if kind != OTHER_SIGN or rng.random() < 0.85:
        _sign(rng, canvas, centre, radius, _form(rng, kind), hand)


def _stone_colour(rng: Rng) -> np.ndarray:
    """Return a (3,) BGR colour: mostly grey, black, white, sand or wood, sometimes any."""
    light = rng.uniform(25, 235)
    if rng.random() < 0.2:
        return np.asarray(rng.uniform(20, 235, 3))
    tint = np.array([1 - rng.uniform(-0.1, 0.45), 1.0, 1 + rng.uniform(-0.1, 0.25)])
    return np.asarray(np.clip(light * tint, 0, 255))


def _outline(rng: Rng) -> np.ndarray:
    """Return an (n, 2) outline of mean radius 1: a circle, a pebble or a polygon."""
    sides = int(rng.choice([48, 48, 48, 12, 10, 8, 6, 4]))
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False) + rng.uniform(0, 2 * np.pi)
    bulge = 1 + (sides == 48) * (
        rng.uniform(0, 0.1) * np.cos(2 * angles + rng.uniform(0, 6))
        + rng.uniform(0, 0.05) * np.cos(3 * angles + rng.uniform(0, 6))
    )
    rough = rng.normal(0, rng.choice([0.0, 0.015]), sides)
    return np.asarray((bulge + rough)[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1))


def _towards(rng: Rng) -> np.ndarray:
    """Return the (2,) offset of a stone's foot from its face in radii, as seen by a camera at any height."""
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.6)
    return np.array([np.cos(angle), np.sin(angle)]) * length


def _texture(rng: Rng) -> np.ndarray:
    """Return (_FINE, _FINE) noise of mean 0 and deviation 1 at several scales, as of granite, sand or wood."""
    total = np.zeros((_FINE, _FINE), np.float32)
    grain = rng.uniform(0.3, 3.0) if rng.random() < 0.3 else 1.0
    for cells in (4, 12, 40, 96):
        size = (max(2, int(cells * grain)), max(2, int(cells / grain)))
        noise = rng.normal(0, rng.uniform(0.1, 1.0), size).astype(np.float32)
        total += cv2.resize(noise, (_FINE, _FINE), interpolation=cv2.INTER_CUBIC)
    return np.asarray((total - total.mean()) / (total.std() + 1e-3))


def _form(rng: Rng, kind: str) -> Form:
    if kind != OTHER_SIGN:
        forms = RUNES[kind]
        return forms[int(rng.integers(len(forms)))]
    if rng.random() < 0.75:
        return OTHERS[int(rng.integers(len(OTHERS)))]
    return tuple(
        [(float(x), float(y)) for x, y in rng.uniform(0.05, 0.95, (int(rng.integers(2, 6)), 2))]
        for _ in range(int(rng.integers(1, 4)))
    )


def _sign(rng: Rng, canvas: np.ndarray, centre: np.ndarray, radius: float, form: Form, hand: Hand) -> None:
    """Draw a sign onto a face, in a colour that stands out from it."""
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    skew = np.array([[rng.uniform(0.75, 1.25), rng.normal(0, 0.06)], [rng.normal(0, 0.06), 1.0]])
    scale = radius * rng.uniform(0.65, 1.45)
    width = max(1.5, radius * rng.uniform(*hand.widths))
    ends = str(rng.choice(hand.ends))
    ink = _ink(rng, canvas, centre, radius)
    mask = np.zeros((_FINE, _FINE), np.uint8)
    offset = rng.normal(0, 0.08, 2) * radius
    for line in form:
        points = (np.array(line) - 0.5) + rng.normal(0, hand.jitter, (len(line), 2)) / 1.1
        _stroke(rng, mask, (points @ skew.T @ turn.T) * scale + centre + offset, width, ends)
    cover = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), rng.uniform(0.6, 2.5))
    if rng.random() < 0.25:  # worn
        cover *= np.clip(_texture(rng) * 0.35 + rng.uniform(0.6, 1.0), 0, 1)
    canvas[:] = canvas * (1 - cover[..., None]) + ink * cover[..., None]
    if ends == "carved":
        _carve(rng, canvas, cover)


def _ink(rng: Rng, canvas: np.ndarray, centre: np.ndarray, radius: float) -> np.ndarray:
    x, y = centre.astype(int)
    reach = int(radius * 0.5)
    face = canvas[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].mean(axis=(0, 1))
    while True:
        plain = rng.choice([15.0, 235.0]) + rng.normal(0, 15, 3)
        ink = rng.uniform(0, 255, 3) if rng.random() < 0.3 else plain
        if abs(float((ink - face).mean())) > rng.uniform(25, 80):
            return np.asarray(np.clip(ink, 0, 255))


def _stroke(rng: Rng, mask: np.ndarray, points: np.ndarray, width: float, ends: str) -> None:
    for start, end in pairwise(points):
        if ends == "round":
            _thick_line(mask, start, end, width, width)
        elif ends == "square":
            along = (end - start) / (np.linalg.norm(end - start) + 1e-6)
            side = np.array([-along[1], along[0]]) * width / 2
            corners = np.array([start + side, end + side, end - side, start - side])
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
        else:
            _thick_line(mask, start, end, width * rng.uniform(0.6, 1.2), width * rng.uniform(0.3, 1.0))


def _thick_line(mask: np.ndarray, start: np.ndarray, end: np.ndarray, first: float, last: float) -> None:
    for t in np.linspace(0, 1, 24):
        x, y = np.round(start + t * (end - start)).astype(int).tolist()
        cv2.circle(mask, (x, y), max(1, round((first + t * (last - first)) / 2)), 255, -1)


def _carve(rng: Rng, canvas: np.ndarray, cover: np.ndarray) -> None:
    """Light one flank of carved strokes and shade the other."""
    angle = rng.uniform(0, 2 * np.pi)
    flank = np.cos(angle) * cv2.Sobel(cover, -1, 1, 0) + np.sin(angle) * cv2.Sobel(cover, -1, 0, 1)
    canvas += (flank * rng.uniform(30, 120))[..., None]


def _mask(outline: np.ndarray, blur: float) -> np.ndarray:
    mask = np.zeros((_FINE, _FINE), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, shift=4)
    return cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), blur)


def _fill(canvas: np.ndarray, outline: np.ndarray, colour: np.ndarray, cover: float, blur: float) -> None:
    mask = (_mask(outline, blur) * cover)[..., None]
    canvas[:] = canvas * (1 - mask) + colour * mask


def _occlude(rng: Rng, canvas: np.ndarray) -> None:
    """Cover an edge of the picture in one of seven faces, as a piece beside the stone does."""
    if rng.random() < 0.15:
        angle = rng.uniform(0, 2 * np.pi)
        out = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-out[1], out[0]])
        near = np.full(2, _FINE / 2) + out * _RADIUS * rng.uniform(0.55, 1.0)
        square = np.array([(-1, 0), (1, 0), (1, 1), (-1, 1)]) * 2 * _FINE
        _fill(canvas, near + square @ np.array([along, out]), rng.uniform(0, 255, 3), 1.0, 1.0)


def _lit(rng: Rng, canvas: np.ndarray) -> np.ndarray:
    """Return the picture under a light of any colour, with a gradient, a shadow's edge or a highlight."""
    y, x = np.mgrid[-1 : 1 : _FINE * 1j, -1 : 1 : _FINE * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = np.cos(angle) * x + np.sin(angle) * y
    light = 1 + along * rng.uniform(0, 0.35)
    if rng.random() < 0.15:
        light *= 1 - rng.uniform(0.2, 0.6) * (along > rng.uniform(-0.6, 0.6))
    lit = canvas * light[..., None] * np.exp(rng.normal(0, 0.15, 3)) * np.exp(rng.uniform(-1.0, 0.35))
    if rng.random() < 0.2:
        spot = np.exp(-((x - rng.uniform(-1, 1)) ** 2 + (y - rng.uniform(-1, 1)) ** 2) / rng.uniform(0.05, 0.6))
        lit += (spot * rng.uniform(20, 150))[..., None]
    return np.asarray(np.clip(lit, 0, 255))


def _photographed(rng: Rng, fine: np.ndarray) -> np.ndarray:
    """Return what a camera at any slant and distance keeps of a picture, (SIDE, SIDE, 3) uint8."""
    across = float(np.exp(rng.uniform(np.log(20.0), np.log(90.0))))
    squeezed = across * rng.uniform(0.5, 1.0)
    angle = rng.uniform(0, 360)
    turned = cv2.warpAffine(fine, _rotation(angle), (_FINE, _FINE), borderMode=cv2.BORDER_REFLECT)
    small = cv2.resize(turned, (max(8, round(across)), max(8, round(squeezed))), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.2, 0.9))
    small = small + rng.normal(0, rng.uniform(0, 10), small.shape)
    small = np.clip(small + rng.normal(0, rng.uniform(0, 5), (*small.shape[:2], 1)), 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))])[1]
        small = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    whole = cv2.resize(small, (_FINE, _FINE), interpolation=cv2.INTER_LINEAR)
    upright = cv2.warpAffine(whole, _rotation(-angle), (_FINE, _FINE), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.resize(upright, (SIDE, SIDE), interpolation=cv2.INTER_AREA))


def _rotation(degrees: float) -> np.ndarray:
    return cv2.getRotationMatrix2D((_FINE / 2 - 0.5, _FINE / 2 - 0.5), degrees, 1.0)
