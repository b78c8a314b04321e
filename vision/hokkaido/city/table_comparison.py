"""Compares squares with the table nearby."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from vision.hokkaido.cells import Cells, Place
from vision.hokkaido.features import LIGHT, describe_places
from vision.hokkaido.printings.prior import PrintingPrior

_TABLE_SQUARES = 6
"""Number of nearest squares of table that a square is compared with; chosen by hand."""
_ALIKE = 3
"""A square is also compared with the one of this rank among the squares of table that look most like it; chosen by
hand."""
_MAX_STEPS = 3
"""Largest distance of such a square from the city, squares; chosen by hand."""
_FREE_STEPS = 2
"""Smallest distance, squares, of those that are compared by likeness: nearer ones may be cards that were overlooked."""
_LIGHT_DEVIATIONS = np.array([0.3, 0.05, 0.05])
"""Standard deviations of the light between them: lightness and chromas, logarithms."""
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))


def neighbours(places: Collection[Place]) -> set[Place]:
    """Return the squares that share a side with these, without these themselves."""
    return {(x + dx, y + dy) for x, y in places for dx, dy in BESIDE} - set(places)


def shown_around(cells: Cells, places: Collection[Place]) -> tuple[Place, ...]:
    """Return the squares with cards and their neighbours that the photo shows, in order."""
    shown = {place for place, at in cells.places() if cells.inside[at]}
    return tuple(sorted((set(places) | neighbours(places)) & shown))


def table_distances(cells: Cells, places: Collection[Place], prior: PrintingPrior) -> dict[Place, float]:
    """Return the squared Mahalanobis distances from the table nearby of squares with cards and of their neighbours.

    The squares of a patterned table differ, so that the few that look most alike count, too. Squares outside the photo
    are left out; there is none if hardly any table is visible.
    """
    shown = {place for place, at in cells.places() if cells.inside[at]}
    asked = shown_around(cells, places)
    bare = sorted(shown - set(places))
    steps = _steps(bare, places)
    table = [place for place, far in zip(bare, steps, strict=True) if far <= _MAX_STEPS]
    if len(table) <= _TABLE_SQUARES:
        return {}
    every = list(dict.fromkeys([*asked, *table]))
    white = dict(zip(every, prior.whiten(describe_places(cells, every)), strict=True))
    light = prior.basis[:LIGHT].T @ np.diag(_LIGHT_DEVIATIONS**2) @ prior.basis[:LIGHT]
    inverse = np.linalg.inv(prior.within.mean(axis=0) + light)
    at, looks = np.array(table), np.array([white[place] for place in table])
    free = steps[steps <= _MAX_STEPS] >= _FREE_STEPS
    found = {}
    for place in asked:
        other = (at != place).any(axis=1)
        alike = free & other if (free & other).any() else other
        offs = white[place] - looks[alike]
        likest = np.sort(np.einsum("nd,nd->n", offs @ inverse, offs))[min(_ALIKE, len(offs)) - 1]
        away = np.hypot(*(at[other] - place).T)
        nearest = looks[other][np.argsort(away, kind="stable")[:_TABLE_SQUARES]]
        off = white[place] - nearest.mean(axis=0)
        found[place] = min(float(off @ inverse @ off), float(likest))
    return found


def _steps(asked: Sequence[Place], places: Collection[Place]) -> np.ndarray:
    """Return the (n,) steps, straight or diagonal, from each square to the nearest of ``places``."""
    apart = np.abs(np.array(asked).reshape(-1, 1, 2) - np.array(list(places)))
    return np.asarray(apart.max(axis=2).min(axis=1))
