"""Finds the figures at home, with their kinds: those that the network detects, and spots that these do not explain.

The network runs with the colours refined on the islands and with those of the marks, which lie there: the light at home
may differ from that on the islands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.networks.activations import sigmoid
from vision.vikings.cells import SquareGridView
from vision.vikings.figures.network import PER_SQUARE, load_figure_network, output_log_odds
from vision.vikings.figures.spots import Spot, find_spots
from vision.vikings.layout import ROWS

_MARGIN = 0.08
"""Squares around the home board in which the centres of its figures may appear."""
_HOME_WEIGHTS = (3.05, 2.55, -2.3, -0.1)
"""Logistic regression of a figure at home: weights of the network's log odds, of a spot there, of a place beside the
rows' marks, and the bias. Fitted to 120 synthetic fjords: 33 of 1337 places are wrong, and 65 by the network alone."""
_KIND_ODDS = 3.0
"""Scale of the network's log odds of one kind against another at home; chosen by hand."""
_ON_SPOT, _MIN_SPOT_DISTANCE = 0.25, 0.35
"""Distances from a spot up to which a figure is on it, and from which no figure explains it, squares; chosen by
hand."""
_BESIDE_MARKS = 0.5
"""Distance from column 0 up to which the marks may look like figures, squares; chosen by hand."""
_ROW_PRIOR = 0.6
"""Log odds for the colour of the row in which a figure stands at home (many players sort them), and against others;
chosen by hand."""
_MIN_DISTANCE = 0.3
"""Smallest distance of two figures at home, squares; chosen by hand."""
_MIN_CANDIDATE = 0.12
"""Smallest output of the network for a possible figure at home; chosen by hand."""
_MARKS_WIDTH = 0.3
"""Width of the strip next to column 0 in which the rows' marks are printed, squares."""
_MAX_HOME_FIGURES = 40
_LIKELY = 0.15
"""Probability of a figure at home from which a spot there is explained by it; chosen by hand."""
_UNKNOWN_ODDS = -0.5
"""Log odds of a figure where only a spot is seen: it is not counted, and asked about. Chosen by hand."""
_KIND_WEIGHTS, _KIND_SCALE = np.array([0.5, 1.0, 1.0]), 10.0
"""Weights of L*a*b* between a spot and the kinds' colours, and distance by which the log odds fall by one; chosen by
hand."""


@dataclass(frozen=True)
class HomeFigure:
    """A possible figure at home.

    Attributes:
        kind_log_odds: (6,) of each kind, boatswain first, if it is a figure.
        log_odds: of a figure.
        place: where it appears, squares.
    """

    kind_log_odds: np.ndarray
    log_odds: float
    place: tuple[float, float]

    @property
    def kinds(self) -> tuple[int, int]:
        """The two most probable kinds."""
        first, second = (int(k) for k in np.argsort(-self.kind_log_odds)[:2])
        return first, second

    @property
    def probability(self) -> float:
        """The probability of a figure of any kind, 0..1."""
        return float(sigmoid(self.log_odds))

    @property
    def kind_probability(self) -> float:
        """The probability of the most probable kind against the second, 0..1."""
        first, second = self.kinds
        return float(sigmoid(self.kind_log_odds[first] - self.kind_log_odds[second]))


def figures_at_home(
    view: SquareGridView, start: np.ndarray, refined: np.ndarray, home_width: float
) -> list[HomeFigure]:
    """Return the possible figures at home: those that the network detects, and spots that none of these explains.

    Args:
        view: the rectified view of the fjord under even illumination.
        start: (6, 3) initial L*a*b* of the figures' colours, boatswain first.
        refined: (6, 3) those refined on the islands.
        home_width: width of the home board, squares.
    """
    spots = find_spots(view, home_width)
    part, corner = view.between((int(np.floor(-home_width)) - 1, 1), (-1, ROWS + 1))
    network = load_figure_network()
    heats = [network.infer(view.lab[part], colours) for colours in (start, refined)]
    home = _detected(np.mean(heats, axis=0), corner, home_width, spots)
    places = [figure.place for figure in home if figure.probability > _LIKELY]
    return home + [_unknown(spot, refined) for spot in spots if spot.distance(places) > _MIN_SPOT_DISTANCE]


def _unknown(spot: Spot, colours: np.ndarray) -> HomeFigure:
    """Return a doubtful figure of the kind whose colour a spot is most like, whatever its lightness."""
    away = np.linalg.norm((colours - spot.colour) * _KIND_WEIGHTS, axis=1)
    return HomeFigure(-away / _KIND_SCALE, _UNKNOWN_ODDS, spot.place)


def _detected(heat: np.ndarray, corner: tuple[int, int], home_width: float, spots: Sequence[Spot]) -> list[HomeFigure]:
    """Return the figures that the network detects at home; detections of several kinds at one place are merged.

    Args:
        heat: (6, h, w) probabilities of a figure of each kind with its centre there.
        corner: (x, y) of the heat map, squares.
        home_width: width of the home board, squares.
        spots: on the home board.
    """
    left, right = (max(0, round((x - corner[0]) * PER_SQUARE)) for x in (-home_width - _MARGIN, -_MARKS_WIDTH))
    top, bottom = (max(0, round((y - corner[1]) * PER_SQUARE)) for y in (-_MARGIN, ROWS + _MARGIN))
    part = _with_row_prior(heat, corner[1])[:, top:bottom, left:right]
    found: list[HomeFigure] = []
    rows, columns = np.mgrid[: part.shape[1], : part.shape[2]]
    least, nothing = output_log_odds(_MIN_CANDIDATE), output_log_odds(0.0)
    while part.size and part.max() > least and len(found) < _MAX_HOME_FIGURES:
        _, y, x = np.unravel_index(int(part.argmax()), part.shape)
        around = (rows - y) ** 2 + (columns - x) ** 2 < (_MIN_DISTANCE * PER_SQUARE) ** 2
        place = (left + x + 0.5) / PER_SQUARE + corner[0], (top + y + 0.5) / PER_SQUARE + corner[1]
        odds = part[:, around].max(axis=1)
        on_spot = any(spot.distance([place]) < _ON_SPOT for spot in spots)
        terms = (float(odds.max()), float(on_spot), float(place[0] > -_BESIDE_MARKS), 1.0)
        found.append(HomeFigure(_KIND_ODDS * odds, float(np.dot(_HOME_WEIGHTS, terms)), place))
        part[:, around] = nothing
    return found


def _with_row_prior(heat: np.ndarray, top: int) -> np.ndarray:
    """Return the (6, h, w) log odds of the heat map, with the prior that each kind stands in its own row."""
    y = (np.arange(heat.shape[1]) + 0.5) / PER_SQUARE + top
    away = np.abs(y - np.arange(len(heat))[:, None] - 0.5)
    own = np.interp(away, [0.5, 0.75], [0.5, -0.5])
    return np.asarray(output_log_odds(heat) + _ROW_PRIOR * own[..., None])
