"""The learned eyes: a network run by OpenCV that says of each pixel what lies there."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import cv2
import numpy as np

from vision import channels


@dataclass(frozen=True)
class Maps:
    """What the network says of one picture; all arrays are float32 in 0..1 at ``channels.STRIDE``.

    Attributes:
        terrain: (h, w, 4) probabilities of table, plains, mountain and ocean, also under pieces.
        piece: (h, w, 4) probabilities of nothing, viking, longhouse and stone standing in the way.
        centre: (h, w) a tile's centre is here.
        rim: (h, w) a tile's outline runs here.
        foot: (h, w) a piece stands here.
        colour: (h, w, 11) probabilities of the names in ``channels.COLOURS``, where a piece is seen.
    """

    terrain: np.ndarray
    piece: np.ndarray
    centre: np.ndarray
    rim: np.ndarray
    foot: np.ndarray
    colour: np.ndarray


@dataclass(frozen=True)
class Eyes:
    """A loaded network; safe to share between threads, which then take turns."""

    net: Any
    lock: threading.Lock = field(default_factory=threading.Lock)


def load_eyes() -> Eyes:
    """Load the network that ships with the package."""
    data = resources.files("vision").joinpath("eyes.onnx").read_bytes()
    return Eyes(cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8)))


def look(eyes: Eyes, pixels: np.ndarray) -> Maps:
    """Run the network on (h, w, 3) uint8 BGR pixels; the maps are (ceil(h / 2), ceil(w / 2))."""
    height, width = pixels.shape[:2]
    padded = cv2.copyMakeBorder(
        pixels, 0, -height % channels.MULTIPLE, 0, -width % channels.MULTIPLE, cv2.BORDER_REPLICATE
    )
    blob = cv2.dnn.blobFromImage(padded, 1 / 255)
    with eyes.lock:
        eyes.net.setInput(blob)
        logits = eyes.net.forward()[0]
    logits = logits[:, : -(-height // channels.STRIDE), : -(-width // channels.STRIDE)]
    return Maps(
        terrain=_softmax(logits[channels.TERRAIN]),
        piece=_softmax(logits[channels.PIECE]),
        centre=_sigmoid(logits[channels.CENTRE]),
        rim=_sigmoid(logits[channels.RIM]),
        foot=_sigmoid(logits[channels.FOOT]),
        colour=_softmax(logits[channels.COLOUR]),
    )


def _sigmoid(logits: np.ndarray) -> np.ndarray:
    heat: np.ndarray = 1 / (1 + np.exp(-logits))
    return heat


def _softmax(logits: np.ndarray) -> np.ndarray:
    """(c, h, w) logits to (h, w, c) probabilities, contiguous as OpenCV wants them."""
    grown = np.exp(logits - logits.max(axis=0))
    return np.ascontiguousarray((grown / grown.sum(axis=0)).transpose(1, 2, 0))
