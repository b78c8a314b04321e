"""Small pictures as ``data:`` URLs, for documents and pages."""

from __future__ import annotations

import base64
import io

import cv2
import numpy as np
from PIL import Image

from games.documents import DocumentError

_JPEG_QUALITY = 88
_HEAD = "data:image/jpeg;base64,"
_MAX_CHARACTERS = 400_000
"""Longest accepted text."""
_SIDE_RANGE = (32, 1024)
"""Smallest and largest accepted side, pixels."""


def encode_picture(picture: np.ndarray) -> str:
    """Return an (h, w, 3) uint8 BGR picture as a ``data:`` URL of a JPEG."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1]
    return _HEAD + base64.b64encode(data.tobytes()).decode("ascii")


def decode_picture(text: object, field: str) -> np.ndarray:
    """Decode the square picture of a document's field.

    Args:
        text: the field's value, a ``data:`` URL of a JPEG.
        field: the field's name, for the error.

    Returns:
        (n, n, 3) uint8 BGR.

    Raises:
        DocumentError: there is no such picture in the field.
    """
    if not isinstance(text, str):
        raise DocumentError(field, "missing" if text is None else "type", text)
    try:
        if not text.startswith(_HEAD) or len(text) > _MAX_CHARACTERS:
            raise ValueError
        data = base64.b64decode(text[len(_HEAD) :], validate=True)
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            # Checked before the picture is decoded: a small file may hold a huge one.
            if image.width != image.height or not _SIDE_RANGE[0] <= image.width <= _SIDE_RANGE[1]:
                raise ValueError
            return np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1])
    except (ValueError, OSError, SyntaxError, Image.DecompressionBombError):
        raise DocumentError(field, "value", text) from None
