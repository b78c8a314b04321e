"""What the six colours look like in a picture: by the marks printed beside the rows, and by what was taught."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

USUAL = np.array([[65, 0, 0], [15, 0, 0], [42, 52, 34], [50, -35, 28], [72, 10, 60], [42, 0, -45]], float)
"""CIE L*a*b* that paints have as a rule: grey, black, red, green, yellow, blue."""
_ODD = 22.0
"""L*a*b* units from which a mark is not believed where the others say otherwise."""
_HELD = 4.0
"""Marks that the usual colours count for while the light is told from the marks."""


@dataclass(frozen=True)
class Colours:
    """CIE L*a*b* of the six colours, grey first, then rows from the top: (6, 3) printed and (6, 3) on figures."""

    printed: np.ndarray
    wooden: np.ndarray


def settled(marks: np.ndarray | None, taught: Colours | None) -> Colours:
    """Return what the colours look like in this picture.

    Args:
        marks: (6, 3) what is seen beside the rows; ``None`` where they are out of sight.
        taught: what they looked like in another picture, if they were taught.
    """
    meant = USUAL if taught is None else taught.printed
    wooden = meant if taught is None else taught.wooden
    if marks is None:
        return Colours(meant, wooden)
    gain, offset = _light(marks, meant)
    expected = meant * gain + offset
    odd = np.linalg.norm(marks - expected, axis=1) > _ODD
    printed = np.where(odd[:, None], expected, marks)
    return Colours(printed, printed.copy() if taught is None else wooden * gain + offset)


def _light(marks: np.ndarray, meant: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the gain and the (3,) offset that take the meant colours to the marks, those that fit not left out."""
    weight = np.ones(len(marks))
    gain, offset = 1.0, np.zeros(3)
    for _ in range(6):
        offset = (weight[:, None] * (marks - gain * meant)).sum(axis=0) / (weight.sum() + 1)
        away = meant - (weight[:, None] * meant).sum(axis=0) / weight.sum()
        gain = float((weight[:, None] * away * (marks - offset)).sum() + _HELD * 900) / float(
            (weight[:, None] * away * meant).sum() + _HELD * 900
        )
        weight = 1 / (1 + (np.linalg.norm(marks - gain * meant - offset, axis=1) / _ODD) ** 2)
    return float(np.clip(gain, 0.5, 1.8)), offset
