"""Boatswains: at the beginning of a big scoring they carry figures from home to free tiles of their rows.

One boatswain carries figures of one colour, any number, or one figure of each of several colours, and then leaves
the game. In the advanced version it carries a single figure. In the third big scoring, boatswains must be used
as long as a figure can be carried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, combinations, product

from games.vikings.board import Player
from games.vikings.figures import BOATSWAIN, ROWS, Cell, Row


def free_places(player: Player) -> dict[Row, list[int]]:
    """Return the columns of free tiles by row, for rows with figures at home."""
    free: dict[Row, list[int]] = {row: [] for row in ROWS if player.home[row]}
    for tile in player.island_tiles:
        if tile.row in free and tile.figure is None:
            free[tile.row].append(tile.column)
    return {row: sorted(columns) for row, columns in free.items() if columns}


def can_carry(player: Player) -> bool:
    """Return whether a boatswain is at home and some figure can be carried."""
    return player.boatswains > 0 and bool(free_places(player))


def why_not(player: Player, cells: Collection[Cell], advanced: bool = False) -> str | None:
    """Return the code of the rule that forbids a boatswain to carry figures to these cells; None if it is legal.

    The codes: boatswain (none is at home), nothing (no cell is named, or one twice), single (more than one figure in
    the advanced version), colours (several figures of several colours), no-room (no free tile), figures (too few at
    home).
    """
    rows = [row for row, _ in cells]
    free = free_places(player)
    if not player.boatswains:
        return "boatswain"
    if not cells or len(set(cells)) < len(cells):
        return "nothing"
    if advanced and len(cells) > 1:
        return "single"
    if 1 < len(set(rows)) < len(rows):
        return "colours"
    if any(player.home[row] < rows.count(row) for row in rows):
        return "figures"
    return "no-room" if any(column not in free.get(row, ()) for row, column in cells) else None


def carry(player: Player, cells: Collection[Cell], advanced: bool = False) -> Player:
    """Return the player after a boatswain has carried figures to these cells and left the game.

    Raises `ValueError` with the code of `why_not` where that is forbidden.
    """
    code = why_not(player, cells, advanced)
    if code is not None:
        raise ValueError(code)
    tiles = tuple(replace(t, figure=t.row) if t.cell in cells else t for t in player.island_tiles)
    carried = replace(player, island_tiles=tiles).with_home(BOATSWAIN, -1)
    for row, _ in cells:
        carried = carried.with_home(row, -1)
    return carried


def carries(player: Player, advanced: bool = False) -> Iterator[tuple[Cell, ...]]:
    """Yield every set of cells to which one boatswain may carry figures, the largest sets first."""
    if not player.boatswains:
        return
    free = free_places(player)
    if not advanced:
        for row, columns in free.items():
            for count in range(min(player.home[row], len(columns)), 1, -1):
                yield from (tuple((row, c) for c in chosen) for chosen in combinations(columns, count))
        rows = chain.from_iterable(combinations(free, count) for count in range(len(free), 1, -1))
        for chosen_rows in rows:
            yield from (tuple(zip(chosen_rows, c, strict=True)) for c in product(*(free[r] for r in chosen_rows)))
    yield from (((row, column),) for row, columns in free.items() for column in columns)


def fewest(player: Player, advanced: bool = False) -> int:
    """Return the least number of boatswains that carry all figures that can be carried, at most those at home.

    Some colours are carried whole, by one boatswain each; the others together, one figure of each at a time.
    """
    waiting = [min(player.home[row], len(columns)) for row, columns in free_places(player).items()]
    return min(sum(waiting) if advanced else crew(waiting), player.boatswains)


def crew(figures: Collection[int]) -> int:
    """Return the least number of boatswains of the basic game that carry these numbers of figures of each colour.

    Where `rounds` of them carry one figure of each colour, each colour of more figures takes one more, for all of it.

    >>> crew([3]), crew([1, 1, 1]), crew([3, 1, 1])
    (1, 1, 2)
    """
    return min((sum(number > rounds for number in figures) + rounds for rounds in (0, *figures)), default=0)
