"""What was bought between two documents of Vikings, and what of it the rules forbid, as far as the documents say it.

Without the wheel prices are not known; then only what no purchase can bring is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rulebook import RuleNotice
from games.vikings.board import Board, Player
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.state import BUY, START, TAKE, State
from games.vikings.play.wheel_data import SOLD, WHEEL, state_of, wheel_of
from games.vikings.recorded_cards import round_of
from games.vikings.sentences import SENTENCES
from games.vikings.warnings import SEATS

_BUYING = (BUY, START, TAKE, SOLD)


def refused_purchases(before: Board, after: Board) -> Iterator[RuleNotice]:
    """Yield what the rules forbid of the purchases from one board to the next.

    Nothing is said where a scoring was booked between: what it and special cards brought is not in the documents.
    """
    if (before.stage, round_of(before)) != (after.stage, round_of(after)):
        return
    fjords = [(before.player(now.name), now) for now in after.players if now.name in {p.name for p in before.players}]
    start, end = _wheel(before), _wheel(after)
    bought = None if start is None or end is None else sorted({*start.offer.places} - {*end.offer.places})
    if max(sum(_laid(old, now) for old, now in fjords), len(bought or ())) > 1:
        yield RuleNotice("several-moves", SENTENCES["several-moves"])
    elif start is not None and bought and start.phase == BUY:
        yield from _of_place(start, bought[0], after)
    for old, now in fjords:
        if now.points > old.points or _wealth(now) > _wealth(old):
            yield RuleNotice("not-earned", SENTENCES["not-earned"], now.name)


def _wheel(board: Board) -> State | None:
    """Return the position of the wheel while combinations are bought; ``None`` at other times, or without a wheel."""
    if WHEEL not in board.source or not 2 <= len(board.players) <= SEATS:
        return None
    wheel = wheel_of(board)
    return state_of(board, wheel) if wheel.phase in _BUYING else None


def _laid(old: Player, now: Player) -> int:
    """Return the number of purchases that tiles and ships laid show: with a player's first comes the starting tile."""
    tiles = now.laid.keys() - old.laid.keys()
    things = len(tiles) + len({ship.column for ship in now.ships} - {ship.column for ship in old.ships})
    starts = any(column == 0 and now.laid[row, column].part == "left" for row, column in tiles)
    is_first = not old.island_tiles and not old.ships
    return things - 1 if is_first and starts and things > 1 else things


def _of_place(start: State, place: int, after: Board) -> Iterator[RuleNotice]:
    """Yield what forbids the player at turn to have bought a place of the wheel, or to have paid what was paid."""
    buyer, price = start.player, start.offer.price(place)
    code = start.offer.why_not(place, buyer.gold, buyer.points)
    if code is not None:
        yield RuleNotice(code, IllegalMove.RULES[code], buyer.name)
    now = next((player for player in after.players if player.name == buyer.name), buyer)
    if _wealth(buyer) - _wealth(now) != price:
        paid = (("price", str(price)), ("paid", str(_wealth(buyer) - _wealth(now))))
        yield RuleNotice("wrong-payment", SENTENCES["wrong-payment"], buyer.name, names=paid)


def _wealth(player: Player) -> int:
    """Return a player's gold and points together: each point pays for a gold that is missing."""
    return player.gold + player.points
