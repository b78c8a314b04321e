"""Tells from colours whether bare table lies in a cell: a speckled table between tiles is easily taken for one.

The outlines around a hole in a board are those of its neighbours, so that only what lies within tells it from a tile.
The colours there are compared with those of the table around the board and with those of the other tiles. What is in no
colour of the table hides it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.lattice import CORNERS, Cell, positions
from vision.geometry.rectified_view import View
from vision.networks.channels import STRIDE
from vision.networks.models import SceneMaps

_LEVELS, _SHADES = 10, 20
"""Bins of luma, and of each of the two differences of colour in YCrCb; chosen by hand."""
_COLOUR_AXES = (-3, -2, -1)
"""The axes of these bins in counts."""
_LIGHT_WIDTH, _SHADE_WIDTH, _MIDDLE = 26, 6, 128
"""Width of the bins, and where the shades' are centred, in 8-bit YCrCb; chosen by hand in CIE Lab, whose tables OpenCV
takes 60 to 90 ms of processor time to compute in each process. On 552 synthetic boards (exam seeds 7501, 7502, 7601,
7701) 12 edges fewer are wrong with YCrCb, and 239 instead of 237 boards wholly right; 50 photos are read alike."""
_NEIGHBOUR_BIN_WEIGHT = 0.5
"""Weight of the bins beside a colour's own: light differs over the table."""
_UNSEEN_SHARE = 0.02
"""Share of colours that were seen neither on tiles nor on the table; chosen by hand."""
_CELL_SCALE, _AROUND_SCALE = 0.8, 1.12
"""Scales of a cell's hexagon within which its colours count, and beyond which the table around a tile counts; chosen by
hand."""
_MAX_PIECE = 0.2
"""Probability of a piece up to which a pixel counts; chosen by hand."""
_MIN_PIXELS = 200
"""Fewest pixels of table, and of other tiles, from which they are compared; chosen by hand."""
_MIN_OF_CELL = 50
"""Fewest pixels of a cell that is compared with the table; chosen by hand."""


def table_log_likelihood_ratios(
    maps: SceneMaps, view: View, tiles: Mapping[Cell, np.ndarray], doubtful: Mapping[Cell, np.ndarray]
) -> dict[Cell, float]:
    """Return for each doubtful cell the mean log ratio, in nats a pixel, of its colours on the table and on tiles.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the board.
        tiles: (2,) table position of each cell that holds a tile.
        doubtful: the same of each cell that may hold one; such a cell may be among the tiles, too. 0 is returned for
            all of them where too little table or no other tile is visible.
    """
    colours, visible = _colour_bins(view), _visible(maps, view)
    every = {**tiles, **doubtful}
    cell_of = _cell_numbers(visible.shape, view, every.values(), _CELL_SCALE)
    beyond = visible & (_cell_numbers(visible.shape, view, every.values(), _AROUND_SCALE) < 0)
    table = np.bincount(colours[beyond], minlength=_LEVELS * _SHADES**2).reshape(_LEVELS, _SHADES, _SHADES)
    counts = _counts_by_cell(colours[visible], cell_of[visible], len(every))
    cells = list(doubtful)
    numbers = {cell: number for number, cell in enumerate(every)}
    own = counts[[numbers[cell] for cell in cells]]
    among = np.array([cell in tiles for cell in cells])[:, None, None, None]
    others = counts[: len(tiles)].sum(axis=0) - own * among
    pixels = own.sum(axis=_COLOUR_AXES)
    enough = (pixels > 0) & (others.sum(axis=_COLOUR_AXES) >= _MIN_PIXELS) & (table.sum() >= _MIN_PIXELS)
    which, *bins = np.nonzero(own * enough[:, None, None, None])
    ratios = np.log(_probabilities(table)[*bins]) - np.log(_probabilities(others)[which, *bins])
    sums = np.bincount(which, own[which, *bins] * ratios, len(cells))
    return dict(zip(cells, (sums / np.maximum(pixels, 1)).tolist(), strict=True))


def log_likelihoods_as_table(
    maps: SceneMaps, view: View, tiles: Collection[np.ndarray], free: Collection[Cell]
) -> dict[Cell, float]:
    """Return for each free cell the mean log probability, in nats a pixel, of its colours on the table.

    The table is what shows in the other free cells, without those beside it, which the same thing may hide.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the board.
        tiles: (2,) table positions of the tiles.
        free: cells beside them; those of which too little is visible are left out.
    """
    colours, visible = _colour_bins(view), _visible(maps, view)
    visible &= _cell_numbers(visible.shape, view, tiles, _AROUND_SCALE) < 0
    cell_of = _cell_numbers(visible.shape, view, positions(free), _CELL_SCALE)
    counts = _counts_by_cell(colours[visible], cell_of[visible], len(free))
    cells = list(free)
    close_by = [{cell, *hexgrid.neighbours(cell)} for cell in cells]
    near = np.array([[n in close for n in cells] for close in close_by], float)
    table = np.tensordot(1 - near, counts.astype(float), axes=1)
    pixels = counts.sum(axis=_COLOUR_AXES)
    enough = np.flatnonzero((pixels >= _MIN_OF_CELL) & (table.sum(axis=_COLOUR_AXES) >= _MIN_PIXELS))
    own, likely = counts[enough], _probabilities(table[enough])
    where = np.nonzero(own)
    logs = np.bincount(where[0], own[where] * np.log(likely[where]), len(enough)) / pixels[enough]
    return {cells[k]: log for k, log in zip(enough.tolist(), logs.tolist(), strict=True)}


def _visible(maps: SceneMaps, view: View) -> np.ndarray:
    """Return (h, w) bool, which pixels of the maps show the photo and no piece."""
    return np.asarray(view.inside[::STRIDE, ::STRIDE] & (maps.piece[..., 0] >= 1 - _MAX_PIECE))


def _cell_numbers(shape: tuple[int, ...], view: View, spots: Iterable[np.ndarray], scale: float) -> np.ndarray:
    """Return the (h, w) number of the cell that contains each pixel of the maps, -1 outside of all.

    Args:
        shape: height and width of the maps.
        view: the view that the maps are of.
        spots: (2,) table positions of the cells, in the order of their numbers.
        scale: of each cell's hexagon.
    """
    numbers = np.full(shape, -1, np.int32)
    for number, spot in enumerate(spots):
        cv2.fillConvexPoly(numbers, np.round(view.to_maps(spot + scale * CORNERS)).astype(np.int32), number)
    return numbers


def _colour_bins(view: View) -> np.ndarray:
    """Return the (h, w) int32 number of the colour bin of each pixel of the maps of a view."""
    seen = cv2.cvtColor(cv2.pyrDown(view.pixels), cv2.COLOR_BGR2YCrCb)
    return np.asarray(cv2.transform(cv2.LUT(seen, _bin_offsets()), np.ones((1, 3), np.float32)).astype(np.int32))


@lru_cache(maxsize=1)
def _bin_offsets() -> np.ndarray:
    """Return (256, 1, 3) float32, what each 8-bit value of the three YCrCb channels adds to the number of a bin."""
    values = np.arange(256)
    shades = np.clip((values - _MIDDLE) // _SHADE_WIDTH + _SHADES // 2, 0, _SHADES - 1)
    return np.stack([values // _LIGHT_WIDTH * _SHADES**2, shades * _SHADES, shades], axis=1)[:, None].astype(np.float32)


def _counts_by_cell(colours: np.ndarray, cell_of: np.ndarray, cells: int) -> np.ndarray:
    """Return (cells, _LEVELS, _SHADES, _SHADES) how many pixels of each cell have each colour.

    Args:
        colours: (n,) bins of the pixels.
        cell_of: (n,) numbers of their cells, or -1.
        cells: the number of cells.
    """
    size = _LEVELS * _SHADES**2
    within = cell_of >= 0
    counts = np.bincount(cell_of[within] * size + colours[within], minlength=cells * size)
    return counts.reshape(cells, _LEVELS, _SHADES, _SHADES)


def _probabilities(counts: np.ndarray) -> np.ndarray:
    """Return (..., _LEVELS, _SHADES, _SHADES) the probability of each colour where these were counted."""
    spread = counts.astype(float)
    for axis in _COLOUR_AXES:
        along = np.moveaxis(spread, axis, 0)
        shares = _NEIGHBOUR_BIN_WEIGHT * along
        along[1:] += shares[:-1]
        along[:-1] += shares[1:]
    total = np.maximum(spread.sum(axis=_COLOUR_AXES, keepdims=True), 1)
    return np.asarray((1 - _UNSEEN_SHARE) * spread / total + _UNSEEN_SHARE / (_LEVELS * _SHADES**2))
