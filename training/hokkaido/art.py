"""Random invented printings of *Hokkaido*: the styles and colours in which the squares of cards are painted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from training.hokkaido.painting import hsv

COLOURS = ("blue", "brown", "grey", "green")
STYLES, OTHER_STYLES = 5, 2
"""Numbers of styles of each terrain: for training, and after them held-out ones."""
_INKS = {"blue": (215, 0.75, 0.7), "brown": (22, 0.62, 0.42), "grey": (230, 0.05, 0.62), "green": (125, 0.55, 0.5)}
_TERRAINS = ("mountain", "forest", "desert", "lake", "district", "production", "factory")
_SIGNED = ("mountain", "forest", "desert", "lake", "district")
_SIGN_SHARE = 0.7
"""Share of these terrains that are drawn with signs in a printing that has some."""


@dataclass(frozen=True)
class Sign:
    """A small shape strewn over a terrain's ground: a drawing that is none of the styles.

    Attributes:
        shape: its name, one of `SHAPES`.
        count: how often it stands in a square.
        size: radius, squares.
        thick: of its outline, pixels; 0 if it is filled.
        inner: size of a second, smaller one of the other ink within, share of the first; 0 for none.
        rows: whether they stand in rows.
        above: shape of one more of the other ink that stands on it, such as a roof on a wall; "" for none.
    """

    shape: str
    count: int
    size: float
    thick: int
    inner: float
    rows: bool
    above: str = ""


@dataclass(frozen=True)
class Outline:
    """A closed line around the middle of a square.

    Attributes:
        radii: (n,) distances of its corners from the middle, squares.
        turn: direction of the first corner, radians.
        thick: of the line, pixels; 0 if it is filled.
    """

    radii: np.ndarray
    turn: float
    thick: float


@dataclass(frozen=True)
class Emblem:
    """What is printed on works in a drawing that is none of the styles.

    Attributes:
        outlines: in the colour of the works, one over the other.
        plate: radius of a white disc over them, squares; 0 for none.
        digit: number printed in the middle; "" for none.
    """

    outlines: tuple[Outline, ...]
    plate: float
    digit: str


SHAPES = ("disc", "box", "triangle", "hexagon", "cross", "stroke", "arc")


@dataclass(frozen=True)
class Art:
    """One printing; colours are BGR 0..255.

    Attributes:
        paint: ground colours of the terrains, and of ``works``, ``roof`` and ``wall``.
        ink: printed colours of production squares and factories; ``wood``: colours of cubes.
        style: number of each terrain's style, from 0.
        form: four parameters 0..1 of each terrain's drawing: sizes, counts, thicknesses.
        grain: contrast of the clouds on the grounds; ``cloud``: their size, pixels.
        seam: darkness of the line between two squares of a card, 0..1.
        rim: width of the frame of terraforming tiles, squares.
        badge: whether cards show their number in a corner.
        border: whether cards have a dark edge.
        signs: terrains that are drawn with a sign instead of in their style.
        emblems: ``production`` and ``factory``, if they are drawn with an emblem instead of in their style.
    """

    paint: dict[str, np.ndarray]
    ink: dict[str, np.ndarray]
    wood: dict[str, np.ndarray]
    style: dict[str, int]
    form: dict[str, np.ndarray]
    grain: float
    cloud: float
    seam: float
    rim: float
    badge: bool
    border: bool
    signs: Mapping[str, Sign] = field(default_factory=dict)
    emblems: Mapping[str, Emblem] = field(default_factory=dict)


def make_art(seed: int, other: bool = False, pale: bool = False, signs: bool = False) -> Art:
    """Return a random printing.

    Args:
        seed: of everything random.
        other: whether it is in held-out styles.
        pale: whether its grey works and cubes are pale.
        signs: whether most terrains are drawn with random signs, so that their colours matter more than the drawing.
    """
    rng = np.random.default_rng([3, seed, other])
    paint = {
        "mountain": hsv(rng.choice([230, 30, 0, 210]), rng.uniform(0.02, 0.2), rng.uniform(0.33, 0.68)),
        "forest": hsv(rng.uniform(80, 150), rng.uniform(0.4, 0.78), rng.uniform(0.18, 0.5)),
        "desert": hsv(rng.uniform(32, 50), rng.uniform(0.3, 0.7), rng.uniform(0.65, 0.97)),
        "lake": hsv(rng.uniform(188, 224), rng.uniform(0.4, 0.88), rng.uniform(0.42, 0.9)),
        "district": hsv(rng.uniform(8, 36), rng.uniform(0.08, 0.42), rng.uniform(0.55, 0.88)),
        "works": hsv(rng.uniform(30, 120), rng.uniform(0.04, 0.3), rng.uniform(0.55, 0.92)),
        "roof": hsv(rng.uniform(-8, 22), rng.uniform(0.5, 0.88), rng.uniform(0.4, 0.8)),
        "wall": hsv(40, rng.uniform(0.02, 0.12), rng.uniform(0.75, 0.97)),
    }
    wood, ink = _shades(rng), _shades(rng)
    if pale:
        lighter = np.random.default_rng([4, seed, other])
        paint["works"] = hsv(lighter.uniform(30, 120), lighter.uniform(0.0, 0.12), lighter.uniform(0.75, 0.95))
        wood["grey"], ink["grey"] = (hsv(230, 0.04, lighter.uniform(0.62, 0.8)) for _ in range(2))
    first, count = (STYLES, OTHER_STYLES) if other else (0, STYLES)
    return Art(
        paint,
        ink,
        {name: np.clip(colour * rng.uniform(1, 1.2) + 8, 0, 250) for name, colour in wood.items()},
        {terrain: first + int(rng.integers(count)) for terrain in _TERRAINS},
        {terrain: rng.random(4) for terrain in _TERRAINS},
        float(rng.uniform(0.02, 0.18)),
        float(rng.uniform(6, 30)),
        float(rng.choice([0.0, 0.25, 0.6, 0.85])),
        float(rng.choice([0.0, 0.05, 0.08])),
        bool(rng.random() < 0.7),
        bool(rng.random() < 0.3),
        _random_signs(np.random.default_rng([6, seed])) if signs else {},
    )


def _random_signs(rng: np.random.Generator) -> dict[str, Sign]:
    return {
        terrain: Sign(
            str(rng.choice(SHAPES)),
            int(rng.integers(3, 22)),
            float(rng.uniform(0.03, 0.11)),
            int(rng.choice([0, 0, 1, 2, 4])),
            float(rng.choice([0.0, 0.0, 0.5])),
            bool(rng.random() < 0.3),
        )
        for terrain in _SIGNED
        if rng.random() < _SIGN_SHARE
    }


def _shades(rng: np.random.Generator) -> dict[str, np.ndarray]:
    return {
        name: hsv(hue + rng.normal(0, 7), s * rng.uniform(0.75, 1.25), min(v * rng.uniform(0.8, 1.25), 0.97))
        for name, (hue, s, v) in _INKS.items()
    }
