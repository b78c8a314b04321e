"""Buying at the wheel: paying for a combination and laying it, then the starting tile, then a special card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.vikings.board import Player
from games.vikings.figures import Cell
from games.vikings.islands import IslandTile, Part
from games.vikings.play.laying import drop_tile, lay_ship, lay_tile, ship_places, tile_places
from games.vikings.play.moves import Buy, Start, Take
from games.vikings.play.offer import ShipCard
from games.vikings.play.state import BUY, START, TAKE, State, paid
from games.vikings.ships import Ship

Buying = Buy | Start | Take
_PHASES = {Buy: BUY, Start: START, Take: TAKE}
_START_PART: Part = "left"


def moves(state: State) -> Iterator[Buying]:
    """Yield every legal purchase, or the moves that have to follow the last one."""
    if state.phase == START:
        yield from (Start(row) for row, column in tile_places(state.player, _START_PART) if not column)
    elif state.phase == TAKE:
        yield from (Take(card) for card in (*state.open_specials, None))
    elif state.phase == BUY:
        player = state.player
        for place in state.offer.places:
            if state.offer.why_not(place, player.gold, player.points) is None:
                yield from _purchases(state, place)


def _purchases(state: State, place: int) -> Iterator[Buy]:
    card, figure = state.offer.cards[place], state.offer.figures[place]
    if isinstance(card, ShipCard):
        yield from (Buy(place, column) for column in ship_places(state.player))
        return
    cells = [] if card is None else list(tile_places(state.player, card))
    for cell in cells:
        yield Buy(place, cell)
        if figure == cell[0]:
            yield Buy(place, cell, settle=True)
    if not cells:
        yield Buy(place, None)


def refuse(state: State, move: Buying) -> str | None:
    """Return the code of the first rule that such a move breaks; None if it is legal."""
    if state.phase != _PHASES[type(move)]:
        return "phase"
    if isinstance(move, Start):
        return None if move in moves(state) else "place"
    if isinstance(move, Take):
        return None if move.card in (None, *state.open_specials) else "specials"
    code = state.offer.why_not(move.place, state.player.gold, state.player.points)
    return code or _refuse_laying(state, move)


def _refuse_laying(state: State, move: Buy) -> str | None:
    if move in _purchases(state, move.place):
        return None
    if move.settle and replace(move, settle=False) in _purchases(state, move.place):
        return "row"
    return "fits" if move.at is None else "place"


def play(state: State, move: Buying) -> State:
    """Return the state after a legal move of this kind, with the same player to move."""
    if isinstance(move, Start):
        player = state.player.with_tile(IslandTile(move.row, 0, _START_PART))
        return replace(state.with_player(player), starts=state.starts - {player.name})
    if isinstance(move, Take):
        return replace(_taken(state, move.card), may_take=False)
    name, price = state.player.name, state.offer.price(move.place)
    barred = state.barred | {name} if state.setup.advanced and not price else state.barred
    earned = state.setup.advanced and move.place == state.offer.dearest and name not in barred
    bought = replace(
        state.with_player(paid(_laid(state, move), price)),
        offer=state.offer.without(move.place),
        may_take=earned and bool(state.open_specials),
        barred=barred,
    )
    return bought


def _laid(state: State, move: Buy) -> Player:
    card, figure, player = state.offer.cards[move.place], state.offer.figures[move.place], state.player
    assert figure is not None
    if card is None:
        # The card is unknown: players lay it by hand, and its figure goes home.
        return player.with_home(figure, 1)
    if isinstance(card, ShipCard):
        assert isinstance(move.at, int)
        return lay_ship(player, Ship(move.at, card.sail, card.points, card.gold), figure)
    if move.at is None:
        return drop_tile(player, card, figure)
    assert isinstance(move.at, tuple)
    cell: Cell = move.at
    return lay_tile(player, card, cell, figure, move.settle)


def _taken(state: State, card: str | None) -> State:
    if card is None:
        return state
    left = tuple(name for name in state.open_specials if name != card)
    return replace(state, open_specials=left, taken=(*state.taken, (state.player.name, card)))


def following(state: State) -> str:
    """Return the phase that follows for the same player after a purchase; BUY if the turn passes on."""
    if state.player.name in state.starts:
        return START
    return TAKE if state.may_take else BUY
