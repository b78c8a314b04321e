"""Random boards in the settlement phase, from a seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.fjords.board import VIKING, Board, Piece
from games.fjords.settlement import claims, legal_settlements
from games.hexgrid import neighbour, neighbours, opposite
from tests.games.fjords.boards import board, tile_document

COLOURS = ("white", "purple", "yellow", "black")
NO_RUNES = ()


def patch(random, size):
    """So many cells in one patch; all but the first two lie next to two others when they come."""
    cells = [(0, 0)]
    while len(cells) < size:
        cell = neighbour(random.choice(cells), random.randrange(6))
        if cell not in cells and sum(n in cells for n in neighbours(cell)) >= min(2, len(cells)):
            cells.append(cell)
    return cells


def landscape(random, cells, plains):
    """Tiles whose seams match: plains with this probability, mountain or ocean else, and ocean all round."""
    edges = {cell: ["O"] * 6 for cell in cells}
    for cell in cells:
        for side in range(3):
            beside = neighbour(cell, side)
            if beside in edges:
                terrain = "P" if random.random() < plains else random.choice("MO")
                edges[cell][side] = edges[beside][opposite(side)] = terrain
    return {cell: tile_document(sides) for cell, sides in edges.items()}


def settled(seed, size=40, plains=0.75, houses=3, supplies=(20, 20), contested=None, runes=NO_RUNES):
    """A board after exploration, played on at random until no more than so many tiles are contested.

    `supplies` is what each player has left then. Returns the board and the name of the player to move.
    """
    random = Random(seed)
    cells = patch(random, size)
    free = random.sample(cells, size)
    names = COLOURS[: len(supplies)]
    pieces = [("longhouse", name, free.pop()) for name in names for _ in range(houses)]
    stones = [(kind, free.pop(), *((names[0],) if kind == "home" else ())) for kind in runes]
    players = [{"name": name, "colours": [name], "vikings": size} for name in names]
    now = board(landscape(random, cells, plains), pieces, stones, players=players, rules={"runes": sorted(set(runes))})
    turn = 0
    while contested is not None and len(fought_over(now)) > contested:
        choices = sorted(legal_settlements(now, names[turn]))
        if choices:
            now = now.with_piece(Piece(VIKING, names[turn], random.choice(choices)))
        turn = (turn + 1) % len(names)
    left = [
        replace(player, vikings=now.count(player, VIKING) + vikings)
        for player, vikings in zip(now.players, supplies, strict=True)
    ]
    return replace(now, players=tuple(left)), names[turn]


def fought_over(now: Board):
    """The tiles in the reach of two players or more."""
    return frozenset().union(*(claim.contested for claim in claims(now).values()))
