"""Drawing of a reading on its photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detections import PieceReading, TileReading
from vision.drawing.canvas import AMBER, INK, PAPER, PIECE_RGB, TERRAIN_RGB, Canvas, Rgb, Text, mark_shape
from vision.drawing.panel import Panel, draw_panel
from vision.imaging.file_pixels import decoded_pixels
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

_UNCERTAIN_BELOW = 0.6
"""Confidence below which a tile or piece is drawn as uncertain."""
_MIN_LETTER_RADIUS = 34
"""Inradius of a tile, pixels, from which letters on it are legible."""


@dataclass(frozen=True)
class Mark:
    """A thing read on the board of any game.

    Attributes:
        px: its centre, pixels of the file's own picture.
        words: its label.
        outline: (n, 2) its corners there, where they are known.
        paint: the colour of its outline; cream where none is given.
        doubtful: whether it is drawn as uncertain.
    """

    px: tuple[float, float]
    words: str
    outline: np.ndarray | None = None
    paint: Rgb | None = None
    doubtful: bool = False


def annotate(photo: Photo, reading: Reading, panel: Panel | None = None) -> np.ndarray:
    """Draw tiles, the terrain of each edge, pieces and the score on a copy of the photo.

    Args:
        photo: the picture that was read.
        reading: what was read from it, in pixels of the file's own picture.
        panel: the score panel, drawn where it covers no tile.

    Returns:
        (h, w, 3) uint8 BGR pixels of the photo's size, with a strip below it where the panel had no room.
    """
    canvas = Canvas(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2RGB))
    for tile in reading.tiles:
        _draw_tile(canvas, tile, photo.scale)
    radius = _tile_radius(reading.tiles, photo.scale)
    for piece in reading.pieces:
        _draw_piece(canvas, piece, photo.scale, radius)
    canvas.write_texts()
    if panel is not None:
        draw_panel(canvas, panel, [decoded_pixels(t.outline, photo.scale) for t in reading.tiles])
        canvas.write_texts()
    return cv2.cvtColor(canvas.rgb, cv2.COLOR_RGB2BGR)


def annotate_marks(photo: Photo, marks: Sequence[Mark], panel: Panel | None = None) -> np.ndarray:
    """Draw marks and the score on a copy of the photo; returns the same as `annotate`."""
    canvas = Canvas(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2RGB))
    size = max(11, round(max(photo.pixels.shape[:2]) / 110))
    for mark in marks:
        _draw_thing(canvas, mark, photo.scale, size)
    canvas.write_texts()
    if panel is not None:
        places = [np.array([mark.px]) if mark.outline is None else mark.outline for mark in marks]
        draw_panel(canvas, panel, [decoded_pixels(place, photo.scale) for place in places])
        canvas.write_texts()
    return cv2.cvtColor(canvas.rgb, cv2.COLOR_RGB2BGR)


def _draw_thing(canvas: Canvas, mark: Mark, scale: float, size: int) -> None:
    """Draw a mark's outline, or a ring without one, and its label; ``scale`` is that of the photo."""
    x, y = decoded_pixels(np.array(mark.px), scale).tolist()
    thin = max(1, size // 6)
    ring = np.array([(x, y)]) + np.array(mark_shape("viking")) * size * 0.3
    for outline in [ring] if mark.outline is None else [decoded_pixels(np.asarray(mark.outline, float), scale)]:
        canvas.polygon(outline, INK, 3 * thin)
        canvas.polygon(outline, AMBER if mark.doubtful else mark.paint or PAPER, 2 * thin if mark.doubtful else thin)
    canvas.texts.append(
        Text((x, y + size), mark.words + ("?" if mark.doubtful else ""), size, AMBER if mark.doubtful else PAPER)
    )


def _draw_tile(canvas: Canvas, tile: TileReading, scale: float) -> None:
    """Draw a tile's outline, and along each edge a bar and a letter for each of its terrains."""
    corners = decoded_pixels(np.asarray(tile.outline, float), scale)
    middle = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - middle, axis=1).mean())
    thin = max(1, round(radius / 40))
    bar = max(3, round(radius / 13))
    inner = middle + (corners - middle) * 0.9
    for edge, terrains in enumerate(tile.edges):
        start, end = inner[edge], inner[(edge + 1) % 6]
        for part, terrain in enumerate(terrains):
            # The ends are shortened a little, so that bars of neighbouring edges stay apart.
            ends = [0.06 + 0.88 * (part + k) / len(terrains) for k in (0, 1)]
            line = np.array([start + (end - start) * t for t in ends])
            canvas.polygon(line, INK, bar + 2 * thin, closed=False)
            canvas.polygon(line, TERRAIN_RGB.get(terrain, PAPER), bar, closed=False)
            if radius * 0.87 >= _MIN_LETTER_RADIUS:
                at = middle + (line.mean(axis=0) - middle) * (1 - 1.9 * bar / radius)
                canvas.texts.append(Text((float(at[0]), float(at[1])), terrain, max(9, round(radius / 7)), PAPER))
    canvas.polygon(corners, INK, thin * 3)
    canvas.polygon(corners, AMBER if tile.confidence < _UNCERTAIN_BELOW else PAPER, thin)


def _draw_piece(canvas: Canvas, piece: PieceReading, scale: float, radius: float) -> None:
    hull = decoded_pixels(np.asarray(piece.hull, float).reshape(-1, 2), scale)
    colour = PIECE_RGB.get(piece.colour or "grey", PIECE_RGB["grey"])
    thin = max(1, round(radius / 40))
    if len(hull) >= 3:
        canvas.polygon(hull, INK, 4 * thin)
        canvas.polygon(hull, PAPER if piece.confidence >= _UNCERTAIN_BELOW else AMBER, 2 * thin)
    top = hull[hull[:, 1].argmin()] if len(hull) else decoded_pixels(np.asarray(piece.px), scale)
    canvas.mark(piece.kind, colour, (float(top[0]), float(top[1]) - radius * 0.16), radius * 0.17)


def _tile_radius(tiles: tuple[TileReading, ...], scale: float) -> float:
    """Return half the median width of the tiles in the picture, so that all pieces' marks have one size."""
    if not tiles:
        return 40.0
    return float(np.median([np.ptp(t.outline[:, 0]) for t in tiles])) / scale / 2
