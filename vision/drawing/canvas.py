"""The picture that is drawn on: shapes, marks of pieces and texts, in the drawing's colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

import cv2
import numpy as np
from PIL import Image, ImageColor, ImageDraw

from games.fjords.drawing.colours import COLOURS
from vision.drawing.font import font

Rgb = tuple[int, int, int]

TERRAIN_RGB: dict[str, Rgb] = {"P": (126, 214, 74), "M": (232, 232, 236), "O": (48, 150, 255)}
PIECE_RGB: dict[str, Rgb] = {name: ImageColor.getrgb(paint)[:3] for name, paint in COLOURS.items()}
INK: Rgb = (18, 26, 32)
PAPER: Rgb = (250, 244, 230)
AMBER: Rgb = (255, 176, 32)


@dataclass(frozen=True)
class Text:
    """A text to be drawn.

    Attributes:
        at: where its anchor lies, pixels.
        words: the text.
        size: height of the font's em square, pixels.
        colour: the colour.
        anchor: Pillow's two letters for the text's anchor, such as ``mm`` for its middle.
        halo: whether it has a dark outline.
    """

    at: tuple[float, float]
    words: str
    size: int
    colour: Rgb
    anchor: str = "mm"
    halo: bool = True


@dataclass
class Canvas:
    """The picture being drawn on, (h, w, 3) uint8 RGB, and the texts, which are drawn after all shapes."""

    rgb: np.ndarray
    texts: list[Text] = field(default_factory=list)

    def polygon(self, points: np.ndarray, colour: Rgb, thickness: int, closed: bool = True) -> None:
        """Draw a line through (n, 2) points, pixels, of a thickness in pixels."""
        cv2.polylines(self.rgb, [_fixed_point(points)], closed, colour, thickness, cv2.LINE_AA, 4)

    def mark(self, kind: str, colour: Rgb, at: tuple[float, float], size: float) -> None:
        """Draw a piece's mark: a house for a longhouse, a round shield for a viking, a diamond for a stone.

        Args:
            kind: of the piece.
            colour: the mark's.
            at: its middle, pixels.
            size: its radius, pixels.
        """
        for paint, scale in ((INK, 1.42), (PAPER, 1.25), (colour, 1.0)):
            outline = np.array(at) + np.array(mark_shape(kind)) * size * scale
            cv2.fillPoly(self.rgb, [_fixed_point(outline)], paint, cv2.LINE_AA, 4)

    def write_texts(self) -> None:
        """Draw the collected texts onto the picture."""
        picture = Image.fromarray(self.rgb)
        draw = ImageDraw.Draw(picture)
        for text in self.texts:
            width = max(1, text.size // 7) if text.halo else 0
            draw.text(
                text.at, text.words, text.colour, font(text.size), text.anchor, stroke_width=width, stroke_fill=INK
            )
        self.rgb, self.texts = np.array(picture), []


def mark_shape(kind: str) -> list[tuple[float, float]]:
    """Return the outline of a piece's mark, about 1 in radius, around the origin."""
    if kind == "longhouse":
        return [(-1.1, 0.9), (-1.1, -0.1), (0, -1.1), (1.1, -0.1), (1.1, 0.9)]
    if kind == "stone":
        return [(-1.1, 0), (0, -1.2), (1.1, 0), (0, 1.2)]
    return [(cos(k * pi / 12), sin(k * pi / 12)) for k in range(24)]


def _fixed_point(points: np.ndarray) -> np.ndarray:
    """Return points in OpenCV's fixed-point format with four fractional bits, for subpixel accuracy."""
    return np.round(np.asarray(points, float) * 16).astype(np.int32)
