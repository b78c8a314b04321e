"""A soft bright dot on black, and where a picture shows it: measures displacements of a small part of a pixel."""

import numpy as np


def dot_at(place, size, sigma: float = 12.0) -> np.ndarray:
    """Return a (height, width, 3) uint8 picture of a dot at a pixel; ``size`` is (width, height)."""
    x, y = (np.arange(side) - at for side, at in zip(size, place, strict=True))
    light = 250 * np.exp(-(x[None] ** 2 + y[:, None] ** 2) / (2 * sigma**2))
    return np.repeat(light.round().astype(np.uint8)[..., None], 3, axis=2)


def middle_of(pixels: np.ndarray) -> np.ndarray:
    """Return the (2,) centre of the light in a (h, w, 3) picture."""
    light = pixels.sum(axis=2, dtype=float)
    across, down = np.arange(light.shape[1]), np.arange(light.shape[0])
    return np.array([light.sum(axis=0) @ across, light.sum(axis=1) @ down]) / light.sum()
