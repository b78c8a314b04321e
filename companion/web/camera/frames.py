"""Frames from phones, checked by their headers before they are decoded."""

from __future__ import annotations

import cv2

from companion.language import N_
from companion.problems import Problem
from vision.imaging.decoding.formats import Format, recognise
from vision.imaging.decoding.jpeg import describe_jpeg
from vision.imaging.photo import Photo, PhotoError, decode_photo, photo_of

FRAME_BYTES = 3_000_000
"""Largest frame, bytes; a 4K frame at good quality is smaller."""
_FRAME_PIXELS = 3840 * 2160
"""Pixels of the largest frame: those of 4K."""
FRAME_SIDE = 1280
"""Longest side of every frame, pixels, as of a webcam. A phone sends smaller ones over a slow connection, and the live
loop would take another size for another camera."""
_NO_FRAME = N_("This is not a frame of a camera; reload the camera page.")
_TOO_LARGE = N_("The frame is larger than 4K; reload the camera page.")


def frame_photo(data: bytes) -> Photo:
    """Return a frame of a phone's camera, scaled to `FRAME_SIDE`.

    Raises:
        Problem: it is no JPEG, is too large, or is damaged. In the first two cases nothing is decoded, because a
            small file can hold a picture that fills the memory.
    """
    if len(data) > FRAME_BYTES:
        raise Problem(_TOO_LARGE)
    if recognise(data) is not Format.JPEG:
        raise Problem(_NO_FRAME)
    try:
        described = describe_jpeg(data)
        if described.width * described.height > _FRAME_PIXELS:
            raise Problem(_TOO_LARGE)
        return _at_one_size(decode_photo(data))
    except PhotoError:
        raise Problem(_NO_FRAME) from None


def _at_one_size(photo: Photo) -> Photo:
    height, width = photo.pixels.shape[:2]
    scale = FRAME_SIDE / max(width, height)
    if scale == 1:
        return photo
    size = (round(width * scale), round(height * scale))
    return photo_of(cv2.resize(photo.pixels, size, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA))
