"""A room whose lamps flicker a hundred times a second, as a camera shows it that exposes one row after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from companion.live.cameras.cameras import Frame
from vision.imaging.photo import photo_of

_AMPLITUDE = (0.08, 0.25)
"""By how much bands are brighter or darker than the mean, least and most, as a share of it."""
_BANDS = (1.0, 4.0)
"""Bands in a picture, least and most: rows are exposed within 10 to 40 ms."""
_SHIFT = (0.28, 0.4)
"""Bands by which they move from one frame to the next, least and most: a third at 30 frames a second."""
_EXPOSURE = (0.3, 0.8)
"""Exposure of a row, least and most, in periods of the flicker: 3 to 8 ms. Whole periods would leave no bands."""
_SAMPLES = 16
"""Moments of an exposure whose mean is taken."""
_OTHER_LIGHT = 0.5
"""Greatest share of steadier light, as of a window, at one side of the picture."""


def with_bands(frames: Iterable[Frame], rng: np.random.Generator) -> Iterator[Frame]:
    """Yield the frames with bright and dark bands across, which move from each frame to the next.

    Args:
        frames: of the game.
        rng: of the bands.
    """
    limits = (_AMPLITUDE, _BANDS, _SHIFT, _EXPOSURE, (0, 1))
    amplitude, bands, shift, exposure, phase = (float(rng.uniform(*each)) for each in limits)
    left, right = rng.permutation([1.0, 1 - float(rng.uniform(0, _OTHER_LIGHT))])
    for number, frame in enumerate(frames):
        pixels = frame.photo.pixels
        turns = phase + number * shift + bands * np.arange(len(pixels)) / len(pixels)
        across = amplitude * np.linspace(left, right, pixels.shape[1])
        lit = pixels * (1 + np.outer(_light(turns, exposure), across))[..., None]
        yield replace(frame, photo=photo_of(np.clip(lit, 0, 255).astype(np.uint8)))


def _light(turns: np.ndarray, exposure: float) -> np.ndarray:
    """Return (n,) the light of a lamp at times in periods of its flicker, -1..1 about its mean."""

    def exposed(turns: np.ndarray) -> np.ndarray:
        # The brightness of a lamp is that of its current, whatever the sign.
        return np.abs(np.sin(np.pi * (turns[:, None] + np.linspace(0, exposure, _SAMPLES)))).mean(axis=1)

    period = exposed(np.linspace(0, 1, 4 * _SAMPLES, endpoint=False))
    away = period - period.mean()
    return np.asarray((exposed(turns) - period.mean()) / np.abs(away).max())
