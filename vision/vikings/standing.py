"""What stands in a fjord, on islands and at home: what a small network sees, and what differs from the islands.

The network looks twice: for the colours as they are told, and as they have settled on what was found on islands. It
finds faint figures; the colours alone find those that look like none that it was taught by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.networks.activations import log_odds, sigmoid
from vision.vikings.camera import Viewpoint
from vision.vikings.cells import SIDE, Flat
from vision.vikings.figures import find_figures
from vision.vikings.placing import ROWS
from vision.vikings.wooden import STRIDE, Eye

_PER_SQUARE = SIDE // STRIDE
_HALF_UP = 0.12
"""Squares that a figure's middle is above the table."""
_ROOM = 0.08
"""Squares around a tile in which the middle of its figure may be seen, too."""
_WEIGHTS = (2.86, 5.1, -1.47)
"""Log odds for a figure: by those that the network gives, by what is covered, and of none of either.

Fitted to made printings of `benchmarks/made/fjords.py`, seeds 300 to 327, which the network was not taught by.
"""
_SIGHT = 3.0
"""By how much log odds that the network gives are to be raised at home, where nothing else tells."""
_SORTED = 0.6
"""Log odds for the colour in whose row a figure stands at home, where many people sort them, and against others."""
_CLIP = 0.003
_APART = 0.3
"""Squares between figures at home, at least."""
_LEAST = 0.3
"""Where the network gives less, nothing is even asked."""
_MARKED = 0.3
"""Squares next to column 0 in which the rows' marks are printed."""
_AT_MOST = 40


@dataclass(frozen=True)
class AtHome:
    """What may be a figure at home: the log ``odds`` that each of the six kinds stands there, boatswain first (6,)."""

    odds: np.ndarray

    @property
    def kinds(self) -> tuple[int, int]:
        """The two likeliest kinds."""
        first, second = (int(k) for k in np.argsort(-self.odds)[:2])
        return first, second

    @property
    def stands(self) -> float:
        """How likely a figure of the likeliest kind stands there, 0..1."""
        return float(sigmoid(self.odds.max()))

    @property
    def of_kind(self) -> float:
        """How likely what stands there is of the likeliest kind rather than of the second, 0..1."""
        first, second = self.kinds
        return float(sigmoid(self.odds[first] - self.odds[second]))


@dataclass(frozen=True)
class Standing:
    """What stands in a fjord.

    Attributes:
        sure: how likely a figure stands on each tile, by (row, column), 0..1.
        home: what may stand at home.
        bases: (6, 3) evened L*a*b* of the figures' colours, boatswain first, then from the top row down.
    """

    sure: Mapping[tuple[int, int], float]
    home: tuple[AtHome, ...]
    bases: np.ndarray


def find_standing(
    eye: Eye, flat: Flat, lab: np.ndarray, tiles: list[tuple[int, int]], start: np.ndarray, view: Viewpoint, wide: float
) -> Standing:
    """Return what stands on the tiles and at home.

    Args:
        eye: sees figures of one colour.
        flat: the fjord from above.
        lab: its evened looks.
        tiles: (row, column) of the island tiles, rows 1..5.
        start: (6, 3) what the figures' colours are thought to look like.
        view: from where the photo was taken.
        wide: how wide the home board is, in squares.
    """
    figures = find_figures(flat, lab, tiles, start, view)
    part, corner = _stretch(flat, tiles, wide)
    heats = np.stack([eye.look(lab[part], bases) for bases in (start, figures.bases)])
    sure = {}
    for tile in tiles:
        seen = float(heats[:, tile[0]][:, *_place(tile, corner, view)].max(initial=0.0))
        sure[tile] = _odds(seen, figures.covered[tile] / figures.usual)
    return Standing(sure, tuple(_at_home(heats.mean(axis=0), corner, wide)), figures.bases)


def _odds(seen: float, covered: float) -> float:
    """Return how likely a figure stands where the network gives ``seen``, and by the share that is ``covered``."""
    by_sight, by_colour, none = _WEIGHTS
    return float(sigmoid(by_sight * log_odds(seen, _CLIP) + by_colour * min(covered, 1.0) + none))


def _stretch(flat: Flat, tiles: list[tuple[int, int]], wide: float) -> tuple[tuple[slice, slice], tuple[int, int]]:
    """Return where the home board and all tiles are, a square around them, and the (x, y) of its corner, squares."""
    rows, columns = flat.shape
    x0, y0 = max(flat.left, int(np.floor(-wide)) - 1), max(flat.top, -1)
    x1 = min(flat.left + columns, 2 + max((column for _, column in tiles), default=0))
    y1 = min(flat.top + rows, ROWS + 1)
    down = slice((y0 - flat.top) * SIDE, (y1 - flat.top) * SIDE)
    return (down, slice((x0 - flat.left) * SIDE, (x1 - flat.left) * SIDE)), (x0, y0)


def _place(tile: tuple[int, int], corner: tuple[int, int], view: Viewpoint) -> tuple[slice, slice]:
    """Return the part of the heat where the middle of a figure is seen that stands on a tile."""
    lean = view.lean(np.array([tile[1] + 0.5, tile[0] + 0.5]), _HALF_UP)
    x, y = tile[1] - corner[0] + lean[0], tile[0] - corner[1] + lean[1]
    spans = [[max(0, round(v * _PER_SQUARE)) for v in (at - _ROOM, at + 1 + _ROOM)] for at in (y, x)]
    return slice(*spans[0]), slice(*spans[1])


def _at_home(heat: np.ndarray, corner: tuple[int, int], wide: float) -> list[AtHome]:
    """Return what may stand at home, the surest first; where two kinds might stand in one place, it is one figure."""
    left, right = (max(0, round((x - corner[0]) * _PER_SQUARE)) for x in (-wide - _ROOM, -_MARKED))
    top, bottom = (max(0, round((y - corner[1]) * _PER_SQUARE)) for y in (-_ROOM, ROWS + _ROOM))
    part = _sorted(heat, corner[1])[:, top:bottom, left:right]
    found: list[AtHome] = []
    rows, columns = np.mgrid[: part.shape[1], : part.shape[2]]
    least, nothing = log_odds(_LEAST, _CLIP), log_odds(0.0, _CLIP)
    while part.size and part.max() > least and len(found) < _AT_MOST:
        _, y, x = np.unravel_index(int(part.argmax()), part.shape)
        around = (rows - y) ** 2 + (columns - x) ** 2 < (_APART * _PER_SQUARE) ** 2
        found.append(AtHome(_SIGHT * part[:, around].max(axis=1)))
        part[:, around] = nothing
    return found


def _sorted(heat: np.ndarray, top: int) -> np.ndarray:
    """Return the (6, h, w) log odds of what the network gives, that each kind rather stands in its own row."""
    y = (np.arange(heat.shape[1]) + 0.5) / _PER_SQUARE + top
    away = np.abs(y - np.arange(len(heat))[:, None] - 0.5)
    own = np.interp(away, [0.5, 0.75], [0.5, -0.5])
    return np.asarray(log_odds(heat, _CLIP) + _SORTED * own[..., None])
