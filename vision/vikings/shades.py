"""Colours evened out over the table, how often each is seen, and how likely a painted thing of one shows it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.vikings.cells import Flat
from vision.vikings.light import Field

_GAINS = (0.6, 1.7)
_DARK = 16.0
"""L* + 16, a and b change alike with the light (CIE 1976)."""
_SHADED = 0.35
"""How dark the sides of a thing may be, by its upper side."""
_FADE = 0.12
_RICH = 1.2
"""How much more colourful than its upper side the rest of a thing may be."""
_HUE = 50.0
"""The lightness, L* + 16, at which hues are measured in L*a*b* units."""
_GRAIN = 2.5
"""Noise, L*a*b* units."""
_COARSE = 8
_STEP = 4.0
_BINS = (30, 45, 45)


def evened(flat: Flat, sea: Field, land: Field) -> np.ndarray:
    """Return the (h, w, 3) L*a*b* of a stretch as if light and glare were the same everywhere as in its middle.

    Both a dimmer light and glare on top of it take every colour along a straight line towards another one (in L*a*b*
    nearly so), by the same share for all; how far, the contrast of land and sea tells.
    """
    high, wide = flat.lab.shape[:2]
    y, x = np.mgrid[: high // _COARSE, : wide // _COARSE]
    per = flat.side / _COARSE
    places = np.stack([(x + 0.5) / per + flat.left, (y + 0.5) / per + flat.top], axis=-1)
    # Beside the tiles the light is taken to be that of the nearest ones.
    places = np.clip(places, *sea.within)
    here, usual = sea.at(places), sea.at(sea.middle[None])[0]
    contrast = np.linalg.norm(land.at(np.clip(places, *land.within)) - here, axis=-1)
    meant = np.linalg.norm(land.at(sea.middle[None])[0] - usual)
    gain = np.clip(meant / np.maximum(contrast, 1), *_GAINS).astype(np.float32)
    offset = (usual - here * gain[..., None]).astype(np.float32)
    size = (wide, high)
    return np.asarray(flat.lab * cv2.resize(gain, size)[..., None] + cv2.resize(offset, size))


def bins_of(lab: np.ndarray) -> np.ndarray:
    """(...,) numbers of the colours that (..., 3) looks have in a `census`."""
    at = np.stack(
        [lab[..., 0] / _STEP, lab[..., 1] / _STEP + _BINS[1] / 2, lab[..., 2] / _STEP + _BINS[2] / 2], axis=-1
    )
    k = np.clip(np.floor(at).astype(int), 0, np.array(_BINS) - 1)
    return np.asarray((k[..., 0] * _BINS[1] + k[..., 1]) * _BINS[2] + k[..., 2])


def counted(bins: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return how often each colour occurs among bins, each of which counts by its weight."""
    return np.bincount(bins.ravel(), weights.ravel(), int(np.prod(_BINS))).astype(np.float32)


def census(counts: np.ndarray) -> np.ndarray:
    """Return the share that each colour has by its counts, those of neighbouring colours counted in."""
    counts = counts.reshape(_BINS)
    kernel = np.array([0.25, 0.5, 0.25], np.float32)
    for axis in range(3):
        padded = np.pad(np.moveaxis(counts, axis, 0), ((1, 1), (0, 0), (0, 0)))
        mixed = kernel[0] * padded[:-2] + kernel[1] * padded[1:-1] + kernel[2] * padded[2:]
        counts = np.moveaxis(mixed, 0, axis)
    return np.asarray(counts.ravel() / max(float(counts.sum()), 1e-6))


def density(shares: np.ndarray, bins: np.ndarray) -> np.ndarray:
    """(...,) log density, per cubic L*a*b* unit, of the colours with these numbers in a census."""
    return np.asarray(np.log(shares[bins] / _STEP**3 + 1e-9))


def hues(lab: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what the light does not change of (..., 3) looks, (..., 2), and the (...,) lightness that it does."""
    grown = np.maximum(lab[..., 0] + _DARK, _DARK / 2)
    return np.asarray(lab[..., 1:] * (_HUE / grown)[..., None]), np.asarray(grown)


def shaded(
    lab: np.ndarray, base: np.ndarray, pale: float, bright: float, spread: float, dark: float = _SHADED
) -> np.ndarray:
    """(...,) log density of (..., 3) looks on a thing of one colour, whose sides lie in more or less light.

    Args:
        lab: (..., 3) L*a*b*.
        base: (3,) the look of its lit upper side.
        pale: how pale it may look, by the base's colourfulness, 0..1.
        bright: how bright it may look, by the base's lightness; 1 or more.
        spread: standard deviation of the hue, see `hues`.
        dark: how dark its sides may be, by the base's lightness.
    """
    hue, light = hues(lab)
    meant, usual = hues(base)
    colourful = float(np.linalg.norm(meant))
    towards = meant / max(colourful, 1e-6)
    blurred = np.sqrt(spread**2 + (_GRAIN * _HUE / light) ** 2)
    low, high = (colourful * pale, colourful * _RICH) if colourful > 1.5 * spread else (0.0, 0.0)
    along = hue @ towards
    aside = hue[..., 0] * towards[1] - hue[..., 1] * towards[0]
    off = np.maximum(low - along, 0) + np.maximum(along - high, 0) if high else np.linalg.norm(hue - meant, axis=-1)
    wide = (high - low + 2.5 * blurred) * 2.5 * blurred
    least, lit = dark * usual, bright * usual
    # A dark thing shows hardly more than its darkness: what is much lighter is no shade of it.
    beyond = (np.maximum(least - light, 0) + np.maximum(light - lit, 0)) / (_FADE * float(usual))
    log = -((off / blurred) ** 2) / 2 - beyond**2 / 2 - np.log(wide * (lit - least)) + 2 * np.log(_HUE / light)
    return np.asarray(log - ((aside / blurred) ** 2 / 2 if high else 0))
