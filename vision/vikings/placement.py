"""Places the fjord in a grid of squares: direction of its rows, home board and row of ships."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.plane import Plane
from vision.squares.grid import Grid
from vision.squares.novelty import Novelty
from vision.vikings.camera import squareness
from vision.vikings.cells import SquareFeatures, SquareGridView, features_of, rectify_squares, unlike_table
from vision.vikings.home_board import REACH, HomeBoard, home_board
from vision.vikings.layout import ROWS, Layout, candidate_layouts

MARGIN = 3
"""Squares analysed beyond the detected edges."""
_MAX_SQUARES = 26
"""Largest number of squares along the analysed rectangle."""
_NOVEL_SHARE = 0.7
"""Quantile of a square's samples whose novelty counts: half of a tile may look like the table, as sand does like wood.
Of seven synthetic fjords that were hard to read 86.7 % is right with it, 82.0 % with 0.5 and 80.1 % with 0.85."""
_HOME_WIDTH, _HOME_WEIGHT = 2, 6.0
"""Width of the usual home board, squares, and weight of its being unlike the table, in tiles; chosen by hand."""
_MIN_TILE_SCORE = 0.3
"""Score from which a square is taken for a tile when covers are compared; chosen by hand."""
_REFERENCE_POINT = np.array([2.5, 3.0])
_MIN_DISPLACEMENT = 0.3
"""Smallest displacement of an alternative placement, squares; chosen by hand."""
_MAX_LAYOUTS = 4
"""Number of layouts per grid that are scored completely; chosen by hand."""
_MIN_MARKS, _GUESS = 0.85, 0.5
"""Correlation of the marks up to which a placement is a guess, however well the tiles fit, and its confidence then. Of
56 synthetic fjords in held-out art two were such; both were placed wrongly, in rows and columns where tiles fit."""
_WEIGHTS = (0.42, 7.3, 10.5)
"""Weights of score, marks and cover in the log odds of a placement."""
_CERTAIN_COVER, _CERTAIN_LOG_ODDS = 0.8, 23.6
"""Cover or log odds from which a placement whose marks fit is certain: a spot of light may be unlike the table, too. Of
the synthetic fjords 20000-20020 and 31033 right ones with less cover have log odds of 24.0 or more; one whose columns
were a fifth too wide (30037), 23.2.
"""


@dataclass(frozen=True)
class Placement:
    """The placement of a fjord in the photo.

    Attributes:
        plane: maps the fjord's coordinates, squares, to photo pixels; x starts at column 0, y at the row of ships.
        score: the sum of the scores of tiles, home board and marks, in tiles.
        board: what is seen of the home board.
        cover: share of all that is unlike the table that fjord and home board cover, 0..1.
        view: the rectified view of the fjord with some table around it.
        features: the features of the view's squares.
        confidence: its probability against all other placements that were compared, 0..1.
        alternative: the plane of the next best placement elsewhere, if there is one.
    """

    plane: Plane
    score: float
    board: HomeBoard
    cover: float
    view: SquareGridView
    features: SquareFeatures
    confidence: float = 1.0
    alternative: Plane | None = None

    @property
    def log_odds(self) -> float:
        """Logarithm of the odds of this placement, up to a constant of the photo."""
        return float(np.dot(_WEIGHTS, (self.score, self.board.marks, self.cover)))

    @property
    def columns(self) -> int:
        """The number of columns up to the last square that may be a tile, at least 1."""
        tiles = self.features.tile[max(0, -self.view.top) : max(0, ROWS - self.view.top)] > _MIN_TILE_SCORE
        (laid,) = np.nonzero(tiles.any(axis=0))
        return max(1, int(laid.max(initial=0)) + self.view.left + 1)

    @property
    def is_certain(self) -> bool:
        """Whether marks and tiles fit so well that no other placement need be searched for."""
        return self.marks_fit and (self.cover > _CERTAIN_COVER or self.log_odds > _CERTAIN_LOG_ODDS)

    @property
    def marks_fit(self) -> bool:
        """Whether colours like those of the rows' marks are seen beside column 0."""
        return self.board.marks > _MIN_MARKS


def placements_in(pixels: np.ndarray, grid: Grid, novelty: Novelty) -> list[Placement]:
    """Return the best placements in a grid, in all four orientations; none if there is no tile.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        grid: the grid.
        novelty: how unlike the table the parts of the photo are.
    """
    seen = _Squares.of(pixels, grid, novelty)
    return [_placed(seen, layout) for layout in _layouts(seen.features, seen.unlike)]


def placement_on(pixels: np.ndarray, plane: Plane, columns: int, novelty: Novelty) -> Placement:
    """Return the placement of a fjord of this number of columns on its own plane."""
    seen = _Squares.of(pixels, Grid(plane, 0.0, 0, 0, columns, ROWS), novelty)
    layouts = [layout for kind in seen.features.clusters() for layout in candidate_layouts(kind)]
    here = (layout.score for layout in layouts if (layout.top, layout.first) == (MARGIN, MARGIN))
    return _placed(seen, Layout(max(here, default=0.0), MARGIN, MARGIN))


@dataclass(frozen=True)
class _Squares:
    """The squares of a grid, and how unlike the table they are.

    Attributes:
        plane: of the grid.
        view: a view of the squares.
        features: their features.
        unlike: (rows, columns) 0..1, whether they are unlike the table.
        novelty: of the photo.
        squareness: likelihood, 0..1, that they are square.
    """

    plane: Plane
    view: SquareGridView
    features: SquareFeatures
    unlike: np.ndarray
    novelty: Novelty
    squareness: float

    @classmethod
    def of(cls, pixels: np.ndarray, grid: Grid, novelty: Novelty) -> _Squares:
        """Return the squares of a grid in a photo."""
        view = _rectified(pixels, grid)
        novel = novelty.of_squares(grid.plane, (view.left, view.top), view.shape, _NOVEL_SHARE)
        unlike = unlike_table(novel)
        # A square that looks like the table is hardly a tile.
        features = features_of(view)
        features = replace(features, tile=features.tile * unlike)
        return cls(
            grid.plane, view, features, unlike, novelty, squareness(grid.plane, (pixels.shape[1], pixels.shape[0]))
        )


def _layouts(features: SquareFeatures, unlike: np.ndarray) -> list[Layout]:
    """Return the layouts with the most tiles in their places and a home board unlike the table, without its score."""
    kinds = features.clusters()
    found: dict[tuple[int, int, int], float] = {}
    for kind in kinds:
        for turn in range(4):
            for layout in candidate_layouts(kind.turned(turn)):
                key = layout.top, layout.first, turn
                found[key] = max(layout.score, found.get(key, -np.inf))
    homes = [_home_squares(np.rot90(unlike, turn)) for turn in range(4)]
    worth = {
        (top, first, turn): score + _HOME_WEIGHT * homes[turn][top + ROWS, first]
        for (top, first, turn), score in found.items()
    }
    best = sorted(worth, key=lambda key: -worth[key])[:_MAX_LAYOUTS]
    return [Layout(found[key], *key) for key in best]


def _home_squares(unlike: np.ndarray) -> np.ndarray:
    """Return the mean of ``unlike`` over the home board for each row of ships, from -ROWS on, and each column 0."""
    padded = np.pad(unlike, ((ROWS, ROWS), (_HOME_WIDTH, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (ROWS, _HOME_WIDTH))
    return np.asarray(windows.mean(axis=(2, 3)))


def _placed(seen: _Squares, layout: Layout) -> Placement:
    """Return the placement of a layout."""
    score, top, first, turn = layout
    turned = _turned(seen.view, turn)
    view = replace(turned, left=-first, top=-top)
    corner = np.array([[1, 0, turned.left + first], [0, 1, turned.top + top], [0, 0, 1.0]])
    plane = in_coordinates(seen.plane, _turn(turn) @ corner)
    halves = seen.novelty.of_squares(
        in_coordinates(plane, np.diag([0.5, 1.0, 1.0])), (-2 * REACH, 0), (ROWS, 2 * REACH)
    )
    home = home_board(view, unlike_table(halves).mean(axis=0))
    score += home.score
    score *= seen.squareness if score > 0 else 1
    features = seen.features.turned(turn)
    laid = [(x - first, y - top) for y, x in np.argwhere(features.tile > _MIN_TILE_SCORE) if x >= first]
    board = [(x, y) for x in range(-_HOME_WIDTH, 0) for y in range(ROWS)]
    cover = seen.novelty.covered(plane, [(x, y) for x, y in laid if 0 <= y < ROWS] + board)
    return Placement(plane, score, home, cover, view, features)


def best_of(placements: Sequence[Placement]) -> Placement:
    """Return the best of one or more placements, with its confidence and the best alternative elsewhere."""
    best = max(placements, key=lambda placement: placement.log_odds)
    most = 1.0 if best.marks_fit else _GUESS
    others = [other for other in placements if _elsewhere(other.plane, best.plane)]
    if not others:
        return replace(best, confidence=most)
    second = max(others, key=lambda placement: placement.log_odds)
    confidence = 1 / (1 + np.exp(min(second.log_odds - best.log_odds, 0.0)))
    return replace(best, confidence=min(float(confidence), most), alternative=second.plane)


def _elsewhere(one: Plane, other: Plane) -> bool:
    """Return whether two planes place the fjord's tiles differently."""
    return bool(np.abs(other.to_table(one.to_photo(_REFERENCE_POINT)) - _REFERENCE_POINT).max() > _MIN_DISPLACEMENT)


def _rectified(pixels: np.ndarray, grid: Grid) -> SquareGridView:
    rows, columns = (
        min(_MAX_SQUARES, high - low + 2 * MARGIN) for low, high in ((grid.top, grid.bottom), (grid.left, grid.right))
    )
    return rectify_squares(pixels, grid.plane, (grid.left - MARGIN, grid.top - MARGIN), (rows, columns))


def in_coordinates(plane: Plane, matrix: np.ndarray) -> Plane:
    """Return the plane for new table coordinates, which ``matrix`` (3, 3) maps to the old ones."""
    return replace(plane, homography=plane.homography @ matrix)


def _turn(turn: int) -> np.ndarray:
    """Return the (3, 3) matrix from table coordinates rotated by quarter turns to the original ones."""
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _turned(view: SquareGridView, turn: int) -> SquareGridView:
    """Return a view rotated by quarter turns of the table's axes."""
    rows, columns = view.shape
    left, top = view.left, view.top
    for _ in range(turn):
        left, top, rows, columns = top, -(left + columns), columns, rows
    lab, seen = (np.ascontiguousarray(np.rot90(part, turn)) for part in (view.lab, view.seen))
    return replace(view, lab=lab, seen=seen, left=left, top=top)
