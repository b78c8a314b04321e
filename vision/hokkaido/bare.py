"""Squares that look like the table beside them, told from those that look like this game's."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.hokkaido.cells import Cells, Place
from vision.hokkaido.features import LIGHT, describe
from vision.hokkaido.printings import General, Sheet, likeliness

_NEAREST = 6
"""Squares of table that one is compared with."""
_REACH = 3
_LIGHT = np.array([0.3, 0.05, 0.05])
"""How much the light differs between them: lightness and chromas, logarithms."""
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))
BARE, UNSURE = 0.9, 1.4
"""How much farther a square is from the table than from any look of the game: what was taken for a card is none up to
there, and is asked about up to there."""
STRANGE, CARD = 3.5, 5.0
"""The same for what was taken for the table, on which shadows lie: from there on it is asked about, or a card."""


def around(places: Collection[Place]) -> set[Place]:
    """Return the squares that share a side with these and are none of them."""
    return {(x + dx, y + dy) for x, y in places for dx, dy in BESIDE} - set(places)


def doubtful(unlike: float, laid: bool) -> bool:
    """Say whether a person should look whether a card lies there."""
    return BARE <= unlike < UNSURE if laid else STRANGE < unlike <= CARD


def unlike_table(cells: Cells, places: Collection[Place], known: General) -> dict[Place, float]:
    """Return for squares with cards, and those beside them, how much rather they are cards than bare table.

    It is the squared distance from the table nearby by that from the nearest look; 1 is undecided. What the photo
    does not show is left out.
    """
    shown = {place for place, at in cells.places() if cells.inside[at]}
    beside = around(places)
    asked = sorted((set(places) | beside) & shown)
    table = sorted(place for place in shown - set(places) if min(_steps(place, places)) <= _REACH)
    if len(table) <= _NEAREST:
        return {}
    figures = {place: describe(cells.square(place)) for place in {*asked, *table}}
    white = {place: known.whiten(one[None])[0] for place, one in figures.items()}
    sheet = Sheet(np.array([figures[p] for p in asked]), np.zeros((len(asked), 2)), np.ones((len(asked), 0), bool))
    looks = -2 * likeliness(sheet, known)
    light = known.basis[:LIGHT].T @ np.diag(_LIGHT**2) @ known.basis[:LIGHT]
    inverse = np.linalg.inv(known.within.mean(axis=0) + light)
    found = {}
    for place, look in zip(asked, looks, strict=True):
        others = sorted((p for p in table if p != place), key=lambda p: np.hypot(p[0] - place[0], p[1] - place[1]))
        off = white[place] - np.mean([white[p] for p in others[:_NEAREST]], axis=0)
        found[place] = float(off @ inverse @ off) / max(float(look), 1e-6)
    return found


def _steps(place: Place, places: Collection[Place]) -> list[int]:
    return [max(abs(place[0] - x), abs(place[1] - y)) for x, y in places]
