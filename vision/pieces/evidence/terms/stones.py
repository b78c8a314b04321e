"""Log odds that a candidate is a rune stone and no piece of a player, beside what the networks say of its cell.

In strange prints the networks take many vikings and longhouses for stones, often all of one player. A stone has a sign
on its face, so that the sign reader is sure of one, or sure that it is none of the runes; on a figure's head or a roof
it wavers. Stones have colours of their own, and lie where other stones lie.

What it adds for a stone, for every candidate without a known rune, is ``_WEIGHTS @ stone_features``, times its weight
in the joint model.

Fitted: ``_WEIGHTS``, by logistic regression given what all other terms say, see `training.fit.presence`.
Measured: of 433 pieces of two sets of made boards (seeds 2771 and 5323) that the other terms leave open 3 stones were
missed and 31 others taken for stones; with this term, which was fitted to other sets, 6 and 3.
"""

from __future__ import annotations

import numpy as np

from vision.networks.activations import log_odds
from vision.pieces.detect import Piece
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import STATE_COUNT, STONE
from vision.pieces.evidence.terms.background import log_art_shares, log_colour_density
from vision.vocabulary import OTHER_SIGN, PIECES, SIGNS

_WEIGHTS = np.array([-0.57, 0.41, 3.54, -2.52, -1.17, 0.5, -2.65])
"""Nats for each of `stone_features`; fitted by `training.fit.presence`."""
_LEGIBLE = 0.75
"""Probability of a rune from which the reader speaks for a stone. On 144 made boards 13 of 3 558 other candidates and
54 of 92 stones had more; with 0.9 it was none of the others and 45."""
_MIN_PROBABILITY = 1e-3
"""Probabilities are limited to this and to 1 minus this before their log odds are taken."""
_CERTAINTY_POWER = 5
"""Power of the certainty with which another candidate counts as a stone, as in `terms.background`."""
_FEW = 0.1
"""Stones that are expected elsewhere where none is seen; chosen by hand."""
_IN_THE_OPEN = np.array([sign not in ("home", OTHER_SIGN) for sign in SIGNS])
"""Signs of stones that lie in the open: by the rules a Home lies under a longhouse, with which it is one candidate."""
_STONE = PIECES.index("stone")


def stone_looks(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24): for a stone its log odds; 0 without art and for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), STATE_COUNT))
    if len(scene.art):
        unknown = np.array([p.rune is None for p in scene.candidates], bool)
        odds[unknown, STONE] = (stone_features(scene) @ _WEIGHTS)[unknown]
    return odds


def stone_features(scene: Scene) -> np.ndarray:
    """Return (n, 7) features of the n candidates of a scene with art.

    The columns are: whether a candidate shares its cell; the log of the number of stones elsewhere; the log odds of a
    legible rune from neutral; and for candidates that are alone on their cells, else 0: 1, the log density of the
    colour among the pieces, the log of the share of art of that colour, and the entropy of the signs in nats, if they
    were looked for. A longhouse hides a part of the stone beneath it, and has a part in its colour.
    """
    pieces, alone = scene.candidates, scene.alone.astype(float)
    lights = np.array([p.shade for p in pieces])
    stones = np.array([p.certainty * p.kinds[_STONE] for p in pieces]) ** _CERTAINTY_POWER
    entropies = np.array([-(p.signs * np.log(p.signs + 1e-6)).sum() for p in pieces])
    own = [np.ones(len(pieces)), log_colour_density(scene), log_art_shares(lights, scene.art), entropies]
    anyhow = [1 - alone, np.log(stones.sum() - stones + _FEW), np.array([_legible(p) for p in pieces])]
    return np.column_stack([*anyhow, *(alone * column for column in own)])


def _legible(piece: Piece) -> float:
    """Return the log odds of a rune beyond the neutral ones; 0 where none was looked for."""
    rune = float(piece.signs[_IN_THE_OPEN].sum()) if len(piece.signs) else 0.0
    return max(0.0, float(log_odds(rune, _MIN_PROBABILITY) - log_odds(_LEGIBLE)))
