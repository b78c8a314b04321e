"""Colours of printed terrains and of pieces, drawn from broad families."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

# families: hue in degrees, saturation, value (ranges, 0..1 for the last two)
PLAINS = {
    "grass": ((75, 125), (0.35, 0.85), (0.35, 0.8)),
    "yellow-green": ((58, 78), (0.45, 0.9), (0.5, 0.9)),
    "olive": ((52, 80), (0.3, 0.65), (0.28, 0.6)),
    "straw": ((42, 58), (0.35, 0.75), (0.65, 0.95)),
    "dark": ((85, 150), (0.35, 0.8), (0.18, 0.4)),
    "teal-green": ((135, 160), (0.3, 0.7), (0.35, 0.7)),
    "pale": ((65, 125), (0.12, 0.35), (0.65, 0.92)),
}
MOUNTAIN = {
    "grey": ((0, 360), (0.0, 0.1), (0.3, 0.75)),
    "brown": ((15, 38), (0.25, 0.65), (0.25, 0.65)),
    "snow": ((190, 240), (0.0, 0.1), (0.78, 0.98)),
    "red-brown": ((6, 20), (0.25, 0.6), (0.28, 0.65)),
    "violet-grey": ((235, 300), (0.08, 0.28), (0.3, 0.7)),
    "black": ((0, 360), (0.0, 0.25), (0.1, 0.25)),
    "tan": ((26, 40), (0.2, 0.5), (0.6, 0.85)),
    "blue-grey": ((205, 230), (0.06, 0.18), (0.4, 0.7)),
}
OCEAN = {
    "blue": ((200, 225), (0.45, 0.9), (0.4, 0.9)),
    "teal": ((178, 198), (0.4, 0.85), (0.35, 0.75)),
    "turquoise": ((172, 192), (0.4, 0.8), (0.65, 0.95)),
    "navy": ((208, 235), (0.5, 0.9), (0.15, 0.42)),
    "grey-blue": ((200, 222), (0.18, 0.4), (0.35, 0.75)),
    "pale": ((188, 215), (0.15, 0.4), (0.75, 0.97)),
    "violet-blue": ((225, 248), (0.35, 0.7), (0.4, 0.8)),
}
FAMILIES = (PLAINS, MOUNTAIN, OCEAN)
WEIGHTS = (
    (5.0, 3.0, 2.0, 0.8, 1.2, 0.5, 0.8),
    (4.5, 3.0, 1.4, 0.9, 0.7, 0.8, 1.0, 0.8),
    (5.0, 2.5, 1.5, 1.5, 1.2, 0.8, 0.5),
)

PIECES = {
    "white": ((20, 60), (0.0, 0.15), (0.86, 1.0)),
    "yellow": ((41, 55), (0.65, 1.0), (0.78, 1.0)),
    "orange": ((17, 29), (0.72, 1.0), (0.78, 1.0)),
    "red": ((-9, 8), (0.7, 1.0), (0.48, 0.9)),
    "purple": ((262, 288), (0.4, 0.85), (0.28, 0.72)),
    "pink": ((322, 348), (0.38, 0.65), (0.82, 1.0)),
    "blue": ((206, 234), (0.55, 1.0), (0.38, 0.92)),
    "green": ((95, 160), (0.5, 0.95), (0.28, 0.72)),
    "brown": ((16, 30), (0.42, 0.7), (0.22, 0.4)),
    "black": ((0, 360), (0.0, 0.2), (0.04, 0.27)),
    "grey": ((0, 360), (0.0, 0.08), (0.42, 0.6)),
}
APART = 28.0
"""Least distance in CIE Lab between two players' colours."""

PIECE_WEIGHTS = {
    "white": 3.0,
    "yellow": 2.5,
    "orange": 1.5,
    "red": 1.6,
    "purple": 2.4,
    "pink": 1.3,
    "blue": 2.0,
    "green": 1.8,
    "brown": 1.1,
    "black": 3.0,
    "grey": 0.5,
}


def bgr(hue: float, saturation: float, value: float) -> np.ndarray:
    """Return the colour (3,) BGR 0..255 of a hue in degrees and saturation, value 0..1."""
    h = (hue % 360) / 60
    x = saturation * value
    low = value - x
    parts = [abs(h - 3) - 1, 2 - abs(h - 2), 2 - abs(h - 4)]
    red, green, blue = (low + x * min(max(p, 0.0), 1.0) for p in parts)
    return np.array([blue, green, red]) * 255


def draw(rng: np.random.Generator, family: tuple[tuple[float, float], ...]) -> np.ndarray:
    """Return a random colour of a family, BGR 0..255."""
    return bgr(*(rng.uniform(*span) for span in family))


def lab(colour: np.ndarray) -> np.ndarray:
    """Return a BGR colour in CIE Lab."""
    return cv2.cvtColor((np.asarray(colour, np.float32) / 255).reshape(1, 1, 3), cv2.COLOR_BGR2LAB).ravel()


def usual_paint(rng: np.random.Generator, name: str) -> np.ndarray:
    """Return a paint (3,) BGR 0..255 of a named colour as most sets have it."""
    return draw(rng, PIECES[name])


def piece_colours(
    rng: np.random.Generator,
    count: int,
    near: np.ndarray,
    paint: Callable[[np.random.Generator, str], np.ndarray] = usual_paint,
    shares: Mapping[str, float] = PIECE_WEIGHTS,
) -> tuple[tuple[str, np.ndarray], ...]:
    """Return ``count`` distinguishable named colours, some of them close to one of ``near`` (N, 3) BGR.

    ``paint`` draws the paint of a name; ``shares`` says how often each of `PIECES` is drawn.
    """
    weights = np.array([shares[name] for name in PIECES])
    drawn: list[tuple[str, np.ndarray]] = []
    for _ in range(40):
        if len(drawn) == count:
            break
        names = [str(n) for n in rng.choice(list(PIECES), 5, replace=False, p=weights / weights.sum())]
        options = [(n, paint(rng, n)) for n in names if n not in {d[0] for d in drawn}]
        if rng.random() < 0.35:
            goal = lab(near[int(rng.integers(len(near)))])
            options.sort(key=lambda option: float(np.linalg.norm(lab(option[1]) - goal)))
        if all(np.linalg.norm(lab(options[0][1]) - lab(other)) > APART for _, other in drawn):
            drawn.append(options[0])
    return tuple(drawn)


def terrain_colours(rng: np.random.Generator, natural: bool) -> np.ndarray:
    """Return base colours (3, 3) of plains, mountain and ocean that a person can distinguish.

    With ``natural`` these are green meadows, grey or brown rock and blue water.
    """
    colours = np.zeros((3, 3))
    for _ in range(30):
        for k, (families, weights) in enumerate(zip(FAMILIES, WEIGHTS, strict=True)):
            share = np.array(weights) * (np.arange(len(weights)) < 3 if natural else 1)
            share /= share.sum()
            colours[k] = draw(rng, families[str(rng.choice(list(families), p=share))])
        p, m, o = (lab(c) for c in colours)
        if min(np.linalg.norm(p - m), np.linalg.norm(m - o), np.linalg.norm(p - o)) > 27:
            break
    return colours


def any_colour(rng: np.random.Generator) -> np.ndarray:
    """Return a uniformly random colour, BGR 0..255."""
    return bgr(rng.uniform(0, 360), rng.beta(1.2, 1.6), rng.uniform(0.08, 1.0))


def ramp(stops: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return a look-up table (256, 1, 3) uint8 through colours (K, 3) at rising places (K,) 0..255."""
    levels = np.arange(256)
    table = np.stack([np.interp(levels, places, stops[:, c]) for c in range(3)], axis=1)
    return np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3)
