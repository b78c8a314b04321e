"""Decoding by OpenCV, the fastest decoder, which reads all formats but HEIC and AVIF."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image

from vision.imaging.decoding.colour import applied, mode_of, transform_of
from vision.imaging.decoding.limits import WORKING_SIDE, damaged, too_complex

_FLAGS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
"""OpenCV's flags by the factor by which both sides are reduced."""


def decode_by_opencv(data: bytes, side: int, icc: bytes = b"") -> np.ndarray:
    """Decode a picture, upright by its EXIF orientation, at its full, half or quarter size.

    Args:
        data: a file whose format was recognised.
        side: its longer side, pixels.
        icc: its colour profile, for one or three components; may be empty.

    Returns:
        (h, w, 3) uint8 BGR in sRGB.

    Raises:
        PhotoError: the picture is damaged or takes too much memory.
    """
    reduction = next((n for n in (4, 2) if side >= n * WORKING_SIDE), 1)
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), _FLAGS[reduction])
    except cv2.error as error:
        raise too_complex() if error.code == cv2.Error.StsNoMem else damaged() from None
    if pixels is None:
        raise damaged()
    return _in_srgb(np.asarray(pixels), icc) if icc else np.asarray(pixels)


def _in_srgb(pixels: np.ndarray, icc: bytes) -> np.ndarray:
    transform = transform_of(icc)
    if transform is None:
        return pixels
    if mode_of(icc) == "L":
        image = Image.fromarray(np.ascontiguousarray(pixels[..., 0]))
    else:
        image = Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))
    return cv2.cvtColor(np.asarray(applied(transform, image)), cv2.COLOR_RGB2BGR)
