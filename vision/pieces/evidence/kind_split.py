"""Which of a table's candidates are vikings and which longhouses, decided for all of them together.

The term-by-term inference of `model` moves one candidate at a time, and cannot exchange the kinds of a whole table that
the networks misjudge. Here whole assignments are compared: hard expectation maximisation of the two clusters of
`kind_model` from many starts (Dempster et al. 1977), and an average over what it ends at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.networks.activations import log_sum_exp, sigmoid, softmax
from vision.pieces.evidence.kind_model import KindModel, Workshop, load_kind_model
from vision.pieces.evidence.land_groups import LandGroups, land_groups
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, STATE_COUNT, VIKING, of_colours
from vision.pieces.evidence.supply import count_odds, log_prior

_ROUNDS = 8
"""Of expectation maximisation; by then most starts have settled."""
_SAME = 1e-6
"""Difference of probabilities up to which two searches are one: they end alike. Half of them meet in four rounds."""
_LEAST = 1e-4
"""Least probability of either kind."""
_IMPOSSIBLE = 1e-30
"""Least probability of a colour that is divided by: what a person excluded has none."""
_MIN_PRESENT = 0.02
"""Probability of a viking or longhouse from which a candidate takes part."""
_SHIFTS = (0.0, 2.0, 4.0, 6.0, -2.0, -4.0)
"""Nats that are added to the networks' log odds for a start; by hand."""
_SHARES = (0.2, 0.4)
"""Shares of longhouses at the other starts, along the axes in which the pieces differ most."""
_AXES = 2
_MIN_WEIGHT = 1e-3
"""Posterior of an assignment below which it is left out."""
ESTIMATE = "context_counts"
"""The term whose estimate of each piece by itself counts: the context network's."""


@dataclass(frozen=True, eq=False)
class _Table:
    """The n candidates that may be vikings or longhouses, and are alone on their cells.

    Attributes:
        points: (n, d), see `KindModel.points`.
        words: (n,) log odds of a longhouse against a viking by the networks.
        odds: (n,) likewise by what does not depend on the other pieces' kinds.
        present: (n,) 0..1, probabilities of a viking or longhouse.
        colours: (n, 11) probabilities of their colours.
        elsewhere: (11,) expected longhouses of each colour among the other candidates.
        fixed: (n,) 1.0 and 0.0 where a person said that a piece is a longhouse or a viking, else NaN.
        groups: of one player's pieces that plains join.
    """

    points: np.ndarray
    words: np.ndarray
    odds: np.ndarray
    present: np.ndarray
    colours: np.ndarray
    elsewhere: np.ndarray
    fixed: np.ndarray
    groups: LandGroups

    def held(self, houses: np.ndarray) -> np.ndarray:
        """Return (s, n) probabilities of longhouses, held to what a person said."""
        return np.where(np.isnan(self.fixed), houses, self.fixed)


def kind_split(
    scene: Scene, belief: np.ndarray, contributions: Mapping[str, np.ndarray], model: KindModel | None = None
) -> np.ndarray:
    """Return (n, 24) log odds that make vikings and longhouses as likely as they are by all pieces together.

    Args:
        scene: the candidates.
        belief: (n, 24) probabilities of their states by all other terms.
        contributions: for each of these the (n, 24) log odds that it added.
        model: of both clusters, that shipped by default.
    """
    houses, vikings = belief[:, LONGHOUSE], belief[:, VIKING]
    present = (houses + vikings).sum(axis=1)
    taking_part = [
        k
        for k, piece in enumerate(scene.candidates)
        if scene.alone[k] and len(piece.look) and piece.rune is None and present[k] >= _MIN_PRESENT
    ]
    if not taking_part:
        return np.zeros((len(scene.candidates), STATE_COUNT))
    fitted = load_kind_model() if model is None else model
    table = _table(scene, belief, contributions, taking_part, fitted)
    before_all = houses[taking_part].sum(axis=1) / table.present
    probabilities = np.clip(_probabilities(table, fitted, before_all), _LEAST, 1 - _LEAST)
    both = np.maximum((houses + vikings)[taking_part], _IMPOSSIBLE)
    before = np.clip(houses[taking_part] / both, _LEAST, 1 - _LEAST)
    after = probabilities[:, None]
    to_houses, to_vikings = np.zeros_like(houses), np.zeros_like(vikings)
    to_houses[taking_part], to_vikings[taking_part] = np.log(after / before), np.log((1 - after) / (1 - before))
    return of_colours(to_vikings, to_houses)


def _table(
    scene: Scene, belief: np.ndarray, contributions: Mapping[str, np.ndarray], which: list[int], model: KindModel
) -> _Table:
    both = belief[:, LONGHOUSE] + belief[:, VIKING]
    present = both[which].sum(axis=1)
    colours = both[which] / present[:, None]

    def odds(name: str) -> np.ndarray:
        added = contributions.get(name, np.zeros_like(belief))[which]
        return np.asarray((colours * (added[:, LONGHOUSE] - added[:, VIKING])).sum(axis=1))

    words, single = odds(ESTIMATE), odds("taught_shapes")
    elsewhere = belief[:, LONGHOUSE].sum(axis=0) - belief[which, LONGHOUSE].sum(axis=0)
    points = model.points([scene.candidates[k] for k in which], words)
    fixed = np.array([_said(scene.allowed.get(k)) for k in which])
    groups = land_groups(scene, both, belief[:, LONGHOUSE].sum(axis=1), which)
    return _Table(points, words, single, present, colours, elsewhere, fixed, groups)


def _said(allowed: np.ndarray | None) -> float:
    """Return 1.0 or 0.0 if only longhouses or only vikings are possible by what a person said, else NaN."""
    if allowed is None or allowed[LONGHOUSE].any() == allowed[VIKING].any():
        return np.nan
    return float(allowed[LONGHOUSE].any())


def _probabilities(table: _Table, model: KindModel, before: np.ndarray) -> np.ndarray:
    """Return (n,) probabilities of longhouses; ``before`` are (n,) ones by the other terms."""
    ends = [_settled(table, model, workshop, _starts(table, before)) for workshop in model.workshops]
    soft = np.concatenate(ends)
    houses, first = np.unique(soft > 1 / 2, axis=0, return_index=True)
    evidence = _log_evidence(table, model, houses)
    counted = houses * table.present
    supply = log_prior(
        counted @ table.colours + table.elsewhere, table.present @ table.colours, _settling(table, houses)
    )
    names = model.log_names(table.points, houses, table.present)
    total = log_sum_exp(evidence, axis=1) + names + model.rules * supply - model.alone * table.groups.lacking(counted)
    weights = softmax(total / model.temperature)
    kept = np.flatnonzero(weights > _MIN_WEIGHT)
    given = [_given_others(table, model, soft[first[k]], softmax(evidence[k])) for k in kept]
    return np.asarray(weights[kept] / weights[kept].sum() @ np.array(given))


def _starts(table: _Table, before: np.ndarray) -> np.ndarray:
    """Return (s, n) probabilities of longhouses at which the search begins."""
    centred = table.points - table.points.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2][:_AXES]
    along = np.array([sign * centred @ axis for axis in axes for sign in (1, -1)])
    limits = np.quantile(along, 1 - np.array(_SHARES), axis=1).T
    extremes = (0.05 + 0.9 * (along[:, None] > limits[..., None])).reshape(-1, len(centred))
    return table.held(np.array([before, *(sigmoid(2 * (table.words + shift)) for shift in _SHIFTS), *extremes]))


def _settled(table: _Table, model: KindModel, workshop: Workshop, houses: np.ndarray) -> np.ndarray:
    """Return the (t, n) distinct probabilities, t <= s, at which the clusters of a workshop settle."""
    for _ in range(_ROUNDS):
        shapes = workshop.conditional_odds(table.points, houses, table.present)
        houses = _distinct(table.held(sigmoid(_odds(table, model, workshop, houses, shapes))))
    return houses


def _distinct(houses: np.ndarray) -> np.ndarray:
    """Return the (s, n) rows without those that are the same as an earlier one."""
    away = np.abs(houses[:, None] - houses).max(axis=2)
    return np.asarray(houses[(away < _SAME).argmax(axis=1) == np.arange(len(houses))])


def _odds(table: _Table, model: KindModel, workshop: Workshop, houses: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Return (s, n) log odds of longhouses by everything, given (s, n) ones by the clusters."""
    counted = houses * table.present
    rules = count_odds(counted, table.colours, table.elsewhere, _settling(table, houses))
    land = model.alone * table.groups.odds(counted)
    words = model.words * workshop.trust * table.words
    return np.asarray(model.shapes * shapes + model.rules * rules + words + table.odds + land)


def _settling(table: _Table, houses: np.ndarray) -> np.ndarray:
    """Return (s,) probabilities that any viking stands on the table."""
    return np.asarray(1 - np.prod(1 - (1 - houses) * table.present, axis=1))


def _log_evidence(table: _Table, model: KindModel, houses: np.ndarray) -> np.ndarray:
    """Return (s, w) log densities of the pixels given (s, n) bool longhouses and each of w workshops."""
    return np.stack(
        [
            workshop.log_share
            + model.shapes * workshop.log_evidence(table.points, houses, table.present)
            + model.words * workshop.log_words(table.words, houses, table.present)
            + houses @ table.odds
            for workshop in model.workshops
        ],
        axis=1,
    )


def _given_others(table: _Table, model: KindModel, houses: np.ndarray, workshops: np.ndarray) -> np.ndarray:
    """Return (n,) probabilities of longhouses, each given the others' (n,) and the workshops' (w,) probabilities."""
    alike = np.tile(houses, (len(houses), 1))
    others = table.present * (1 - np.eye(len(houses)))
    odds = np.zeros(len(houses))
    for workshop, share in zip(model.workshops, workshops, strict=True):
        shapes = np.diagonal(workshop.conditional_odds(table.points, alike, others))
        odds += share * _odds(table, model, workshop, houses[None], shapes[None])[0]
    return table.held(sigmoid(odds))
