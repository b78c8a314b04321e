"""The boards of an examination: each is drawn from the seed and its number, and goes through a JPEG like any photo.

Land is one mass, and pieces stand where a game by the rules puts them, as on any table where it is played: reading
relies on these rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from training.scenes.picture import Picture
from training.scenes.scene import SceneOptions, make_picture
from training.validation import Maker, document_of, photo_of_a_game, usual_edges

ART = "held-out-wide"
"""The family of looks: its prints, palettes, workshops, light and tables are kept back from training."""
SIZE = (1280, 960)
"""Width and height of the photos, pixels, as those of ``training.validation``."""
_QUALITY = 92
"""JPEG quality 0..100, as that of ``training.validation``."""
_PATHS = 12
"""Paths a pixel; their noise is taken out. As many as ``training.traced`` has by default for a tracer."""


Board = tuple[bytes, dict[str, Any]]
"""A photo as a JPEG file, and its truth."""


def exam_boards(seed: int, count: int, size: tuple[int, int] = SIZE, make: Maker = make_picture) -> Iterator[Board]:
    """Yield boards.

    Args:
        seed: of the examination; the same seed gives the same boards.
        count: number of boards.
        size: width and height of the photos, pixels.
        make: renders a picture.
    """
    for number in range(count):
        picture = photo_of_a_game([seed, number], *size, ART, game=True, make=make, edges=usual_edges(), played=True)
        yield _board(picture, seed, number)


def tilted(tilt: tuple[float, float], make: Maker = make_picture) -> Maker:
    """Return a maker of pictures by a camera that is tilted from overhead by degrees in this range (least, most)."""

    def make_tilted(rng: np.random.Generator, width: int, height: int, options: SceneOptions) -> Picture:
        return make(rng, width, height, replace(options, tilt=tilt))

    return make_tilted


def traced_boards(seed: int, count: int, size: tuple[int, int] = SIZE) -> Iterator[Board]:
    """Yield boards, path-traced; for the arguments see `exam_boards`.

    Raises:
        ModuleNotFoundError: Blender's renderer is not installed.
    """
    from training.traced.__main__ import trace_picture
    from training.traced.render import Tracer

    for photo, truth in exam_boards(seed, count, size, partial(trace_picture, tracer=Tracer(_PATHS, threads=1))):
        yield photo, truth | {"photo": truth["photo"] | {"rendering": "path-traced", "lamp": ""}}


def _board(picture: Picture, seed: int, number: int) -> Board:
    _, encoded = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    truth = document_of(picture, f"{ART}_{seed}_{number:03d}.jpg", seed)
    return encoded.tobytes(), truth | {"photo": truth["photo"] | {"rendering": "rasterised"}}
