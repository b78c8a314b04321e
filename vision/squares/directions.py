"""Vanishing points of a grid of squares, and the homographies that two of them allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

_MAX_EDGES = 90
"""Number of the longest edges that are paired for candidate vanishing points."""
_MAX_PAIR_SINE = np.sin(np.radians(30))
"""Largest sine of the angle, in the picture, between two lines of one direction."""
_MIN_AXES_SINE = np.sin(np.radians(40))
"""Smallest sine of the angle between lines of the two directions."""
_MAX_VOTE_SINE = np.sin(np.radians(1.3))
"""Largest sine of the angle between an edge and the direction to its vanishing point."""
_MAX_PER_DIRECTION = 3
"""Number of vanishing points of similar direction that are tried."""
_MAX_SHARED_VOTES = 0.5
"""Fraction of shared votes from which two vanishing points are duplicates."""
_FOCAL_RANGE = (0.55, 3.5)
"""Focal lengths of cameras, in longest sides of the picture."""
_DEFAULT_FOCAL = 1.1
"""Focal length, likewise, where the vanishing points do not determine it."""
_MIN_SCALE_RATIO = 0.2
"""Smallest ratio of the scales at the far and the near end of the picture. All chosen by hand."""


def vanishing_points(segments: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return (k, 3) homogeneous vanishing points, most votes first, in longest sides from the picture's centre.

    Args:
        segments: (n, 4) straight edges ``x, y, x, y``, pixels of a photo without lens distortion.
        size: width and height of the photo, pixels.
    """
    ends = _centred(segments, size)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    along = (ends[:, 1] - ends[:, 0]) / length[:, None]
    middle = ends.mean(axis=1)
    lines = np.cross(_homogeneous(ends[:, 0]), _homogeneous(ends[:, 1]))
    lines /= np.linalg.norm(lines, axis=1, keepdims=True)
    longest = np.argsort(-length)[:_MAX_EDGES]
    one, other = (longest[k] for k in np.triu_indices(len(longest), 1))
    likely = np.abs(_cross(along[one], along[other])) < _MAX_PAIR_SINE
    points = np.cross(lines[one[likely]], lines[other[likely]])
    # Collinear edges define no point.
    points = points[np.linalg.norm(points, axis=1) > 1e-9]
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    votes = _votes(points, along, middle, length)
    return np.asarray(points[_different(votes, _towards(points, middle.mean(axis=0)))])


def _votes(points: np.ndarray, along: np.ndarray, middle: np.ndarray, length: np.ndarray) -> np.ndarray:
    """Return the (n, edges) float32 votes of edges for (n, 3) vanishing points: the better they aim, the more."""
    x, y, w = (points[:, k, None].astype(np.float32) for k in range(3))
    (right, down), (at_x, at_y) = along.T.astype(np.float32), middle.T.astype(np.float32)
    over, under = x - w * at_x, y - w * at_y
    aside = np.abs(over * down - under * right)
    over *= over
    under *= under
    over += under
    np.sqrt(over, out=over)
    aside /= np.maximum(over, np.float32(1e-12), out=over)
    votes = np.subtract(1, aside / np.float32(_MAX_VOTE_SINE), out=aside)
    votes *= length.astype(np.float32)
    return np.asarray(np.maximum(votes, 0, out=votes))


def _different(votes: np.ndarray, towards: np.ndarray) -> list[int]:
    """Return the rows with most votes, few of each direction, without near duplicates.

    Args:
        votes: (n, edges) votes of edges for vanishing points.
        towards: (n, 2) unit directions to the points.
    """
    kept: list[int] = []
    sums = votes.sum(axis=1)
    alike = np.zeros(len(votes), int)
    left = np.argsort(-sums)
    while len(left) and len(kept) < 3 * _MAX_PER_DIRECTION:
        best, left = int(left[0]), left[1:]
        kept.append(best)
        alike += np.abs(_cross(towards[best], towards)) < _MIN_AXES_SINE
        left = left[alike[left] < _MAX_PER_DIRECTION]
        shared = np.minimum(votes[best], votes[left]).sum(axis=1)
        left = left[shared < _MAX_SHARED_VOTES * np.maximum(sums[left], 1e-9)]
    return kept


def candidate_homographies(segments: np.ndarray, size: tuple[int, int]) -> Iterator[np.ndarray]:
    """Yield (3, 3) homographies, table to photo, under which two sets of edges run along the table's axes.

    Their unit is arbitrary and about the same on both axes, as far as the focal length determines it.

    Args:
        segments: (n, 4) straight edges ``x, y, x, y``, pixels of a photo without lens distortion.
        size: width and height of the photo, pixels.
    """
    middle = _centred(segments, size).mean(axis=(0, 1))
    for one, other in combinations(vanishing_points(segments, size), 2):
        if abs(_cross(_towards(one, middle), _towards(other, middle))) < _MIN_AXES_SINE:
            continue
        view = _view(one, other, middle, size)
        if _is_below_horizon(view, size):
            yield view


def _view(one: np.ndarray, other: np.ndarray, middle: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return the (3, 3) homography, table to photo, of a table whose axes have these vanishing points.

    The more horizontal axis points right and the other one down; the orientation is resolved later.

    Args:
        one: (3,) homogeneous vanishing point, in longest sides from the picture's centre.
        other: likewise.
        middle: (2,) where the table's origin is seen, likewise.
        size: width and height of the photo, pixels.
    """
    focal, side = _focal(one, other), max(size)
    camera = np.diag([focal, focal, 1.0])
    to_pixels = np.array([[side, 0, size[0] / 2], [0, side, size[1] / 2], [0, 0, 1.0]])
    right, down = (_axis(point, middle, camera, to_pixels) for point in (one, other))
    if abs(_towards(one, middle)[0]) < abs(_towards(other, middle)[0]):
        right, down = down, right
    origin = to_pixels @ _homogeneous(middle)
    # Seen from above, not mirrored: axes at about 45 degrees may point either way.
    if _cross(_towards(right, origin[:2]), _towards(down, origin[:2])) < 0:
        down = -down
    return np.stack([right, down, origin], axis=1)


def _axis(point: np.ndarray, middle: np.ndarray, camera: np.ndarray, to_pixels: np.ndarray) -> np.ndarray:
    """Return the (3,) column of the homography for the axis with a vanishing point; it points right or down."""
    direction = np.linalg.solve(camera, point)
    direction = direction / np.linalg.norm(direction)
    towards = _towards(point, middle)
    return np.asarray(np.sign(towards[np.abs(towards).argmax()]) * (to_pixels @ camera @ direction))


def _is_below_horizon(view: np.ndarray, size: tuple[int, int]) -> bool:
    """Return whether the whole picture is well below the horizon of the table."""
    corners = np.array([[x, y, 1.0] for x in (0, size[0]) for y in (0, size[1])])
    near = corners @ np.linalg.inv(view)[2]
    return bool(near.min() > _MIN_SCALE_RATIO * near.max() or near.max() < _MIN_SCALE_RATIO * near.min())


def _focal(one: np.ndarray, other: np.ndarray) -> float:
    """Return the focal length, in longest sides, at which the directions are orthogonal, or a default."""
    flat = one[2] * other[2]
    squared = -(one[:2] @ other[:2]) / flat if abs(flat) > 1e-4 else -1.0
    return float(np.sqrt(squared)) if _FOCAL_RANGE[0] ** 2 < squared < _FOCAL_RANGE[1] ** 2 else _DEFAULT_FOCAL


def _towards(points: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Return the (..., 2) unit directions in which (..., 3) homogeneous points lie from a place."""
    towards = points[..., :2] - points[..., 2:] * place
    return np.asarray(towards / np.maximum(np.linalg.norm(towards, axis=-1, keepdims=True), 1e-12))


def _centred(segments: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return the (n, 2, 2) end points of edges, in longest sides from the picture's centre."""
    return np.asarray((segments.reshape(-1, 2, 2) - np.array(size) / 2) / max(size))


def _homogeneous(points: np.ndarray) -> np.ndarray:
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)


def _cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
