"""Joins the groups of looks that have one name to grounds, and finds where each is best seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.facts import HalfEdge
from vision.terrain.ground.grounds import Ground
from vision.terrain.ground.naming import Naming
from vision.terrain.ground.rims import Rims
from vision.vocabulary import TERRAINS

_MIN_SAME_NAME = 0.85
"""Probability of one name from which two groups of looks are one ground: an answer to one then settles the other."""
_MIN_MEMBERSHIP = 0.5
"""Mean probability of a ground from which a half edge belongs to it."""


def grounds_of(rims: Rims, naming: Naming) -> tuple[Ground, ...]:
    """Return the grounds of a board, that with the most members first."""
    halves = rims.groups.reshape(len(rims.cells), 6, 2, -1, rims.groups.shape[-1]).mean(axis=3)
    weights = rims.groups.sum(axis=(0, 1, 2))
    found = [_ground(rims, halves, naming, weights, joined) for joined in _joined(naming.together, weights)]
    return tuple(sorted((g for g in found if g is not None), key=lambda ground: -len(ground.members)))


def _joined(together: np.ndarray, weights: np.ndarray) -> list[list[int]]:
    """Return lists of groups that probably have one name with the largest group of their list."""
    left, lists = list(np.argsort(-weights)), []
    while left:
        first = left[0]
        lists.append([int(g) for g in left if g == first or together[first, g] >= _MIN_SAME_NAME])
        left = [g for g in left if g not in lists[-1]]
    return lists


def _ground(
    rims: Rims, halves: np.ndarray, naming: Naming, weights: np.ndarray, joined: Sequence[int]
) -> Ground | None:
    """Return the ground of joined groups; None if no half edge shows it."""
    shown = halves[..., joined].sum(axis=-1)
    members = np.argwhere(shown >= _MIN_MEMBERSHIP)
    if not len(members):
        return None
    # Where the other half of the edge shows the same ground, a person sees one ground along the whole edge.
    typical = shown * (0.5 + 0.5 * shown[..., ::-1])
    order = np.argsort(-typical[tuple(members.T)], kind="stable")
    best, edge, half = members[order[0]].tolist()
    probabilities = weights[joined] @ naming.probabilities[joined] / weights[joined].sum()
    spot = rims.places[best, edge].reshape(2, -1, 2)[half].mean(axis=0)
    return Ground(
        TERRAINS[int(probabilities.argmax())],
        probabilities,
        tuple(_half_edge(rims, at) for at in members[order].tolist()),
        rims.cells[best],
        edge,
        (float(spot[0]), float(spot[1])),
    )


def _half_edge(rims: Rims, at: Sequence[int]) -> HalfEdge:
    return rims.cells[at[0]], at[1], at[2]
