"""The wheel of a game that is followed on boards entered by hand: what a document keeps of it, and playing it on.

A document's field `WHEEL`, which is no part of its form, tells how the offer of a round stands. Whoever knows it plays
with `played`; without it, or where it cannot be understood, a round begins with figures to be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from games.vikings.board import Board
from games.vikings.figures import FIGURES, FIGURES_OF_A_KIND, Figure, Sail
from games.vikings.islands import Part
from games.vikings.play import buying, preparing
from games.vikings.play.auction import Auction
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.moves import Arrange, Bid, Buy, Deal, Draw, Remove, Start
from games.vikings.play.offer import PLACES, Card, Offer, ShipCard
from games.vikings.play.state import ARRANGE, AUCTION, BUY, DEAL, DRAW, START, Setup, State, less
from games.vikings.told import round_of

WHEEL = "wheel"
SOLD = "sold"
"""The phase in which nothing is left to buy, and the round's scoring is due."""
WheelMove = Draw | Bid | Remove | Deal | Arrange | Buy | Start
_STRICT = ConfigDict(strict=True, frozen=True)
Seat = Annotated[int, Field(ge=0, le=3)]


class ShipData(BaseModel):
    """A ship for sale."""

    model_config = _STRICT

    sail: Sail
    points: Annotated[int, Field(ge=0)] = 0
    gold: Annotated[int, Field(ge=0)] = 0


class AuctionData(BaseModel):
    """An auction: seats still in it, the best bid and whose it is."""

    model_config = _STRICT

    bidders: list[Seat]
    gold: Annotated[int, Field(ge=0)]
    best: Seat | None


class WheelData(BaseModel):
    """How the offer of a round stands; while it is laid out, `drawn` and `cards` are those that have come so far.

    `bag` is what the bag held after the last draw, where that is known: figures that left the game are not in it.
    """

    model_config = _STRICT

    round: int
    first: Seat = 0
    turn: Seat = 0
    advanced: bool = False
    phase: Literal["draw", "auction", "remove", "deal", "arrange", "buy", "start", "sold"] = "draw"
    drawn: Annotated[list[Figure], Field(max_length=PLACES + 1)] = []
    cards: Annotated[list[Part | ShipData | None], Field(max_length=PLACES)] = []
    figures: Annotated[list[Figure | None], Field(max_length=PLACES)] = []
    auction: AuctionData | None = None
    barred: list[str] = []
    starts: list[str] = []
    bag: dict[Figure, Annotated[int, Field(ge=0, le=FIGURES_OF_A_KIND)]] | None = None


def wheel_of(board: Board) -> WheelData:
    """Return how the wheel of a board's document stands in the round that is played; fresh where nothing is told."""
    now, seats = round_of(board), len(board.players)
    try:
        told = WheelData.model_validate(board.source[WHEEL])
    except (KeyError, ValidationError):
        untouched = [player.name for player in board.players if not player.island_tiles]
        return WheelData(round=now, starts=untouched if now == 1 else [])
    if not _is_possible(told, seats):
        return WheelData(round=now)
    if told.round == now:
        return told
    # The player to the left of the first begins the next round.
    begins = (told.first + now - told.round) % seats
    return WheelData(round=now, first=begins, turn=begins, advanced=told.advanced, barred=told.barred, bag=told.bag)


def _is_possible(told: WheelData, seats: int) -> bool:
    bidders = () if told.auction is None else (*told.auction.bidders, told.auction.best or 0)
    laid_out = told.phase in (ARRANGE, BUY, START, SOLD)
    whole = len(told.cards) == len(told.figures) == PLACES or not laid_out
    bids = (told.auction is not None and bool(told.auction.bidders)) == (told.phase == AUCTION)
    return whole and bids and all(seat < seats for seat in (told.first, told.turn, *bidders))


def state_of(board: Board, wheel: WheelData) -> State:
    """Return the position of a wheel; raises `ValueError` unless two to four play."""
    names = tuple(player.name for player in board.players)
    laid_out = wheel.phase in (ARRANGE, BUY, START, SOLD)
    auction = wheel.auction
    return State(
        setup=Setup(names, advanced=wheel.advanced),
        board=board,
        first=wheel.first,
        turn=wheel.turn,
        bag=_bag(board, wheel),
        starts=frozenset(wheel.starts),
        round=wheel.round,
        phase=wheel.phase,
        drawn=() if wheel.phase == DRAW else tuple(wheel.drawn),
        offer=Offer(tuple(map(_card, wheel.cards)), tuple(wheel.figures)) if laid_out else Offer(()),
        auction=None if auction is None else Auction(tuple(auction.bidders), auction.gold, auction.best),
        barred=frozenset(wheel.barred),
    )


def _bag(board: Board, wheel: WheelData) -> tuple[Figure, ...]:
    """Return the figures in the bag: of those in nobody's hands, what was left in it, where that is known."""
    held: Counter[Figure] = Counter()
    for player in board.players:
        held.update(player.home)
        held.update(tile.figure for tile in player.island_tiles if tile.figure is not None)
    if wheel.phase != DRAW:
        held.update([*wheel.drawn, *(figure for figure in wheel.figures if figure is not None)])
    free = {figure: max(0, FIGURES_OF_A_KIND - held[figure]) for figure in FIGURES}
    left = free if wheel.bag is None else {figure: min(free[figure], wheel.bag.get(figure, 0)) for figure in FIGURES}
    return tuple(figure for figure in FIGURES for _ in range(left[figure]))


def _card(data: Part | ShipData | None) -> Card | None:
    return ShipCard(data.sail, data.points, data.gold) if isinstance(data, ShipData) else data


def played(state: State, move: WheelMove) -> State:
    """Return the state after a move at the wheel; the scoring of a round that is sold out is left to others.

    Raises:
        IllegalMove: A rule forbids the move; the error says which.
    """
    if isinstance(move, Buy | Start):
        return _bought(state, move)
    code = preparing.refuse(state, move)
    if code is not None:
        raise IllegalMove(move, code)
    return preparing.play(state, move)


def _bought(state: State, move: Buy | Start) -> State:
    code = buying.refuse(state, move)
    if code is not None:
        raise IllegalMove(move, code)
    after = buying.play(state, move)
    phase = buying.following(after)
    if phase == BUY and after.offer.places:
        return replace(after, turn=after.next_turn, phase=BUY)
    return replace(after, phase=SOLD if phase == BUY else phase)


def document_with(document: Mapping[str, Any], wheel: WheelData) -> dict[str, Any]:
    """Return the document with how its wheel stands."""
    return {**document, WHEEL: wheel.model_dump()}


def wheel_after(state: State) -> WheelData:
    """Return what a document keeps of a position."""
    auction = state.auction
    return WheelData(
        round=state.round,
        first=state.first,
        turn=state.turn,
        advanced=state.setup.advanced,
        phase=state.phase,  # type: ignore[arg-type]
        drawn=list(state.drawn),
        cards=list(map(_data, state.offer.cards)),
        figures=list(state.offer.figures) if state.offer.cards else [],
        auction=None
        if auction is None
        else AuctionData(bidders=list(auction.bidders), gold=auction.gold, best=auction.best),
        barred=sorted(state.barred),
        starts=sorted(state.starts),
        bag=dict(Counter(state.bag)),
    )


def _data(card: Card | None) -> Part | ShipData | None:
    return ShipData(sail=card.sail, points=card.points, gold=card.gold) if isinstance(card, ShipCard) else card


def came(state: State, wheel: WheelData, figure: Figure) -> WheelData | State:
    """Return the wheel with one more figure out of the bag, or the state once all that a round takes have come.

    Raises:
        IllegalMove: The bag holds no more figures of this kind, or it is not the time.
    """
    drawn = (*wheel.drawn, figure)
    if state.phase != DRAW:
        raise IllegalMove(Draw(drawn), "phase")
    if less(state.bag, drawn) is None:
        raise IllegalMove(Draw(drawn), "draw")
    if len(drawn) < PLACES + state.setup.advanced:
        return wheel.model_copy(update={"drawn": list(drawn)})
    return played(state, Draw(drawn))


def turned_up(state: State, wheel: WheelData, card: Part | ShipData) -> WheelData | State:
    """Return the wheel with one more card off the stack, or the state once all twelve lie around it.

    Raises:
        IllegalMove: It is not the time, or there are no more ships.
    """
    if state.phase != DEAL:
        raise IllegalMove(card, "phase")
    cards = [*wheel.cards, card]
    if len(cards) < PLACES:
        return wheel.model_copy(update={"cards": cards})
    return played(state, Deal(tuple(map(_card, cards))))
