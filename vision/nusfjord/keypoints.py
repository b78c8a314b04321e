"""Keypoints of a picture of cards, and their form in a profile, where those of taught faces are kept.

Computing them takes 15 ms a face: of a reading where 65 are taught, a quarter.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

import cv2
import numpy as np

_MAX_KEYPOINTS = 20_000
"""The strongest keypoints that are kept: a patterned table has 34 000. With 20 000 ten synthetic tables of 14 cards are
read as well as with all; with 12 000 two of 56 buildings less are named."""
_CONTRAST = 0.02
"""SIFT's threshold of contrast, half of OpenCV's; chosen by hand."""
_CLAHE_LIMIT, _CLAHE_TILES = 2.0, (8, 8)
"""How the contrast of a picture's parts is evened out (CLAHE), as cards may lie in the shade; chosen by hand."""
_RECORD = np.dtype([("place", "<f4", 4), ("descriptor", "u1", 128)])
MOST_CHARACTERS = 400_000
"""Longest text of one face's keypoints, which are a few hundred of 144 bytes each."""


@dataclass(frozen=True, eq=False)
class Keypoints:
    """Keypoints (SIFT, Lowe 2004).

    Attributes:
        places: (n, 4) float32 x, y and size, pixels, and angle, degrees clockwise.
        descriptors: (n, 128) uint8.
    """

    places: np.ndarray
    descriptors: np.ndarray

    @property
    def unit_descriptors(self) -> np.ndarray:
        """(n, 128) float32 of length 1: their roots improve matching (RootSIFT, Arandjelovic and Zisserman 2012)."""
        raw = self.descriptors.astype(np.float32)
        return np.asarray(np.sqrt(raw / np.maximum(raw.sum(axis=1, keepdims=True), 1e-6)))


def keypoints_of(picture: np.ndarray) -> Keypoints:
    """Return the keypoints of a (h, w, 3) uint8 BGR picture."""
    grey = cv2.createCLAHE(_CLAHE_LIMIT, _CLAHE_TILES).apply(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    points, descriptors = cv2.SIFT_create(_MAX_KEYPOINTS, contrastThreshold=_CONTRAST).detectAndCompute(grey, None)  # type: ignore[attr-defined]
    if descriptors is None:
        return Keypoints(np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8))
    places = np.array([(*point.pt, point.size, point.angle) for point in points], np.float32)
    return Keypoints(places, descriptors.astype(np.uint8))  # OpenCV returns whole numbers


def encode_keypoints(keypoints: Keypoints, picture: str) -> str:
    """Return keypoints as a text for a document.

    Args:
        keypoints: what `keypoints_of` returned.
        picture: the text of the picture that they are of, which they are tied to.
    """
    records = np.empty(len(keypoints.places), _RECORD)
    records["place"], records["descriptor"] = keypoints.places, keypoints.descriptors
    return base64.b64encode(_digest(picture) + records.tobytes()).decode("ascii")


def decode_keypoints(text: str, picture: str) -> Keypoints | None:
    """Return the keypoints in a text; ``None`` where they have to be computed anew.

    That is so where there are none, where they are of another picture, or were found in another way.

    Args:
        text: what `encode_keypoints` returned, or anything else.
        picture: the text of the picture.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    digest = _digest(picture)
    kept = data[len(digest) :]
    if data[: len(digest)] != digest or len(kept) % _RECORD.itemsize:
        return None
    records = np.frombuffer(kept, _RECORD)
    places = np.array(records["place"])
    return Keypoints(places, np.array(records["descriptor"])) if np.isfinite(places).all() else None


def _digest(picture: str) -> bytes:
    """Return what keypoints depend on, in 32 bytes: the picture, OpenCV's version and all numbers of `keypoints_of`."""
    way = (cv2.__version__, _MAX_KEYPOINTS, _CONTRAST, _CLAHE_LIMIT, _CLAHE_TILES)
    return hashlib.sha256(f"{way} {picture}".encode()).digest()
