"""Printings of all sorts: random drawings of every kind of square, and palettes turned about, faded or sepia."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from training.hokkaido.art import SHAPES, Art, Emblem, Outline, Sign, make_art
from training.hokkaido.painting import hsv

_PALE_EVERY, _SIGNED, _EMBLEM, _OTHER_PALETTE, _SEPIA = 4, 0.65, 0.55, 0.4, 0.1
"""Every how many printings works are pale; shares of printings with random signs, of works with emblems, and of
printings whose palette is changed and printed in sepia. By hand."""
_SEPIA_INK = np.array([0.62, 0.86, 1.0])
"""Sepia of grey 1, BGR."""
_ABOVE = 0.3
"""Share of signs on which another shape stands."""


def make_wide_art(seed: int) -> Art:
    """Return a random printing, wider than those of `make_art`."""
    rng = np.random.default_rng([8, seed])
    art = make_art(seed, pale=seed % _PALE_EVERY == 0, signs=bool(rng.random() < _SIGNED))
    art = replace(art, signs={name: _varied(sign, rng) for name, sign in art.signs.items()})
    emblems = {"production": _production(rng), "factory": _factory(rng)}
    art = replace(art, emblems={name: emblem for name, emblem in emblems.items() if rng.random() < _EMBLEM})
    return _repainted(art, rng) if rng.random() < _OTHER_PALETTE else art


def _varied(sign: Sign, rng: np.random.Generator) -> Sign:
    above = str(rng.choice(SHAPES)) if rng.random() < _ABOVE else ""
    return replace(sign, above=above, size=float(sign.size * rng.uniform(0.8, 1.7)))


def _production(rng: np.random.Generator) -> Emblem:
    """Return a thin frame, or none, around a spot."""
    frame = [_outline(rng, rng.uniform(0.22, 0.46), rng.uniform(2, 8))] if rng.random() < 0.8 else []
    thick = float(rng.uniform(2, 6)) if rng.random() < 0.15 else 0.0
    spot = _outline(rng, rng.uniform(0.08, 0.2), thick)
    return Emblem((*frame, spot), 0.0, "")


def _factory(rng: np.random.Generator) -> Emblem:
    """Return a filled body with the points that it earns."""
    body = _outline(rng, rng.uniform(0.24, 0.45), 0.0)
    plate = float(rng.uniform(0.11, 0.2)) if rng.random() < 0.65 else 0.0
    digit = str(rng.integers(2, 7)) if rng.random() < 0.9 else ""
    return Emblem((body,), plate, digit)


def _outline(rng: np.random.Generator, radius: float, thick: float) -> Outline:
    """Return a circle, a polygon, a star or an irregular outline of about this radius, squares."""
    sides = int(rng.choice([3, 4, 4, 5, 6, 8, 12, 24]))
    radii = np.full(sides, radius)
    if sides >= 8 and rng.random() < 0.5:
        radii[::2] *= rng.uniform(0.6, 1.0)
    elif rng.random() < 0.35:
        radii *= rng.uniform(0.75, 1.2, sides)
    turn = np.pi / 2 + np.pi / sides * rng.integers(2) + (rng.normal(0, 0.3) if rng.random() < 0.2 else 0.0)
    return Outline(radii, float(turn), float(thick))


def _repainted(art: Art, rng: np.random.Generator) -> Art:
    """Return the printing with all printed hues turned, and richer or paler; cubes keep theirs."""
    turned, rich, bright = rng.normal(0, 12), rng.uniform(0.45, 1.25), rng.uniform(0.8, 1.15)
    sepia = rng.uniform(0.2, 0.7) if rng.random() < _SEPIA / _OTHER_PALETTE else 0.0
    paints: list[Mapping[str, np.ndarray]] = [art.paint, art.ink]
    new = [
        {name: _shifted(paint, turned + rng.normal(0, 6), rich, bright, sepia) for name, paint in some.items()}
        for some in paints
    ]
    return replace(art, paint=new[0], ink=new[1])


def _shifted(paint: np.ndarray, turned: float, rich: float, bright: float, sepia: float) -> np.ndarray:
    """Return a colour, BGR 0..255, with its hue turned by degrees, and mixed with sepia of its brightness."""
    pixel = np.asarray(paint / 255, np.float32).reshape(1, 1, 3)
    hue, saturation, value = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0]
    changed = hsv(hue + turned, saturation * rich, min(value * bright, 0.98))
    return np.asarray((1 - sepia) * changed + sepia * changed.mean() * _SEPIA_INK)
