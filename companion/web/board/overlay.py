"""A reading as an SVG overlay of its photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from games.fjords.drawing.pieces import longhouse_glyph, viking_glyph
from games.hexgrid import Cell, Point
from games.svg_templates import SvgTemplates
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

_DOUBTFUL_BELOW = 0.6
_TEMPLATES = SvgTemplates(__package__)


def overlay_svg(reading: Reading, warned: frozenset[Cell]) -> Markup:
    """Return the overlay in pixels of the photo.

    Each tile is ``<g class="tile" data-q data-r>``, as in the drawing of the board, so that the page can highlight
    both; doubtful tiles and those with a warning have the classes ``doubtful`` and ``warning``.
    """
    radius = float(np.median([np.ptp(t.outline[:, 0]) for t in reading.tiles])) / 2 if reading.tiles else 1.0
    return _TEMPLATES.draw(
        "overlay.svg",
        width=reading.width,
        height=reading.height,
        tiles=[_tile(tile, tile.cell in warned) for tile in reading.tiles],
        pieces=[_piece(piece, radius) for piece in reading.pieces],
        radius=radius,
    )


@dataclass(frozen=True)
class _TileOutline:
    """A tile on the photo: its classes, corners and radius in pixels, and a bar for each part of its edges."""

    classes: str
    cell: Cell
    corners: str
    radius: float
    bars: tuple[tuple[str, Point, Point], ...]


@dataclass(frozen=True)
class _PieceMark:
    """A piece on the photo: its outline, and the glyph above it, which a stone without a colour has not."""

    hull: str
    glyph: Markup | None = None
    at: Point = (0.0, 0.0)


@dataclass(frozen=True)
class CloseUp:
    """The detail of a picture that shows a cell.

    Attributes:
        box: the detail, as an SVG view box in pixels of the picture.
        width: of the whole picture, in pixels.
        height: of the whole picture, in pixels.
        spot: the point in question, in pixels of the picture, if it is not just the cell.
    """

    box: str
    width: int
    height: int
    spot: tuple[float, float] | None = None

    @property
    def mark(self) -> float:
        """The radius of a mark at the spot, in pixels of the picture."""
        return float(self.box.split()[2]) / 9


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


def _tile(tile: TileReading, warned: bool) -> _TileOutline:
    middle = tile.outline.mean(axis=0)
    radius = float(np.linalg.norm(tile.outline - middle, axis=1).mean())
    classes = "tile" + " doubtful" * (tile.confidence < _DOUBTFUL_BELOW) + " warning" * warned
    return _TileOutline(classes, tile.cell, _points(tile.outline), radius, tuple(_bars(tile, middle)))


def _bars(tile: TileReading, middle: np.ndarray) -> Iterator[tuple[str, Point, Point]]:
    """Yield the terrain of each part of an edge with both ends of its bar."""
    inner = middle + (tile.outline - middle) * 0.89
    for edge, terrains in enumerate(tile.edges):
        start, end = inner[edge], inner[(edge + 1) % 6]
        for part, terrain in enumerate(terrains):
            # Shortened at both ends, so that the bars of neighbouring edges stay apart.
            a, b = (start + (end - start) * (0.08 + 0.84 * (part + k) / len(terrains)) for k in (0, 1))
            yield terrain, (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))


def _piece(piece: PieceReading, radius: float) -> _PieceMark:
    hull = np.asarray(piece.hull, float).reshape(-1, 2)
    if piece.colour is None:
        return _PieceMark(_points(hull))
    x, y = (float(hull[:, 0].mean()), float(hull[:, 1].min())) if len(hull) else piece.px
    glyph = longhouse_glyph(piece.colour) if piece.kind == "longhouse" else viking_glyph(piece.colour)
    return _PieceMark(_points(hull), glyph, (x, y - radius / 5))


def _points(corners: np.ndarray) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
