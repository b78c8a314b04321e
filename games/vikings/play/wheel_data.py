"""The wheel in the document of a game whose boards are entered by hand.

The optional field `WHEEL` holds the state of a round's offer. Without the field, or if it is malformed, a round begins
with drawing figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from games.vikings.board import Board
from games.vikings.figures import FIGURES, FIGURES_OF_A_KIND, Figure, Sail
from games.vikings.islands import Part
from games.vikings.play.auction import Auction
from games.vikings.play.offer import PLACES, Card, Offer, ShipCard
from games.vikings.play.state import (
    ARRANGE,
    AUCTION,
    BUY,
    DRAW,
    OPEN_SPECIALS,
    START,
    TAKE,
    Setup,
    State,
)
from games.vikings.recorded_cards import round_of
from games.vikings.specials import SPECIAL_CARDS

WHEEL = "wheel"
SOLD = "sold"
"""The phase in which everything is sold and the round's scoring is due."""
_LAID_OUT = (ARRANGE, BUY, START, TAKE, SOLD)
"""The phases in which cards and figures lie around the wheel."""
_STRICT = ConfigDict(strict=True, frozen=True)
Seat = Annotated[int, Field(ge=0, le=3)]
SpecialName = Annotated[str, Field(min_length=1, max_length=60)]


class Taken(BaseModel):
    """A special card that a player took."""

    model_config = _STRICT

    player: str
    card: SpecialName


class ShipData(BaseModel):
    """A ship for sale."""

    model_config = _STRICT

    sail: Sail
    points: Annotated[int, Field(ge=0)] = 0
    gold: Annotated[int, Field(ge=0)] = 0


class AuctionData(BaseModel):
    """An auction: the seats of the remaining bidders, the highest bid and its bidder's seat."""

    model_config = _STRICT

    bidders: list[Seat]
    gold: Annotated[int, Field(ge=0)]
    best: Seat | None


class WheelData(BaseModel):
    """The offer of a round; before it is complete, `drawn` and `cards` hold those drawn and dealt so far.

    `specials` are the open special cards, `taken` those of players, `may_take` whether the player at turn takes one.
    `bag` holds the figures left in the bag after the last draw, if known; figures that left the game are not in it.
    """

    model_config = _STRICT

    round: int
    first: Seat = 0
    turn: Seat = 0
    advanced: bool = False
    without_auction: bool = False
    phase: Literal["draw", "auction", "remove", "deal", "arrange", "buy", "start", "take", "sold"] = "draw"
    drawn: Annotated[list[Figure], Field(max_length=PLACES + 1)] = []
    cards: Annotated[list[Part | ShipData | None], Field(max_length=PLACES)] = []
    figures: Annotated[list[Figure | None], Field(max_length=PLACES)] = []
    auction: AuctionData | None = None
    barred: list[str] = []
    specials: Annotated[list[SpecialName], Field(max_length=OPEN_SPECIALS)] = []
    taken: Annotated[list[Taken], Field(max_length=SPECIAL_CARDS)] = []
    may_take: bool = False
    starts: list[str] = []
    bag: dict[Figure, Annotated[int, Field(ge=0, le=FIGURES_OF_A_KIND)]] | None = None


def wheel_of(board: Board) -> WheelData:
    """Return the wheel of a board's document in the current round; a new one if the document has none."""
    now, seats = round_of(board), len(board.players)
    try:
        stored = WheelData.model_validate(board.source[WHEEL])
    except (KeyError, ValidationError):
        untouched = [player.name for player in board.players if not player.island_tiles]
        return WheelData(round=now, starts=untouched if now == 1 else [])
    if not _is_possible(stored, seats):
        return WheelData(round=now)
    if stored.round == now:
        return stored
    # The player to the left of the first begins the next round.
    begins = (stored.first + now - stored.round) % seats
    return WheelData(
        round=now,
        first=begins,
        turn=begins,
        advanced=stored.advanced,
        without_auction=stored.without_auction,
        barred=stored.barred,
        specials=stored.specials,
        taken=stored.taken,
        bag=stored.bag,
    )


def _is_possible(stored: WheelData, seats: int) -> bool:
    bidders = () if stored.auction is None else (*stored.auction.bidders, stored.auction.best or 0)
    laid_out = stored.phase in _LAID_OUT
    whole = len(stored.cards) == len(stored.figures) == PLACES or not laid_out
    bids = (stored.auction is not None and bool(stored.auction.bidders)) == (stored.phase == AUCTION)
    return whole and bids and all(seat < seats for seat in (stored.first, stored.turn, *bidders))


def state_of(board: Board, wheel: WheelData) -> State:
    """Return the position of a wheel; raises `ValueError` unless there are two to four players."""
    names = tuple(player.name for player in board.players)
    laid_out = wheel.phase in _LAID_OUT
    auction = wheel.auction
    return State(
        setup=Setup(names, advanced=wheel.advanced, auction=not wheel.without_auction),
        board=board,
        first=wheel.first,
        player_index=wheel.turn,
        bag=_bag(board, wheel),
        starts=frozenset(wheel.starts),
        round=wheel.round,
        phase=wheel.phase,
        drawn=() if wheel.phase == DRAW else tuple(wheel.drawn),
        offer=Offer(tuple(map(card_of, wheel.cards)), tuple(wheel.figures)) if laid_out else Offer(()),
        auction=None if auction is None else Auction(tuple(auction.bidders), auction.gold, auction.best),
        open_specials=tuple(wheel.specials),
        taken=tuple((taken.player, taken.card) for taken in wheel.taken),
        may_take=wheel.may_take,
        barred=frozenset(wheel.barred),
    )


def _bag(board: Board, wheel: WheelData) -> tuple[Figure, ...]:
    """Return the figures in the bag: those that no player has, limited to the stored contents of the bag if known."""
    held: Counter[Figure] = Counter()
    for player in board.players:
        held.update(player.home)
        held.update(tile.figure for tile in player.island_tiles if tile.figure is not None)
    if wheel.phase != DRAW:
        held.update([*wheel.drawn, *(figure for figure in wheel.figures if figure is not None)])
    free = {figure: max(0, FIGURES_OF_A_KIND - held[figure]) for figure in FIGURES}
    left = free if wheel.bag is None else {figure: min(free[figure], wheel.bag.get(figure, 0)) for figure in FIGURES}
    return tuple(figure for figure in FIGURES for _ in range(left[figure]))


def card_of(data: Part | ShipData | None) -> Card | None:
    """Return a card for sale as the rules know it."""
    return ShipCard(data.sail, data.points, data.gold) if isinstance(data, ShipData) else data


def document_with(document: Mapping[str, Any], wheel: WheelData) -> dict[str, Any]:
    """Return the document with this wheel."""
    return {**document, WHEEL: wheel.model_dump()}


def wheel_data_of(state: State) -> WheelData:
    """Return the part of a position that a document stores."""
    auction = state.auction
    return WheelData(
        round=state.round,
        first=state.first,
        turn=state.player_index,
        advanced=state.setup.advanced,
        without_auction=not state.setup.auction,
        phase=state.phase,  # type: ignore[arg-type]
        drawn=list(state.drawn),
        cards=list(map(_data, state.offer.cards)),
        figures=list(state.offer.figures) if state.offer.cards else [],
        auction=None
        if auction is None
        else AuctionData(bidders=list(auction.bidders), gold=auction.gold, best=auction.best),
        barred=sorted(state.barred),
        specials=list(state.open_specials),
        taken=[Taken(player=player, card=card) for player, card in state.taken],
        may_take=state.may_take,
        starts=sorted(state.starts),
        bag=dict(Counter(state.bag)),
    )


def _data(card: Card | None) -> Part | ShipData | None:
    return ShipData(sail=card.sail, points=card.points, gold=card.gold) if isinstance(card, ShipCard) else card
