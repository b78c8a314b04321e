"""Tiles that may well lie in a space, from what the tiles around it show: most have few changes along their rim."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product

from markupsafe import Markup

from companion.record.entered_tile import is_edge, tile_of
from companion.web.board.question_drawings import tile_drawing
from games.fjords.board import Board
from games.hexgrid import SIDES, Cell, neighbour, opposite

_TERRAINS = "POM"
_MOST = 21
"""Tiles that are suggested: all with one change at most on each stretch of the rim that no neighbour shows. On the
sample boards they hold five to nine of the first twelve tiles; more would hold no others."""
_KNOWN_DRAWINGS = 2048
"""Drawings of tiles that stay in memory; chosen by hand."""

Edges = tuple[str, ...]


def suggested_tiles(board: Board, cell: Cell) -> list[Edges]:
    """Return the edges of tiles that fit into an empty space, those with the fewest changes of terrain first."""
    known = _known_edges(board, cell)
    stretches = _unknown_stretches(known)
    found = {_filled(known, stretches, filling) for filling in product(*map(_fillings, map(len, stretches)))}
    return sorted(found, key=lambda edges: (_changes(edges), _terrains_but_plains(edges), edges))[:_MOST]


@lru_cache(_KNOWN_DRAWINGS)
def suggestion_drawing(edges: Edges) -> Markup:
    """Return the drawing of a tile with these edges, whose patches stay apart."""
    return tile_drawing(tile_of(edges))


def _known_edges(board: Board, cell: Cell) -> tuple[str | None, ...]:
    """Return the edges that adjacent tiles require of a space; ``None`` where there is no tile or an unusual edge."""
    beside = [board.tiles.get(neighbour(cell, side)) for side in SIDES]
    shown = [
        None if tile is None else tile.edges[opposite(side)][::-1] for side, tile in zip(SIDES, beside, strict=True)
    ]
    return tuple(edge if edge is not None and is_edge(edge) else None for edge in shown)


def _unknown_stretches(known: tuple[str | None, ...]) -> list[list[int]]:
    """Return the edges that no neighbour shows, in stretches along the rim."""
    start = next((side for side in SIDES if known[side] is not None), 0)
    stretches: list[list[int]] = []
    for side in ((start + step) % 6 for step in SIDES):
        if known[side] is not None:
            continue
        if stretches and (stretches[-1][-1] + 1) % 6 == side:
            stretches[-1].append(side)
        else:
            stretches.append([side])
    return stretches


def _fillings(length: int) -> Iterator[str]:
    """Yield the terrains of a stretch that changes once at most."""
    yield from (terrain * length for terrain in _TERRAINS)
    for one, other in product(_TERRAINS, repeat=2):
        if one != other:
            yield from (one * cut + other * (length - cut) for cut in range(1, length))


def _filled(known: tuple[str | None, ...], stretches: list[list[int]], filling: tuple[str, ...]) -> Edges:
    chosen = {
        side: terrain
        for stretch, terrains in zip(stretches, filling, strict=True)
        for side, terrain in zip(stretch, terrains, strict=True)
    }
    return tuple(edge if edge is not None else chosen[side] for side, edge in enumerate(known))


def _changes(edges: Edges) -> int:
    rim = "".join(edges)
    return sum(one != other for one, other in pairwise(rim + rim[0]))


def _terrains_but_plains(edges: Edges) -> int:
    return sum(terrain != "P" for terrain in "".join(edges))
