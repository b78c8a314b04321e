"""Detects figures on islands and at home, by a network and by colour.

The network runs with the colours refined on the islands, and at home with those of the marks, too. It finds faint
figures; colour alone finds those unlike any in its training set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.networks.activations import log_odds, sigmoid
from vision.vikings.camera import Viewpoint
from vision.vikings.cells import SIDE, SquareGridView
from vision.vikings.figures.black import BLACK, black_figures
from vision.vikings.figures.by_colour import CoveredAreas, find_figures
from vision.vikings.figures.network import STRIDE, FigureNetwork
from vision.vikings.figures.spots import Spot, find_spots
from vision.vikings.layout import ROWS

_PER_SQUARE = SIDE // STRIDE
_CENTRE_HEIGHT = 0.12
"""Height of a figure's centre above the table, squares."""
_TILE_MARGIN = 0.08
"""Squares around a tile in which the centre of its figure may appear."""
_BESIDE_COLUMN_0 = 0.06
"""Squares of column 0 beside the home board's marks, which look like figures. By hand."""
_LOGISTIC_WEIGHTS = (2.25, 2.95, 0.0)
"""Logistic regression of a figure: weights of the network's log odds and of the covered area, and the bias. The weights
were fitted to the 2404 tiles of 80 synthetic fjords that are not in the training set; on either half, fitted to the
other one, 23 are wrong. The bias is that of 1180 tiles of 39 fjords on held-out tables, where only figures of misjudged
colours are missed: with the first fit's, -0.95, 8 wrong ones are not asked about instead of 5, and 19 instead of 29 are
asked about."""
_VIEW_WEIGHTS = (0.7, 0.3)
"""Weights of the network's log odds with the colour as refined on the islands, and as before: where a colour drifted to
something else the two disagree. Of 3 368 tiles of 104 synthetic fjords 8 instead of 10 are wrong and not asked about,
and as many are asked about (68 and 67)."""
_SAME_COLOUR = 8.0
"""Distance up to which both are one colour, L*a*b* units; the network was trained with colours as far off. By hand."""
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
_STANDING = 0.5
"""Share of islands on which a figure stands."""
_COLOUR_LOST = (2.0, 7.0)
"""Weight of the mean log odds of figures in a row where none is seen, and bias: log odds that the colour of its figures
is not recognised. Of 23 such rows on 120 synthetic fjords (40300-40419) five have figures, with means of -1.5 to -3.4;
the others have -2.2 to -2.9 (four) and -4.1 to -5.8 (14)."""
_MIN_PROBABILITY = 0.003
"""Probabilities are clipped to this distance from 0 and 1 before log odds are taken."""
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


@dataclass(frozen=True)
class StandingFigures:
    """The figures in a fjord.

    Attributes:
        probabilities: probability of a figure on each tile, by (row, column).
        home: the possible figures at home.
        colours: (6, 3) L*a*b* of the figures' colours under even illumination: boatswain, then from the top row down.
    """

    probabilities: Mapping[tuple[int, int], float]
    home: tuple[HomeFigure, ...]
    colours: np.ndarray


def find_standing_figures(
    network: FigureNetwork,
    view: SquareGridView,
    tiles: list[tuple[int, int]],
    start: np.ndarray,
    camera: Viewpoint,
    home_width: float,
) -> StandingFigures:
    """Return the figures on the tiles and at home.

    Args:
        network: detects figures of one colour.
        view: the rectified view of the fjord under even illumination.
        tiles: (row, column) of the island tiles, rows 1..5.
        start: (6, 3) initial L*a*b* of the figures' colours.
        camera: its position.
        home_width: width of the home board, squares.
    """
    black = black_figures(view, tiles)
    if black is not None:
        start = np.concatenate([start[:BLACK], black[None], start[BLACK + 1 :]])
    figures = find_figures(view, tiles, start, camera)
    probabilities = _on_tiles(network, view, tiles, start, figures, camera)
    home = _at_home(network, view, start, figures.colours, home_width)
    return StandingFigures(probabilities, tuple(home), figures.colours)


def _on_tiles(
    network: FigureNetwork,
    view: SquareGridView,
    tiles: list[tuple[int, int]],
    start: np.ndarray,
    figures: CoveredAreas,
    camera: Viewpoint,
) -> dict[tuple[int, int], float]:
    """Return the probabilities of figures on tiles, by network and by colour; for arguments see above."""
    probabilities: dict[tuple[int, int], float] = {}
    for row in sorted({row for row, _ in tiles}):
        own = [tile for tile in tiles if tile[0] == row]
        part, corner = _part(view, (-1, 2 + max(column for _, column in own)), (row - 1, row + 2))
        heat = _outputs(network, view.lab[part], figures.colours[row], start[row])
        seen = {}
        for tile in own:
            outputs = heat[(slice(None), *_place(tile, corner, camera))].max(axis=(1, 2), initial=0.0)
            seen[tile] = _figure_probability(outputs, figures.covered[tile] / figures.usual)
        probabilities |= figure_probabilities_if_colour_lost(seen)
    return probabilities


def _at_home(
    network: FigureNetwork, view: SquareGridView, start: np.ndarray, refined: np.ndarray, home_width: float
) -> list[HomeFigure]:
    """Return the possible figures at home: those that the network detects, and spots that none of these explains.

    The light at home may differ from that on the islands, and the marks, which gave the initial colours, are there.

    Args:
        network: detects figures of one colour.
        view: the rectified view of the fjord under even illumination.
        start: (6, 3) initial L*a*b* of the figures' colours.
        refined: (6, 3) those refined on the islands.
        home_width: width of the home board, squares.
    """
    spots = find_spots(view, home_width)
    part, corner = _part(view, (int(np.floor(-home_width)) - 1, 1), (-1, ROWS + 1))
    heats = [network.infer(view.lab[part], colours) for colours in (start, refined)]
    home = _detected_at_home(np.mean(heats, axis=0), corner, home_width, spots)
    places = [figure.place for figure in home if figure.probability > _LIKELY]
    return home + [_unknown(spot, refined) for spot in spots if spot.distance(places) > _MIN_SPOT_DISTANCE]


def _unknown(spot: Spot, colours: np.ndarray) -> HomeFigure:
    """Return a doubtful figure of the kind whose colour a spot is most like, whatever its lightness."""
    away = np.linalg.norm((colours - spot.colour) * _KIND_WEIGHTS, axis=1)
    return HomeFigure(-away / _KIND_SCALE, _UNKNOWN_ODDS, spot.place)


def _outputs(network: FigureNetwork, lab: np.ndarray, refined: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Return the (2, h, w) heat maps for a colour as it was refined on the islands and as it was before."""
    if np.linalg.norm(refined - start) < _SAME_COLOUR:
        return np.repeat(network.infer(lab, refined[None]), 2, axis=0)
    return network.infer(lab, np.stack([refined, start]))


def _figure_probability(outputs: np.ndarray, covered: float) -> float:
    """Return the probability of a figure from the network's outputs (2,) and the relative area ``covered``."""
    by_network, by_colour, bias = _LOGISTIC_WEIGHTS
    seen = float(np.dot(_VIEW_WEIGHTS, log_odds(outputs, _MIN_PROBABILITY)))
    return float(sigmoid(by_network * seen + by_colour * min(covered, 1.0) + bias))


def figure_probabilities_if_colour_lost(seen: Mapping[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """Return the probabilities of figures on a row's tiles, if their colour may not be recognised.

    The figures of a row have one colour, so that they are overlooked together, where none of them looks quite like it.

    Args:
        seen: the probabilities of figures, 0..1, by tile, as far as their colour is recognised.
    """
    if max(seen.values(), default=1.0) >= 0.5:
        return dict(seen)
    faint = float(log_odds(np.array(list(seen.values())), _MIN_PROBABILITY).mean())
    lost = float(sigmoid(np.dot(_COLOUR_LOST, (faint, 1.0))))
    return {tile: (1 - lost) * chance + lost * _STANDING for tile, chance in seen.items()}


def _part(
    view: SquareGridView, columns: tuple[int, int], rows: tuple[int, int]
) -> tuple[tuple[slice, slice], tuple[int, int]]:
    """Return the part of the view between these columns and rows, as far as it is seen, and its corner (x, y)."""
    rows_seen, columns_seen = view.shape
    x0, y0 = max(view.left, columns[0]), max(view.top, rows[0])
    x1, y1 = min(view.left + columns_seen, columns[1]), min(view.top + rows_seen, rows[1])
    down = slice((y0 - view.top) * SIDE, (y1 - view.top) * SIDE)
    return (down, slice((x0 - view.left) * SIDE, (x1 - view.left) * SIDE)), (x0, y0)


def _place(tile: tuple[int, int], corner: tuple[int, int], camera: Viewpoint) -> tuple[slice, slice]:
    """Return the part of the heat map in which the centre of a figure on a tile may appear."""
    lean = camera.parallax(np.array([tile[1] + 0.5, tile[0] + 0.5]), _CENTRE_HEIGHT)
    x, y = tile[1] - corner[0] + lean[0], tile[0] - corner[1] + lean[1]
    left = max(x - _TILE_MARGIN, _BESIDE_COLUMN_0 - corner[0])
    spans = ((y - _TILE_MARGIN, y + 1 + _TILE_MARGIN), (left, x + 1 + _TILE_MARGIN))
    down, across = (slice(*(max(0, round(v * _PER_SQUARE)) for v in span)) for span in spans)
    return down, across


def _detected_at_home(
    heat: np.ndarray, corner: tuple[int, int], home_width: float, spots: Sequence[Spot]
) -> list[HomeFigure]:
    """Return the figures that the network detects at home; detections of several kinds at one place are merged.

    Args:
        heat: (6, h, w) probabilities of a figure of each kind with its centre there.
        corner: (x, y) of the heat map, squares.
        home_width: width of the home board, squares.
        spots: on the home board.
    """
    left, right = (max(0, round((x - corner[0]) * _PER_SQUARE)) for x in (-home_width - _TILE_MARGIN, -_MARKS_WIDTH))
    top, bottom = (max(0, round((y - corner[1]) * _PER_SQUARE)) for y in (-_TILE_MARGIN, ROWS + _TILE_MARGIN))
    part = _with_row_prior(heat, corner[1])[:, top:bottom, left:right]
    found: list[HomeFigure] = []
    rows, columns = np.mgrid[: part.shape[1], : part.shape[2]]
    least, nothing = log_odds(_MIN_CANDIDATE, _MIN_PROBABILITY), log_odds(0.0, _MIN_PROBABILITY)
    while part.size and part.max() > least and len(found) < _MAX_HOME_FIGURES:
        _, y, x = np.unravel_index(int(part.argmax()), part.shape)
        around = (rows - y) ** 2 + (columns - x) ** 2 < (_MIN_DISTANCE * _PER_SQUARE) ** 2
        place = (left + x + 0.5) / _PER_SQUARE + corner[0], (top + y + 0.5) / _PER_SQUARE + corner[1]
        odds = part[:, around].max(axis=1)
        on_spot = any(spot.distance([place]) < _ON_SPOT for spot in spots)
        terms = (float(odds.max()), float(on_spot), float(place[0] > -_BESIDE_MARKS), 1.0)
        found.append(HomeFigure(_KIND_ODDS * odds, float(np.dot(_HOME_WEIGHTS, terms)), place))
        part[:, around] = nothing
    return found


def _with_row_prior(heat: np.ndarray, top: int) -> np.ndarray:
    """Return the (6, h, w) log odds of the heat map, with the prior that each kind stands in its own row."""
    y = (np.arange(heat.shape[1]) + 0.5) / _PER_SQUARE + top
    away = np.abs(y - np.arange(len(heat))[:, None] - 0.5)
    own = np.interp(away, [0.5, 0.75], [0.5, -0.5])
    return np.asarray(log_odds(heat, _MIN_PROBABILITY) + _ROW_PRIOR * own[..., None])
