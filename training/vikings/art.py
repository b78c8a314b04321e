"""Synthetic fjords of invented printings of *Vikings*: rectified views from above, with figures in perspective.

A fjord is painted on its own grid. Figures are stacks of blocks, seen by a camera above a point of the table, with
shadows in one direction. Lamps, haze and noise are applied last. No artwork of the real game is used.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from training.vikings.figures import draw_figure, make_view, make_wood, place_figures, with_shadows
from training.vikings.layout import HUES, invented_paint
from training.vikings.printed_board import print_board


@dataclass(frozen=True)
class Fjord:
    """A painted fjord.

    Attributes:
        pixels: (ROWS * FINE, (HOME + COLUMNS) * FINE, 3) float32 BGR 0..255; column 0 begins at HOME.
        laid: (ROWS, COLUMNS) bool, whether a tile lies there.
        middles: (n, 3) kind of each figure, and x and y of its visible centre, squares.
    """

    pixels: np.ndarray
    laid: np.ndarray
    middles: np.ndarray


def paint_fjord(seed: int) -> Fjord:
    """Return a fjord with a random printing, light and camera."""
    rng = np.random.default_rng([23, seed])
    printed = np.array([invented_paint(name, rng, 10) for name in HUES])
    wood = make_wood(rng)
    view = make_view(rng)
    pixels, laid = print_board(printed, rng)
    figures = list(place_figures(laid, rng))
    pixels = with_shadows(pixels, figures, wood, view)
    for figure in sorted(figures, key=lambda f: -float(np.hypot(*(f.place - view.foot)))):
        draw_figure(pixels, figure, wood, view, rng)
    middle = wood.blocks[-1].high / 2
    seen = [(f.kind, *view.seen(f.place, middle)) for f in figures]
    return Fjord(_lit(pixels, rng), laid, np.array(seen, float).reshape(-1, 3))


def _lit(flat: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the fjord with the effects of lamp, haze and lens, its brightest parts near white."""
    high, wide = flat.shape[:2]
    y, x = np.mgrid[:high, :wide] / wide
    at = rng.uniform(-0.3, 1.3, 2)
    away = (x - at[0]) ** 2 + (y - at[1]) ** 2
    fall = 1 / (1 + rng.choice([0.1, 0.4, 1.5, 3.0]) * away)
    warm = rng.normal(0, 0.12)
    lit = flat * (fall[..., None] * np.exp(np.array([-warm, 0, warm]))).astype(np.float32)
    for _ in range(int(rng.integers(0, 3))):
        spot, reach = rng.uniform(-0.1, 1.1, 2), rng.uniform(0.05, 0.6)
        haze = rng.uniform(5, 70) * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * reach**2))
        lit += haze[..., None].astype(np.float32)
    lit *= rng.uniform(200, 250) / max(float(np.percentile(lit, 98)), 1)
    lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.5, 1.6))
    lit += rng.standard_normal(lit.shape, np.float32) * np.float32(rng.uniform(0.5, 6))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
    coded = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.float32))
