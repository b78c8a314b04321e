"""Whether two groups of pieces can be of one colour, by their light."""

from __future__ import annotations

import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma

WITNESSES = 4.0
"""The most pieces whose words count in full: more of one group repeat each other's errors."""
_ALONE = 2.0
"""The most a single piece's look counts beside others: its pixels may be of what lies behind it."""
_CLASH = 1.5
"""Log odds, for each witness, against giving one name to groups that look different side by side."""
_GLARE = np.array([0.0, 0.1, 0.2, 0.35, 0.55])
"""How much of the lamp, white being 1, a face may mirror besides its own colour."""
_DAZZLE = np.array([1.4, 2.0, 2.8])
"""How much brighter a face may be lit that is turned to the lamp."""
_SHADED = np.array([1.0, 1.0, 0.6])
"""Pieces of one colour differ less in colour than in brightness, which shadows take."""
_SAME, _TOLERATED, _DIFFERENT = 0.1, 0.3, 0.7
"""How near, in log chromaticity, two groups surely are of one colour, how far apart they may lie if they are, and from
where they are surely of two."""


def clashes(lights: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """(g, g) log odds against two groups bearing one name, from their (g, 3) lit faces and how many pieces they have.

    They are negative where the groups look so much alike that they should bear the same.

    A face that mirrors the lamp shows its own colour and the lamp's (Shafer 1985, the dichromatic reflection model):
    a yellow house in glare is pale, but a white one is never yellowish. One so bright that the camera's red is at its
    end gains in green alone: a dazzling orange disc is yellowish. So a group is like a larger one if it can be that
    with some of the lamp's light added, or with more light.
    """
    hues = chroma(lights + MIRRORED) * _SHADED
    lamp = lights.max()
    glaring = lights[:, None] + lamp * _GLARE[:, None]
    dazzling = np.minimum(lights[:, None] * _DAZZLE[:, None], lamp)
    others = chroma(np.concatenate([glaring, dazzling], axis=1) + MIRRORED) * _SHADED
    of_other = np.linalg.norm(hues[:, None, None] - others[None], axis=3).min(axis=2)
    apart = np.where(sizes[:, None] <= sizes[None], of_other, of_other.T)
    unlike = np.clip((apart - _TOLERATED) / (_DIFFERENT - _TOLERATED), 0, 1)
    share = unlike - np.clip((_TOLERATED - apart) / (_TOLERATED - _SAME), 0, 1)
    fewer = np.minimum(sizes[:, None], sizes[None])
    witnesses = np.minimum(np.sqrt(sizes[:, None] * sizes[None]), np.minimum(_ALONE * fewer, WITNESSES))
    odds: np.ndarray = _CLASH * share * witnesses
    return odds
