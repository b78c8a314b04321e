"""Random invented printings of *Hokkaido*: squares of cards in various styles and colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

FINE = 96
"""Width and height of a square, pixels."""
COLOURS = ("blue", "brown", "grey", "green")
STYLES, OTHER_STYLES = 5, 2
"""Numbers of styles of each terrain: for training, and after them held-out ones."""
_INKS = {"blue": (215, 0.75, 0.7), "brown": (22, 0.62, 0.42), "grey": (230, 0.05, 0.62), "green": (125, 0.55, 0.5)}
_TERRAINS = ("mountain", "forest", "desert", "lake", "district", "production", "factory")
Kind = tuple[str, str | None]


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
    """

    shape: str
    count: int
    size: float
    thick: int
    inner: float
    rows: bool


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
        for terrain in _INKED
        if rng.random() < _SIGN_SHARE
    }


def square(kind: Kind, art: Art, rng: np.random.Generator) -> np.ndarray:
    """Return a printed square (FINE, FINE, 3) float32 BGR."""
    terrain, colour = kind
    ground = art.paint.get(terrain, art.paint["works"])
    face = np.asarray(ground * (1 + art.grain * clouds(rng, (FINE, FINE), art.cloud)[..., None]), np.float32)
    brush = _Brush(face, art, art.style[terrain], art.form[terrain], rng, art.ink.get(colour or ""))
    if terrain in art.signs:
        _strew(brush, art.signs[terrain], _INKED[terrain](art, brush.form[0]))
    else:
        _PAINTERS[terrain](brush)
    return np.clip(face, 0, 255)


def hsv(hue: float, saturation: float, value: float) -> np.ndarray:
    """Return the colour (3,) BGR 0..255 of a hue in degrees."""
    pixel = np.float32([[[hue % 360, np.clip(saturation, 0, 1), np.clip(value, 0, 1)]]])
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255, float)


def clouds(rng: np.random.Generator, shape: tuple[int, int], scale: float) -> np.ndarray:
    """Return smooth noise of unit variance with features of about ``scale`` pixels."""
    small = rng.normal(0, 1, (int(shape[0] / scale) + 4, int(shape[1] / scale) + 4)).astype(np.float32)
    grown = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / max(float(grown.std()), 1e-6))


def write(face: np.ndarray, text: str, middle: tuple[float, float], size: float, paint: Any = (20.0, 20, 20)) -> None:
    """Write text centred on a point (squares); ``size`` is OpenCV's font scale."""
    letters = np.zeros(face.shape[:2], np.uint8)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    at = (int(middle[0] * FINE - wide / 2), int(middle[1] * FINE + high / 2))
    cv2.putText(letters, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(1, round(size * 2.4)), cv2.LINE_AA)
    share = letters[..., None].astype(np.float32) / 255
    face[:] = face * (1 - share) + np.array(paint, np.float32) * share


def fill(face: np.ndarray, points: Any, paint: Any) -> None:
    """Fill a polygon given in squares."""
    at = np.round(np.array(points, float) * FINE * 16).astype(np.int32)
    cv2.fillPoly(face, [at], tuple(map(float, paint)), cv2.LINE_AA, 4)


def _shades(rng: np.random.Generator) -> dict[str, np.ndarray]:
    return {
        name: hsv(hue + rng.normal(0, 7), s * rng.uniform(0.75, 1.25), min(v * rng.uniform(0.8, 1.25), 0.97))
        for name, (hue, s, v) in _INKS.items()
    }


@dataclass(frozen=True)
class _Brush:
    """The means of painting one terrain; ``form`` are its four parameters, ``ink`` the colour of works."""

    face: np.ndarray
    art: Art
    style: int
    form: np.ndarray
    rng: np.random.Generator
    ink: Any

    def fill(self, points: Any, paint: Any) -> None:
        fill(self.face, points, paint)

    def line(self, points: Any, paint: Any, thick: float) -> None:
        at = np.round(np.array(points, float) * FINE * 16).astype(np.int32)
        cv2.polylines(self.face, [at], False, tuple(map(float, paint)), max(1, round(thick)), cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, radius: float, paint: Any) -> None:
        spot, size = (round(x * FINE * 16), round(y * FINE * 16)), round(radius * FINE * 16)
        cv2.circle(self.face, spot, size, tuple(map(float, paint)), -1, cv2.LINE_AA, 4)

    def many(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high + 1))


def _mountain(brush: _Brush) -> None:
    rng, dark = brush.rng, brush.art.paint["mountain"] * (0.35 + 0.35 * brush.form[0])
    snow = np.array([235.0, 235, 232])
    if brush.style == 4:
        relief = clouds(rng, (FINE, FINE), 9)[..., None]
        brush.face[:] *= 1 + 0.4 * np.clip(relief, -1.5, 1.5)
        return
    for _ in range(2 if brush.style == 2 else brush.many(3, 5)):
        x, y, w = rng.uniform(0.2, 0.8), rng.uniform(0.55, 0.92), (0.1 + 0.1 * brush.form[1]) * rng.uniform(0.8, 1.3)
        w *= 1.7 if brush.style == 2 else 1
        top = y - (1.5 + brush.form[2]) * w
        if brush.style == 3:
            brush.line([(x - w, y), (x, top), (x + w, y)], dark, 2 + 3 * brush.form[3])
        elif brush.style == 6:
            for k in (1.0, 0.7, 0.4):
                brush.fill([(x, y - w * k), (x + w * k, y), (x, y + w * k), (x - w * k, y)], dark * (1.9 - 0.9 * k))
        else:
            brush.fill([(x, top), (x - w, y), (x + w, y)], dark)
            if brush.style in (1, 5):
                brush.fill([(x, top), (x + 0.1 * w, y), (x + w, y)], dark * 1.6)
            if brush.style in (0, 2):
                brush.fill([(x, top), (x - w * 0.35, top + 0.66 * w), (x + w * 0.35, top + 0.66 * w)], snow)


def _forest(brush: _Brush) -> None:
    rng, green = brush.rng, brush.art.paint["forest"]
    if brush.style == 4:
        return
    for _ in range(brush.many(25, 40) if brush.style in (0, 3) else brush.many(8, 16)):
        x, y = rng.uniform(0.05, 0.95, 2)
        paint, w = green * rng.uniform(0.5, 1.4), (0.03 + 0.05 * brush.form[0]) * rng.uniform(0.8, 1.3)
        if brush.style in (0, 3):
            brush.disc(x, y, w, paint)
            if brush.style == 3:
                brush.disc(x - 0.3 * w, y - 0.3 * w, 0.5 * w, paint * 1.3)
        elif brush.style == 5:
            brush.line([(x - w, y - w), (x, y), (x + w, y - w)], paint, 2)
        elif brush.style == 6:
            brush.line([(x, y), (x, y + 1.5 * w)], (30, 45, 70), 2)
            brush.disc(x, y, w, green * 0.6)
        else:
            for k in range(brush.style):
                brush.fill([(x, y - 2.2 * w + k * w), (x - w, y + k * w), (x + w, y + k * w)], paint)


def _desert(brush: _Brush) -> None:
    rng, dark = brush.rng, brush.art.paint["desert"] * (0.72 + 0.16 * brush.form[0])
    x = np.linspace(0.02, 0.98, 24)
    if brush.style == 3:
        return
    for y in np.arange(0.08, 0.95, 0.07 + 0.1 * brush.form[1]):
        if brush.style in (1, 6):
            for _ in range(5):
                at = rng.uniform(0.05, 0.95), y + rng.uniform(-0.04, 0.04)
                brush.disc(*at, 0.02 if brush.style == 1 else 0.035, dark if brush.style == 1 else dark * 1.25)
        elif brush.style == 5:
            middle = rng.uniform(0.2, 0.8)
            arc = np.linspace(-1, 1, 9)
            brush.line(np.stack([middle + 0.15 * arc, y + 0.07 * arc**2], 1), dark, 3)
        elif brush.style == 4:
            brush.line(np.stack([x, y + 0.05 * rng.normal(0, 1, 24)], 1), dark, 1)
        else:
            wave = y + 0.03 * np.sin(x * (6 + 6 * brush.form[2]) + rng.uniform(0, 6))
            brush.line(np.stack([x, wave], 1), dark, 1 + (brush.style == 2) * 2)


def _lake(brush: _Brush) -> None:
    rng, light = brush.rng, brush.art.paint["lake"] * 0.4 + 90 + 60 * brush.form[0]
    along, thick = np.linspace(-1, 1, 12), 1 + 2 * brush.form[1]
    if brush.style == 3:
        return
    for _ in range(brush.many(5, 10)):
        x, y, w = rng.uniform(0.12, 0.88), rng.uniform(0.1, 0.9), (0.06 + 0.1 * brush.form[2])
        if brush.style == 4:
            whole = np.linspace(0, 1, 30)
            brush.line(np.stack([whole, y + 0.02 * np.sin(whole * 25)], 1), light, thick)
        elif brush.style in (2, 6):
            centre, size = (
                (int(x * FINE), int(y * FINE)),
                (int(w * FINE), int(w * FINE * (0.4 + 0.6 * (brush.style == 6)))),
            )
            cv2.ellipse(brush.face, centre, size, 0, 0, 360, light.tolist(), max(1, round(thick)), cv2.LINE_AA)
        elif brush.style == 5:
            brush.line([(x - w, y), (x - w / 3, y - 0.03), (x + w / 3, y + 0.03), (x + w, y)], light, thick)
        else:
            bend = -0.05 * (1 - along**2) if brush.style == 0 else 0.025 * np.sin(along * 6)
            brush.line(np.stack([x + w * along, y + bend], 1), light, thick)


def _district(brush: _Brush) -> None:
    rng, roof, wall = brush.rng, brush.art.paint["roof"], brush.art.paint["wall"]
    for _ in range(brush.many(4, 6) if brush.style < 3 else brush.many(6, 12)):
        x, y, w = (
            rng.uniform(0.13, 0.87),
            rng.uniform(0.18, 0.87),
            (0.06 + 0.06 * brush.form[0]) * rng.uniform(0.8, 1.2),
        )
        box = [(x - w, y - w), (x + w, y - w), (x + w, y + w), (x - w, y + w)]
        if brush.style == 2:
            brush.fill(box, roof)
            brush.fill([box[0], box[1], (x, y)], roof * 1.25)
        elif brush.style == 3:
            x, y = (np.floor(v * 5) / 5 + 0.1 for v in (x, y))
            brush.fill([(x - 0.08, y - 0.08), (x + 0.08, y - 0.08), (x + 0.08, y + 0.08), (x - 0.08, y + 0.08)],
                       roof if rng.random() < 0.6 else wall)  # fmt: skip
        elif brush.style == 5:
            brush.disc(x, y, w, roof)
            brush.disc(x, y, 0.4 * w, wall)
        elif brush.style == 6:
            brush.fill([(x - w, y + w), (x - w, y - 2 * w), (x, y - 3 * w), (x + w, y - 2 * w), (x + w, y + w)], wall)
            brush.fill([(x - w, y - 2 * w), (x, y - 3 * w), (x + w, y - 2 * w)], roof)
        else:
            high = 1 if brush.style < 2 else rng.uniform(1, 3)
            brush.fill([(x - w, y + w - high * w), (x + w, y + w - high * w), (x + w, y + w), (x - w, y + w)], wall)
            low, narrow = y + w - high * w, 0.0 if brush.style == 0 else 0.7
            brush.fill(
                [(x - w * 1.1, low), (x + w * 1.1, low), (x + w * narrow, low - w), (x - w * narrow, low - w)], roof
            )


def _production(brush: _Brush) -> None:
    out, thick, size = 0.25 + 0.1 * brush.form[0], 3 + 4 * brush.form[1], 0.11 + 0.08 * brush.form[2]
    ring = [(0.5 - out, 0.5 - out), (0.5 + out, 0.5 - out), (0.5 + out, 0.5 + out), (0.5 - out, 0.5 + out)]
    if brush.style in (1, 5):
        sides = 40 if brush.style == 1 else 6
        angle = np.linspace(0, 2 * np.pi, sides + 1)
        ring = np.stack([0.5 + out * np.cos(angle), 0.5 + out * np.sin(angle)], 1).tolist()
    if brush.style == 2:
        ring = [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)]
    if brush.style == 3:
        for k in range(4):
            corner = np.array([(-1, -0.5), (-1, -1), (-0.5, -1)]) @ _quarter(k).T * out + 0.5
            brush.line(corner, brush.ink, thick)
    elif brush.style != 4:
        brush.line([*ring, ring[0]], brush.ink, thick)
    if brush.form[3] < 0.6:
        brush.disc(0.5, 0.5, size, brush.ink)
    elif brush.form[3] < 0.75:
        brush.fill([(0.5, 0.5 - 1.2 * size), (0.5 + 1.2 * size, 0.5), (0.5, 0.5 + 1.2 * size), (0.5 - 1.2 * size, 0.5)],
                   brush.ink)  # fmt: skip
    else:
        box = [(0.5 - size, 0.5 - size), (0.5 + size, 0.5 - size), (0.5 + size, 0.5 + size), (0.5 - size, 0.5 + size)]
        brush.fill(box, brush.ink)


def _factory(brush: _Brush) -> None:
    out = 0.28 + 0.1 * brush.form[0]
    angle = np.linspace(0, 2 * np.pi, 160)
    if brush.style in (0, 3):
        teeth = 6 + round(6 * brush.form[1])
        radius = out + (0.05 * np.sign(np.sin(angle * teeth)) if brush.style == 0 else 0)
        brush.fill(np.stack([0.5 + radius * np.cos(angle), 0.5 + radius * np.sin(angle)], 1), brush.ink)
    elif brush.style == 1:
        brush.fill([(0.12, 0.88), (0.12, 0.3), (0.35, 0.5), (0.35, 0.3), (0.6, 0.5), (0.6, 0.12), (0.85, 0.12),
                    (0.85, 0.88)], brush.ink)  # fmt: skip
    elif brush.style == 5:
        brush.fill([(0.2, 0.12), (0.8, 0.12), (0.8, 0.55), (0.5, 0.9), (0.2, 0.55)], brush.ink)
    elif brush.style == 6:
        brush.fill(
            np.stack([0.5 + 1.1 * out * np.cos(angle[::32]), 0.5 + 1.1 * out * np.sin(angle[::32])], 1), brush.ink
        )
    else:
        side = 0.4 if brush.style == 2 else out
        box = [(0.5 - side, 0.5 - side), (0.5 + side, 0.5 - side), (0.5 + side, 0.5 + side), (0.5 - side, 0.5 + side)]
        brush.fill(box, brush.ink)
    if brush.form[2] < 0.7:
        brush.disc(0.5, 0.5, 0.13 + 0.06 * brush.form[3], (235, 238, 240))
        write(brush.face, "4", (0.5, 0.5), 0.8)
    else:
        write(brush.face, "4", (0.5, 0.5), 1.2, (240, 240, 240))


def _quarter(turns: int) -> np.ndarray:
    c, s = np.cos(turns * np.pi / 2), np.sin(turns * np.pi / 2)
    return np.array([[c, -s], [s, c]])


def _strew(brush: _Brush, sign: Sign, inks: tuple[np.ndarray, np.ndarray]) -> None:
    """Draw a terrain's signs all over the square, in the first ink, and within them in the second."""
    across = int(np.ceil(np.sqrt(sign.count)))
    for n in range(sign.count):
        x, y = brush.rng.uniform(0.08, 0.92, 2)
        if sign.rows:
            x, y = ((np.array([n % across, n // across]) + 0.5) / across + brush.rng.normal(0, 0.01, 2)).tolist()
        shade = brush.rng.uniform(0.85, 1.15)
        for size, ink in ((sign.size, inks[0]), (sign.size * sign.inner, inks[1])):
            if size:
                _sign(brush, sign, (x, y), size, np.clip(ink * shade, 0, 250))


def _sign(brush: _Brush, sign: Sign, at: tuple[float, float], size: float, paint: np.ndarray) -> None:
    corners = {"disc": 24, "box": 4, "triangle": 3, "hexagon": 6}.get(sign.shape)
    middle = np.array(at)
    if corners:
        angle = np.arange(corners + 1) * 2 * np.pi / corners + np.pi / corners - np.pi / 2
        outline = middle + size * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        if sign.thick:
            brush.line(outline, paint, sign.thick)
        else:
            brush.fill(outline, paint)
        return
    along = np.linspace(-1, 1, 9)
    if sign.shape == "arc":
        brush.line(middle + size * np.stack([along, along**2 - 0.5], axis=1), paint, 1 + sign.thick)
        return
    brush.line(middle + size * np.stack([along, 0 * along], axis=1), paint, 1 + sign.thick)
    if sign.shape == "cross":
        brush.line(middle + size * np.stack([0 * along, along], axis=1), paint, 1 + sign.thick)


_SIGN_SHARE = 0.7
"""Share of the terrains that are drawn with signs in a printing that has some."""
_INKED: dict[str, Callable[[Art, float], tuple[np.ndarray, np.ndarray]]] = {
    "mountain": lambda art, form: (art.paint["mountain"] * (0.35 + 0.35 * form), np.array([235.0, 235, 232])),
    "forest": lambda art, form: (art.paint["forest"] * (0.5 + 0.9 * form), art.paint["forest"] * 0.7),
    "desert": lambda art, form: (art.paint["desert"] * (0.7 + 0.4 * form), art.paint["desert"] * 0.8),
    "lake": lambda art, form: (art.paint["lake"] * 0.4 + 90 + 60 * form, art.paint["lake"] * 0.8),
    "district": lambda art, form: (art.paint["roof"], art.paint["wall"]),
}
"""Terrains that may be drawn with signs, and the two inks of each."""
_PAINTERS: dict[str, Callable[[_Brush], None]] = {
    "mountain": _mountain,
    "forest": _forest,
    "desert": _desert,
    "lake": _lake,
    "district": _district,
    "production": _production,
    "factory": _factory,
}
