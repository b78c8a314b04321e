"""What happened between two documents of Vikings, and what of it the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator

from games.answers import Described, Judged, fresh_notices
from games.rulebook import RuleNotice
from games.vikings.answering.purchases import refused_purchases
from games.vikings.board import Board, Player
from games.vikings.figures import Cell
from games.vikings.sentences import SENTENCES
from games.vikings.warnings import place_of, status


def judge(before: Board, after: Board) -> Judged:
    """Return what was laid, placed and paid from one board to the next, and what of it the rules forbid."""
    events: list[Described] = []
    found: list[RuleNotice] = []
    earlier = {player.name: player for player in before.players}
    for player in after.players:
        old = earlier.get(player.name, Player(player.name))
        events += _events(old, player)
        found += _broken(old, player)
    return Judged(events, [*found, *refused_purchases(before, after), *fresh_notices(status(before), status(after))])


def _events(old: Player, now: Player) -> Iterator[Described]:
    for cell, tile in now.laid.items():
        known = old.laid.get(cell)
        at = {"player": now.name, "row": cell[0], "column": cell[1]}
        if known is None:
            yield {"event": "tile-laid", **at, "part": tile.part}
        if tile.figure is not None and (known is None or known.figure is None):
            yield {"event": "figure-placed", **at, "figure": tile.figure}
    for column, sail in sorted(_ships(now).items() - _ships(old).items()):
        yield {"event": "ship-laid", "player": now.name, "column": column, "sail": sail}


def _broken(old: Player, now: Player) -> Iterator[RuleNotice]:
    """Yield notices for tiles, ships and figures that are gone or changed: what lies stays."""
    tiles: list[Cell] = [cell for cell, t in old.laid.items() if cell not in now.laid or now.laid[cell].part != t.part]
    if tiles:
        yield RuleNotice("tile-moved", SENTENCES["tile-moved"], now.name, tuple(sorted(map(place_of, tiles))))
    ships = sorted(_ships(old).items() - _ships(now).items())
    if ships:
        places = tuple((0, column) for column, _ in ships)
        yield RuleNotice("ship-moved", SENTENCES["ship-moved"], now.name, places)
    figures = [
        cell for cell, tile in old.laid.items() if tile.figure and cell in now.laid and not now.laid[cell].figure
    ]
    if figures:
        yield RuleNotice("figure-moved", SENTENCES["figure-moved"], now.name, tuple(sorted(map(place_of, figures))))


def _ships(player: Player) -> dict[int, str]:
    return {ship.column: ship.sail for ship in player.ships}
