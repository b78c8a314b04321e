"""Reads the tiles, figures and ships of the fjord in a photo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lens import Lens
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.networks.activations import sigmoid
from vision.vikings.camera import viewpoint
from vision.vikings.cells import SquareGridView, corners, features_of, middles, rectify_squares
from vision.vikings.colour_field import ColourField, fit_field
from vision.vikings.colours import Colours, estimate_colours
from vision.vikings.figures.detect import StandingFigures, find_standing_figures
from vision.vikings.home_board import mark_colours
from vision.vikings.layout import ROWS
from vision.vikings.parts import continuing_land_probabilities
from vision.vikings.placement import Placement
from vision.vikings.search.best_placement import NOTHING, find_placement
from vision.vikings.shades import even_illumination
from vision.vikings.ships import SIDE as SHIP_SIDE
from vision.vikings.ships import ShipReading, read_ship

_MIN_CERTAIN_TILE = 0.5
"""Score from which a tile is used to fit colours; chosen by hand."""
_MIN_TILES = 3
_CORNERS = 0.37 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
_MIN_TABLE_DISTANCE, _MAX_TABLE_SCORE = 3.0, 0.3
"""Smallest distance of the bare table's colour from the sea, in median residuals, and score of a tile up to which a
square may be bare table; chosen by hand."""
_BOARD_MARGIN = 0.6
"""Squares around the home board whose middles are no bare table; chosen by hand."""
_LOOK_WEIGHTS, _RIM_OFFSET = (0.6, 0.6), 5.0
"""Weights of a square's score by itself and of its rim's being like sea rather than table, and distance of both, L*a*b*
units, that is noise. Chosen by hand, as those of the table and the board."""
_TILE = (9.35, -1.57)
"""Logistic regression of a tile by its score alone: weight and bias."""
_TILE_AMONG_OTHERS = (8.4, 0.8, 2.4, -2.3)
"""The same with the open land of the tiles to the left and to the right: land that is open needs a neighbour. Fitted to
the squares of 79 synthetic fjords: on either half, fitted to the other one, one is wrong and 12 right ones are
doubted."""
_MIN_TILE_PROBABILITY = 0.05
"""Probability from which a square may be a tile. Chosen by hand."""


@dataclass(frozen=True)
class FjordReading:
    """The reading of a fjord.

    Attributes:
        placement: its placement, in pixels of the decoded photo.
        lab: (h, w, 3) L*a*b* of the rectified view under even illumination.
        laid: probabilities of the possible tiles, 0..1, by (row, column).
        land: probability, 0..1, that land goes on at the left and the right edge of each of them.
        standing: the figures on tiles and at home.
        ships: the ships in row 0, by column.
        colours: the six colours in this photo.
    """

    placement: Placement
    lab: np.ndarray
    laid: Mapping[tuple[int, int], float]
    land: Mapping[tuple[int, int], tuple[float, float]]
    standing: StandingFigures
    ships: Mapping[int, ShipReading]
    colours: Colours


def read_fjord(photo: Photo, lens: Lens | None = None, taught: Colours | None = None) -> FjordReading:
    """Return the reading of the fjord in a photo.

    Args:
        photo: the photo.
        lens: its lens, scaled to the decoded pixels, if known.
        taught: the colours of the copy, if calibrated.

    Raises:
        UnreadablePhoto: there is no fjord.
    """
    placement = find_placement(photo.gently_normalised, lens)
    view = placement.view
    places, inside = _places(view)
    placement, sure = _with_sure_tiles(placement, inside)
    sea, land = fit_materials(view, places, sure)
    scores = _tile_scores(placement, places, inside, sea)
    sides = {p: placement.features.land[p[0] - view.top, p[1] - view.left] for p in scores}
    land_at = {p: (float(s[0]), float(s[2])) for p, s in sides.items()}
    chances = tile_probabilities(scores, land_at)
    laid = {place: chance for place, chance in chances.items() if chance > _MIN_TILE_PROBABILITY}
    evened = replace(view, lab=even_illumination(view, sea, land))
    colours = estimate_colours(mark_colours(evened), taught)
    islands = [place for place, chance in laid.items() if place[0] >= 1 and chance > 0.5]
    camera = viewpoint(placement.plane, (photo.pixels.shape[1], photo.pixels.shape[0]))
    standing = find_standing_figures(evened, islands, colours.wooden, camera, placement.board.width)
    columns = [column for (row, column), chance in laid.items() if row == 0 and chance > 0.5]
    ships = {column: _ship(photo, placement, column, (sea, land), colours) for column in columns}
    going_on = continuing_land_probabilities({place: land_at[place] for place in laid}, laid)
    return FjordReading(
        placement, evened.lab, laid, going_on, standing, ships, replace(colours, wooden=standing.colours)
    )


def _with_sure_tiles(placement: Placement, inside: np.ndarray) -> tuple[Placement, np.ndarray]:
    """Return the placement with the features of its squares that tell tiles, and (rows, columns) the certain ones.

    Args:
        placement: the placement.
        inside: (rows, columns) bool, the squares that may hold tiles.

    Raises:
        UnreadablePhoto: there are too few.
    """
    sure = inside & (placement.features.tile > _MIN_CERTAIN_TILE)
    if sure.sum() < _MIN_TILES and placement.marks_fit:
        # The sea may look like the table: beside a home board what looks like a tile is one all the same.
        placement = replace(placement, features=features_of(placement.view))
        sure = inside & (placement.features.tile > _MIN_CERTAIN_TILE)
    if sure.sum() < _MIN_TILES:
        raise UnreadablePhoto("no-board", NOTHING)
    return placement, sure


def tile_probabilities(
    scores: Mapping[tuple[int, int], float], land: Mapping[tuple[int, int], tuple[float, float]]
) -> dict[tuple[int, int], float]:
    """Return the probabilities, 0..1, of tiles by (row, column).

    Args:
        scores: the scores of all squares.
        land: the fractions of land at their left and right edges, 0..1.
    """
    alone = {place: float(sigmoid(np.dot(_TILE, (score, 1.0)))) for place, score in scores.items()}
    found = {}
    for (row, column), score in scores.items():
        left, right = (row, column - 1), (row, column + 1)
        of_left = alone[left] * land[left][1] if left in alone and row else 0.0
        of_right = alone[right] * land[right][0] if right in alone and row else 0.0
        found[row, column] = float(sigmoid(np.dot(_TILE_AMONG_OTHERS, (score, of_left, of_right, 1.0))))
    return found


def _places(view: SquareGridView) -> tuple[np.ndarray, np.ndarray]:
    """Return the (rows, columns, 2) centres of all squares, and which of them may hold tiles."""
    rows, columns = view.shape
    y, x = np.mgrid[:rows, :columns]
    y, x = y + view.top, x + view.left
    return np.stack([x + 0.5, y + 0.5], axis=-1), (y >= 0) & (y < ROWS) & (x >= 0)


def fit_materials(view: SquareGridView, places: np.ndarray, sure: np.ndarray) -> tuple[ColourField, ColourField]:
    """Return the colour fields of sea and land, fitted to the tiles ``sure`` (rows, columns) bool.

    Args:
        view: the rectified view.
        places: (rows, columns, 2) centres of the squares, table coordinates.
        sure: (rows, columns) bool, the certain tiles.
    """
    islands = sure & (places[..., 1] > 1)
    islands = islands if islands.sum() >= _MIN_TILES else sure
    squares = view.squares()
    corner = places[sure][:, None] + _CORNERS
    return (
        fit_field(corner.reshape(-1, 2), corners(squares[sure]).reshape(-1, 3)),
        fit_field(places[islands], middles(squares[islands])),
    )


def _tile_scores(
    placement: Placement, places: np.ndarray, inside: np.ndarray, sea: ColourField
) -> dict[tuple[int, int], float]:
    """Return the scores of tiles by (row, column): rims like sea rather than table, and a different centre."""
    view, tile = placement.view, placement.features.tile
    rim = corners(view.squares())
    far = _second(np.linalg.norm(rim - sea.at(places)[..., None, :], axis=-1))
    x, y = places[..., 0], places[..., 1]
    beside = (x < 0.5) & (x > -placement.board.width - _BOARD_MARGIN)
    board = beside & (y > -_BOARD_MARGIN) & (y < ROWS + _BOARD_MARGIN)
    bare = view.whole() & ~board & (tile < _MAX_TABLE_SCORE) & (far > _MIN_TABLE_DISTANCE * sea.spread)
    score = tile.copy()
    if bare.sum() > _MIN_TILES:
        table = fit_field(places[bare], placement.features.sea[bare])
        other = _second(np.linalg.norm(rim - table.at(places)[..., None, :], axis=-1))
        by_itself, by_rim = _LOOK_WEIGHTS
        score = by_itself * tile + by_rim * (other - far) / (other + far + _RIM_OFFSET)
    return {
        (int(np.floor(y[k])), int(np.floor(x[k]))): float(score[k])
        for k in map(tuple, np.argwhere(inside & view.whole()))
    }  # fmt: skip


def _second(values: np.ndarray) -> np.ndarray:
    return np.asarray(np.sort(values, axis=-1)[..., 1])


def _ship(
    photo: Photo, placement: Placement, column: int, materials: tuple[ColourField, ColourField], colours: Colours
) -> ShipReading:
    close = rectify_squares(photo.gently_normalised, placement.plane, (column, 0), (1, 1), SHIP_SIDE)
    sea, _ = materials
    return read_ship(even_illumination(close, *materials), sea.at(sea.middle[None])[0], colours.printed)
