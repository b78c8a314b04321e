"""Which squares of the grid hold a card, and which show the table."""

from __future__ import annotations

import cv2
import networkx as nx  # type: ignore[import-untyped]
import numpy as np

from vision.hokkaido.cells import SIDE, Cells, Place

_RIM = 4
_NEAR, _REACH = 0.6, 8
"""Squares around one from which the table beneath it is told."""
_SPREAD = np.array([0.15, 0.06, 0.06, 0.35, 0.4])
"""How much lightness, chromas and the logarithms of two roughnesses differ between squares of one table."""
_DRIFT = np.array([0.15, 0.03, 0.03, 0.06, 0.06])
"""How much more they do for each square between them, as the light changes."""
_MOST = 6.0
_EVEN = 2.5
"""Unlikeness to the table, in spreads, at which a square may be either."""
_SMOOTH, _APART = 5.0, 0.4
_EDGE = 0.09
_ROUNDS = 12
_BAND = 3


def find_laid(cells: Cells) -> frozenset[Place]:
    """Return the squares that hold cards; the bare table is what lies at the rim of the part that is looked at.

    Each square is compared with the table around it; two neighbours are told apart the more readily the clearer an
    edge runs between them (a minimum cut, Boykov and Jolly 2001).
    """
    looks = _looks(cells)
    rows, columns = cells.inside.shape
    table = np.zeros((rows, columns), bool)
    table[[0, -1], :] = table[:, [0, -1]] = True
    across, down = _edges(cells)
    laid = ~table
    unlike = np.zeros((rows, columns))
    for _ in range(_ROUNDS):
        unlike = _unlike(looks, table & cells.inside)
        laid = _cut(unlike, across, down, cells.inside)
        fresh = ~laid
        if (fresh == table).all():
            break
        table = fresh
    kept = _largest(laid)
    return frozenset(place for place, at in cells.places() if kept[at])


def _looks(cells: Cells) -> np.ndarray:
    """Return (rows, columns, 5): lightness, chromas, and logarithms of a fine and a coarse roughness."""
    rows, columns = cells.inside.shape
    light = cells.light.reshape(rows, SIDE, columns, SIDE, 3)[:, _RIM:-_RIM, :, _RIM:-_RIM]
    middle = np.median(light, axis=(1, 3))
    fine = np.abs(np.diff(light[..., 0], axis=1)).mean(axis=(1, 3))
    coarse = light.std(axis=(1, 3)) @ np.array([1, 1.5, 1.5])
    return np.concatenate([middle, np.log(np.stack([fine + 0.02, coarse + 0.03], axis=-1))], axis=-1)


def _unlike(looks: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return how unlike each square is to the table near it, in spreads; light may change on the way there."""
    reach = np.arange(-_REACH, _REACH + 1)
    weight = np.exp(-np.hypot(*np.meshgrid(reach, reach)) / _NEAR)
    weight[_REACH, _REACH] = 0
    mass = cv2.filter2D(table.astype(np.float64), -1, weight, borderType=cv2.BORDER_CONSTANT)
    near = cv2.filter2D(looks * table[..., None], -1, weight, borderType=cv2.BORDER_CONSTANT)
    away = cv2.distanceTransform((~table).astype(np.uint8), cv2.DIST_L2, 5)[..., None]
    spread = np.hypot(_SPREAD, _DRIFT * np.maximum(away, 1))
    off = (looks - near / np.maximum(mass, 1e-9)[..., None]) / spread
    return np.asarray(np.minimum(np.sqrt((off**2).sum(axis=-1)) / np.sqrt(2), _MOST))


def _edges(cells: Cells) -> tuple[np.ndarray, np.ndarray]:
    """Return how clearly an edge runs between neighbours: (rows, columns - 1) and (rows - 1, columns), logarithms."""
    rows, columns = cells.inside.shape
    soft = cv2.GaussianBlur(cells.light, (0, 0), 1.0)
    across = _steps(soft).reshape(rows, SIDE, columns - 1)
    down = _steps(soft.transpose(1, 0, 2)).reshape(columns, SIDE, rows - 1)
    return np.median(across, axis=1), np.median(down, axis=1).T


def _steps(light: np.ndarray) -> np.ndarray:
    """Return (height, columns - 1) the largest change near each upright grid line."""
    lines = np.arange(SIDE, light.shape[1] - 1, SIDE)
    changes = []
    for shift in range(-_BAND, _BAND + 1):
        step = light[:, lines + shift + 2] - light[:, lines + shift - 2]
        changes.append(np.abs(step) @ np.array([1, 1.5, 1.5]))
    return np.asarray(np.max(changes, axis=0))


def _cut(unlike: np.ndarray, across: np.ndarray, down: np.ndarray, inside: np.ndarray) -> np.ndarray:
    graph = nx.DiGraph()
    # Where an edge runs between two squares they are not both table.
    apart = np.zeros(unlike.shape)
    for strength, one, other in ((across, np.s_[:, 1:], np.s_[:, :-1]), (down, np.s_[1:], np.s_[:-1])):
        apart[one] += _APART * (1 - np.exp(-strength / _EDGE))
        apart[other] += _APART * (1 - np.exp(-strength / _EDGE))
    for at in np.ndindex(unlike.shape):
        rim = 0 in at or at[0] == unlike.shape[0] - 1 or at[1] == unlike.shape[1] - 1
        odds = -50.0 if rim or not inside[at] else float(unlike[at] + apart[at] - _EVEN)
        graph.add_edge("card", at, capacity=max(odds, 0.0))
        graph.add_edge(at, "table", capacity=max(-odds, 0.0))
    for strength, step in ((across, (0, 1)), (down, (1, 0))):
        for at in np.ndindex(strength.shape):
            other = (at[0] + step[0], at[1] + step[1])
            hold = (_SMOOTH + _APART) * float(np.exp(-strength[at] / _EDGE))
            graph.add_edge(at, other, capacity=hold)
            graph.add_edge(other, at, capacity=hold)
    _, (cards, _) = nx.minimum_cut(graph, "card", "table")
    found = np.zeros(unlike.shape, bool)
    for at in cards:
        if at != "card":
            found[at] = True
    return found


def _largest(laid: np.ndarray) -> np.ndarray:
    """Return the largest part that hangs together."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(laid.astype(np.uint8), connectivity=4)
    if count < 2:
        return laid
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()))
