"""Gabled bodies that houses are put together from. Units of the pitch or of the house's length."""

from __future__ import annotations

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism


def mirrored(right: list[tuple[float, float]]) -> np.ndarray:
    """Return a closed cross-section (N, 2) from its right half, which begins below and ends at the ridge."""
    half = np.array(right, float)
    left = half[::-1] * (-1, 1)
    return np.concatenate([half, left[1:] if half[-1, 0] == 0 else left])


def gable(half: float, wall: float, ridge: float, length: float, bevel: float = 0.0) -> Mesh:
    """Return a gabled house of half width ``half``, of the height of its walls and ridge, and of a length along y."""
    return Mesh(prism(mirrored([(half, 0), (half, wall), (0.0, ridge)]), length, bevel))


def roof(half: float, eaves: float, ridge: float, length: float, thick: float) -> Mesh:
    """Return a roof of two slopes as a slab with its hollow side down."""
    outer = [(half, eaves), (half, eaves + thick), (0.0, ridge + thick)]
    section = np.array([*outer, (-half, eaves + thick), (-half, eaves), (0.0, ridge)])
    return Mesh(prism(section, length))


def crosswise(mesh: Mesh, x: float, y: float) -> Mesh:
    """Return a house turned by a right angle, its ridge along x, and moved."""
    return mesh.at(x, y, 0.0, np.pi / 2)
