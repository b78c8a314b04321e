"""Segments the squares of a grid into cards and bare table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.hokkaido.cells import SIDE, Cells, Place
from vision.squares.minimum_cut import CapacityGraph
from vision.squares.novelty import Novelty

_SQUARE_MARGIN = 4
"""Pixels at the border of a square that are ignored."""
_SAMPLE_STEP = 2
"""Step between the pixels from which a square's median and deviation are taken."""
_KERNEL_SCALE, _KERNEL_RADIUS = 0.6, 8
"""Decay length and radius of the kernel by which the table around a square is averaged, squares."""
_TABLE_DEVIATIONS = np.array([0.15, 0.06, 0.06, 0.35, 0.4])
"""Standard deviations of lightness, chromas and log roughnesses between squares of one table."""
_CHANNEL_WEIGHTS = np.array([1, 1.5, 1.5])
"""Weights of lightness and chromas in the coarse roughness."""
_MIN_FINE, _MIN_COARSE = 0.02, 0.03
"""Added to the fine and the coarse roughness (logarithms of colours) before their logarithm: less is noise."""
_TABLE_DRIFT = np.array([0.15, 0.03, 0.03, 0.06, 0.06])
"""Additional deviation per square of distance, as the light changes."""
_MAX_DISTANCE = 6.0
"""Cap of the distance to the table, standard deviations."""
_THRESHOLD_DISTANCE = 2.5
"""Distance, standard deviations, at which card and table are equally probable."""
_SMOOTHNESS, _EDGE_COST = 5.0, 0.4
"""Cost of a boundary between two squares without an edge, and of an edge between two squares of table."""
_EDGE_SCALE = 0.09
"""Scale of the strength of edges, logarithms of colours."""
_PATTERN_QUANTILE = 0.75
"""A table is patterned if this share of the squares along the border is not nearly all like the table beside it."""
_PATTERNED_SHARE, _PLAIN_SHARE = 1.7, 2.2
"""Distance per unit of novelty on a patterned table, and its cap on a plain one. On four synthetic boards and a
path-traced one, 85 % of the squares of patterned tables have a novelty of at most 1.2; 95 % of cards have at least 1.2,
2.2, 3, 5 and 6."""
_CERTAIN = 50.0
"""Cost of taking bare table at the border of the view, or a square out of the photo, for a card."""
_MAX_ROUNDS = 12
"""All chosen by hand."""


def find_occupied(cells: Cells, novelty: Novelty) -> frozenset[Place]:
    """Return the squares that hold cards; the squares along the border of the view are bare table.

    Each square is compared with the table around it, or on a patterned table with all of the table; a boundary between
    neighbours costs less where there is an edge (minimum cut, Boykov and Jolly 2001).
    """
    features = _features(cells)
    rows, columns = cells.inside.shape
    table = np.zeros((rows, columns), bool)
    table[[0, -1], :] = table[:, [0, -1]] = True
    across, down = cells.edges
    distance = _distances(features, table & cells.inside)
    outside = distance[table & cells.inside]
    patterned = len(outside) > 0 and float(np.quantile(outside, _PATTERN_QUANTILE)) > _THRESHOLD_DISTANCE
    unlike = np.minimum(novelty.of_squares(cells.plane, (cells.left, cells.top), (rows, columns)), _MAX_DISTANCE)
    apart = _apart(across, down)
    if patterned:
        laid = _cut(_PATTERNED_SHARE * unlike, across, down, cells.inside)
    else:
        for _ in range(_MAX_ROUNDS):
            distance = _distances(features, table & cells.inside) + apart
            laid = _cut(np.minimum(distance, _PLAIN_SHARE * unlike), across, down, cells.inside)
            fresh = ~laid
            if (fresh == table).all():
                break
            table = fresh
    kept = _joined(laid)
    return frozenset(place for place, at in cells.places() if kept[at])


def _features(cells: Cells) -> np.ndarray:
    """Return (rows, columns, 5): lightness, chromas, and logarithms of a fine and a coarse roughness."""
    rows, columns = cells.inside.shape
    light = cells.light.reshape(rows, SIDE, columns, SIDE, 3)[
        :, _SQUARE_MARGIN:-_SQUARE_MARGIN, :, _SQUARE_MARGIN:-_SQUARE_MARGIN
    ]
    fine = np.abs(np.diff(light[..., 0], axis=1)).mean(axis=(1, 3))
    thin = light[:, ::_SAMPLE_STEP, :, ::_SAMPLE_STEP]
    middle = np.median(thin, axis=(1, 3))
    coarse = thin.std(axis=(1, 3)) @ _CHANNEL_WEIGHTS
    return np.concatenate([middle, np.log(np.stack([fine + _MIN_FINE, coarse + _MIN_COARSE], axis=-1))], axis=-1)


def _distances(features: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the (rows, columns) distances of squares from the table around them, standard deviations."""
    reach = np.arange(-_KERNEL_RADIUS, _KERNEL_RADIUS + 1)
    weight = np.exp(-np.hypot(*np.meshgrid(reach, reach)) / _KERNEL_SCALE)
    weight[_KERNEL_RADIUS, _KERNEL_RADIUS] = 0
    mass = cv2.filter2D(table.astype(np.float64), -1, weight, borderType=cv2.BORDER_CONSTANT)
    near = cv2.filter2D(features * table[..., None], -1, weight, borderType=cv2.BORDER_CONSTANT)
    away = cv2.distanceTransform((~table).astype(np.uint8), cv2.DIST_L2, 5)[..., None]
    spread = np.hypot(_TABLE_DEVIATIONS, _TABLE_DRIFT * np.maximum(away, 1))
    off = (features - near / np.maximum(mass, 1e-9)[..., None]) / spread
    return np.asarray(np.minimum(np.sqrt((off**2).sum(axis=-1)) / np.sqrt(2), _MAX_DISTANCE))


def _apart(across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return (rows, columns) the cost of the edges around each square: two with one between them are not both table."""
    costs = np.zeros((across.shape[0], down.shape[1]))
    for strength, one, other in ((across, np.s_[:, 1:], np.s_[:, :-1]), (down, np.s_[1:], np.s_[:-1])):
        costs[one] += _EDGE_COST * (1 - np.exp(-strength / _EDGE_SCALE))
        costs[other] += _EDGE_COST * (1 - np.exp(-strength / _EDGE_SCALE))
    return costs


def _cut(distance: np.ndarray, across: np.ndarray, down: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Return (rows, columns) bool, the squares on the cards' side of the minimum cut."""
    shape, count = distance.shape, distance.size
    number = np.arange(count).reshape(shape)
    card, table = count, count + 1
    graph = CapacityGraph(count + 2)
    for strength, one, other in ((across, np.s_[:, 1:], np.s_[:, :-1]), (down, np.s_[1:], np.s_[:-1])):
        hold = (_SMOOTHNESS + _EDGE_COST) * np.exp(-strength / _EDGE_SCALE)
        graph.add(number[other], number[one], hold)
        graph.add(number[one], number[other], hold)
    odds = distance - _THRESHOLD_DISTANCE
    odds[~inside] = -_CERTAIN
    odds[[0, -1], :] = odds[:, [0, -1]] = -_CERTAIN
    graph.add(np.full(shape, card), number, np.maximum(odds, 0))
    graph.add(number, np.full(shape, table), np.maximum(-odds, 0))
    return ~graph.sink_side(card, table)[:count].reshape(shape)


def _joined(laid: np.ndarray) -> np.ndarray:
    """Return the largest group of squares, with others of several squares that lie a square or less away from it.

    Between them may be cards that look like the table.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(laid.astype(np.uint8), connectivity=4)
    if count < 2:
        return laid
    sizes = stats[1:, cv2.CC_STAT_AREA]
    largest = 1 + int(sizes.argmax())
    several = np.isin(labels, [largest, *(1 + np.flatnonzero(sizes > 1))])
    _, reach = cv2.connectedComponents(cv2.dilate(several.astype(np.uint8), np.ones((3, 3), np.uint8)))
    return np.asarray(several & (reach == reach[labels == largest][0]))
