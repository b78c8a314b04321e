"""A reading as an SVG overlay of its photo."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from markupsafe import Markup

from games.fjords.drawing.land import SIZE, hexagon
from games.fjords.drawing.pieces import longhouse_glyph, viking_glyph
from games.hexgrid import Cell, Point, centre, corners, neighbours
from games.svg_templates import SvgTemplates
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

_DOUBTFUL_BELOW = 0.6
"""Confidence below which a tile is drawn as doubtful; chosen by hand."""
_SQUARE = "-130 -150 260 260"
"""The view box of a squared-up tile, whose corners are `SIZE` from its middle, with a margin for tall pieces."""
_STANDING = "-95 -120 190 190"
"""The view box around the foot of a piece or a stone, a little wider than a tile; a piece stands upwards from there."""
_SAME = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""Numbers of SVG's ``matrix()`` that leave every point where it is."""
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
    """A tile on the photo: its classes, corners and radius in pixels, and a path of bars for each terrain."""

    classes: str
    cell: Cell
    corners: str
    radius: float
    bars: Mapping[str, str]


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
        box: the detail, as an SVG view box.
        width: of the whole picture, in pixels.
        height: of the whole picture, in pixels.
        matrix: the six numbers of SVG's ``matrix()`` from pixels of the picture to units of the view box: where the
            tile's outline is known they square it up, as it lies in the drawing of the board.
        outline: the path of the tile's outline in the view box; empty where it is not known.
        spot: the point in question in the view box, if it is not just the cell.
        photo: the index of the photo, where it is not the first of several.
        from_first: the six numbers, as in ``matrix``, from pixels of the first photo to those of this one; ``None``
            where they are not known.
    """

    box: str
    width: int
    height: int
    matrix: tuple[float, ...] = _SAME
    outline: str = ""
    spot: tuple[float, float] | None = None
    photo: int = 0
    from_first: tuple[float, ...] | None = _SAME

    @property
    def mark(self) -> float:
        """The radius of a mark at the spot, in units of the view box."""
        return float(self.box.split()[2]) / 9

    def pointing_at(self, px: tuple[float, float]) -> CloseUp:
        """Return the same detail with a spot at a pixel of the first photo."""
        return self if self.from_first is None else replace(self, spot=_at(self.matrix, _at(self.from_first, px)))

    def of_photo(self, number: int, first: CloseUp | None) -> CloseUp:
        """Return the same detail as one of another photo than the first.

        Args:
            number: the index of the photo.
            first: the detail around the same tile in pixels of the first photo, whether or not that shows it.
        """
        if first is None or not (first.outline and self.outline):
            return replace(self, photo=number, from_first=None)
        (to_board, at), (first_to_board, first_at) = map(_linear, (self.matrix, first.matrix))
        linear = np.linalg.solve(to_board, np.c_[first_to_board, first_at - at])
        return replace(self, photo=number, from_first=tuple(float(value) for value in linear.T.ravel()))

    def standing_at(self, px: tuple[float, float]) -> CloseUp:
        """Return the detail around a piece or a stone with its foot at a pixel of the first photo.

        It is larger, and as in the picture: squaring up a tile makes what stands on it unrecognisable. Nothing is drawn
        over the thing. Where the tile's outline is not known, the same detail is returned with a spot.
        """
        if not self.outline or self.from_first is None:
            return self.pointing_at(px)
        foot = _at(self.from_first, px)
        to_board, shift = _linear(self.matrix)
        scale = math.sqrt(abs(float(np.linalg.det(to_board))))
        rim = np.linalg.solve(to_board, (np.array(corners((0, 0), SIZE)) - shift).T).T
        outline = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in scale * (rim - foot)) + "Z"
        matrix = (scale, 0.0, 0.0, scale, -scale * foot[0], -scale * foot[1])
        return replace(self, box=_STANDING, matrix=matrix, outline=outline, spot=None)


def half_of_edge(spot: Point, edge: int) -> int:
    """Return which half of a squared-up tile's edge a point is nearer to: 0 for the first one clockwise, or 1."""
    around = corners((0, 0), SIZE)
    first, second = (math.dist(spot, around[(edge + k) % len(around)]) for k in (0, 1))
    return int(second < first)


def close_up(reading: Reading | None, cell: Cell) -> CloseUp | None:
    """Return the detail of a photo around a tile, with a margin for its pieces.

    ``None`` where it was not read, or lies beyond the photo: of several photos another one shows it.
    """
    tile = next((t for t in reading.tiles if t.cell == cell), None) if reading is not None else None
    if reading is None or tile is None or not _is_within(tile.px, (reading.width, reading.height)):
        return None
    return _squared(tile.outline, np.array(corners((0, 0), SIZE)), (reading.width, reading.height))


def close_up_of_cell(places: Mapping[Cell, Point], cell: Cell, size: tuple[int, int]) -> CloseUp | None:
    """Return the detail of a picture around a tile, from nothing but the places of the tiles' centres.

    Args:
        places: the centres in pixels of the picture.
        cell: the tile's cell.
        size: of the picture, in pixels.

    Returns:
        The detail, squared up where enough tiles lie around; ``None`` where the place is not known, or lies beyond the
        picture.
    """
    return detail_around(places, cell, size) if cell in places and _is_within(places[cell], size) else None


def detail_around(places: Mapping[Cell, Point], cell: Cell, size: tuple[int, int]) -> CloseUp | None:
    """Return the detail around a tile as `close_up_of_cell` does, also where it lies beyond the picture."""
    known = [at for at in (cell, *neighbours(cell)) if at in places]
    if cell not in places or len(known) < 2:
        return None
    pixels, board = np.array([places[at] for at in known], float), np.array([centre(at, SIZE) for at in known])
    if all(np.linalg.matrix_rank(points - points[0]) == 2 for points in (pixels, board)):
        return _squared(pixels, board - centre(cell, SIZE), size)
    return around(places[cell], 1.1 * float(np.linalg.norm(pixels[1:] - pixels[0], axis=1).max()), size)


def _linear(matrix: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the (2, 2) linear part and the (2,) shift of six numbers of SVG's ``matrix()``."""
    a, b, c, d, e, f = matrix
    return np.array([[a, c], [b, d]]), np.array([e, f])


def _at(matrix: tuple[float, ...], px: Point) -> Point:
    """Return where six numbers of SVG's ``matrix()`` move a point."""
    a, b, c, d, e, f = matrix
    return a * px[0] + c * px[1] + e, b * px[0] + d * px[1] + f


def _is_within(px: Point, size: tuple[int, int]) -> bool:
    """Return whether a place lies in a picture of a size, in pixels."""
    return 0 <= px[0] < size[0] and 0 <= px[1] < size[1]


def _squared(pixels: np.ndarray, board: np.ndarray, size: tuple[int, int]) -> CloseUp:
    """Return the detail around a tile, squared up so that these (N, 2) pixels lie as on the board about its centre."""
    to_board, *_ = np.linalg.lstsq(np.c_[pixels, np.ones(len(pixels))], board, rcond=None)
    return CloseUp(_SQUARE, *size, tuple(float(value) for value in to_board.ravel()), hexagon())


def around(px: tuple[float, float], across: float, size: tuple[int, int]) -> CloseUp:
    """Return the detail of a picture of a size around a tile at `px`, which is `across` pixels wide."""
    side = 1.35 * across
    x, y = px
    return CloseUp(f"{x - side / 2:.0f} {y - 0.58 * side:.0f} {side:.0f} {side:.0f}", *size)


def _tile(tile: TileReading, warned: bool) -> _TileOutline:
    middle = tile.outline.mean(axis=0)
    radius = float(np.linalg.norm(tile.outline - middle, axis=1).mean())
    classes = "tile" + " doubtful" * (tile.confidence < _DOUBTFUL_BELOW) + " warning" * warned
    bars: dict[str, str] = {}
    for terrain, (x1, y1), (x2, y2) in _bars(tile, middle):
        bars[terrain] = f"{bars.get(terrain, '')}M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    return _TileOutline(classes, tile.cell, _points(tile.outline), radius, bars)


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
