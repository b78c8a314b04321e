"""A reading as an SVG overlay of its photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import numpy as np

from games.fjords.drawing.pieces import longhouse_glyph, viking_glyph
from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

_DOUBTFUL_BELOW = 0.6


def overlay_svg(reading: Reading, warned: frozenset[Cell]) -> str:
    """Return the overlay in pixels of the photo.

    Each tile is ``<g class="tile" data-q data-r>``, as in the drawing of the board, so that the page can highlight
    both; doubtful tiles and those with a warning have the classes ``doubtful`` and ``warning``.
    """
    radius = float(np.median([np.ptp(t.outline[:, 0]) for t in reading.tiles])) / 2 if reading.tiles else 1.0
    tiles = "".join(_tile(tile, tile.cell in warned) for tile in reading.tiles)
    pieces = "".join(_piece(piece, radius) for piece in reading.pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="seen" viewBox="0 0 {reading.width} {reading.height}" '
        f'aria-hidden="true">{tiles}{pieces}</svg>'
    )


@dataclass(frozen=True)
class CloseUp:
    """The detail of a picture that shows a cell, as a view box, and the size of the whole picture in pixels."""

    box: str
    width: int
    height: int


def close_up(reading: Reading | None, cell: Cell) -> CloseUp | None:
    """Return the detail of a photo around a tile, with a margin for its pieces; ``None`` where it was not read."""
    tile = next((t for t in reading.tiles if t.cell == cell), None) if reading is not None else None
    if reading is None or tile is None:
        return None
    return around(tile.px, float(np.ptp(tile.outline, axis=0).max()), (reading.width, reading.height))


def around(px: tuple[float, float], across: float, size: tuple[int, int]) -> CloseUp:
    """Return the detail of a picture of a size around a tile at `px`, which is `across` pixels wide."""
    side = 1.35 * across
    x, y = px
    return CloseUp(f"{x - side / 2:.0f} {y - 0.58 * side:.0f} {side:.0f} {side:.0f}", *size)


def _tile(tile: TileReading, warned: bool) -> str:
    middle = tile.outline.mean(axis=0)
    radius = float(np.linalg.norm(tile.outline - middle, axis=1).mean())
    classes = "tile" + " doubtful" * (tile.confidence < _DOUBTFUL_BELOW) + " warning" * warned
    bars = "".join(_bars(tile, middle, radius))
    return (
        f'<g class="{classes}" data-q="{tile.cell[0]}" data-r="{tile.cell[1]}">'
        f'<polygon class="rim" points="{_points(tile.outline)}" stroke-width="{radius / 22:.1f}"/>{bars}</g>'
    )


def _bars(tile: TileReading, middle: np.ndarray, radius: float) -> Iterator[str]:
    inner = middle + (tile.outline - middle) * 0.89
    for edge, terrains in enumerate(tile.edges):
        start, end = inner[edge], inner[(edge + 1) % 6]
        for part, terrain in enumerate(terrains):
            # Shortened at both ends, so that the bars of neighbouring edges stay apart.
            a, b = (start + (end - start) * (0.08 + 0.84 * (part + k) / len(terrains)) for k in (0, 1))
            line = f'x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"'
            yield f'<line class="casing" {line} stroke-width="{radius / 8:.1f}"/>'
            yield f'<line class="terrain-{escape(terrain)}" {line} stroke-width="{radius / 13:.1f}"/>'


def _piece(piece: PieceReading, radius: float) -> str:
    hull = np.asarray(piece.hull, float).reshape(-1, 2)
    outline = f'<polygon class="hull" points="{_points(hull)}" stroke-width="{radius / 22:.1f}"/>' if len(hull) else ""
    x, y = (float(hull[:, 0].mean()), float(hull[:, 1].min())) if len(hull) else piece.px
    if piece.colour is None:
        return f'<g class="piece stone">{outline}</g>'
    glyph = longhouse_glyph(piece.colour) if piece.kind == "longhouse" else viking_glyph(piece.colour)
    scale = radius / 150
    return (
        f'<g class="piece">{outline}<g transform="translate({x:.1f} {y - 30 * scale:.1f}) scale({scale:.3f})">'
        f"{glyph}</g></g>"
    )


def _points(corners: np.ndarray) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
