"""Small pictures as ``data:`` URLs, as documents and pages carry them."""

from __future__ import annotations

import base64
import io

import cv2
import numpy as np
from PIL import Image

from games.envelope import DocumentError

_QUALITY = 88
_HEAD = "data:image/jpeg;base64,"
_LARGEST = 400_000
"""Characters of the longest picture that is taken."""
_SIDES = (32, 1024)
"""Fewest and most pixels along a picture's sides."""


def picture_text(picture: np.ndarray) -> str:
    """Return an (h, w, 3) uint8 BGR picture as the text that documents and pages carry."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
    return _HEAD + base64.b64encode(data.tobytes()).decode("ascii")


def picture_of(text: object, field: str) -> np.ndarray:
    """Return the square picture in a document's text; raises ``DocumentError`` naming ``field``."""
    if not isinstance(text, str):
        raise DocumentError(field, "missing" if text is None else "type", text)
    try:
        if not text.startswith(_HEAD) or len(text) > _LARGEST:
            raise ValueError
        data = base64.b64decode(text[len(_HEAD) :], validate=True)
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            # Looked at before it is decoded: a small file may hold a huge picture.
            if image.width != image.height or not _SIDES[0] <= image.width <= _SIDES[1]:
                raise ValueError
            return np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1])
    except (ValueError, OSError, SyntaxError, Image.DecompressionBombError):
        raise DocumentError(field, "value", text) from None
