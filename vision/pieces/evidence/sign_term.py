"""What the sign that was read on a candidate says of it: only rune stones bear runes."""

from __future__ import annotations

import numpy as np

from vision.networks.activations import log_odds
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import STATE_COUNT, STONE
from vision.vocabulary import OTHER_SIGN, SIGNS

_NEUTRAL = 0.75
"""Probability of a rune from which the reader speaks for a stone. On 144 made boards 13 of 3 558 other candidates and
54 of 92 stones had more; with 0.9 it was none of the others and 45."""
_LEAST = -0.3
"""Least log odds, nats: the rune of a small or dim stone is illegible. On 60 exam boards (seed 2771) 227 instead of 238
of 1 232 pieces are wrong, and no more stones are missed."""
_IN_THE_OPEN = np.array([sign not in ("home", OTHER_SIGN) for sign in SIGNS])
"""Signs of stones that lie in the open: by the rules a Home lies under a longhouse, with which it is one candidate."""


def rune_read(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24): for a stone the log odds of a rune on the candidate, from neutral; 0 where it was not looked at.

    That no rune is seen counts only where the candidate is alone on its cell: a longhouse hides a part of a stone.
    """
    odds = np.zeros((len(scene.candidates), STATE_COUNT))
    for k, piece in enumerate(scene.candidates):
        if len(piece.signs):
            rune = float(piece.signs[_IN_THE_OPEN].sum())
            least = _LEAST if scene.alone[k] else 0.0
            odds[k, STONE] = max(log_odds(rune, 1e-3) - log_odds(_NEUTRAL), least)
    return odds
