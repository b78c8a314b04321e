"""Paints the squares of cards of invented printings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.hokkaido.art import Art
from training.hokkaido.brush import Brush
from training.hokkaido.emblems import paint_emblem
from training.hokkaido.painting import FINE, clouds
from training.hokkaido.signs import INKS, strew
from training.hokkaido.terrains import desert, district, forest, lake, mountain
from training.hokkaido.works import factory, production

Kind = tuple[str, str | None]
_PAINTERS: dict[str, Callable[[Brush], None]] = {
    "mountain": mountain,
    "forest": forest,
    "desert": desert,
    "lake": lake,
    "district": district,
    "production": production,
    "factory": factory,
}


def square(kind: Kind, art: Art, rng: np.random.Generator) -> np.ndarray:
    """Return a printed square (FINE, FINE, 3) float32 BGR."""
    terrain, colour = kind
    ground = art.paint.get(terrain, art.paint["works"])
    face = np.asarray(ground * (1 + art.grain * clouds(rng, (FINE, FINE), art.cloud)[..., None]), np.float32)
    brush = Brush(face, art, art.style[terrain], art.form[terrain], rng, art.ink.get(colour or ""))
    if terrain in art.signs:
        strew(brush, art.signs[terrain], INKS[terrain](art, brush.form[0]))
    elif terrain in art.emblems:
        paint_emblem(brush, art.emblems[terrain])
    else:
        _PAINTERS[terrain](brush)
    return np.clip(face, 0, 255)
