"""The exploration phase: where a tile may be laid, and the rule that forbids it elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.fjords.board import Board
from games.fjords.illegal import IllegalMove
from games.fjords.landscape import FEWEST_NEIGHBOURS, Landscape
from games.fjords.tiles import LAND, PLAINS, Tile, edges_match, stretches
from games.hexgrid import SIDES, Cell, neighbour, opposite

TAKEN, FEW_NEIGHBOURS, EDGE_MISMATCH, SECOND_LANDMASS = "taken", "few-neighbours", "edge-mismatch", "second-landmass"


@dataclass(frozen=True)
class Placement:
    """A cell for a tile, and the clockwise rotation of the tile there: 0 to 5 sixths of a turn."""

    cell: Cell
    rotation: int

    def to_dict(self) -> dict[str, int]:
        """Return the placement as the commands print it."""
        return {"q": self.cell[0], "r": self.cell[1], "turn": self.rotation}


@dataclass(frozen=True)
class Refusal:
    """Why a tile may not be laid in a cell: the code of the rule, and the tiles that it concerns."""

    code: str
    tiles: tuple[Cell, ...] = ()

    def message(self, lang: str = "en") -> str:
        """Return the broken rule as a sentence, in English (``en``) or Russian (``ru``)."""
        return IllegalMove.rule(self.code, lang)


def placements(board: Board, tile: Tile) -> Iterator[Placement]:
    """Yield every legal placement of `tile`: every cell and rotation, including rotations that look the same.

    The tile must touch two tiles or more, match them along every shared edge, and not create a second landmass.
    """
    land = board.landscape
    for cell, wanted in land.slots.items():
        for rotation in _matching(tile, wanted):
            if not (tile.lands and _strands_land(land, tile.turned(rotation), cell, land.empty_neighbours[cell])):
                yield Placement(cell, rotation)


def _matching(tile: Tile, wanted: tuple[tuple[int, str], ...]) -> list[int]:
    """Return the rotations in which a tile has these edges on these sides, the lowest first."""
    edges, (first, edge) = tile.edges, wanted[0]
    if edge not in edges:
        return []
    rotations = sorted((first - side) % 6 for side in SIDES if edges[side] == edge)
    for side, edge in wanted[1:]:
        rotations = [rotation for rotation in rotations if edges[side - rotation] == edge]
    return rotations


def fits(board: Board, tile: Tile) -> bool:
    """Return whether `tile` can be laid in any cell and rotation."""
    return next(placements(board, tile), None) is not None


def refusal(board: Board, tile: Tile, cell: Cell, rotation: int) -> Refusal | None:
    """Return the first rule that forbids to lay `tile` in `cell`, turned by `rotation` sixths; None if it is legal."""
    land = board.landscape
    if cell in land.tiles:
        return Refusal(TAKEN, (cell,))
    sides = land.empty_neighbours.get(cell, [])
    if len(sides) < FEWEST_NEIGHBOURS:
        return Refusal(FEW_NEIGHBOURS, tuple(neighbour(cell, side) for side in sides))
    laid = tile.turned(rotation)
    unlike = tuple(
        beside
        for side in sides
        for beside in [neighbour(cell, side)]
        if not edges_match(laid.edges[side], land.tiles[beside].edges[opposite(side)])
    )
    if unlike:
        return Refusal(EDGE_MISMATCH, unlike)
    if _strands_land(land, laid, cell, sides):
        return Refusal(SECOND_LANDMASS, (cell,))
    return None


def refusals(board: Board, tile: Tile) -> dict[Cell, Refusal]:
    """Return the reason for each cell beside the tiles in which `tile` cannot be laid in any rotation.

    It is that of the rotation closest to legal: one that matches all seams but makes a second landmass, else the one
    with the fewest mismatched seams.
    """
    found = {}
    for cell in board.landscape.empty_neighbours:
        reasons = [refusal(board, tile, cell, rotation) for rotation in SIDES]
        if None not in reasons:
            found[cell] = min((r for r in reasons if r is not None), key=_gravity)
    return found


def _gravity(reason: Refusal) -> tuple[bool, int]:
    return reason.code == EDGE_MISMATCH, len(reason.tiles)


def _strands_land(land: Landscape, tile: Tile, cell: Cell, sides: list[int]) -> bool:
    """Return whether `tile` in `cell` would make a second landmass.

    A piece of land on the tile is isolated if it meets no land across any of the given sides.
    """
    meeting = {region for side in sides for region in _meeting_land(land, tile, cell, side)}
    alone = sum(not piece & meeting for piece in tile.lands)
    if not alone:
        return False
    return alone > 1 or len(tile.lands) > 1 or any(laid.terrains & LAND for laid in land.tiles.values())


def _meeting_land(land: Landscape, tile: Tile, cell: Cell, side: int) -> Iterator[int]:
    """Yield the land regions of `tile` that face land across `side`, whether or not the seam matches."""
    edge = tile.edges[side]
    other = land.tiles[neighbour(cell, side)].edges[opposite(side)]
    for i, j in stretches(len(edge), len(other)):
        if edge[i] in LAND and other[j] in LAND:
            yield tile.region_at[side, i]


def may_hold_longhouse(tile: Tile) -> bool:
    """Return whether a longhouse may be built on `tile`, which needs plains."""
    return PLAINS in tile.terrains
