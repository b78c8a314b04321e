"""The board seen straight from above at one scale, whatever the camera: what the close look works on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.imaging.downscale import halved
from vision.networks import channels

SCALE = 72.0
"""Pixels to a pitch in the view; the network has seen most of its tiles about this large."""
MARGIN = 1.1
"""Pitches of table kept around the outermost tile centres: a ring of neighbours, and tall pieces that lean outward."""
_MOST_PIXELS = 2_400_000
_STEP = 8


@dataclass(frozen=True)
class View:
    """A rectified picture of a part of the table.

    Attributes:
        pixels: (h, w, 3) uint8 BGR.
        inside: (h, w) bool, whether the photo shows this place at all.
        origin: (2,) table point at the view's pixel (0, 0).
        scale: view pixels to one pitch.
    """

    pixels: np.ndarray
    inside: np.ndarray
    origin: np.ndarray
    scale: float

    def to_view(self, table: np.ndarray) -> np.ndarray:
        """Map (..., 2) table points to view pixels."""
        return np.asarray((np.asarray(table) - self.origin) * self.scale)

    def to_maps(self, table: np.ndarray) -> np.ndarray:
        """Map (..., 2) table points to pixels of the network's maps of this view."""
        return (self.to_view(table) + 0.5) / channels.STRIDE - 0.5

    def from_maps(self, pixels: np.ndarray) -> np.ndarray:
        """Map (..., 2) pixels of the network's maps back to table points."""
        return np.asarray(((np.asarray(pixels) + 0.5) * channels.STRIDE - 0.5) / self.scale + self.origin)


def look_down(
    pixels: np.ndarray, plane: Plane, spots: np.ndarray, scale: float = SCALE, margin: float = MARGIN
) -> View:
    """Look straight down on (n, 2) table spots (and a margin) in a photo's (h, w, 3) pixels."""
    low, high = spots.min(axis=0) - margin, spots.max(axis=0) + margin
    scale = min(scale, float(np.sqrt(_MOST_PIXELS / np.prod(high - low))))
    width, height = (int(v) for v in np.ceil((high - low) * scale))
    pixels, plane = _shrunk(pixels, plane, spots, scale)
    where = _places(plane, low, scale, width, height)
    # OpenCV takes one map of two channels as well, which its stubs do not know.
    seen = cv2.remap(pixels, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    across, down = where[..., 0], where[..., 1]
    inside = (across >= 0) & (across < pixels.shape[1]) & (down >= 0) & (down < pixels.shape[0])
    return View(seen, inside, low, scale)


def _places(plane: Plane, low: np.ndarray, scale: float, width: int, height: int) -> np.ndarray:
    """(height, width, 2) float32 photo pixels of all view pixels, worked out for one in ``_STEP`` each way.

    Between those they are interpolated linearly, which is right to a hundredth of a pixel.
    """
    across, down = ((np.arange(-1, side // _STEP + 2) + 0.5) * _STEP - 0.5 for side in (width, height))
    few = plane.to_photo(np.stack(np.meshgrid(across, down), axis=-1) / scale + low).astype(np.float32)
    all_places = cv2.resize(few, None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
    return all_places[_STEP : _STEP + height, _STEP : _STEP + width]


def _shrunk(pixels: np.ndarray, plane: Plane, spots: np.ndarray, scale: float) -> tuple[np.ndarray, Plane]:
    """Halve a photo that is much finer than the view, since sampling it sparsely would make noise of detail."""
    finest = float(plane.pitches_at(spots).max())
    pixels, by = halved(pixels, scale / finest)
    return pixels, plane.scaled(by)
