"""Fits the model by which vikings and longhouses are told apart: its coordinates, workshops and weights.

Coordinates and workshops are fitted to some piece sets and the weights to others, as every new copy is another set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize

from training.fit.evidence.discriminants import LabelledTable, discriminants
from training.fit.evidence.labels import LabelledScene
from training.fit.evidence.weights import pattern_search
from vision.networks.activations import log_sigmoid, sigmoid, softmax
from vision.pieces.evidence.kind_model import KindModel, Workshop, described
from vision.pieces.evidence.kind_split import ESTIMATE, kind_split
from vision.pieces.evidence.model import KIND_SPLIT, Posterior, Weight, infer
from vision.pieces.evidence.states import KIND_OF_STATE, LONGHOUSE, VIKING
from vision.pieces.looks import LOOK_COUNT

_DIRECTIONS = 10
_SHRINKAGE = np.full(LOOK_COUNT, 0.05)
"""Added to the variances of standardised looks within a kind; with 8 or 14 directions, or 0.3, or beside the close-up
network's features, 300 to 318 kinds of nine sets are wrong instead of 292."""
_WORD_SCALE = 1.6
"""Nats, standard deviation of the networks' log odds within a kind on one table: 1.5 of vikings and 1.8 of longhouses
on 120 wide tables."""
_WORD_MEANS, _WORD_SPREAD = (-4.0, 2.7), 3.0
"""Nats, mean and standard deviation between tables of the networks' mean log odds of vikings and of longhouses, of
workshops that they do not know. On 120 wide tables the means are -4.2 and 2.6, with deviations of 1.3 and 2.3."""
_LEAST_VARIANCE = 0.05
_RIDGE = 1.0
"""Weight of the L2 penalty where the names of clusters are fitted: nearly all tables are named rightly: sets left out
in turn, 1 of 366 is misnamed."""
_FITTED = ("shapes", "words", "rules", "alone", "temperature")
_MIN_PROBABILITY = 1e-2
"""Added to the probability of the true state, so that a few hopeless candidates do not decide."""
_SWEEPS = 5
_START = KindModel(np.empty((0, 0)), _WORD_SCALE, (), 0.45, 0.4, 1.0, 2.2, 3.5, np.empty(0))
"""Where the search of the weights begins. Those that ship are these: a search on 90 tables found others that did worse
on the rest, since a single table decides."""


@dataclass(frozen=True, eq=False)
class WordedTable:
    """The vikings and longhouses of one table that are alone on their cells.

    Attributes:
        shapes: (n, f), see `vision.pieces.evidence.kind_model.described`.
        words: (n,) the networks' log odds of a longhouse against a viking.
        houses: (n,) bool, which are longhouses.
    """

    shapes: np.ndarray
    words: np.ndarray
    houses: np.ndarray


@dataclass(frozen=True, eq=False)
class Prepared:
    """A labelled scene with what is believed of it before its kinds are split."""

    one: LabelledScene
    before: Posterior

    def table(self) -> WordedTable:
        """Return its vikings and longhouses that are alone on their cells."""
        pieces, kinds = self.one.scene.candidates, KIND_OF_STATE[self.one.states]
        alone = self.one.scene.alone
        own = [k for k, p in enumerate(pieces) if alone[k] and len(p.look) and kinds[k] in KIND_OF_STATE[[1, -2]]]
        added = self.before.contributions[ESTIMATE][own]
        words = added[:, LONGHOUSE.start] - added[:, VIKING.start]
        shapes = described([pieces[k] for k in own]) if own else np.empty((0, 0))
        return WordedTable(shapes, words, kinds[own] == KIND_OF_STATE[LONGHOUSE.start])


def prepare(scenes: Sequence[LabelledScene], weights: Mapping[str, Weight]) -> list[Prepared]:
    """Return the scenes that have candidates, with what the terms of these weights make of them."""
    terms = {name: weight for name, weight in weights.items() if name != KIND_SPLIT}
    return [Prepared(one, infer(one.scene, terms)) for one in scenes if len(one.states)]


def fit_kind_model(known: Sequence[Prepared], others: Sequence[Prepared]) -> KindModel:
    """Return the model of the clusters in some piece sets, with the weights that read others best."""
    model = fit_clusters([scene.table() for scene in known])

    def cost(numbers: np.ndarray) -> float:
        return float(-np.concatenate([_log_likelihoods(scene, _with(model, numbers)) for scene in others]).mean())

    names = (*_FITTED, "trust", "share")
    start = np.array([*(getattr(model, name) for name in _FITTED), 0.7, 0.3])
    return _with(model, pattern_search(cost, start, np.isin(names, ["share"]), _SWEEPS))


def _with(model: KindModel, numbers: np.ndarray) -> KindModel:
    """Return the model with the numbers of `_FITTED`, the trust in known workshops, and the unknown ones' log odds."""
    *weights, trust, odds = (round(float(number), 3) for number in numbers)
    known, unknown = model.workshops
    shares = np.log(sigmoid(np.array([-odds, odds])))
    workshops = replace(known, log_share=shares[0], trust=trust), replace(unknown, log_share=shares[1])
    return replace(model, workshops=workshops, **dict(zip(_FITTED, weights, strict=True)))


def _log_likelihoods(scene: Prepared, model: KindModel) -> np.ndarray:
    odds = kind_split(scene.one.scene, scene.before.belief, scene.before.contributions, model)
    belief = softmax(np.log(scene.before.belief + 1e-30) + odds)
    return np.asarray(np.log(belief[np.arange(len(belief)), scene.one.states] + _MIN_PROBABILITY))


def fit_clusters(tables: Sequence[WordedTable]) -> KindModel:
    """Return the model of the clusters on some tables, with weights that are not fitted yet."""
    both = [t for t in tables if min(t.houses.sum(), (~t.houses).sum()) > 1]
    labelled = [LabelledTable(t.shapes, t.houses.astype(int)) for t in both]
    projection = discriminants(labelled, _DIRECTIONS, _SHRINKAGE)
    start = replace(_START, projection=projection)
    points = [start.coordinates(t.shapes, t.words) for t in both]
    means = np.array(
        [[p[t.houses == kind].mean(axis=0) for kind in (False, True)] for p, t in zip(points, both, strict=True)]
    )
    naming = _naming(means[:, 1] - means[:, 0])
    flat = means.reshape(len(means), -1)
    return replace(start, workshops=(_known(flat), _unknown(flat)), naming=naming)


def _naming(gaps: np.ndarray) -> np.ndarray:
    """Return the (d,) weights of the (t, d) differences of tables' clusters, by which these are named most surely."""

    def cost(weights: np.ndarray) -> float:
        return float(_RIDGE * weights @ weights - log_sigmoid(gaps @ weights).sum())

    return np.asarray(minimize(cost, np.zeros(gaps.shape[1])).x)


def _known(means: np.ndarray) -> Workshop:
    """Return a workshop like those of the tables, whose (t, 2 d) means of both kinds are given."""
    covariance = np.cov(means.T, bias=True) + _LEAST_VARIANCE * np.eye(means.shape[1])
    return Workshop(np.log(1 / 2), means.mean(axis=0), np.linalg.inv(covariance), 1.0)


def _unknown(means: np.ndarray) -> Workshop:
    """Return a workshop whose longhouses may be shaped as another's vikings: both kinds have the same prior.

    How the networks' words compare is known beforehand.
    """
    count = means.shape[1] // 2
    either = _known(np.concatenate([means, np.roll(means, count, axis=1)]))
    mean, covariance = either.mean.copy(), np.linalg.inv(either.precision)
    words = np.array([count - 1, 2 * count - 1])
    covariance[words], covariance[:, words] = 0, 0
    mean[words] = np.array(_WORD_MEANS) / _WORD_SCALE
    covariance[words, words] = (_WORD_SPREAD / _WORD_SCALE) ** 2
    return Workshop(np.log(1 / 2), mean, np.linalg.inv(covariance), 0.0)
