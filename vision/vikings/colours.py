"""Estimates the six colours in a picture, from the marks printed beside the rows and from calibration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

DEFAULT_COLOURS = np.array([[65, 0, 0], [15, 0, 0], [42, 52, 34], [50, -35, 28], [72, 10, 60], [42, 0, -45]], float)
"""Typical CIE L*a*b* of the paints: grey, black, red, green, yellow, blue."""
_MAX_RESIDUAL = 22.0
"""Distance, L*a*b* units, from the colour expected by the other marks, above which a mark is an outlier."""
_PRIOR_WEIGHT = 4.0
"""Weight of the prior (no change of the light) in the fit, in marks."""
_PRIOR_VARIANCE = 900
"""Squared distance, L*a*b* units, of a mark of the prior from the mean colour."""
_MIN_LIGHTNESS = 14.0
"""Smallest L* of print."""
_FIT_ROUNDS = 6
_GAIN_RANGE = (0.5, 1.8)
"""Range of the gain from the expected colours to those in a picture. All chosen by hand."""


@dataclass(frozen=True)
class Colours:
    """CIE L*a*b* of the six colours, grey first, then rows from the top: (6, 3) printed and (6, 3) on figures."""

    printed: np.ndarray
    wooden: np.ndarray


def estimate_colours(marks: np.ndarray | None, taught: Colours | None) -> Colours:
    """Return the colours under the light of this picture.

    Args:
        marks: (6, 3) L*a*b* of the marks beside the rows; ``None`` if they are not visible.
        taught: the colours in another picture, if they were calibrated.
    """
    meant = DEFAULT_COLOURS if taught is None else taught.printed
    wooden = meant if taught is None else taught.wooden
    if marks is None:
        return Colours(meant, wooden)
    gain, offset = _light(marks, meant)
    expected = meant * gain + offset
    odd = np.linalg.norm(marks - expected, axis=1) > _MAX_RESIDUAL
    printed = np.where(odd[:, None], expected, marks)
    # The light is extrapolated from the tiles: without a limit black may come out darker than anything is.
    printed[:, 0] = np.maximum(printed[:, 0], _MIN_LIGHTNESS)
    return Colours(printed, printed.copy() if taught is None else wooden * gain + offset)


def _light(marks: np.ndarray, meant: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the gain and the (3,) offset from expected colours to marks, in a robust fit."""
    weight = np.ones(len(marks))
    gain, offset = 1.0, np.zeros(3)
    for _ in range(_FIT_ROUNDS):
        offset = (weight[:, None] * (marks - gain * meant)).sum(axis=0) / (weight.sum() + 1)
        away = meant - (weight[:, None] * meant).sum(axis=0) / weight.sum()
        gain = float((weight[:, None] * away * (marks - offset)).sum() + _PRIOR_WEIGHT * _PRIOR_VARIANCE) / float(
            (weight[:, None] * away * meant).sum() + _PRIOR_WEIGHT * _PRIOR_VARIANCE
        )
        weight = 1 / (1 + (np.linalg.norm(marks - gain * meant - offset, axis=1) / _MAX_RESIDUAL) ** 2)
    return float(np.clip(gain, *_GAIN_RANGE)), offset
