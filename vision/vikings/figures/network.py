"""A small network that detects figures of one colour in the rectified, evenly lit fjord.

The colour is an input: pixels are encoded relative to it, so that the network works with any colours.
`training.vikings.train` trains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from vision.networks.activations import log_odds, sigmoid
from vision.networks.runtime import Network, load_network
from vision.vikings.cells import SIDE
from vision.vikings.shades import ShadeRange, hue_and_lightness, log_shade_density, shades_of

STRIDE = 4
"""Pixels of the fjord per pixel of the output."""
PER_SQUARE = SIDE // STRIDE
"""Pixels of the output along a square of the fjord."""
CHANNELS = 7
_MIN_CHROMA, _MAX_LIGHTNESS, _HUE_DEVIATION = 0.45, 1.5, 9.0
"""Parameters of `shades.ShadeRange`; the weights were trained with these values."""
_MAX_LOG_DENSITY = 9.0
"""Absolute cap of the log density channel."""
_MIN_PROBABILITY = 0.003
"""Probabilities are clipped to this distance from 0 and 1 before log odds are taken."""


def channels(lab: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """Return the (n, CHANNELS, h, w) float32 inputs for (h, w, 3) L*a*b* and the (n, 3) L*a*b* of figures."""
    shades, within = shades_of(lab), ShadeRange(_MIN_CHROMA, _MAX_LIGHTNESS, _HUE_DEVIATION)
    inputs = np.empty((len(colours), CHANNELS, *lab.shape[:2]), np.float32)
    inputs[:, :3] = np.moveaxis(lab / (40, 30, 30) - (1.4, 0, 0), -1, 0)
    for part, colour in zip(inputs, colours, strict=True):
        meant, usual = hue_and_lightness(colour)
        part[3:5] = np.moveaxis((shades.hue - meant) / 25, -1, 0)
        part[5] = np.log(shades.light / usual)
        density = log_shade_density(shades, colour, within) + 2 * _MAX_LOG_DENSITY
        part[6] = density.clip(-_MAX_LOG_DENSITY, _MAX_LOG_DENSITY) / _MAX_LOG_DENSITY
    return inputs.clip(-4, 4, out=inputs)


@dataclass(frozen=True)
class FigureNetwork:
    """The loaded network; safe to share between threads."""

    net: Network

    def infer(self, lab: np.ndarray, colours: np.ndarray) -> np.ndarray:
        """Return (n, h / STRIDE, w / STRIDE) probabilities that a figure of each colour has its centre at each place.

        Args:
            lab: (h, w, 3) L*a*b* under even illumination, h and w multiples of STRIDE.
            colours: (n, 3) L*a*b* of the figures on their lit upper sides.
        """
        lab, colours = lab.astype(np.float32), colours.astype(np.float32)
        # One colour at a time: all together take as long and six times the memory.
        (logits,) = self.net.infer(channels(lab, colours), batch=1)
        return sigmoid(logits[:, 0])


@cache
def load_figure_network() -> FigureNetwork:
    """Return the network that ships with the package; loaded once, since compiling it takes longer than running it."""
    return FigureNetwork(load_network(files("vision.vikings.figures") / "figures.onnx"))


def output_log_odds(outputs: np.ndarray | float) -> np.ndarray:
    """Return the (...,) log odds of figures by the network's (...,) outputs, 0..1."""
    return log_odds(outputs, _MIN_PROBABILITY)
