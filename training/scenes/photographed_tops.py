"""Table tops cut from photographed surfaces, at any size and turn and in other tones."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from training.scenes.prints.palettes import bgr

_TONED, _STAINED = 0.5, 0.2
"""Shares of tops in another tone, and in a tone of any colour (stained wood, dyed cloth). Chosen by hand."""


def photographed_top(
    rng: np.random.Generator, tops: Sequence[np.ndarray], height: int, width: int, pitch: float
) -> np.ndarray:
    """Return a table top (height, width, 3) uint8, ``pitch`` pixels a tile, from one of some pictures (h, w, 3)."""
    picture = _toned(rng, tops[int(rng.integers(len(tops)))])
    side = max(picture.shape[:2])
    scale = pitch * float(np.exp(rng.uniform(np.log(2.5), np.log(14)))) / side
    while scale < 0.4:  # shrunk without aliasing
        picture, scale = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 2 * scale
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) / scale, np.sin(turn) / scale
    shift = rng.uniform(0, side, 2)
    matrix = np.array([[c, -s, shift[0]], [s, c, shift[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)


def _toned(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Return the picture, often darker, lighter, paler or stained."""
    kind = rng.random()
    if kind > _TONED + _STAINED:
        return picture
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if kind > _TONED:
        stain = bgr(rng.uniform(0, 360), rng.uniform(0.2, 0.95), rng.uniform(0.25, 0.95))
        level = grey.astype(np.float32) / max(float(grey.mean()), 1.0)
        contrast = rng.uniform(0.4, 1.0)
        return np.clip(stain * (1 + contrast * (level[..., None] - 1)), 0, 255).astype(np.uint8)
    gain, keep = rng.uniform(0.45, 1.5), rng.uniform(0.2, 1.2)
    mixed = cv2.addWeighted(picture, keep, cv2.merge([grey] * 3), 1 - keep, 0)
    return cv2.convertScaleAbs(mixed, alpha=float(gain))
