"""Evidence from the rules about who owns which pieces. Each term lies between -1 and 1 before its weight.

In every printing and variant a player owns four longhouses (the rules' list of components), and vikings are placed
beside one's own pieces, the first of which is a longhouse.
"""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, VIKING, of_colours

_LONGHOUSES = 4


def longhouse_supply(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds against a longhouse of each colour of which four others are believed to stand."""
    others = belief[:, LONGHOUSE].sum(axis=0) - belief[:, LONGHOUSE]
    excess = np.clip(others - (_LONGHOUSES - 1), 0, 1)
    return of_colours(np.zeros_like(excess), -excess)


def colour_without_longhouse(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds for a longhouse, and against a viking, of a colour whose others have no longhouse."""
    houses = _any_other(belief[:, LONGHOUSE])
    vikings = _any_other(belief[:, VIKING])
    return of_colours(-(1 - houses), vikings * (1 - houses))


def colour_without_others(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds against any piece of a colour of which no other piece is believed to stand."""
    alone = 1 - _any_other(belief[:, VIKING] + belief[:, LONGHOUSE])
    return of_colours(-alone, -alone)


def _any_other(probabilities: np.ndarray) -> np.ndarray:
    """Return (n, 11) probabilities that any other candidate has each colour, taken as independent."""
    absent = np.log1p(-np.clip(probabilities, 0, 1 - 1e-9))
    return np.asarray(1 - np.exp(absent.sum(axis=0) - absent))
