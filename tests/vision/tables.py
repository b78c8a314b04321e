"""Tables of tiles and pieces, and what photos of them from anywhere would be read as."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random

import numpy as np

from games.hexgrid import SIDES, Cell, neighbour, neighbours, opposite
from vision.detections import PieceReading, TileReading
from vision.geometry.lattice import CORNERS, position
from vision.geometry.plane import Plane
from vision.merging.coordinates import move_reading
from vision.reading.reading import Reading

SIZE = (1600, 1200)
_EDGES = ["P", "P", "P", "M", "O", "PO", "OP", "PM", "MP", "OM", "MO"]


@dataclass(frozen=True)
class Tabletop:
    """What lies on a table: the edges of each tile, and what stands on it."""

    tiles: dict[Cell, tuple[str, ...]]
    pieces: dict[Cell, tuple[str, str]]


def random_table(seed: int, count: int) -> Tabletop:
    """Grow a board of so many tiles."""
    chance = Random(seed)
    cells = [(0, 0)]
    while len(cells) < count:
        free = sorted({n for c in cells for n in neighbours(c)} - set(cells))
        cells.append(chance.choice(free))
    return table_on(cells, seed)


def table_on(cells: list[Cell], seed: int) -> Tabletop:
    """Lay tiles whose seams match in these cells, and pieces of two colours on half of them."""
    chance = Random(seed)
    tiles: dict[Cell, tuple[str, ...]] = {}
    for cell in cells:
        beside = [tiles.get(neighbour(cell, side)) for side in SIDES]
        tiles[cell] = tuple(
            chance.choice(_EDGES) if other is None else other[opposite(side)][::-1] for side, other in enumerate(beside)
        )
    looks = list(product(("viking", "longhouse"), ("white", "red")))
    return Tabletop(tiles, {cell: chance.choice(looks) for cell in cells if chance.random() < 0.5})


def camera(seed: int, zoom: float = 1.0) -> Plane:
    """Look at the table from somewhere, turned anyhow."""
    chance = Random(seed)
    angle, scale = chance.uniform(-3, 3), 105.0 * zoom
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    tilt = np.array([[scale, 0, SIZE[0] / 2], [0, scale, SIZE[1] / 2], [0, 0, 1]])
    tilt[2, :2] = chance.uniform(-0.02, 0.02), chance.uniform(-0.02, 0.02)
    middle = np.array([SIZE[0] / 2, SIZE[1] / 2])
    return Plane(tilt @ turn, chance.uniform(-0.05, 0.05), middle, float(np.hypot(*SIZE)) / 2)


def photographed(table: Tabletop, plane: Plane, turn: int = 0, shift: Cell = (0, 0), sure: float = 0.97) -> Reading:
    """Return the reading of a photo, in coordinates of its own, with all that lies whole within the picture."""
    inside = _inside({*table.tiles, *(n for c in table.tiles for n in neighbours(c))}, plane)
    tiles = tuple(_tile(cell, edges, plane, sure) for cell, edges in table.tiles.items() if cell in inside)
    lying = {tile.cell for tile in tiles}
    pieces = tuple(piece_at(c, *what, plane, sure) for c, what in table.pieces.items() if c in lying)
    beside = {n for c in lying for n in neighbours(c)} - lying
    unseen = tuple(sorted(beside - inside))
    return move_reading(Reading(*SIZE, tiles, pieces, (), unseen), turn, shift)


def _inside(cells: set[Cell], plane: Plane) -> set[Cell]:
    """Return the cells whose corners all lie within the picture."""
    listed = sorted(cells)
    at = plane.to_photo(np.array([position(cell) + CORNERS for cell in listed]))
    within = ((at >= 0) & (at <= SIZE)).all(axis=(1, 2))
    return {cell for cell, here in zip(listed, within, strict=True) if here}


def _tile(cell: Cell, edges: tuple[str, ...], plane: Plane, sure: float) -> TileReading:
    x, y = plane.to_photo(position(cell))
    rim = [(side, part, letter) for side, edge in enumerate(edges) for part, letter in enumerate(edge)]
    regions = tuple({"terrain": letter, "ports": [[side, part]]} for side, part, letter in rim)
    pairs = tuple(sorted({(min(k, (k + 1) % len(rim)), max(k, (k + 1) % len(rim))) for k in range(len(rim))}))
    outline = plane.to_photo(position(cell) + CORNERS)
    return TileReading(cell, edges, regions, pairs, (float(x), float(y)), outline, sure**6, (sure,) * 6)


def piece_at(cell: Cell, kind: str, colour: str, plane: Plane, sure: float) -> PieceReading:
    """Return the reading of a piece in the middle of its tile."""
    at = plane.to_photo(position(cell) + 0.15 * CORNERS)
    x, y = at.mean(axis=0)
    return PieceReading(kind, colour, cell, (float(x), float(y)), at, sure)


def with_edge(reading: Reading, cell: Cell, side: int, edge: str, sure: float) -> Reading:
    """Return the reading with another edge on one side of a tile, every part of whose edges is then a region."""

    def changed(tile: TileReading) -> TileReading:
        if tile.cell != cell:
            return tile
        edges = (*tile.edges[:side], edge, *tile.edges[side + 1 :])
        certain = (*tile.edge_confidence[:side], sure, *tile.edge_confidence[side + 1 :])
        rim = [(s, p, letter) for s, e in enumerate(edges) for p, letter in enumerate(e)]
        regions = tuple({"terrain": letter, "ports": [[s, p]]} for s, p, letter in rim)
        return replace(tile, edges=edges, edge_confidence=certain, regions=regions)

    return replace(reading, tiles=tuple(changed(tile) for tile in reading.tiles))
