"""Drawing of a reading on its photo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin

import cv2
import numpy as np
from PIL import Image, ImageColor, ImageDraw

from games.fjords.drawing.colours import COLOURS
from vision.detections import PieceReading, TileReading
from vision.drawing.font import font
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

Rgb = tuple[int, int, int]

TERRAIN_RGB: dict[str, Rgb] = {"P": (126, 214, 74), "M": (232, 232, 236), "O": (48, 150, 255)}
PIECE_RGB: dict[str, Rgb] = {name: ImageColor.getrgb(paint)[:3] for name, paint in COLOURS.items()}
_INK: Rgb = (18, 26, 32)
_PAPER: Rgb = (250, 244, 230)
_AMBER: Rgb = (255, 176, 32)
_UNCERTAIN_BELOW = 0.6
"""Confidence below which a tile or piece is drawn as uncertain."""
_MIN_LETTER_RADIUS = 34
"""Inradius of a tile, pixels, from which letters on it are legible."""


@dataclass(frozen=True)
class PanelRow:
    """One line of the score panel: a colour's name for the mark (or ``None``), a label and its figures."""

    colour: str | None
    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Panel:
    """The score panel in a corner of the picture.

    Attributes:
        title: the panel's heading.
        header: the names of the columns.
        rows: one line a player.
        footer: a line below, such as the leader; may be empty.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[PanelRow, ...]
    footer: str = ""


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


@dataclass(frozen=True)
class _Text:
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
class _Canvas:
    """The picture being drawn on, (h, w, 3) uint8 RGB, and the texts, which are drawn after all shapes."""

    rgb: np.ndarray
    texts: list[_Text] = field(default_factory=list)

    def polygon(self, points: np.ndarray, colour: Rgb, thickness: int, closed: bool = True) -> None:
        cv2.polylines(self.rgb, [_fixed(points)], closed, colour, thickness, cv2.LINE_AA, 4)

    def write_texts(self) -> None:
        """Draw the collected texts onto the picture."""
        picture = Image.fromarray(self.rgb)
        draw = ImageDraw.Draw(picture)
        for text in self.texts:
            width = max(1, text.size // 7) if text.halo else 0
            draw.text(
                text.at, text.words, text.colour, font(text.size), text.anchor, stroke_width=width, stroke_fill=_INK
            )
        self.rgb, self.texts = np.array(picture), []


def annotate(photo: Photo, reading: Reading, panel: Panel | None = None) -> np.ndarray:
    """Draw tiles, the terrain of each edge, pieces and the score on a copy of the photo.

    Args:
        photo: the picture that was read.
        reading: what was read from it, in pixels of the file's own picture.
        panel: the score panel, drawn where it covers no tile.

    Returns:
        (h, w, 3) uint8 BGR pixels of the photo's size, with a strip below it where the panel had no room.
    """
    canvas = _Canvas(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2RGB))
    scale = 1 / photo.scale
    for tile in reading.tiles:
        _draw_tile(canvas, tile, scale)
    radius = _tile_radius(reading.tiles, scale)
    for piece in reading.pieces:
        _draw_piece(canvas, piece, scale, radius)
    canvas.write_texts()
    if panel is not None:
        _draw_panel(canvas, panel, [t.outline * scale for t in reading.tiles])
        canvas.write_texts()
    return cv2.cvtColor(canvas.rgb, cv2.COLOR_RGB2BGR)


def annotate_marks(photo: Photo, marks: Sequence[Mark], panel: Panel | None = None) -> np.ndarray:
    """Draw marks and the score on a copy of the photo; returns the same as `annotate`."""
    canvas = _Canvas(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2RGB))
    size = max(11, round(max(photo.pixels.shape[:2]) / 110))
    for mark in marks:
        _draw_thing(canvas, mark, 1 / photo.scale, size)
    canvas.write_texts()
    if panel is not None:
        places = [np.array([mark.px]) if mark.outline is None else mark.outline for mark in marks]
        _draw_panel(canvas, panel, [place / photo.scale for place in places])
        canvas.write_texts()
    return cv2.cvtColor(canvas.rgb, cv2.COLOR_RGB2BGR)


def _draw_thing(canvas: _Canvas, mark: Mark, scale: float, size: int) -> None:
    x, y = (value * scale for value in mark.px)
    thin = max(1, size // 6)
    ring = np.array([(x, y)]) + np.array(_mark("viking")) * size * 0.3
    for outline in [ring] if mark.outline is None else [np.asarray(mark.outline, float) * scale]:
        canvas.polygon(outline, _INK, 3 * thin)
        canvas.polygon(outline, _AMBER if mark.doubtful else mark.paint or _PAPER, 2 * thin if mark.doubtful else thin)
    canvas.texts.append(
        _Text((x, y + size), mark.words + ("?" if mark.doubtful else ""), size, _AMBER if mark.doubtful else _PAPER)
    )


def _draw_tile(canvas: _Canvas, tile: TileReading, scale: float) -> None:
    corners = np.asarray(tile.outline, float) * scale
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
            canvas.polygon(line, _INK, bar + 2 * thin, closed=False)
            canvas.polygon(line, TERRAIN_RGB.get(terrain, _PAPER), bar, closed=False)
            if radius * 0.87 >= _MIN_LETTER_RADIUS:
                at = middle + (line.mean(axis=0) - middle) * (1 - 1.9 * bar / radius)
                canvas.texts.append(_Text((float(at[0]), float(at[1])), terrain, max(9, round(radius / 7)), _PAPER))
    canvas.polygon(corners, _INK, thin * 3)
    canvas.polygon(corners, _AMBER if tile.confidence < _UNCERTAIN_BELOW else _PAPER, thin)


def _draw_piece(canvas: _Canvas, piece: PieceReading, scale: float, radius: float) -> None:
    hull = np.asarray(piece.hull, float).reshape(-1, 2) * scale
    colour = PIECE_RGB.get(piece.colour or "grey", PIECE_RGB["grey"])
    thin = max(1, round(radius / 40))
    if len(hull) >= 3:
        canvas.polygon(hull, _INK, 4 * thin)
        canvas.polygon(hull, _PAPER if piece.confidence >= _UNCERTAIN_BELOW else _AMBER, 2 * thin)
    top = hull[hull[:, 1].argmin()] if len(hull) else np.asarray(piece.px) * scale
    draw_mark(canvas.rgb, piece.kind, colour, (float(top[0]), float(top[1]) - radius * 0.16), radius * 0.17)


def draw_mark(rgb: np.ndarray, kind: str, colour: Rgb, at: tuple[float, float], size: float) -> None:
    """Draw a piece's mark: a house for a longhouse, a round shield for a viking, a diamond for a stone."""
    shape = np.array(at) + np.array(_mark(kind)) * size
    cv2.fillPoly(rgb, [_fixed(np.array(at) + np.array(_mark(kind)) * size * 1.42)], _INK, cv2.LINE_AA, 4)
    cv2.fillPoly(rgb, [_fixed(np.array(at) + np.array(_mark(kind)) * size * 1.25)], _PAPER, cv2.LINE_AA, 4)
    cv2.fillPoly(rgb, [_fixed(shape)], colour, cv2.LINE_AA, 4)


def _mark(kind: str) -> list[tuple[float, float]]:
    if kind == "longhouse":
        return [(-1.1, 0.9), (-1.1, -0.1), (0, -1.1), (1.1, -0.1), (1.1, 0.9)]
    if kind == "stone":
        return [(-1.1, 0), (0, -1.2), (1.1, 0), (0, 1.2)]
    return [(cos(k * pi / 12), sin(k * pi / 12)) for k in range(24)]


def _draw_panel(canvas: _Canvas, panel: Panel, outlines: list[np.ndarray]) -> None:
    height, width = canvas.rgb.shape[:2]
    size = max(11, round(min(width, height * 1.4) / 70))
    label_width = max((_width(r.label, size) for r in panel.rows), default=0) + 2.4 * size
    columns = [
        max(_width(words, size) for words in (name, *(r.cells[i] for r in panel.rows))) + size
        for i, name in enumerate(panel.header)
    ]
    inner = max(label_width + sum(columns), _width(panel.title, round(size * 1.3)), _width(panel.footer, size))
    box_width, line = inner + 2 * size, size * 1.75
    box_height = line * (len(panel.rows) + 2 + bool(panel.footer)) + 1.6 * size
    place = _free_place((width, height), (box_width, box_height), size, outlines)
    if place is None:
        strip = np.full((round(box_height + 2 * size), width, 3), _INK, np.uint8)
        canvas.rgb, place = np.vstack((canvas.rgb, strip)), (size, height + size)
    left, top = place
    _backdrop(canvas.rgb, (left, top), (box_width, box_height), size * 0.6)
    right, y = left + box_width - size, top + size * 0.8 + line / 2
    canvas.texts.append(_Text((left + size, y), panel.title, round(size * 1.3), _PAPER, "lm", halo=False))
    _draw_cells(canvas, panel.header, columns, (right, y + line), size, (186, 190, 184))
    for row_number, row in enumerate(panel.rows):
        at = y + line * (row_number + 2)
        if row.colour is not None:
            draw_mark(
                canvas.rgb,
                "viking",
                PIECE_RGB.get(row.colour, PIECE_RGB["grey"]),
                (left + 1.7 * size, at),
                size * 0.5,
            )
        canvas.texts.append(_Text((left + 3 * size, at), row.label, size, _PAPER, "lm", halo=False))
        _draw_cells(canvas, row.cells, columns, (right, at), size, _PAPER)
    if panel.footer:
        canvas.texts.append(
            _Text((left + size, y + line * (len(panel.rows) + 2)), panel.footer, size, _AMBER, "lm", halo=False)
        )


def _draw_cells(
    canvas: _Canvas,
    words: Iterable[str],
    columns: list[float],
    right: tuple[float, float],
    size: int,
    colour: Rgb,
) -> None:
    x, y = right
    for cell, width in reversed(list(zip(words, columns, strict=True))):
        canvas.texts.append(_Text((x, y), cell, size, colour, "rm", halo=False))
        x -= width


def _free_place(
    picture: tuple[int, int], box: tuple[float, float], margin: float, outlines: list[np.ndarray]
) -> tuple[float, float] | None:
    """Return the top left of the box where it covers no tile, corners of the picture first; None without room."""
    points = np.concatenate(
        [np.concatenate((o, o * 0.5 + o.mean(axis=0) * 0.5)) for o in outlines] or [np.zeros((0, 2))]
    )
    places = [
        (margin + u * (picture[0] - box[0] - 2 * margin), margin + v * (picture[1] - box[1] - 2 * margin))
        for u in (0, 1, 0.25, 0.5, 0.75)
        for v in (0, 1, 0.25, 0.5, 0.75)
    ]
    return next((c for c in places if not np.any(np.all((points >= c) & (points <= np.add(c, box)), axis=1))), None)


def _backdrop(rgb: np.ndarray, corner: tuple[float, float], box: tuple[float, float], round_by: float) -> None:
    x0, y0 = (max(0, int(v)) for v in corner)
    x1, y1 = int(corner[0] + box[0]), int(corner[1] + box[1])
    patch = rgb[y0:y1, x0:x1]
    mask = Image.new("L", (patch.shape[1], patch.shape[0]), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, patch.shape[1] - 1, patch.shape[0] - 1), round_by, fill=218)
    weight = np.asarray(mask, np.float32)[..., None] / 255
    patch[:] = (patch * (1 - weight) + np.array(_INK, np.float32) * weight).astype(np.uint8)


def _tile_radius(tiles: tuple[TileReading, ...], scale: float) -> float:
    """Return half the median width of the tiles in the picture, so that all pieces' marks have one size."""
    if not tiles:
        return 40.0
    return float(np.median([np.ptp(t.outline[:, 0]) for t in tiles])) * scale / 2


def _width(words: str, size: int) -> float:
    return font(size).getlength(words)


def _fixed(points: np.ndarray) -> np.ndarray:
    """Return points in OpenCV's fixed-point format with four fractional bits, for subpixel accuracy."""
    return np.round(np.asarray(points, float) * 16).astype(np.int32)
