"""Vikings and longhouses of one table as two clusters of shapes, of a workshop that the networks know or do not know.

Each kind has a mean on each table, unknown beforehand, around which its pieces lie (the two-covariance model of
probabilistic linear discriminant analysis, Ioffe 2006). For a workshop like those of training, the prior of both means
says which cluster is which, and so does the close-up network's word on each piece. For any other workshop neither is
reliable: such networks call most longhouses vikings, or exchange both kinds. There the prior of the means is the same
for both kinds, and the networks' word tells only how the two clusters as wholes compare.

A piece is described by the numbers of `vision.pieces.looks`, projected to the directions that separate the kinds of one
table best, in which pieces of one kind on one table have unit variance. One coordinate more means the same in every
workshop: the networks' log odds of a longhouse against a viking. Which of two clusters the longhouses are is told by
the difference of their means in all coordinates: sets left out in turn, 1 of 366 made tables is misnamed. Fitted by
``python -m training.fit.evidence --clusters``: everything in ``kind_model.npz``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from vision.networks.activations import log_sigmoid
from vision.pieces.detect import Piece

FILE = "kind_model.npz"
FREEDOM = 3.0
"""Degrees of freedom of the t distribution around a mean: pieces lie, lean and hide each other."""
_NUMBERS = (
    "word_scale",
    "shapes",
    "words",
    "rules",
    "alone",
    "temperature",
)
"""Names of the model's numbers in the file."""
_ARRAYS = ("log_share", "mean", "precision", "trust")
"""Names of what differs between workshops, each stacked over them."""
_FEWEST = 0.5
"""Expected pieces of a kind from which its cluster is compared with the other."""


@dataclass(frozen=True, eq=False)
class Workshop:
    """What may be expected of the pieces of a workshop of one sort.

    Attributes:
        log_share: log of the prior probability that a table's pieces are from such a workshop.
        mean: (2 d,) prior mean of the means of vikings and longhouses on one table.
        precision: (2 d, 2 d) inverse of their prior covariance.
        trust: factor of the networks' log odds for each piece.
    """

    log_share: float
    mean: np.ndarray
    precision: np.ndarray
    trust: float

    def conditional_odds(self, points: np.ndarray, houses: np.ndarray, present: np.ndarray) -> np.ndarray:
        """Return (s, n) log odds of a longhouse against a viking by the clusters of s assignments.

        Args:
            points: (n, d) described pieces.
            houses: (s, n) probabilities of a longhouse.
            present: (n,) or (s, n) weights of the pieces.
        """
        members = np.stack([(1 - houses) * present, houses * present], axis=1)
        means, covariances = self._posterior_means(points, members)
        logs = _log_t(points, means, covariances)
        return np.asarray(logs[:, 1] - logs[:, 0])

    def log_evidence(self, points: np.ndarray, houses: np.ndarray, present: np.ndarray) -> np.ndarray:
        """Return (s,) log densities, up to a constant, of all (n, d) points, given (s, n) bool which are longhouses.

        By Laplace's approximation about the posterior means. A piece far from its cluster counts no more than the t
        distribution lets it: one that lies, or that a person named against its looks, does not rename a table.
        """
        members = np.stack([~houses * present, houses * present], axis=1)
        means, covariances = self._posterior_means(points, members)
        logs = _log_t(points, means, covariances)
        fit = (logs * members).sum(axis=(1, 2))
        away = means.reshape(len(means), -1) - self.mean
        prior = np.einsum("si,ij,sj->s", away, self.precision, away) - np.linalg.slogdet(self.precision)[1]
        return np.asarray(fit - (prior - np.linalg.slogdet(covariances)[1]) / 2)

    def _posterior_means(self, points: np.ndarray, members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (s, 2, d) means of both kinds and their (s, 2 d, 2 d) covariances, given (s, 2, n) members."""
        sets, size = len(members), points.shape[1]
        information = self.precision + np.eye(2 * size) * np.repeat(members.sum(axis=2), size, axis=1)[:, None]
        covariances = np.linalg.inv(information)
        weighted = self.precision @ self.mean + (members @ points).reshape(sets, -1)
        return np.einsum("sij,sj->si", covariances, weighted).reshape(sets, 2, size), covariances

    def log_words(self, words: np.ndarray, houses: np.ndarray, present: np.ndarray) -> np.ndarray:
        """Return (s,) log probabilities of (s, n) bool longhouses by the networks' (n,) log odds."""
        signed = np.where(houses, words, -words)
        return np.asarray(log_sigmoid(self.trust * signed) @ present)


def _log_t(points: np.ndarray, means: np.ndarray, covariances: np.ndarray) -> np.ndarray:
    """Return (s, 2, n) log densities of (n, d) points about (s, 2, d) means that are known up to covariances."""
    size = points.shape[1]
    variances = np.einsum("sii->si", covariances).reshape(means.shape)
    squared = ((points - means[:, :, None]) ** 2 / (1 + variances[:, :, None])).sum(axis=-1)
    spread = np.log1p(variances).sum(axis=-1)[:, :, None]
    return np.asarray(-((FREEDOM + size) * np.log1p(squared / FREEDOM) + spread) / 2)


@dataclass(frozen=True, eq=False)
class KindModel:
    """The distribution of both clusters, and the weights of what is known of them.

    Attributes:
        projection: (f, d - 1) from the described piece to the coordinates in which it is compared.
        word_scale: log odds of the networks to one unit of the last coordinate.
        workshops: the sorts of workshops.
        shapes: weight of the clusters' log densities, whose coordinates are not independent.
        words: weight of the networks' log odds for single pieces.
        rules: weight of the prior over each player's number of longhouses.
        alone: factor of the log odds of a viking beside no piece of its own.
        temperature: by which the posterior of a whole assignment is flattened.
        naming: (d,) log odds of the clusters' names by the difference of their means, nats a unit of each coordinate.
    """

    projection: np.ndarray
    word_scale: float
    workshops: tuple[Workshop, ...]
    shapes: float
    words: float
    rules: float
    alone: float
    temperature: float
    naming: np.ndarray

    def points(self, pieces: Sequence[Piece], words: np.ndarray) -> np.ndarray:
        """Return (n, d) coordinates of pieces with the networks' (n,) log odds of a longhouse against a viking."""
        return self.coordinates(described(pieces), words)

    def coordinates(self, shapes: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return the (n, d) coordinates of (n, f) `described` pieces with these (n,) log odds."""
        return np.column_stack([shapes @ self.projection, words / self.word_scale])

    def log_names(self, points: np.ndarray, houses: np.ndarray, present: np.ndarray) -> np.ndarray:
        """Return (s,) log probabilities that the clusters of s assignments are named rightly and not exchanged.

        Args:
            points: (n, d) described pieces.
            houses: (s, n) bool, which are longhouses.
            present: (n,) weights of the pieces.
        """
        sums = np.stack([~houses * present, houses * present]) @ points
        counts = np.stack([~houses @ present, houses @ present])[..., None]
        vikings, longhouses = sums / np.maximum(counts, _FEWEST)
        gaps = np.where((counts > _FEWEST).all(axis=0), longhouses - vikings, 0.0)
        return log_sigmoid(gaps @ self.naming)


def described(pieces: Sequence[Piece]) -> np.ndarray:
    """Return the (n, LOOK_COUNT) `Piece.look` of n pieces."""
    return np.array([piece.look for piece in pieces], float)


def store_kind_model(model: KindModel, file: Path) -> None:
    """Write a model to be shipped."""
    arrays = {name: np.array([getattr(workshop, name) for workshop in model.workshops]) for name in _ARRAYS}
    arrays |= {name: np.array(getattr(model, name)) for name in _NUMBERS}
    arrays |= {"projection": model.projection.astype(np.float32), "naming": model.naming}
    np.savez_compressed(file, allow_pickle=False, **arrays)


@lru_cache(maxsize=1)
def load_kind_model() -> KindModel:
    """Return the model that ships with the package."""
    with (files("vision.pieces.evidence") / FILE).open("rb") as file, np.load(file) as stored:
        numbers = {name: float(stored[name]) for name in _NUMBERS}
        workshops = tuple(
            Workshop(float(share), mean, precision, float(trust))
            for share, mean, precision, trust in zip(*(stored[name] for name in _ARRAYS), strict=True)
        )
        projection = stored["projection"].astype(float)
        return KindModel(projection, workshops=workshops, naming=stored["naming"], **numbers)
