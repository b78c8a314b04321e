"""Log odds against two groups of pieces having one colour, by the light of their lit faces.

What it subtracts, in nats, from a naming that gives two groups one name:

    (``_UNLIKE`` (1.0) * unlike - ``_ALIKE`` (0.5) * alike) * n

Alike falls from 1 (colours within 0.1 in log chromaticity) to 0 (0.3), where unlike begins to rise to 1 (0.7 and
beyond). n is the geometric mean of the groups' sizes, at most ``_MAX_PER_PIECE`` (2) times the smaller and at most
``MAX_EFFECTIVE_PIECES`` (4); so the term lies between -2 and 4. Fitted, see `naming`: ``_UNLIKE``; chosen by hand: its
other numbers. Measured: with a comparison of stones with vikings, which the joint model replaced, F1 of the pieces on
15 photos rose from 97.6 % to 98.7 %. That groups look alike says little, since glare or shade explains nearly any
difference of grey, white and black: with 1.5 nats for it 154 of 2 582 pieces on 140 held-out boards had a wrong
colour, and with 0.5 133; since names are summed over all lights, 0.25 to 0.75 nats name as well.
"""

from __future__ import annotations

import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma

MAX_EFFECTIVE_PIECES = 4.0
"""Most pieces of a group that count in full, since more repeat each other's errors; chosen by hand."""
_MAX_PER_PIECE = 2.0
"""Most pieces for which one piece counts beside a larger group: its pixels may show what is behind it; by hand."""
_UNLIKE, _ALIKE = 1.0, 0.5
"""Nats, for each effective piece, against one name for groups that look different side by side, and for one name for
groups that look alike; see above."""
_GLARE = np.array([0.0, 0.1, 0.2, 0.35, 0.55])
"""Shares of the lamp's light, white being 1, that a face may reflect besides its own colour; chosen by hand."""
_GAINS = np.array([1.4, 2.0, 2.8])
"""Factors by which a face that is turned to the lamp may be brighter; chosen by hand."""
_AXIS_WEIGHTS = np.array([1.0, 1.0, 0.6])
"""Weights of the axes of `chroma`: shadows change brightness more than colour; chosen by hand."""
_SAME, _TOLERATED, _DIFFERENT = 0.1, 0.3, 0.7
"""Distances at which two groups certainly look alike, may have one colour or two, and certainly do not; by hand."""


def log_odds_against_one_name(lights: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return (g, g) log odds, nats, against two groups having one name; negative where they look alike.

    A face that reflects the lamp shows its own colour and the lamp's (the dichromatic reflection model, Shafer 1985):
    a yellow house in glare is pale, but a white one is never yellowish. In a face so bright that the camera's red is
    clipped only green still rises: a very bright orange disc is yellowish. So a group matches a larger one if the
    larger one's light, or brighter light with clipping, turns into its own when some of the lamp's is added.

    Args:
        lights: (g, 3) mean linear BGR of the groups' lit faces.
        sizes: (g,) numbers of pieces.
    """
    colours = chroma(lights + MIRRORED) * _AXIS_WEIGHTS
    lamp = lights.max()
    glaring = lights[:, None] + lamp * _GLARE[:, None]
    clipped = np.minimum(lights[:, None] * _GAINS[:, None], lamp)
    variants = chroma(np.concatenate([glaring, clipped], axis=1) + MIRRORED) * _AXIS_WEIGHTS
    to_variants = np.linalg.norm(colours[:, None, None] - variants[None], axis=3).min(axis=2)
    distance = np.where(sizes[:, None] <= sizes[None], to_variants, to_variants.T)
    unlike = np.clip((distance - _TOLERATED) / (_DIFFERENT - _TOLERATED), 0, 1)
    alike = np.clip((_TOLERATED - distance) / (_TOLERATED - _SAME), 0, 1)
    smaller = np.minimum(sizes[:, None], sizes[None])
    cap = np.minimum(_MAX_PER_PIECE * smaller, MAX_EFFECTIVE_PIECES)
    pieces = np.minimum(np.sqrt(sizes[:, None] * sizes[None]), cap)
    odds: np.ndarray = (_UNLIKE * unlike - _ALIKE * alike) * pieces
    return odds
