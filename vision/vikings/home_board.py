"""Compares a view of the table with a home board: its rim against the table, and the colours of its rows' marks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.vikings.cells import SIDE, SquareGridView
from vision.vikings.colours import DEFAULT_COLOURS
from vision.vikings.layout import ROWS

WIDTHS = (2.0, 1.5, 2.5, 1.0, 3.0)
"""Possible widths of a home board, squares; the first is the usual one."""
_UNUSUAL_WIDTH_PENALTY = 0.15
"""Penalty for the other widths, as a fraction of the rim."""
REACH = 4
"""Columns left of column 0 in which a home board may lie."""
_EXTENT_WEIGHT = 0.5
"""Weight of where the home board's novelty ends, as a fraction of the rim, when its width is chosen."""
_LAB_WEIGHTS = np.array([0.6, 1.0, 1.0])
"""Weights of L*, a* and b* in colour comparisons."""
_RIM_WEIGHT = 3.0
"""Weight of the home board's rim in a placement's score, in tiles."""
_MARKS_WEIGHT = 6.0
"""Weight of the marks beside the rows, in tiles."""
_RIM_STEP = 0.2
"""Length of the pieces of a rim that are compared, squares."""
_PLAIN_PERCENTILE, _MIN_RATIO, _MIN_STEP = 60, 1.5, 3
"""Percentile of the contrasts inside a home board that is usual, and by which factor and by how much more, L*a*b*
units, a visible rim exceeds it."""
_MARKS_CONTRAST = 20
"""Added to the product of the contrasts of marks, squared weighted L*a*b* units, so that faint ones correlate less."""
_MARK_STRIP, _PLAIN_STRIP = ((-0.36, -0.02), (0.15, 0.85)), ((-1.2, -0.5), (0.1, 0.9))
"""Ranges of x beside column 0 and of y in a row, squares, of the part with a row's marks, and of one without."""
_PRINT_PERCENTILE = 82
"""Percentile of the distances from the plain part, from which a pixel is one of a mark. All chosen by hand."""


@dataclass(frozen=True)
class HomeBoard:
    """What is seen of a home board.

    Attributes:
        width: squares.
        rim: share of its rim that is visible against the table, relative to contrasts inside, at most 1.
        marks: correlation of the colours beside column 0 with those of the rows' marks, -1..1.
    """

    width: float
    rim: float
    marks: float

    @property
    def score(self) -> float:
        """The worth of rim and marks, in tiles."""
        return _RIM_WEIGHT * self.rim + _MARKS_WEIGHT * self.marks


def home_board(view: SquareGridView, unlike: np.ndarray) -> HomeBoard:
    """Return what is seen of the home board left of column 0.

    Args:
        view: the rectified view.
        unlike: (2 * REACH,) how unlike the table each half column is, 0..1, from ``-REACH`` to column 0.
    """
    rims = _rims(view) - _UNUSUAL_WIDTH_PENALTY * (np.arange(len(WIDTHS)) > 0)
    ends = [round(2 * width) for width in WIDTHS]
    # The board is unlike the table up to its end, and not beyond.
    extents = np.array([unlike[-end:].mean() - unlike[-end - 1] for end in ends])
    width = WIDTHS[int((rims + _EXTENT_WEIGHT * extents).argmax())]
    return HomeBoard(width, float(rims.max()), _marks(view))


def _rims(view: SquareGridView) -> np.ndarray:
    """Return (widths,) the visible share of the rim of a home board of each of the `WIDTHS`; see `_rim`."""
    upright = _starts(0.1, ROWS - 0.1)
    above, below = (_steps(view, _all_starts(-0.1), at) for at in (0, ROWS))
    rows = [_steps(view, _all_starts(-0.4), row) for row in range(1, ROWS)]
    rims = []
    for width, ends, inside in zip(WIDTHS, _chosen_starts(-0.1), _chosen_starts(-0.4), strict=True):
        left = _steps(view, upright, -width, upright=True)
        rim = np.concatenate([above[ends], below[ends], left])
        rims.append(_rim(rim, np.concatenate([row[inside] for row in rows]), width))
    return np.array(rims)


def _rim(rim: np.ndarray, inner: np.ndarray, width: float) -> float:
    """Return the fraction of a home board's rim that is visible against the table, relative to contrasts inside.

    Args:
        rim: colour distances across its rim, step by step; NaN where it is not in the photo.
        inner: the same across the lines between its rows.
        width: its width, squares.
    """
    rim, inner = rim[~np.isnan(rim)], inner[~np.isnan(inner)]
    if not len(rim) or not len(inner):
        return 0.0
    plain = np.percentile(inner, _PLAIN_PERCENTILE)
    missing = 1 - len(rim) / ((2 * width + ROWS - 0.6) / _RIM_STEP)
    return float((rim > _MIN_RATIO * plain + _MIN_STEP).mean() - max(0.0, missing))


def _starts(first: float, end: float) -> np.ndarray:
    return np.arange(first, end, _RIM_STEP)


@cache
def _all_starts(end: float) -> np.ndarray:
    """Return the ordered (n,) starts, squares, of the steps along a line of home boards of all `WIDTHS`."""
    return np.unique(np.concatenate([_starts(0.1 - width, end) for width in WIDTHS]).round(6))


@cache
def _chosen_starts(end: float) -> tuple[np.ndarray, ...]:
    """Return for each of the `WIDTHS` where the starts of its own steps stand in `_all_starts`."""
    return tuple(np.searchsorted(_all_starts(end), _starts(0.1 - width, end).round(6)) for width in WIDTHS)


def _steps(view: SquareGridView, starts: np.ndarray, at: float, upright: bool = False) -> np.ndarray:
    """Return the (n,) colour distances across a line for n steps along it; NaN where one is not in the view."""
    lab, across, lengthwise = (
        (view.lab.swapaxes(0, 1), view.left, view.top) if upright else (view.lab, view.top, view.left)
    )
    spans = np.clip(
        np.round((np.stack([starts, starts + _RIM_STEP]) - lengthwise) * view.side).astype(int), 0, lab.shape[1]
    )
    bands = (np.array([[-0.2, -0.08], [0.08, 0.2]]) + at - across) * view.side
    one, other = (_median_colours(lab[low:high], spans) for low, high in np.maximum(0, np.round(bands).astype(int)))
    return np.asarray(np.linalg.norm(one - other, axis=1))


def _median_colours(strip: np.ndarray, spans: np.ndarray) -> np.ndarray:
    """Return the (n, 3) median colours of the parts between (2, n) columns of an (h, w, 3) strip; NaN if empty."""
    lengths = spans[1] - spans[0]
    looks = np.full((len(lengths), 3), np.nan)
    if not len(strip):
        return looks
    for length in set(lengths.tolist()) - {0}:
        which = np.flatnonzero(lengths == length)
        parts = strip[:, spans[0, which, None] + np.arange(length)].swapaxes(0, 1).reshape(len(which), -1, 3)
        # The upper median: NumPy's median takes many times as long for so few pixels.
        looks[which] = np.sort(parts, axis=1)[:, parts.shape[1] // 2]
    return looks


def _marks(view: SquareGridView) -> float:
    """Return the correlation, -1..1, of the colours beside column 0 with those of the rows' marks."""
    seen = mark_colours(view)
    if seen is None:
        return 0.0
    seen, meant = ((looks - looks.mean(axis=0)) * _LAB_WEIGHTS for looks in (seen, DEFAULT_COLOURS))
    return float((seen * meant).sum() / (np.linalg.norm(seen) * np.linalg.norm(meant) + _MARKS_CONTRAST))


def mark_colours(view: SquareGridView) -> np.ndarray | None:
    """Return the (6, 3) colours of the print in the rows next to column 0; ``None`` if it is not visible."""
    looks = []
    for row in range(ROWS):
        strip, plain = (
            view.part(x, (row + top, row + bottom)).reshape(-1, 3) for x, (top, bottom) in (_MARK_STRIP, _PLAIN_STRIP)
        )
        if len(strip) < SIDE or len(plain) < SIDE:
            return None
        away = np.linalg.norm((strip - np.median(plain, axis=0)) * _LAB_WEIGHTS, axis=1)
        looks.append(np.median(strip[away >= np.percentile(away, _PRINT_PERCENTILE)], axis=0))
    return np.array(looks)
