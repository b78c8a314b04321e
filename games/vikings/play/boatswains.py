"""Boatswains: at the beginning of a big scoring they carry figures from home to free tiles of their rows.

One boatswain carries figures of one colour, as many as one likes, or one figure of each of several colours, and then
leaves the game. In the advanced version one carries a single figure. In the third big scoring, boatswains must be used
as long as a figure can be carried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, combinations, product

from games.vikings.board import Player
from games.vikings.figures import BOATSWAIN, ROWS, Cell, Row


def free_places(player: Player) -> dict[Row, list[int]]:
    """Return the columns of free tiles by row, for the rows whose figures wait at home."""
    free: dict[Row, list[int]] = {row: [] for row in ROWS if player.home[row]}
    for tile in player.island_tiles:
        if tile.row in free and tile.figure is None:
            free[tile.row].append(tile.column)
    return {row: sorted(columns) for row, columns in free.items() if columns}


def can_carry(player: Player) -> bool:
    """Tell whether a boatswain is at home and there is a figure to carry somewhere."""
    return player.boatswains > 0 and bool(free_places(player))


def why_not(player: Player, cells: Collection[Cell], advanced: bool = False) -> str | None:
    """Return what forbids that one boatswain carries figures to these places; None if nothing does.

    The codes: boatswain (none is at home), nothing (no place is named, or one twice), single (the advanced version's
    carry one), colours (several of several colours), no-room (no free tile lies there), figures (too few at home).
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
    """Return the player after one boatswain has carried figures to these places and left the game.

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
    """Yield everything that one boatswain may carry, as the places it carries figures to; the most first."""
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
    """Return with how few boatswains everybody who can be carried is carried; not more than are at home.

    Some colours go as a whole, one boatswain each; all others go together, one figure of each at a time.
    """
    waiting = [min(player.home[row], len(columns)) for row, columns in free_places(player).items()]
    if advanced:
        return min(sum(waiting), player.boatswains)
    best = min((sum(w > rounds for w in waiting) + rounds for rounds in (0, *waiting)), default=0)
    return min(best, player.boatswains)
