"""Distinguishes squares that look like the table nearby from squares that look like cards of the game."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.hokkaido.cells import Cells, Place
from vision.hokkaido.features import LIGHT, describe_places
from vision.hokkaido.printings import PhotoSquares, PrintingPrior, log_likelihoods

_TABLE_SQUARES = 6
"""Number of nearest squares of table that a square is compared with."""
_ALIKE = 3
"""A square is also compared with the one of this rank among the squares of table that look most like it."""
_MAX_STEPS = 3
"""Largest distance of such a square from the city, squares."""
_FREE_STEPS = 2
"""Smallest distance, squares, of those that are compared by likeness: nearer ones may be cards that were overlooked."""
_LIGHT_DEVIATIONS = np.array([0.3, 0.05, 0.05])
"""Standard deviations of the light between them: lightness and chromas, logarithms."""
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))
BARE, CARD = 0.9, 5.0
"""Ratio up to which a square segmented as a card is table, and from which one segmented as table is a card."""


def neighbours(places: Collection[Place]) -> set[Place]:
    """Return the squares that share a side with these, without these themselves."""
    return {(x + dx, y + dy) for x, y in places for dx, dy in BESIDE} - set(places)


def table_distance_ratios(cells: Cells, places: Collection[Place], known: PrintingPrior) -> dict[Place, float]:
    """Return the table distance ratio of squares with cards and of their neighbours.

    It is the squared distance to the table nearby, divided by that to the nearest class of squares; 1 is
    undecided, larger values mean a card.
    """
    away = table_distances(cells, places, known)
    figures = describe_places(cells, list(away))
    sheet = PhotoSquares(figures, np.zeros((len(away), 2)), np.ones((len(away), 0), bool))
    looks = -2 * log_likelihoods(sheet, known) if away else ()
    return {place: far / max(float(look), 1e-6) for (place, far), look in zip(away.items(), looks, strict=True)}


def table_distances(cells: Cells, places: Collection[Place], known: PrintingPrior) -> dict[Place, float]:
    """Return the squared Mahalanobis distances from the table nearby of squares with cards and of their neighbours.

    The squares of a patterned table differ, so that the few that look most alike count, too. Squares outside the photo
    are left out; there is none if hardly any table is visible.
    """
    shown = {place for place, at in cells.places() if cells.inside[at]}
    beside = neighbours(places)
    asked = sorted((set(places) | beside) & shown)
    table = sorted(place for place in shown - set(places) if min(_steps(place, places)) <= _MAX_STEPS)
    if len(table) <= _TABLE_SQUARES:
        return {}
    free = [place for place in table if min(_steps(place, places)) >= _FREE_STEPS]
    every = list(dict.fromkeys([*asked, *table]))
    figures = describe_places(cells, every)
    white = dict(zip(every, known.whiten(figures), strict=True))
    light = known.basis[:LIGHT].T @ np.diag(_LIGHT_DEVIATIONS**2) @ known.basis[:LIGHT]
    inverse = np.linalg.inv(known.within.mean(axis=0) + light)
    found = {}
    for place in asked:
        others = [p for p in table if p != place]
        offs = white[place] - np.array([white[p] for p in free if p != place] or [white[p] for p in others])
        alike = np.sort(np.einsum("nd,de,ne->n", offs, inverse, offs))[min(_ALIKE, len(offs)) - 1]
        others.sort(key=lambda p: np.hypot(p[0] - place[0], p[1] - place[1]))
        off = white[place] - np.mean([white[p] for p in others[:_TABLE_SQUARES]], axis=0)
        found[place] = min(float(off @ inverse @ off), float(alike))
    return found


def _steps(place: Place, places: Collection[Place]) -> list[int]:
    return [max(abs(place[0] - x), abs(place[1] - y)) for x, y in places]
