"""Lays a board whose land is one mass, as the rules ask: prints are drawn anew, and edges turned to ocean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from games.fjords.landscape import Landscape, Node
from games.fjords.tiles import OCEAN, Tile
from games.hexgrid import neighbour, opposite
from training.scenes.board import Cell, Laid
from training.scenes.document import SIZE, regions
from training.scenes.prints.designs import Design, draw_designs
from training.scenes.prints.terrain_shapes import ShapeStyle
from training.scenes.stage import Stage

_REDRAWN = 3
"""Times that the prints of tiles with lesser landmasses are drawn anew before their edges change; by hand."""
_ROUNDS = 12
"""Times that prints and edges are changed. Of 90 boards the slowest needed 6."""


def lay_by_the_rules(stage: Stage) -> Stage:
    """Return the stage of a played game with prints that show one landmass, if ``_ROUNDS`` suffice; others as they are.

    The landmass of the most regions stays. The prints of the tiles that hold another are drawn anew, at first in the
    printing's own style, then without islands and straits; what still does not join the greatest becomes ocean, on both
    sides of each seam.
    """
    if not stage.options.played:
        return stage
    tiles = dict(enumerate(stage.tiles))
    designs = dict(enumerate(_drawn(stage, stage.tiles, stage.printing.shapes)))
    number = {tile.cell: n for n, tile in tiles.items() if tile.cell is not None}
    land = {cell: _tile(tiles[n], designs[n]) for cell, n in number.items()}
    for attempt in range(_ROUNDS):
        lesser = frozenset().union(*Landscape(land).lesser_landmasses)
        if not lesser:
            break
        changed = {cell for cell, _ in lesser}
        if attempt >= _REDRAWN:
            edges = _with_ocean_for(lesser, land)
            changed |= edges.keys()
            tiles |= {number[cell]: replace(tiles[number[cell]], edges=six) for cell, six in edges.items()}
        redrawn = [number[cell] for cell in sorted(changed)]
        shapes = stage.printing.shapes if attempt == 0 else replace(stage.printing.shapes, blobs=0.0, straits=0.0)
        designs |= dict(zip(redrawn, _drawn(stage, [tiles[n] for n in redrawn], shapes, attempt == 0), strict=True))
        land |= {cell: _tile(tiles[number[cell]], designs[number[cell]]) for cell in sorted(changed)}
    return replace(stage, tiles=list(tiles.values()), designs=[designs[n] for n in tiles])


def _drawn(stage: Stage, tiles: list[Laid], shapes: ShapeStyle, legible: bool = True) -> list[Design]:
    return draw_designs(stage.rng, stage.pool, stage.art, replace(stage.printing, shapes=shapes), tiles, legible)


def _tile(tile: Laid, design: Design) -> Tile:
    found, touching = regions(design.labels(SIZE), tile.edges)
    return Tile.from_document({"edges": list(tile.edges), "regions": found, "touching": touching})


def _with_ocean_for(nodes: Iterable[Node], land: Mapping[Cell, Tile]) -> dict[Cell, tuple[str, ...]]:
    """Return the edges of the tiles that change where regions become ocean, on both sides of each seam."""
    parts = {cell: [list(edge) for edge in tile.edges] for cell, tile in land.items()}
    ports = [(cell, *port) for cell, region in nodes for port in land[cell].regions[region].ports]
    for cell, side, part in ports:
        parts[cell][side][part] = OCEAN
    edges = {cell: ["".join(letter for letter, _ in groupby(edge)) for edge in six] for cell, six in parts.items()}
    for cell, side, _ in ports:
        if (beside := neighbour(cell, side)) in edges:
            edges[beside][opposite(side)] = edges[cell][side][::-1]
    return {cell: tuple(six) for cell, six in edges.items() if tuple(six) != land[cell].edges}
