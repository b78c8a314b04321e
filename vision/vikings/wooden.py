"""Where figures of one colour stand: a small network that looks at the evened fjord from above, one colour at a time.

It never learned colours: it is told what its colour looks like here, and sees each place by how far it is from that.
`training.vikings.train` teaches it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from vision.networks.activations import sigmoid
from vision.networks.runtime import Network, load_network
from vision.vikings.shades import hues, shaded

STRIDE = 4
"""Pixels of the fjord to one of the answer."""
CHANNELS = 7
_PALE, _BRIGHT, _SPREAD = 0.45, 1.5, 9.0
_CERTAIN = 9.0


def channels(lab: np.ndarray, base: np.ndarray) -> np.ndarray:
    """Return (CHANNELS, h, w) float32 of (h, w, 3) evened L*a*b* for the colour whose (3,) look is given."""
    hue, light = hues(lab)
    meant, usual = hues(base)
    likely = np.clip(shaded(lab, base, _PALE, _BRIGHT, _SPREAD) + 2 * _CERTAIN, -_CERTAIN, _CERTAIN) / _CERTAIN
    return np.concatenate([
        np.moveaxis(lab / (40, 30, 30) - (1.4, 0, 0), -1, 0), np.moveaxis((hue - meant) / 25, -1, 0),
        np.log(light / usual)[None], likely[None],
    ]).clip(-4, 4).astype(np.float32)  # fmt: skip


@dataclass(frozen=True)
class Eye:
    """The loaded network; safe to share between threads."""

    net: Network

    def look(self, lab: np.ndarray, bases: np.ndarray) -> np.ndarray:
        """Return (n, h / STRIDE, w / STRIDE) how likely a figure of each colour has its middle in each place, 0..1.

        Args:
            lab: (h, w, 3) evened L*a*b*, h and w multiples of STRIDE.
            bases: (n, 3) what the colours look like there.
        """
        lab, bases = lab.astype(np.float32), bases.astype(np.float32)
        (logits,) = self.net.infer(np.stack([channels(lab, base) for base in bases]))
        return sigmoid(logits[:, 0])


def load_eye() -> Eye:
    """Load the network that ships with the package."""
    return Eye(load_network(files("vision.vikings") / "figures.onnx"))
