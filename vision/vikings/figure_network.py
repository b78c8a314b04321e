"""A small network that detects figures of one colour in the rectified, evenly lit fjord.

The colour is an input: pixels are encoded relative to it, so that the network works with any colours.
`training.vikings.train` trains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from vision.networks.activations import sigmoid
from vision.networks.runtime import Network, load_network
from vision.vikings.shades import hue_and_lightness, log_shade_density

STRIDE = 4
"""Pixels of the fjord per pixel of the output."""
CHANNELS = 7
_MIN_CHROMA, _MAX_LIGHTNESS, _HUE_DEVIATION = 0.45, 1.5, 9.0
"""Parameters of `shades.log_shade_density`; the weights were trained with these values."""
_MAX_LOG_DENSITY = 9.0
"""Absolute cap of the log density channel."""


def channels(lab: np.ndarray, base: np.ndarray) -> np.ndarray:
    """Return the (CHANNELS, h, w) float32 input for (h, w, 3) L*a*b* and the (3,) L*a*b* of a colour."""
    hue, light = hue_and_lightness(lab)
    meant, usual = hue_and_lightness(base)
    likely = (
        np.clip(
            log_shade_density(lab, base, _MIN_CHROMA, _MAX_LIGHTNESS, _HUE_DEVIATION) + 2 * _MAX_LOG_DENSITY,
            -_MAX_LOG_DENSITY,
            _MAX_LOG_DENSITY,
        )
        / _MAX_LOG_DENSITY
    )
    return np.concatenate([
        np.moveaxis(lab / (40, 30, 30) - (1.4, 0, 0), -1, 0), np.moveaxis((hue - meant) / 25, -1, 0),
        np.log(light / usual)[None], likely[None],
    ]).clip(-4, 4).astype(np.float32)  # fmt: skip


@dataclass(frozen=True)
class FigureNetwork:
    """The loaded network; safe to share between threads."""

    net: Network

    def infer(self, lab: np.ndarray, bases: np.ndarray) -> np.ndarray:
        """Return (n, h / STRIDE, w / STRIDE) probabilities that a figure of each colour has its centre at each place.

        Args:
            lab: (h, w, 3) L*a*b* under even illumination, h and w multiples of STRIDE.
            bases: (n, 3) L*a*b* of the colours.
        """
        lab, bases = lab.astype(np.float32), bases.astype(np.float32)
        (logits,) = self.net.infer(np.stack([channels(lab, base) for base in bases]))
        return sigmoid(logits[:, 0])


def load_figure_network() -> FigureNetwork:
    """Load the network that ships with the package."""
    return FigureNetwork(load_network(files("vision.vikings") / "figures.onnx"))
