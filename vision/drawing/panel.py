"""The score panel, in a corner of the picture or below it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from vision.drawing.canvas import AMBER, INK, PAPER, PIECE_RGB, Canvas, Rgb, Text
from vision.drawing.font import font


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


def draw_panel(canvas: Canvas, panel: Panel, outlines: list[np.ndarray]) -> None:
    """Draw a panel where it has room, and else on a strip that is added below the picture.

    Args:
        canvas: the picture.
        panel: the panel.
        outlines: (n, 2) corners, pixels, of all that it should not cover.
    """
    height, width = canvas.rgb.shape[:2]
    size = max(11, round(min(width, height * 1.4) / 70))
    layout = _laid_out(panel, size)
    corner = _free_place((width, height), (layout.width, layout.height), size, outlines)
    if corner is None:
        strip = np.full((round(layout.height + 2 * size), width, 3), INK, np.uint8)
        canvas.rgb, corner = np.vstack((canvas.rgb, strip)), (size, height + size)
    _backdrop(canvas.rgb, corner, (layout.width, layout.height), size * 0.6)
    _draw_texts(canvas, panel, layout, corner)


class _Layout(NamedTuple):
    """The size of a panel.

    Attributes:
        size: height of the texts' em square, pixels, as all that follow.
        columns: widths of the columns of figures.
        width: of the panel.
        height: likewise.
        line: distance of two lines.
    """

    size: int
    columns: list[float]
    width: float
    height: float
    line: float


def _laid_out(panel: Panel, size: int) -> _Layout:
    """Return the size of a panel with texts of a size."""
    labels = max((_text_width(r.label, size) for r in panel.rows), default=0) + 2.4 * size
    columns = [
        max(_text_width(words, size) for words in (name, *(r.cells[i] for r in panel.rows))) + size
        for i, name in enumerate(panel.header)
    ]
    title, footer = _text_width(panel.title, round(size * 1.3)), _text_width(panel.footer, size)
    line = size * 1.75
    height = line * (len(panel.rows) + 2 + bool(panel.footer)) + 1.6 * size
    return _Layout(size, columns, max(labels + sum(columns), title, footer) + 2 * size, height, line)


def _draw_texts(canvas: Canvas, panel: Panel, layout: _Layout, corner: tuple[float, float]) -> None:
    """Draw what stands on a panel whose upper left corner is at (x, y) pixels."""
    (left, top), size, line = corner, layout.size, layout.line
    right, y = left + layout.width - size, top + size * 0.8 + line / 2
    canvas.texts.append(Text((left + size, y), panel.title, round(size * 1.3), PAPER, "lm", halo=False))
    _draw_cells(canvas, panel.header, layout.columns, (right, y + line), size, (186, 190, 184))
    for row_number, row in enumerate(panel.rows):
        at = y + line * (row_number + 2)
        if row.colour is not None:
            colour = PIECE_RGB.get(row.colour, PIECE_RGB["grey"])
            canvas.mark("viking", colour, (left + 1.7 * size, at), size * 0.5)
        canvas.texts.append(Text((left + 3 * size, at), row.label, size, PAPER, "lm", halo=False))
        _draw_cells(canvas, row.cells, layout.columns, (right, at), size, PAPER)
    if panel.footer:
        at = y + line * (len(panel.rows) + 2)
        canvas.texts.append(Text((left + size, at), panel.footer, size, AMBER, "lm", halo=False))


def _draw_cells(
    canvas: Canvas,
    words: Iterable[str],
    columns: list[float],
    right: tuple[float, float],
    size: int,
    colour: Rgb,
) -> None:
    """Write a row's texts flush right into columns of these widths, pixels; ``right`` is the end of the last one."""
    x, y = right
    for cell, width in reversed(list(zip(words, columns, strict=True))):
        canvas.texts.append(Text((x, y), cell, size, colour, "rm", halo=False))
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
    patch[:] = (patch * (1 - weight) + np.array(INK, np.float32) * weight).astype(np.uint8)


def _text_width(words: str, size: int) -> float:
    return font(size).getlength(words)
