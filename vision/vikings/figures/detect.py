"""Detects the figures on islands and at home, by a network and by colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.vikings.camera import Viewpoint
from vision.vikings.cells import SquareGridView
from vision.vikings.figures.at_home import HomeFigure, figures_at_home
from vision.vikings.figures.black import BLACK, black_figures
from vision.vikings.figures.by_colour import find_figures
from vision.vikings.figures.on_tiles import figures_on_tiles


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
    view: SquareGridView,
    tiles: list[tuple[int, int]],
    start: np.ndarray,
    camera: Viewpoint,
    home_width: float,
) -> StandingFigures:
    """Return the figures on the tiles and at home.

    Args:
        view: the rectified view of the fjord under even illumination.
        tiles: (row, column) of the island tiles, rows 1..5.
        start: (6, 3) initial L*a*b* of the figures' colours.
        camera: its position.
        home_width: width of the home board, squares.
    """
    black = black_figures(view, tiles)
    if black is not None:
        start = np.concatenate([start[:BLACK], black[None], start[BLACK + 1 :]])
    seen = find_figures(view, tiles, start, camera)
    probabilities = figures_on_tiles(view, tiles, start, seen, camera)
    home = figures_at_home(view, start, seen.colours, home_width)
    return StandingFigures(probabilities, tuple(home), seen.colours)
