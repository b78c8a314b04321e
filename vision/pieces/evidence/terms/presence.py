"""Log odds that a candidate is a piece at all, by how much it looks like the other pieces of its table.

Pieces look like other pieces of their table; printed art, a shadow or a hand that is taken for one does not. Stones are
more often missed than the networks say, and longhouses more often made up.

Fitted: ``_WEIGHTS``, by logistic regression given what all other terms say, see `training.fit.presence`.
"""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.predictive_density import log_predictive_density
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour
from vision.pieces.looks import LOOK_COUNT
from vision.vocabulary import PIECES

_WEIGHTS = np.array([0.94, -1.26, 0.77, 4.65])
"""Nats for each of `presence_features`; fitted by `training.fit.presence`."""
_FREEDOM = 10.0
"""Degrees of freedom, beside those of the numbers, of the t distribution of looks about another piece's, as in the
training of the look network."""
_NEW_LOOK = float(np.exp(-4))
"""Density of a look without any example, as a share of that of a look equal to one. Chosen by hand: with
exp(-6) and exp(-8) 160 held-out boards lose 317 and 321 nats instead of 312."""
_LONGHOUSE, _STONE = PIECES.index("longhouse"), PIECES.index("stone")


def presence(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds for a piece against nothing; 0 for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    unknown = np.array([p.rune is None for p in scene.candidates], bool)
    odds[unknown, 0] = -(presence_features(scene) @ _WEIGHTS)[unknown]
    return for_every_colour(odds)


def presence_features(scene: Scene) -> np.ndarray:
    """Return (n, 4) features of the n candidates of a scene.

    The columns are the context network's probabilities of a stone and of a longhouse, the log density of the look among
    the candidates on other cells, and 1 for candidates that have a look; the last two are 0 for others.
    """
    pieces = scene.candidates
    kinds = np.array([p.kinds for p in pieces]).reshape(-1, len(PIECES))
    described = np.array([len(p.look) > 0 for p in pieces], bool)
    density = log_look_density(scene, described)
    return np.column_stack([kinds[:, _STONE], kinds[:, _LONGHOUSE], density, described])


def log_look_density(scene: Scene, described: np.ndarray) -> np.ndarray:
    """Return the (n,) log densities of the candidates' looks, 0 without one; (n,) bool which have one is given."""
    looks = np.zeros((len(described), LOOK_COUNT))
    for k in np.flatnonzero(described).tolist():
        looks[k] = scene.candidates[k].look
    # Both looks deviate from what their kind looks like, with a variance of 1 each.
    squared = ((looks[:, None] - looks) ** 2).sum(axis=2) / 2
    freedom = _FREEDOM + LOOK_COUNT
    kernel = (1 + squared / freedom) ** (-freedom / 2)
    certainties = np.array([p.certainty for p in scene.candidates]) * described
    density: np.ndarray = described * log_predictive_density(scene.cells, certainties, kernel, _NEW_LOOK)
    return density
