"""Laying out the offer of a round: figures drawn, cards dealt, and in the advanced version bidding and arranging."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.vikings.play.auction import begun
from games.vikings.play.moves import Arrange, Bid, Deal, Draw, Remove
from games.vikings.play.offer import PLACES, ShipCard, spread, with_figures
from games.vikings.play.state import ARRANGE, AUCTION, BUY, DEAL, DRAW, OPEN_SPECIALS, REMOVE, State, less, paid
from games.vikings.ships import SHIPS
from games.vikings.specials import SPECIAL_CARDS

Preparing = Draw | Deal | Bid | Remove | Arrange
_PHASES = {Draw: DRAW, Bid: AUCTION, Remove: REMOVE, Deal: DEAL, Arrange: ARRANGE}


def moves(state: State) -> Iterator[Preparing]:
    """Yield every legal move of a player before the buying; draws and deals are not listed."""
    if state.phase == AUCTION and state.auction is not None:
        yield Bid(None)
        for gold in range(state.auction.gold + 1, state.player.gold + state.player.points + 1):
            yield Bid(gold)
    for figure in dict.fromkeys(state.drawn):
        if state.phase == REMOVE:
            yield Remove(figure)
        elif state.phase == ARRANGE:
            yield Arrange(figure)


def refuse(state: State, move: Preparing) -> str | None:
    """Return the code of the first rule that such a move breaks; None if it is legal."""
    if state.phase != _PHASES[type(move)]:
        return "phase"
    if isinstance(move, Draw):
        return _refuse_draw(state, move)
    if isinstance(move, Deal):
        laid = sum(len(player.ships) for player in state.board.players)
        ships = sum(isinstance(card, ShipCard) for card in move.cards)
        return "deal" if len(move.cards) != PLACES or laid + ships > SHIPS else None
    if isinstance(move, Bid):
        return _refuse_bid(state, move)
    return None if move.figure in state.drawn else "not-drawn"


def _refuse_draw(state: State, move: Draw) -> str | None:
    if len(move.figures) != PLACES + state.setup.advanced or less(state.bag, move.figures) is None:
        return "draw"
    known = (*state.open_specials, *(card for _, card in state.taken))
    if len(set(move.specials)) < len(move.specials) or set(move.specials) & set(known):
        return "specials"
    room = OPEN_SPECIALS - len(state.open_specials) if state.setup.advanced else 0
    too_many = len(move.specials) > room or len(known) + len(move.specials) > SPECIAL_CARDS
    return "specials" if too_many else None


def _refuse_bid(state: State, move: Bid) -> str | None:
    if move.gold is None:
        return None
    if state.auction is None or move.gold <= state.auction.gold:
        return "bid"
    return "price" if move.gold > state.player.gold + state.player.points else None


def play(state: State, move: Preparing) -> State:
    """Return the state after a legal move of this kind."""
    if isinstance(move, Draw):
        return _drawn(state, move)
    if isinstance(move, Bid):
        return _bid(state, move)
    if isinstance(move, Remove):
        return replace(state, drawn=less(state.drawn, [move.figure]) or (), phase=DEAL)
    if isinstance(move, Deal):
        offer = spread(move.cards)
        if state.setup.advanced:
            return replace(state, offer=offer, phase=ARRANGE)
        return replace(state, offer=with_figures(offer, state.drawn), drawn=(), phase=BUY)
    count = state.drawn.count(move.figure)
    left = tuple(figure for figure in state.drawn if figure != move.figure)
    arranged = replace(state, offer=state.offer.with_colour(move.figure, count), drawn=left)
    if left:
        return replace(arranged, player_index=state.next_player_index)
    return replace(arranged, player_index=state.first, phase=BUY)


def _drawn(state: State, move: Draw) -> State:
    opened = (*state.open_specials, *move.specials)
    bag = less(state.bag, move.figures) or ()
    drawn = replace(state, bag=bag, drawn=move.figures, open_specials=opened, phase=DEAL)
    if not state.setup.advanced:
        return drawn
    if not state.setup.auction:
        return replace(drawn, phase=REMOVE)
    return replace(drawn, phase=AUCTION, auction=begun(len(state.board.players), state.first))


def _bid(state: State, move: Bid) -> State:
    auction = state.auction
    assert auction is not None
    auction = auction.left() if move.gold is None else auction.raised(move.gold)
    if not auction.is_over:
        return replace(state, auction=auction, player_index=auction.seat)
    first = state.first if auction.best is None else auction.best
    begins = replace(state, auction=None, first=first, player_index=first, phase=REMOVE)
    return begins.with_player(paid(begins.player, auction.gold))
