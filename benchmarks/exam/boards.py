"""The boards of an examination: each is drawn from the seed and its number, and goes through a JPEG like any photo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2

from training.validation import document_of, photo_of_a_game

ART = "held-out-wide"
"""The family of looks: its prints, palettes, workshops, light and tables are kept back from training."""
SIZE = (1280, 960)
"""Width and height of the photos, pixels, as those of ``training.validation``."""
_QUALITY = 92
"""JPEG quality 0..100, as that of ``training.validation``."""


def exam_boards(seed: int, count: int, size: tuple[int, int] = SIZE) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield photos as JPEG files, each with its truth.

    Args:
        seed: of the examination; the same seed gives the same boards.
        count: number of boards.
        size: width and height of the photos, pixels.
    """
    for number in range(count):
        picture = photo_of_a_game([seed, number], *size, ART, game=True)
        _, encoded = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        yield encoded.tobytes(), document_of(picture, f"{ART}_{seed}_{number:03d}.jpg", seed)
