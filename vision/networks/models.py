"""The learned eyes: a network that says of each pixel what lies there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import resources
from importlib.resources.abc import Traversable

import cv2
import numpy as np

from vision.networks import channels
from vision.networks.activations import channel_softmax, sigmoid
from vision.networks.runtime import Network, load_network

NETWORKS = ("scene.onnx", "closeup.onnx", "context.onnx", "pair.onnx", "hidden_terrain.onnx")
"""The files of the networks, in the order of `Eyes`."""


@dataclass(frozen=True, eq=False)
class Maps:
    """What the network says of one picture, at ``channels.STRIDE``; each part is worked out when it is first wanted.

    Attributes:
        logits: (channels.COUNT, h, w) float32.
    """

    logits: np.ndarray

    @cached_property
    def terrain(self) -> np.ndarray:
        """(h, w, 4) probabilities of table, plains, mountain and ocean, also under pieces."""
        return channel_softmax(self.logits[channels.TERRAIN])

    @cached_property
    def piece(self) -> np.ndarray:
        """(h, w, 4) probabilities of nothing, viking, longhouse and stone standing in the way."""
        return channel_softmax(self.logits[channels.PIECE])

    @cached_property
    def centre(self) -> np.ndarray:
        """(h, w) probability of a tile's centre being here."""
        return sigmoid(self.logits[channels.CENTRE])

    @cached_property
    def rim(self) -> np.ndarray:
        """(h, w) probability of a tile's outline running here."""
        return sigmoid(self.logits[channels.RIM])

    @cached_property
    def foot(self) -> np.ndarray:
        """(h, w) probability of a piece standing here."""
        return sigmoid(self.logits[channels.FOOT])

    @cached_property
    def colour(self) -> np.ndarray:
        """(h, w, 11) probabilities of the names in ``vocabulary.COLOURS``, where a piece is seen."""
        return channel_softmax(self.logits[channels.COLOUR])


@dataclass(frozen=True)
class Eyes:
    """The loaded networks; safe to share between threads.

    Attributes:
        net: looks at whole pictures.
        close: looks at one cell at a time.
        together: compares what that said of all cells.
        pairs: tells whether several things stand on a cell.
        inland: tells how the land of a tile runs on beneath what hides it.
        aside: the one thread that does what can be done meanwhile; with a new one each time, memory would double.
    """

    net: Network
    close: Network
    together: Network
    pairs: Network
    inland: Network
    aside: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1))


def shipped_weights() -> Traversable:
    """Return the folder of the ONNX files that ship with the package."""
    return resources.files("vision.networks") / "weights"


def load_eyes(folder: Traversable | None = None) -> Eyes:
    """Load the networks of a folder, called as in ``NETWORKS``; those that ship with the package if none is named."""
    place = shipped_weights() if folder is None else folder
    net, close, together, pairs, inland = (load_network(place / name) for name in NETWORKS)
    return Eyes(net, close, together, pairs, inland)


def look(eyes: Eyes, pixels: np.ndarray) -> Maps:
    """Run the network on (h, w, 3) uint8 BGR pixels; the maps are (ceil(h / 2), ceil(w / 2))."""
    height, width = pixels.shape[:2]
    padded = cv2.copyMakeBorder(
        pixels, 0, -height % channels.MULTIPLE, 0, -width % channels.MULTIPLE, cv2.BORDER_REPLICATE
    )
    (logits,) = eyes.net.asked(cv2.dnn.blobFromImage(padded, 1 / 255))
    return Maps(logits[0, :, : -(-height // channels.STRIDE), : -(-width // channels.STRIDE)])
