"""Log likelihoods of viking, longhouse and stone by shape, where the shapes of each kind are those of this very table.

All vikings of a table look much alike, all its longhouses do, and all its stones; what they look like differs from copy
to copy. So each kind has a mean on each table, unknown beforehand, around which its pieces lie (the two-covariance
model of probabilistic linear discriminant analysis, Ioffe 2006). The means of the three kinds have a joint normal
prior, fitted on synthetic tables of many piece sets, and a posterior by what is believed of the other candidates.

A shape is described by the close-up network's features of its cell and the log of its visible area, projected to the
directions that separate the kinds of one table best (linear discriminant analysis), in which pieces of one kind on one
table have unit variance. Fitted by `training.fit.evidence`: everything in ``shape_model.npz``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.networks.activations import log_softmax
from vision.pieces.detect import Piece
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour, kind_probabilities

FILE = "shape_model.npz"
_MIN_AREA = 1e-3
"""Square pitches added to the visible area before its logarithm."""
_MIN_PROBABILITY = 1e-4
"""Added to the context network's probabilities of the kinds before their logarithm."""
_FREEDOM = 4.0
"""Degrees of freedom of the t distribution around a mean: pieces lie, lean and hide each other."""


@dataclass(frozen=True, eq=False)
class ShapeModel:
    """The distribution of shapes.

    Attributes:
        projection: (f, d) from the described shape to the coordinates in which it is compared.
        mean: (3 d,) prior mean of the means of viking, longhouse and stone on one table.
        precision: (3 d, 3 d) inverse of their prior covariance.
    """

    projection: np.ndarray
    mean: np.ndarray
    precision: np.ndarray

    def log_likelihoods(self, shapes: np.ndarray, kinds: np.ndarray) -> np.ndarray:
        """Return (n, 3) log likelihoods, up to a constant, of each shape given what is believed of the others.

        Args:
            shapes: (n, d), see `described`, projected.
            kinds: (n, 3) probabilities of viking, longhouse and stone; their sum is the probability of any.
        """
        count, size = shapes.shape
        weights, sums = kinds.sum(axis=0), kinds.T @ shapes
        # The posterior of the means without each candidate in turn: information of all, less its own.
        others = np.repeat(weights - kinds, size, axis=1)
        left = (sums - kinds[:, :, None] * shapes[:, None]).reshape(count, -1)
        covariance = np.linalg.inv(self.precision + np.eye(3 * size) * others[:, None])
        means = np.einsum("nij,nj->ni", covariance, self.precision @ self.mean + left)
        logs = np.empty((count, 3))
        for kind in range(3):
            own = slice(kind * size, (kind + 1) * size)
            spread = covariance[:, own, own] + np.eye(size)
            away = shapes - means[:, own]
            squared = np.einsum("ni,ni->n", away, np.linalg.solve(spread, away[..., None])[..., 0])
            heavy = (_FREEDOM + size) * np.log1p(squared / _FREEDOM)
            logs[:, kind] = -(heavy + np.linalg.slogdet(spread)[1]) / 2
        return logs


def shape_mixture(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of the kinds by shape; 0 for candidates that share a cell or are known runes."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    known = [k for k, p in enumerate(scene.candidates) if p.rune is None and len(p.features) and scene.alone[k]]
    if known:
        model = load_shape_model()
        shapes = described([scene.candidates[k] for k in known]) @ model.projection
        odds[known, 1:] = log_softmax(model.log_likelihoods(shapes, kind_probabilities(belief)[known, 1:]))
        odds[known, 0] = np.log(1 / 3)
    return for_every_colour(odds)


def said_shapes(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log likelihood ratios, 0 or more, of the kinds by the shapes of the pieces that a person named.

    What is believed of the other pieces may be wrong for all of them alike; what a person said is not. The ratio is to
    the likelihood without any piece, so that the term is 0 where nothing was said. It never counts against a kind: what
    does not resemble one viking may be another that lies down. One answer made up to 45 facts of a table wrong when
    unlikeness counted.
    """
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    known = [k for k, p in enumerate(scene.candidates) if p.rune is None and len(p.features) and scene.alone[k]]
    said = np.array([_said_kind(scene, k) for k in known]).reshape(-1, 3)
    if said.any():
        model = load_shape_model()
        shapes = described([scene.candidates[k] for k in known]) @ model.projection
        ratio = model.log_likelihoods(shapes, said) - model.log_likelihoods(shapes, np.zeros_like(said))
        odds[known, 1:] = np.maximum(ratio, 0)
    return for_every_colour(odds)


def _said_kind(scene: Scene, candidate: int) -> np.ndarray:
    """Return (3,) with a 1 at viking, longhouse or stone where a person said that a candidate is one, else zeros."""
    allowed = scene.allowed.get(candidate)
    if allowed is None:
        return np.zeros(3)
    kinds = kind_probabilities(allowed[None].astype(float))[0] > 0
    return kinds[1:].astype(float) if kinds.sum() == 1 else np.zeros(3)


def described(pieces: Sequence[Piece]) -> np.ndarray:
    """Return (n, FEATURE_COUNT + 5) the network's features, log area, log probabilities of the kinds, and 1."""
    areas = np.log(np.array([p.area for p in pieces]) + _MIN_AREA)
    kinds = np.log(np.array([p.kinds for p in pieces]) + _MIN_PROBABILITY)
    return np.column_stack([np.array([p.features for p in pieces]), areas, kinds, np.ones(len(pieces))])


@lru_cache(maxsize=1)
def load_shape_model() -> ShapeModel:
    """Return the model that ships with the package."""
    with (files("vision.pieces.evidence.terms") / FILE).open("rb") as file, np.load(file) as stored:
        return ShapeModel(stored["projection"], stored["mean"], stored["precision"])
