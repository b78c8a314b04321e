"""Colour models: even illumination, colour histograms, and the density of shades of one painted colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.vikings.cells import SquareGridView
from vision.vikings.colour_field import ColourField

_GAIN_RANGE = (0.6, 1.7)
"""Range of the local correction of contrast."""
_LIGHTNESS_OFFSET = 16.0
"""L* + 16, a* and b* are all proportional to the cube root of the light (CIE 1976)."""
_MIN_LIGHTNESS = 0.35
"""Smallest lightness of a piece's sides, relative to its upper side; chosen by hand."""
_LIGHTNESS_FALLOFF = 0.12
"""Standard deviation of lightness beyond its range, relative to the upper side; chosen by hand."""
_MAX_CHROMA = 1.2
"""Largest chroma of a piece, relative to its upper side; chosen by hand."""
_MIN_HUE_DEVIATIONS = 1.5
"""Chroma of a colour, in standard deviations of the hue, from which its pieces differ from grey; chosen by hand."""
_REFERENCE_LIGHTNESS = 50.0
"""Lightness (L* + 16) at which hues are expressed in L*a*b* units."""
_NOISE = 2.5
"""Standard deviation of pixel noise, L*a*b* units; chosen by hand."""
_COARSE_STEP = 8
"""Pixels per node of the illumination fields."""
_BIN_WIDTH = 4.0
"""Width of the histogram's bins, L*a*b* units."""
_BINS = (30, 45, 45)
"""Number of bins of L*, a* and b*."""
_BLUR = np.array([0.25, 0.5, 0.25])
"""Shares of a bin's count that go to its neighbours and stay in it."""


def even_illumination(view: SquareGridView, sea: ColourField, land: ColourField) -> np.ndarray:
    """Return the (h, w, 3) L*a*b* of a view with light and glare as in its centre.

    Dimmer light and glare both move all colours by the same fraction along straight lines towards one colour (nearly so
    in L*a*b*); the local contrast of land and sea gives the fraction.
    """
    height, width = view.lab.shape[:2]
    y, x = np.mgrid[: height // _COARSE_STEP, : width // _COARSE_STEP]
    per = view.side / _COARSE_STEP
    places = np.stack([(x + 0.5) / per + view.left, (y + 0.5) / per + view.top], axis=-1)
    # Outside the tiles the light is extrapolated from the nearest ones.
    places = np.clip(places, *sea.within)
    here, usual = sea.at(places), sea.at(sea.middle[None])[0]
    contrast = np.linalg.norm(land.at(np.clip(places, *land.within)) - here, axis=-1)
    meant = np.linalg.norm(land.at(sea.middle[None])[0] - usual)
    gain = np.clip(meant / np.maximum(contrast, 1), *_GAIN_RANGE).astype(np.float32)
    offset = (usual - here * gain[..., None]).astype(np.float32)
    size = (width, height)
    return np.asarray(view.lab * cv2.resize(gain, size)[..., None] + cv2.resize(offset, size))


def histogram_bins(lab: np.ndarray) -> np.ndarray:
    """Return the (...,) histogram bins of (..., 3) L*a*b* colours."""
    at = np.stack(
        [lab[..., 0] / _BIN_WIDTH, lab[..., 1] / _BIN_WIDTH + _BINS[1] / 2, lab[..., 2] / _BIN_WIDTH + _BINS[2] / 2],
        axis=-1,
    )
    k = np.clip(np.floor(at).astype(int), 0, np.array(_BINS) - 1)
    return np.asarray((k[..., 0] * _BINS[1] + k[..., 1]) * _BINS[2] + k[..., 2])


def histogram(bins: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the (bins,) weighted histogram of bin numbers."""
    return np.bincount(bins.ravel(), weights.ravel(), int(np.prod(_BINS))).astype(np.float32)


@cache
def bin_colours() -> np.ndarray:
    """Return the (bins, 3) L*a*b* of the middle of each bin."""
    at = np.stack(np.meshgrid(*(np.arange(count) for count in _BINS), indexing="ij"), axis=-1).reshape(-1, 3)
    return np.asarray((at + 0.5 - np.array([0, _BINS[1] / 2, _BINS[2] / 2])) * _BIN_WIDTH)


def blurred_histogram(counts: np.ndarray, times: int) -> np.ndarray:
    """Return the (bins,) counts, spread over neighbouring colours once or several times."""
    for _ in range(times):
        # Both chromas at once, as rows of one picture: what leaks from one lightness to the next has no usual colour.
        chromas = cv2.sepFilter2D(counts.reshape(-1, _BINS[2]), -1, _BLUR, _BLUR, borderType=cv2.BORDER_CONSTANT)
        lightness = chromas.reshape(_BINS[0], -1)
        counts = cv2.sepFilter2D(lightness, -1, np.ones(1), _BLUR, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(counts.ravel())


def smoothed_histogram(counts: np.ndarray) -> np.ndarray:
    """Return the (bins,) relative frequencies, smoothed over neighbouring colours."""
    blurred = blurred_histogram(counts, 1)
    return np.asarray(blurred / max(float(blurred.sum()), 1e-6))


def log_density(shares: np.ndarray, bins: np.ndarray) -> np.ndarray:
    """Return the (...,) log densities, per cubic L*a*b* unit, of the colours in these bins of a histogram."""
    return np.asarray(np.log(shares[bins] / _BIN_WIDTH**3 + 1e-9))


def hue_and_lightness(lab: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (..., 2) hues of (..., 3) colours, invariant to the light, and their (...,) lightness L* + 16."""
    grown = np.maximum(lab[..., 0] + _LIGHTNESS_OFFSET, _LIGHTNESS_OFFSET / 2)
    return np.asarray(lab[..., 1:] * (_REFERENCE_LIGHTNESS / grown)[..., None]), np.asarray(grown)


@dataclass(frozen=True)
class Shades:
    """Colours described for comparison with the shades of painted pieces; made once for any number of pieces.

    Attributes:
        hue: (..., 2) hues, invariant to the light.
        light: (...,) lightness L* + 16.
        noise: (...,) standard deviation of the hue by pixel noise, in units of the hue.
        gain: (...,) log of the volume, cubic L*a*b* units, for a unit of volume of hue and lightness.
    """

    hue: np.ndarray
    light: np.ndarray
    noise: np.ndarray
    gain: np.ndarray


def shades_of(lab: np.ndarray) -> Shades:
    """Return the description of (..., 3) L*a*b* colours."""
    hue, light = hue_and_lightness(lab)
    return Shades(hue, light, _NOISE * _REFERENCE_LIGHTNESS / light, 2 * np.log(_REFERENCE_LIGHTNESS / light))


@dataclass(frozen=True)
class ShadeRange:
    """Which shades the lit and shaded sides of a piece of one colour have.

    Attributes:
        min_chroma: smallest chroma, relative to that of the colour, 0..1.
        max_lightness: largest lightness, relative to that of the colour, 1 or more.
        hue_deviation: standard deviation of the hue, see `hue_and_lightness`.
    """

    min_chroma: float
    max_lightness: float
    hue_deviation: float


def log_shade_density(shades: Shades, colour: np.ndarray, within: ShadeRange) -> np.ndarray:
    """Return the (...,) log densities of colours on a piece of one colour with lit and shaded sides.

    Args:
        shades: the (...,) colours.
        colour: (3,) L*a*b* of the piece's lit upper side.
        within: the shades of the piece.
    """
    hue, light = shades.hue, shades.light
    meant, usual = hue_and_lightness(colour)
    colourful = float(np.linalg.norm(meant))
    towards = meant / max(colourful, 1e-6)
    blurred = np.sqrt(within.hue_deviation**2 + shades.noise**2)
    has_hue = colourful > _MIN_HUE_DEVIATIONS * within.hue_deviation
    low, high = (colourful * within.min_chroma, colourful * _MAX_CHROMA) if has_hue else (0.0, 0.0)
    least, lit = _MIN_LIGHTNESS * usual, within.max_lightness * usual
    # The integral of exp(-x^2 / 2), by which the density falls off, is about 2.5 standard deviations.
    hue_area = (high - low + 2.5 * blurred) * 2.5 * blurred
    # A dark piece shows little but its darkness: much lighter colours are not shades of it.
    beyond = (np.maximum(least - light, 0) + np.maximum(light - lit, 0)) / (_LIGHTNESS_FALLOFF * float(usual))
    if has_hue:
        along = hue @ towards
        off = np.maximum(low - along, 0) + np.maximum(along - high, 0)
    else:
        off = np.linalg.norm(hue - meant, axis=-1)
    log = -((off / blurred) ** 2) / 2 - beyond**2 / 2 - np.log(hue_area * (lit - least)) + shades.gain
    if not has_hue:
        return np.asarray(log)
    aside = hue[..., 0] * towards[1] - hue[..., 1] * towards[0]
    return np.asarray(log - (aside / blurred) ** 2 / 2)
