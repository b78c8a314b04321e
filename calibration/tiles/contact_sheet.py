"""Draws the tiles of a set on one sheet, picture and reading, for the user to review and correct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from games.fjords.drawing.land import CORNERS, SIZE, hexagon, number
from vision.imaging.data_urls import picture_text
from vision.tiles.descriptor import SPAN
from vision.tiles.tile_set import KnownSet, KnownTile

_COLUMNS = 6
_CELL_WIDTH, _CELL_HEIGHT = 216.0, 262.0
"""Size of a tile's cell on the sheet, SVG units."""
_TERRAIN_COLOURS = {"P": "#8ede52", "M": "#f0f0f4", "O": "#3aa0ff"}
_TERRAIN_NAMES = {"P": "plains", "M": "mountain", "O": "ocean"}
_INNER_RIM, _OUTER_RIM = 0.9, 1.1
"""Radius, relative to the tile's outline, at which edges are drawn: on a sheet inside, on a single tile around it."""


def tile_sheet(known: KnownSet, doubts: Mapping[str, Sequence[int]] | None = None, columns: int = _COLUMNS) -> str:
    """Return the sheet as SVG.

    Each tile is ``<g class="tile" data-tile>`` and each of its edges ``<g class="edge" data-edge data-says>`` inside
    it, so that a page can take taps on them.

    Args:
        known: the set.
        doubts: for tiles' names the doubtful edges; they are highlighted.
        columns: tiles in a row.
    """
    rows = -(-len(known.tiles) // columns)
    width, height = columns * _CELL_WIDTH, max(rows, 1) * _CELL_HEIGHT
    cells = "".join(
        _cell(
            tile, (k % columns + 0.5) * _CELL_WIDTH, (k // columns) * _CELL_HEIGHT + 0.45 * _CELL_HEIGHT, (doubts or {})
        )
        for k, tile in enumerate(known.tiles)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tile-sheet" viewBox="0 0 {number(width)} {number(height)}" '
        f'role="img" aria-label="{escape(known.name)}" font-family="sans-serif">'
        f'<defs><clipPath id="tile-sheet-clip"><path d="{hexagon()}"/></clipPath></defs>{cells}</svg>'
    )


def tile_picture(known: KnownTile, href: str, doubtful: Sequence[int] = ()) -> str:
    """Return an SVG of a single tile with its edges around it.

    Args:
        known: the tile.
        href: the address of its picture.
        doubtful: edges that are highlighted.
    """
    clip = f"clip-{escape(known.tile.name)}"
    half = 1.2 * SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tile-picture" viewBox="{-half:g} {-half:g} {2 * half:g} '
        f'{2 * half:g}" aria-hidden="true"><defs><clipPath id="{clip}"><path d="{hexagon()}"/></clipPath></defs>'
        f"{_drawing(known, escape(href), clip, doubtful, _OUTER_RIM)}</svg>"
    )


def _cell(known: KnownTile, x: float, y: float, doubts: Mapping[str, Sequence[int]]) -> str:
    doubtful = doubts.get(known.tile.name, ())
    classes = "tile doubtful" if doubtful else "tile"
    label = " · ".join([known.tile.name, *known.tile.marks])
    return (
        f'<g class="{classes}" data-tile="{escape(known.tile.name)}" transform="translate({number(x)} {number(y)})">'
        f"{_drawing(known, picture_text(known.art), 'tile-sheet-clip', doubtful, _INNER_RIM)}"
        f'<text y="{number(SIZE + 26)}" text-anchor="middle" font-size="20" fill="currentColor">{escape(label)}</text>'
        "</g>"
    )


def _drawing(known: KnownTile, href: str, clip: str, doubtful: Sequence[int], rim: float) -> str:
    """Return the SVG of a tile centred on the origin: its picture and over it the edges as read."""
    side = SPAN * SIZE * 3**0.5
    edges = "".join(_edge(i, edge, i in doubtful, rim) for i, edge in enumerate(known.tile.edges))
    return (
        f'<image href="{href}" x="{number(-side / 2)}" y="{number(-side / 2)}" '
        f'width="{number(side)}" height="{number(side)}" clip-path="url(#{clip})"/>'
        f'<path class="outline" d="{hexagon()}" fill="none" stroke="#2b2a22" stroke-width="2"/>{edges}'
    )


def _edge(i: int, edge: str, doubtful: bool, rim: float) -> str:
    """Return the SVG of one edge: its parts as strokes along the rim, and the area that takes taps."""
    words = ", ".join(_TERRAIN_NAMES[letter] for letter in edge)
    (x0, y0), (x1, y1) = ((1.3 * rim * x, 1.3 * rim * y) for x, y in (CORNERS[i], CORNERS[(i + 1) % 6]))
    tap = f'<path class="tap" d="M0 0L{number(x0)} {number(y0)}L{number(x1)} {number(y1)}Z" fill="transparent"/>'
    return (
        f'<g class="edge{" doubtful" if doubtful else ""}" data-edge="{i}" data-says="{edge}">'
        f"<title>{words}</title>{tap}{''.join(_strokes(i, edge, doubtful, rim))}</g>"
    )


def _strokes(i: int, edge: str, doubtful: bool, rim: float) -> Iterator[str]:
    (x0, y0), (x1, y1) = CORNERS[i], CORNERS[(i + 1) % 6]
    casing, thick = ("#d3212d", 17) if doubtful else ("#12191e", 12)
    for under in (True, False):
        for part, letter in enumerate(edge):
            ends = [(part + share) / len(edge) for share in (0.1, 0.9)]
            (ax, ay), (bx, by) = (
                (rim * (x0 + t * (x1 - x0)), rim * (y0 + t * (y1 - y0))) for t in (0.06 + 0.88 * e for e in ends)
            )
            colour, width = (casing, thick) if under else (_TERRAIN_COLOURS[letter], 7)
            yield (
                f'<path class="{"casing" if under else f"terrain-{letter}"}" stroke="{colour}" stroke-width="{width}" '
                f'stroke-linecap="round" d="M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"/>'
            )
