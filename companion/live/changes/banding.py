"""The bands that flickering lamps leave in frames.

A lamp on alternating current flickers a hundred or a hundred and twenty times a second, and most cameras expose one row
after the other: frames then show brighter and darker bands, at other places in each frame.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

_FREQUENCIES = np.arange(1.0, 6.01, 0.25)
"""Bands in a picture that are looked for. A camera that takes 8 to 33 ms to expose all rows shows one to four."""
_MIN_EXPLAINED = 0.85
"""Share of the variance of rows that one sine must explain to be taken for bands, 0..1. It explains 0.81 of a bar
across half of the rows, such as an arm, and 0.61 of a lamp's gradient; by calculation."""
_MAX_STRENGTH = 2.0
"""Limit of the strength of bands in a column, to that in most, where something else has changed there; by hand."""


def banding(logs: np.ndarray) -> np.ndarray:
    """Return the part of the gains between two pictures that is due to bands.

    Args:
        logs: (rows, columns, channels) logarithms of the gains.

    Returns:
        The same of the bands alone, whose mean is about 0; all 0 where none are seen. They run along the rows, or along
        the columns of a picture that was turned upright.
    """
    for axes in ((0, 1, 2), (1, 0, 2)):
        turned = logs.transpose(axes)
        profile = np.median(turned, axis=1, keepdims=True)
        profile = profile - profile.mean(axis=0)
        if _explained(profile.mean(axis=2).ravel()) >= _MIN_EXPLAINED:
            return np.asarray((profile * _strengths(turned, profile)[:, None]).transpose(axes))
    return np.zeros_like(logs)


def _strengths(logs: np.ndarray, profile: np.ndarray) -> np.ndarray:
    """Return (columns,) how strong bands are in each column, as a straight line: a window may light one side.

    Args:
        logs: (rows, columns, channels) of the gains.
        profile: (rows, 1, channels) of the bands.
    """
    each = np.clip((logs * profile).sum(axis=(0, 2)) / np.square(profile).sum(), 0, _MAX_STRENGTH)
    across = np.linspace(-1, 1, len(each))
    return np.asarray(np.median(each) + across * (each @ across) / np.square(across).sum())


def _explained(values: np.ndarray) -> float:
    """Return the share of the variance of (n,) values that the best sine explains, 0..1."""
    variance = float(np.square(values - values.mean()).sum())
    if variance == 0.0:
        return 0.0
    parts = np.square(_sines(len(values)) @ values).sum(axis=1)
    return float(parts.max()) / variance


@lru_cache(maxsize=8)
def _sines(count: int) -> np.ndarray:
    """Return (m, 2, n) orthonormal sine and cosine of each of `_FREQUENCIES`, orthogonal to a constant."""
    angles = 2 * np.pi * _FREQUENCIES[:, None] * (np.arange(count) + 0.5) / count
    terms = np.stack([np.ones_like(angles), np.sin(angles), np.cos(angles)], axis=-1)
    return np.asarray(np.linalg.qr(terms).Q[..., 1:].transpose(0, 2, 1))
