"""Rectified views: a part of the table as seen straight from above, at one scale."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.imaging.downscale import halved
from vision.networks import channels

SCALE = 84.0
"""Pixels to a pitch. One view serves to find the tiles and to analyse their terrain. On 300 exam boards (seeds 8011,
8021, 8121) 818 edges, 619 regions and 479 pieces are wrong; with 72 for the tiles and another view with 96 for the
terrain, which takes a tenth more of a reading's time, 780, 600 and 509; with 90 for both 783, 597 and 486."""
MARGIN = 1.1
"""Pitches of table around the outermost tile centres: room for a ring of neighbours and for pieces that lean
outward."""
_MAX_PIXELS = 2_400_000
"""A larger view is scaled down, which bounds the network's time and memory."""
_GRID_STEP = 8
"""View pixels between points that are projected exactly; linear interpolation errs by 0.01 photo pixels at most."""


@dataclass(frozen=True)
class View:
    """A rectified picture of a part of the table.

    Attributes:
        pixels: (h, w, 3) uint8 BGR.
        inside: (h, w) bool, whether the pixel lies within the photo.
        origin: (2,) table point at the view's pixel (0, 0).
        scale: view pixels to one pitch.
    """

    pixels: np.ndarray
    inside: np.ndarray
    origin: np.ndarray
    scale: float

    def to_view(self, table: np.ndarray) -> np.ndarray:
        """Map (..., 2) table points to view pixels."""
        places = np.asarray(table)
        shown = np.empty(places.shape)
        for axis, start in enumerate(self.origin.tolist()):  # NumPy is slow over a last axis of two
            shown[..., axis] = (places[..., axis] - start) * self.scale
        return shown

    def to_maps(self, table: np.ndarray) -> np.ndarray:
        """Map (..., 2) table points to pixels of the scene network's maps of this view."""
        return (self.to_view(table) + 0.5) / channels.STRIDE - 0.5

    def from_maps(self, pixels: np.ndarray) -> np.ndarray:
        """Map (..., 2) pixels of the scene network's maps of this view to table points."""
        return np.asarray(((np.asarray(pixels) + 0.5) * channels.STRIDE - 0.5) / self.scale + self.origin)


def rectify(pixels: np.ndarray, plane: Plane, spots: np.ndarray, scale: float = SCALE, margin: float = MARGIN) -> View:
    """Return the rectified view of a part of the table.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        plane: table to photo.
        spots: (n, 2) table points that the view contains.
        scale: view pixels to one pitch; fewer if the view would be too large.
        margin: pitches of table around the spots.
    """
    low, high = spots.min(axis=0) - margin, spots.max(axis=0) + margin
    scale = min(scale, float(np.sqrt(_MAX_PIXELS / np.prod(high - low))))
    width, height = (int(v) for v in np.ceil((high - low) * scale))
    pixels, plane = _downscaled(pixels, plane, spots, scale)
    where = _photo_pixels(plane, low, scale, width, height)
    # With four channels OpenCV takes two fifths of the time that it takes with three, for the same pixels. It takes one
    # map of two channels as well, which its stubs do not know.
    seen = cv2.remap(  # type: ignore[call-overload]
        cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA), where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    inside = _inside(where, pixels.shape)
    del where  # the largest array, while the smallest is made
    return View(cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR), inside, low, scale)


def _inside(where: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return (h, w) bool, whether a picture of this shape contains each of (h, w, 2) float32 pixels."""
    last = np.nextafter(np.array(shape[1::-1], np.float32), np.float32(0))  # OpenCV's upper bounds are included
    return np.asarray(cv2.inRange(where, np.zeros(2), last.astype(float)) > 0)


def _photo_pixels(plane: Plane, low: np.ndarray, scale: float, width: int, height: int) -> np.ndarray:
    """Return (height, width, 2) float32 photo pixels of all view pixels, interpolated from a coarse grid."""
    across, down = ((np.arange(-1, side // _GRID_STEP + 2) + 0.5) * _GRID_STEP - 0.5 for side in (width, height))
    coarse = plane.to_photo(np.stack(np.meshgrid(across, down), axis=-1) / scale + low).astype(np.float32)
    all_places = cv2.resize(coarse, None, fx=_GRID_STEP, fy=_GRID_STEP, interpolation=cv2.INTER_LINEAR)
    return all_places[_GRID_STEP : _GRID_STEP + height, _GRID_STEP : _GRID_STEP + width]


def _downscaled(pixels: np.ndarray, plane: Plane, spots: np.ndarray, scale: float) -> tuple[np.ndarray, Plane]:
    """Halve a photo of much higher resolution than the view, which would otherwise be aliased."""
    resolution = float(plane.pitches_at(spots).max())
    pixels, by = halved(pixels, scale / resolution)
    return pixels, plane.scaled(by)
