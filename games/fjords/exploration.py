"""The exploration phase: where a tile may be laid, and why it may not lie elsewhere."""

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
    """A place for a tile: the cell, and how far the tile is turned clockwise, in sixths."""

    cell: Cell
    turn: int

    def to_dict(self) -> dict[str, int]:
        """Return the placement as the commands print it."""
        return {"q": self.cell[0], "r": self.cell[1], "turn": self.turn}


@dataclass(frozen=True)
class Refusal:
    """Why a tile may not lie in a cell: a code, and the neighbouring tiles that stand against it."""

    code: str
    tiles: tuple[Cell, ...] = ()

    def message(self, lang: str = "en") -> str:
        """Return the rule that stands against it as a sentence, in English (``en``) or Russian (``ru``)."""
        return IllegalMove.rule(self.code, lang)


def placements(board: Board, tile: Tile) -> Iterator[Placement]:
    """Yield every legal placement of `tile`: all cells and all turns, also where two turns look the same.

    The tile must touch two tiles or more, match them along every shared edge, and not create a second landmass.
    """
    land = board.landscape
    parted = len(tile.lands) > 1
    for cell, sides in land.rim.items():
        if len(sides) < FEWEST_NEIGHBOURS:
            continue
        wanted = [(side, land.tiles[neighbour(cell, side)].edges[opposite(side)][::-1]) for side in sides]
        for turn in SIDES:
            if all(tile.edges[side - turn] == edge for side, edge in wanted):
                if (parted or tile.lands) and _strands_land(land, tile.turned(turn), cell, sides):
                    continue
                yield Placement(cell, turn)


def fits(board: Board, tile: Tile) -> bool:
    """Tell whether `tile` can be laid anywhere."""
    return next(placements(board, tile), None) is not None


def refusal(board: Board, tile: Tile, cell: Cell, turn: int) -> Refusal | None:
    """Return why `tile`, turned so, may not be laid in `cell`, by the first rule it breaks; None if it may."""
    land = board.landscape
    if cell in land.tiles:
        return Refusal(TAKEN, (cell,))
    sides = land.rim.get(cell, [])
    if len(sides) < FEWEST_NEIGHBOURS:
        return Refusal(FEW_NEIGHBOURS, tuple(neighbour(cell, side) for side in sides))
    laid = tile.turned(turn)
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
    """Return for every cell beside the tiles where `tile` cannot be laid the reason, by the turn that comes closest.

    A turn that fits all seams but strands land comes closest, then one with the fewest seams that differ.
    """
    found = {}
    for cell in board.landscape.rim:
        reasons = [refusal(board, tile, cell, turn) for turn in SIDES]
        if None not in reasons:
            found[cell] = min((r for r in reasons if r is not None), key=_gravity)
    return found


def _gravity(reason: Refusal) -> tuple[bool, int]:
    return reason.code == EDGE_MISMATCH, len(reason.tiles)


def _strands_land(land: Landscape, tile: Tile, cell: Cell, sides: list[int]) -> bool:
    """Tell whether `tile` in `cell` makes a landmass of its own beside another.

    A piece of land on the tile lies alone when it meets no land across any of the given sides.
    """
    meeting = {region for side in sides for region in _meeting_land(land, tile, cell, side)}
    alone = sum(not piece & meeting for piece in tile.lands)
    if not alone:
        return False
    return alone > 1 or len(tile.lands) > 1 or any(laid.terrains & LAND for laid in land.tiles.values())


def _meeting_land(land: Landscape, tile: Tile, cell: Cell, side: int) -> Iterator[int]:
    """Yield the regions of `tile` that show land to land across `side`, on matching or other seams."""
    edge = tile.edges[side]
    other = land.tiles[neighbour(cell, side)].edges[opposite(side)]
    for i, j in stretches(len(edge), len(other)):
        if edge[i] in LAND and other[j] in LAND:
            yield tile.region_at[side, i]


def may_hold_longhouse(tile: Tile) -> bool:
    """Tell whether a longhouse may be built on `tile`: only where there is plains."""
    return PLAINS in tile.terrains
