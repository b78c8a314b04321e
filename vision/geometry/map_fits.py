"""Fits affine maps and homographies to many groups of corresponding points at once.

The points of all groups stand one after the other in one array; ``counts`` (s,) tells how many belong to each group.
"""

from __future__ import annotations

import numpy as np


def first_of_groups(counts: np.ndarray) -> np.ndarray:
    """Return the (s,) indices at which each of s groups of these sizes begins; none is empty."""
    return np.asarray(np.cumsum(counts) - counts)


def affine_maps(table: np.ndarray, photo: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the (s, 3, 3) affine maps with the least squared error, of s groups of points with these sizes."""
    homogeneous = np.column_stack([table, np.ones(len(table))])
    products = homogeneous[:, :, None] * np.column_stack([homogeneous, photo])[:, None]
    sums = np.add.reduceat(products, first_of_groups(counts))
    maps = np.tile(np.eye(3), (len(counts), 1, 1))
    maps[:, :2] = np.linalg.solve(sums[..., :3], sums[..., 3:]).transpose(0, 2, 1)
    return maps


def homographies(table: np.ndarray, photo: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the (s, 3, 3) homographies of s groups of points with these sizes, four points each at least.

    They are fitted by the direct linear transform (Hartley 1997), which errs a little where the points are noisy.
    """
    from_table, near = _normalised(table, counts)
    from_photo, shown = _normalised(photo, counts)
    homogeneous = np.column_stack([near, np.ones(len(near))])
    products = homogeneous[:, :, None] * homogeneous[:, None]
    maps = np.linalg.eigh(_normal_matrices(products, shown, counts))[1][:, :, 0].reshape(-1, 3, 3)
    maps = np.linalg.inv(from_photo) @ maps @ from_table
    scales = np.abs(maps[:, 2]).max(axis=1) * np.sign(maps[:, 2, 2])
    return np.asarray(maps / np.where(scales == 0, 1.0, scales)[:, None, None])


def _normal_matrices(products: np.ndarray, shown: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return (s, 9, 9) sums of the squared equations ``x w - u`` and ``y w - v`` in the nine entries of a homography.

    Args:
        products: (n, 3, 3) of the homogeneous table points with themselves.
        shown: (n, 2) x and y.
        counts: (s,) sizes of the groups.
    """
    x, y = shown.T[:, :, None, None]
    factors = np.stack([np.ones_like(x), x, y, x * x + y * y], axis=1)
    sums = np.add.reduceat(products[:, None] * factors, first_of_groups(counts))
    plain, by_x, by_y, by_both = sums.transpose(1, 0, 2, 3)
    matrices = np.zeros((len(counts), 9, 9))
    matrices[:, :3, :3] = matrices[:, 3:6, 3:6] = plain
    matrices[:, :3, 6:] = matrices[:, 6:, :3] = -by_x
    matrices[:, 3:6, 6:] = matrices[:, 6:, 3:6] = -by_y
    matrices[:, 6:, 6:] = by_both
    return matrices


def _normalised(points: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (s, 3, 3) maps that bring s groups of (n, 2) points to mean 0 and variance 1, and the mapped points."""
    starts, number = first_of_groups(counts), np.repeat(np.arange(len(counts)), counts)
    means = np.add.reduceat(points, starts) / counts[:, None]
    centred = points - means[number]
    deviations = np.sqrt(np.add.reduceat((centred**2).sum(axis=1), starts) / (2 * counts))
    scales = 1 / np.maximum(deviations, 1e-9)
    maps = np.zeros((len(counts), 3, 3))
    maps[:, 0, 0] = maps[:, 1, 1] = scales
    maps[:, :2, 2] = -means * scales[:, None]
    maps[:, 2, 2] = 1.0
    return maps, centred * scales[number, None]
