"""Small printed signs: trees, houses, ships, fish, stars, numbers and runes, as grey stencils."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

SIZE = 64
STROKES = {  # polylines in a unit square, y down
    "house": ([(0.2, 0.85), (0.2, 0.5), (0.5, 0.15), (0.8, 0.5), (0.8, 0.85), (0.2, 0.85)],),
    "tree": ([(0.5, 0.95), (0.5, 0.7)], [(0.2, 0.7), (0.8, 0.7), (0.5, 0.1), (0.2, 0.7)]),
    "ship": (
        [(0.1, 0.65), (0.25, 0.85), (0.75, 0.85), (0.9, 0.6)],
        [(0.5, 0.8), (0.5, 0.1), (0.85, 0.55), (0.5, 0.55)],
    ),
    "fish": (
        [(0.1, 0.5), (0.35, 0.3), (0.7, 0.5), (0.35, 0.7), (0.1, 0.5)],
        [(0.7, 0.5), (0.9, 0.3), (0.9, 0.7), (0.7, 0.5)],
    ),
    "peak": ([(0.05, 0.85), (0.4, 0.2), (0.6, 0.55), (0.7, 0.4), (0.95, 0.85)],),
    "wave": ([(0.05, 0.5), (0.2, 0.35), (0.35, 0.5), (0.5, 0.65), (0.65, 0.5), (0.8, 0.35), (0.95, 0.5)],),
    "fehu": ([(0.35, 0.95), (0.35, 0.05)], [(0.35, 0.45), (0.75, 0.1)], [(0.35, 0.65), (0.8, 0.3)]),
    "gebo": ([(0.2, 0.1), (0.8, 0.9)], [(0.8, 0.1), (0.2, 0.9)]),
    "ansuz": ([(0.35, 0.95), (0.35, 0.05)], [(0.35, 0.1), (0.75, 0.35)], [(0.35, 0.35), (0.75, 0.6)]),
    "raidho": ([(0.3, 0.95), (0.3, 0.05), (0.7, 0.28), (0.3, 0.5), (0.75, 0.95)],),
    "algiz": ([(0.5, 0.95), (0.5, 0.05)], [(0.5, 0.5), (0.2, 0.1)], [(0.5, 0.5), (0.8, 0.1)]),
    "othala": ([(0.15, 0.95), (0.75, 0.4), (0.5, 0.1), (0.25, 0.4), (0.85, 0.95)],),
    "laguz": ([(0.35, 0.95), (0.35, 0.05), (0.75, 0.35)],),
    "cross": ([(0.5, 0.05), (0.5, 0.95)], [(0.05, 0.5), (0.95, 0.5)]),
    "star": (
        [
            (0.5, 0.05),
            (0.6, 0.4),
            (0.95, 0.5),
            (0.6, 0.6),
            (0.5, 0.95),
            (0.4, 0.6),
            (0.05, 0.5),
            (0.4, 0.4),
            (0.5, 0.05),
        ],
    ),
}
RUNES = ("fehu", "gebo", "ansuz", "raidho", "algiz", "othala", "laguz")
NUMBERS = ("2", "3", "4", "5", "6", "8", "9", "12")


@lru_cache(maxsize=128)
def stencil(name: str, weight: int, filled: bool) -> np.ndarray:
    """Return a sign as coverage (64, 64) uint8; ``weight`` is the pen's width in pixels."""
    sign = np.zeros((SIZE, SIZE), np.uint8)
    if name in STROKES:
        for stroke in STROKES[name]:
            points = (np.array(stroke) * (SIZE - 14) + 7).astype(np.int32)
            if filled and len(stroke) > 3:
                cv2.fillPoly(sign, [points], 255, cv2.LINE_AA)
            cv2.polylines(sign, [points], False, 255, weight, cv2.LINE_AA)
        return sign
    if filled:
        cv2.circle(sign, (SIZE // 2, SIZE // 2), SIZE // 2 - 2, 255, -1, cv2.LINE_AA)
    ink = 0 if filled else 255
    scale = 1.5 if len(name) == 1 else 1.0
    (w, h), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, weight)
    cv2.putText(
        sign, name, ((SIZE - w) // 2, (SIZE + h) // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, ink, weight, cv2.LINE_AA
    )
    return sign


def random_sign(rng: np.random.Generator, names: tuple[str, ...] = (*STROKES, *NUMBERS)) -> np.ndarray:
    """Return a random stencil (64, 64) uint8."""
    return stencil(str(rng.choice(names)), int(rng.integers(2, 7)), bool(rng.random() < 0.5))
