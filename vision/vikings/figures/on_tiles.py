"""How likely a figure stands on each island tile: by the network, and by the area that its row's colour covers.

The network runs with the colour as it was refined on the islands and as it was before. It finds faint figures; colour
alone finds those unlike any in its training set.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.networks.activations import sigmoid
from vision.vikings.camera import Viewpoint
from vision.vikings.cells import SquareGridView
from vision.vikings.figures.by_colour import CoveredAreas
from vision.vikings.figures.network import PER_SQUARE, load_figure_network, output_log_odds

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
_STANDING = 0.5
"""Share of islands on which a figure stands."""
_COLOUR_LOST = (2.0, 7.0)
"""Weight of the mean log odds of figures in a row where none is seen, and bias: log odds that the colour of its figures
is not recognised. Of 23 such rows on 120 synthetic fjords (40300-40419) five have figures, with means of -1.5 to -3.4;
the others have -2.2 to -2.9 (four) and -4.1 to -5.8 (14)."""


def figures_on_tiles(
    view: SquareGridView,
    tiles: list[tuple[int, int]],
    start: np.ndarray,
    seen: CoveredAreas,
    camera: Viewpoint,
) -> dict[tuple[int, int], float]:
    """Return the probabilities, 0..1, of figures on tiles, by (row, column).

    Args:
        view: the rectified view of the fjord under even illumination.
        tiles: (row, column) of the island tiles, rows 1..5.
        start: (6, 3) initial L*a*b* of the figures' colours.
        seen: the figures by their colours alone, and the colours refined by them.
        camera: its position.
    """
    probabilities: dict[tuple[int, int], float] = {}
    for row in sorted({row for row, _ in tiles}):
        own = [tile for tile in tiles if tile[0] == row]
        part, corner = view.between((-1, 2 + max(column for _, column in own)), (row - 1, row + 2))
        heat = _outputs(view.lab[part], seen.colours[row], start[row])
        in_row = {}
        for tile in own:
            outputs = heat[(slice(None), *_place(tile, corner, camera))].max(axis=(1, 2), initial=0.0)
            in_row[tile] = _figure_probability(outputs, seen.covered[tile] / seen.usual)
        probabilities |= figure_probabilities_if_colour_lost(in_row)
    return probabilities


def _outputs(lab: np.ndarray, refined: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Return the (2, h, w) heat maps for a colour as it was refined on the islands and as it was before."""
    network = load_figure_network()
    if np.linalg.norm(refined - start) < _SAME_COLOUR:
        return np.repeat(network.infer(lab, refined[None]), 2, axis=0)
    return network.infer(lab, np.stack([refined, start]))


def _figure_probability(outputs: np.ndarray, covered: float) -> float:
    """Return the probability of a figure from the network's outputs (2,) and the relative area ``covered``."""
    by_network, by_colour, bias = _LOGISTIC_WEIGHTS
    seen = float(np.dot(_VIEW_WEIGHTS, output_log_odds(outputs)))
    return float(sigmoid(by_network * seen + by_colour * min(covered, 1.0) + bias))


def figure_probabilities_if_colour_lost(seen: Mapping[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """Return the probabilities of figures on a row's tiles, if their colour may not be recognised.

    The figures of a row have one colour, so that they are overlooked together, where none of them looks quite like it.

    Args:
        seen: the probabilities of figures, 0..1, by tile, as far as their colour is recognised.
    """
    if max(seen.values(), default=1.0) >= 0.5:
        return dict(seen)
    faint = float(output_log_odds(np.array(list(seen.values()))).mean())
    lost = float(sigmoid(np.dot(_COLOUR_LOST, (faint, 1.0))))
    return {tile: (1 - lost) * chance + lost * _STANDING for tile, chance in seen.items()}


def _place(tile: tuple[int, int], corner: tuple[int, int], camera: Viewpoint) -> tuple[slice, slice]:
    """Return the part of the heat map in which the centre of a figure on a tile may appear."""
    lean = camera.parallax(np.array([tile[1] + 0.5, tile[0] + 0.5]), _CENTRE_HEIGHT)
    x, y = tile[1] - corner[0] + lean[0], tile[0] - corner[1] + lean[1]
    left = max(x - _TILE_MARGIN, _BESIDE_COLUMN_0 - corner[0])
    spans = ((y - _TILE_MARGIN, y + 1 + _TILE_MARGIN), (left, x + 1 + _TILE_MARGIN))
    down, across = (slice(*(max(0, round(v * PER_SQUARE)) for v in span)) for span in spans)
    return down, across
