"""The user's taps on pieces: their labels, and pieces that were not detected."""

from __future__ import annotations

from typing import Annotated, Literal

import cv2
import numpy as np
from pydantic import Field

from calibration.colours.detect import DetectedPiece, PiecesPhoto, piece_at
from calibration.problems import N_, CalibrationError
from games.envelope import Model
from vision.answers_file import parse_tap_list
from vision.calibration_fields import TapPlace
from vision.imaging.file_pixels import decoded_pixels

_MAX_TAP_DISTANCE = 0.02
"""Largest distance of a tap from the outline of its piece, as a fraction of the picture's longer side."""
_COLOUR_TOLERANCE = 14
"""Colour tolerance of the flood fill of an undetected piece, 8-bit CIE L*a*b* (four times this for lightness)."""
_MAX_EXTENT = 0.12
"""Largest extent of such a piece, as a fraction of the picture's longer side."""
_MIN_AREA_PX = 12
"""Its smallest area, pixels of the maps. All chosen by hand."""


class ColourTap(Model):
    """One tap.

    Attributes:
        px: position in the upright photo, pixels.
        name: the player's or the colour's name; None means the detected colour.
        kind: what it counts as; None means the detected kind.
        file: the photo's file name, if there are several photos.
    """

    px: TapPlace
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    kind: Literal["viking", "longhouse"] | None = None
    file: str | None = None


def parse_colour_taps(data: object) -> tuple[ColourTap, ...]:
    """Return the taps of an answers file; raises ``DocumentError`` naming the field that is wrong."""
    return parse_tap_list(data, ColourTap)


def piece_under_tap(tap: ColourTap, seen: PiecesPhoto) -> DetectedPiece:
    """Return the piece under a tap: a detected one, or the region of similar colour around the tap.

    Raises:
        CalibrationError: nothing there stands out from the table.
    """
    at = np.array(tap.px)
    outlines = [s.outline.astype(np.float32) for s in seen.pieces]
    near = [(-cv2.pointPolygonTest(outline, tap.px, True), n) for n, outline in enumerate(outlines)]
    best = min(near, default=(np.inf, 0))
    if best[0] <= _MAX_TAP_DISTANCE * max(seen.photo.width, seen.photo.height):
        return seen.pieces[best[1]]
    mask = _flood_fill(decoded_pixels(at, seen.scale), seen)
    if mask is None:
        raise CalibrationError(
            N_("No piece was found at {x:.0f}, {y:.0f}; tap its middle, or put it on a plainer surface."),
            x=tap.px[0],
            y=tap.px[1],
        )
    return piece_at(seen, mask)


def _flood_fill(at: np.ndarray, seen: PiecesPhoto) -> np.ndarray | None:
    """Return the (h, w) mask of the maps filled from a tap, or None if it is too small or too large for a piece."""
    height, width = seen.maps.foot.shape
    small = cv2.resize(seen.pixels, (width, height), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_BGR2LAB)
    x, y = np.clip(np.round(at).astype(int), 0, [width - 1, height - 1])
    flood = np.zeros((height + 2, width + 2), np.uint8)
    # Compared with the tapped pixel and not with the neighbour: gradual shading would lead onto the table.
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | (1 << 8)
    cv2.floodFill(
        lab,
        flood,
        (int(x), int(y)),
        0,
        (4 * _COLOUR_TOLERANCE, _COLOUR_TOLERANCE, _COLOUR_TOLERANCE),
        (4 * _COLOUR_TOLERANCE, _COLOUR_TOLERANCE, _COLOUR_TOLERANCE),
        flags,
    )
    mask = flood[1:-1, 1:-1] > 0
    ys, xs = np.nonzero(mask)
    wide = max(np.ptp(xs), np.ptp(ys)) > _MAX_EXTENT * max(height, width)
    return None if wide or len(xs) < _MIN_AREA_PX else mask
