"""Log densities of normal distributions at many points, as one product of matrices."""

from __future__ import annotations

from functools import lru_cache

import numpy as np


@lru_cache(maxsize=8)
def pairs_of(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs of ``count`` components whose products are terms of a density: two arrays of indices."""
    return np.triu_indices(count)


def quadratic_terms(points: np.ndarray) -> np.ndarray:
    """Return (t, n) float32 terms of (d, n) points: the products of their components, the components, and 1."""
    count, number = points.shape
    terms = np.empty((count * (count + 1) // 2 + count + 1, number), np.float32)
    at = 0
    for k in range(count):
        np.multiply(points[k], points[k:], out=terms[at : at + count - k])
        at += count - k
    terms[at:-1] = points
    terms[-1] = 1
    return terms


def log_density_coefficients(means: np.ndarray, covariances: np.ndarray, logs: np.ndarray | float = 0.0) -> np.ndarray:
    """Return (k, t) float32 coefficients of the terms of `quadratic_terms` in k log densities, up to a constant.

    Args:
        means: (k, d).
        covariances: (k, d, d).
        logs: (k,) added to the densities, such as logarithms of shares.
    """
    ones, others = pairs_of(means.shape[1])
    precisions = np.linalg.inv(covariances)
    squares = precisions[:, ones, others] * np.where(ones == others, -0.5, -1.0)
    linear = np.einsum("kab,kb->ka", precisions, means)
    constants = logs - 0.5 * ((linear * means).sum(axis=1) + np.linalg.slogdet(covariances)[1])
    return np.concatenate([squares, linear, constants[:, None]], axis=1).astype(np.float32)


def covariances_of(coefficients: np.ndarray, count: int) -> np.ndarray:
    """Return the (k, d, d) covariances of log densities of ``count`` components from their (k, t) coefficients."""
    ones, others = pairs_of(count)
    precisions = np.zeros((len(coefficients), count, count))
    squares = coefficients[:, : len(ones)] * np.where(ones == others, -2.0, -1.0)
    precisions[:, ones, others] = precisions[:, others, ones] = squares
    return np.asarray(np.linalg.inv(precisions))
