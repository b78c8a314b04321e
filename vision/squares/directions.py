"""The two directions of a grid of squares, seen under any camera: where its lines seem to meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

_TRIED = 90
"""How many of the longest edges are paired to tell where lines may meet."""
_PARALLEL = np.sin(np.radians(30))
"""Lines of one direction differ by less in the picture."""
_APART = np.sin(np.radians(40))
"""Lines of the two directions differ by more."""
_AIMED = np.sin(np.radians(1.3))
"""How far an edge may point past where the lines of its direction meet."""
_KEPT = 3
"""How many meeting points of much the same direction are tried."""
_SAME = 0.5
"""Two meeting points are one where they share so much of their edges."""
_VIEWS = (0.55, 3.5)
"""Focal lengths that cameras have, in longest sides of the picture."""
_USUAL_VIEW = 1.1
_STEEPEST = 0.2
"""How much smaller the far end of the picture may be than the near one."""


def meeting_points(segments: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return (k, 3) homogeneous points where many edges meet, the best first; see `views` for the coordinates."""
    ends = _centred(segments, size)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    along = (ends[:, 1] - ends[:, 0]) / length[:, None]
    middle = ends.mean(axis=1)
    lines = np.cross(_grown(ends[:, 0]), _grown(ends[:, 1]))
    lines /= np.linalg.norm(lines, axis=1, keepdims=True)
    longest = np.argsort(-length)[:_TRIED]
    one, other = (longest[k] for k in np.triu_indices(len(longest), 1))
    likely = np.abs(_cross(along[one], along[other])) < _PARALLEL
    points = np.cross(lines[one[likely]], lines[other[likely]])
    # Edges on one line meet anywhere.
    points = points[np.linalg.norm(points, axis=1) > 1e-9]
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    towards = points[:, None, :2] - points[:, None, 2:] * middle[None]
    off = np.abs(_cross(towards, along[None])) / np.maximum(np.linalg.norm(towards, axis=2), 1e-12)
    votes = np.where(off < _AIMED, length * (1 - off / _AIMED), 0.0)
    return np.asarray(points[_different(votes, np.array([_at(point, middle.mean(axis=0)) for point in points]))])


def _different(votes: np.ndarray, towards: np.ndarray) -> list[int]:
    """Return the rows with most votes, few of each direction, without those that are much like a better one."""
    kept: list[int] = []
    for k in np.argsort(-votes.sum(axis=1)):
        shared = (np.minimum(votes[k], votes[other]).sum() / max(votes[k].sum(), 1e-9) for other in kept)
        beside = sum(abs(_cross(towards[k], towards[other])) < _APART for other in kept)
        if beside < _KEPT and all(share < _SAME for share in shared):
            kept.append(int(k))
        if len(kept) == 3 * _KEPT:
            break
    return kept


def views(segments: np.ndarray, size: tuple[int, int]) -> Iterator[np.ndarray]:
    """Yield (3, 3) homographies, table to photo, under which two sets of edges run along the table's axes.

    Their unit is any, and about the same on both axes: what the camera's focal length does not fix is left open.
    """
    points = meeting_points(segments, size)
    side = max(size)
    middle = _centred(segments, size).mean(axis=(0, 1))
    back = np.array([[side, 0, size[0] / 2], [0, side, size[1] / 2], [0, 0, 1.0]])
    for one, other in combinations(points, 2):
        across = [_at(point, middle) for point in (one, other)]
        if abs(_cross(*across)) < _APART:
            continue
        view = _focal(one, other)
        camera = np.diag([view, view, 1.0])
        axes = [np.linalg.solve(camera, point) for point in (one, other)]
        axes = [axis / np.linalg.norm(axis) for axis in axes]
        seen = [back @ camera @ axis for axis in axes]
        # The axis nearer to the picture's own runs right and the other one down; whether they are is settled later.
        signs = [np.sign(_at(point, middle)[np.abs(_at(point, middle)).argmax()]) for point in (one, other)]
        right, down = (s * v for s, v in zip(signs, seen, strict=True))
        if abs(across[0][0]) < abs(across[1][0]):
            right, down = down, right
        view_of_table = np.stack([right, down, back @ _grown(middle)], axis=1)
        if _in_sight(view_of_table, size):
            yield view_of_table


def _in_sight(view: np.ndarray, size: tuple[int, int]) -> bool:
    """Say whether the whole picture shows the table, well away from its horizon."""
    corners = np.array([[x, y, 1.0] for x in (0, size[0]) for y in (0, size[1])])
    near = corners @ np.linalg.inv(view)[2]
    return bool(near.min() > _STEEPEST * near.max() or near.max() < _STEEPEST * near.min())


def _focal(one: np.ndarray, other: np.ndarray) -> float:
    """Return the focal length, in longest sides, under which the directions are at a right angle, if one is."""
    flat = one[2] * other[2]
    squared = -(one[:2] @ other[:2]) / flat if abs(flat) > 1e-4 else -1.0
    return float(np.sqrt(squared)) if _VIEWS[0] ** 2 < squared < _VIEWS[1] ** 2 else _USUAL_VIEW


def _at(point: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Return the (2,) unit direction in which a homogeneous point lies from a place."""
    towards = point[:2] - point[2] * place
    return np.asarray(towards / max(float(np.linalg.norm(towards)), 1e-12))


def _centred(segments: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """(n, 2, 2) ends of edges in longest sides from the picture's middle."""
    return np.asarray((segments.reshape(-1, 2, 2) - np.array(size) / 2) / max(size))


def _grown(points: np.ndarray) -> np.ndarray:
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)


def _cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
