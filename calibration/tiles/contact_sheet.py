"""Draws the tiles of a set on one sheet, picture and reading, for the user to review and correct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from games.fjords.drawing.land import CORNERS, SIZE, hexagon, point
from games.svg_templates import SvgTemplates
from vision.imaging.data_urls import encode_picture
from vision.tiles.descriptor import SPAN
from vision.tiles.tile_set import KnownSet, KnownTile

_COLUMNS = 6
_CELL_WIDTH, _CELL_HEIGHT = 216.0, 262.0
"""Size of a tile's cell on the sheet, SVG units."""
_TERRAIN_NAMES = {"P": "plains", "M": "mountain", "O": "ocean"}
_INNER_RIM, _OUTER_RIM = 0.9, 1.1
"""Radius, relative to the tile's outline, at which edges are drawn: on a sheet inside, on a single tile around it."""
_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Edge:
    """An edge: its terrains, the path that takes taps, and the path of the stroke of each terrain."""

    terrains: str
    doubtful: bool
    tap: str
    parts: tuple[tuple[str, str], ...]

    @property
    def words(self) -> str:
        """The names of its terrains."""
        return ", ".join(_TERRAIN_NAMES[letter] for letter in self.terrains)


@dataclass(frozen=True)
class _Tile:
    """A tile centred on the origin: the address and the width of its picture, and its edges."""

    name: str
    label: str
    href: str
    edges: tuple[_Edge, ...]
    side: float = SPAN * SIZE * 3**0.5

    @property
    def doubtful(self) -> bool:
        """Whether any of its edges is highlighted."""
        return any(edge.doubtful for edge in self.edges)


def tile_sheet(known: KnownSet, doubts: Mapping[str, Sequence[int]] | None = None, columns: int = _COLUMNS) -> Markup:
    """Return the sheet as SVG.

    Each tile is ``<g class="tile" data-tile>`` and each of its edges ``<g class="edge" data-edge data-says>`` inside
    it, so that a page can take taps on them.

    Args:
        known: the set.
        doubts: for tiles' names the doubtful edges; they are highlighted.
        columns: tiles in a row.
    """
    doubts = doubts or {}
    rows = -(-len(known.tiles) // columns)
    tiles = [
        (
            (k % columns + 0.5) * _CELL_WIDTH,
            (k // columns + 0.45) * _CELL_HEIGHT,
            _tile(tile, encode_picture(tile.art), doubts.get(tile.tile.name, ()), _INNER_RIM),
        )
        for k, tile in enumerate(known.tiles)
    ]
    width, height = columns * _CELL_WIDTH, max(rows, 1) * _CELL_HEIGHT
    return _TEMPLATES.draw("sheet.svg", name=known.name, width=width, height=height, outline=hexagon(), tiles=tiles)


def tile_picture(known: KnownTile, href: str, doubtful: Sequence[int] = ()) -> Markup:
    """Return an SVG of a single tile with its edges around it.

    Args:
        known: the tile.
        href: the address of its picture.
        doubtful: edges that are highlighted.
    """
    return _TEMPLATES.draw("single.svg", tile=_tile(known, href, doubtful, _OUTER_RIM), outline=hexagon())


def _tile(known: KnownTile, href: str, doubtful: Sequence[int], rim: float) -> _Tile:
    label = " · ".join([known.tile.name, *known.tile.marks])
    edges = (_edge(i, edge, i in doubtful, rim) for i, edge in enumerate(known.tile.edges))
    return _Tile(known.tile.name, label, href, tuple(edges))


def _edge(i: int, edge: str, doubtful: bool, rim: float) -> _Edge:
    start, end = ((1.3 * rim * x, 1.3 * rim * y) for x, y in (CORNERS[i], CORNERS[(i + 1) % 6]))
    return _Edge(edge, doubtful, f"M0 0L{point(start)}L{point(end)}Z", tuple(_parts(i, edge, rim)))


def _parts(i: int, edge: str, rim: float) -> Iterator[tuple[str, str]]:
    """Yield each terrain of an edge with the path of its stroke along the rim."""
    (x0, y0), (x1, y1) = CORNERS[i], CORNERS[(i + 1) % 6]
    for part, terrain in enumerate(edge):
        shares = (0.06 + 0.88 * (part + share) / len(edge) for share in (0.1, 0.9))
        a, b = ((rim * (x0 + t * (x1 - x0)), rim * (y0 + t * (y1 - y0))) for t in shares)
        yield terrain, f"M{point(a)}L{point(b)}"
