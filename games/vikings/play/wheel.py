"""The wheel in a game whose boards are entered by hand: storing it in a document, and playing on with it.

The optional field `WHEEL` of a document holds the state of a round's offer, which `played` changes. Without the field,
or if it is malformed, a round begins with drawing figures.
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
from games.vikings.play.moves import Arrange, Bid, Buy, Deal, Draw, Remove, Start, Take
from games.vikings.play.offer import PLACES, Card, Offer, ShipCard
from games.vikings.play.state import (
    ARRANGE,
    AUCTION,
    BUY,
    DEAL,
    DRAW,
    OPEN_SPECIALS,
    START,
    TAKE,
    Setup,
    State,
    less,
)
from games.vikings.recorded_cards import round_of
from games.vikings.specials import SPECIAL_CARDS

WHEEL = "wheel"
SOLD = "sold"
"""The phase in which everything is sold and the round's scoring is due."""
_LAID_OUT = (ARRANGE, BUY, START, TAKE, SOLD)
"""The phases in which cards and figures lie around the wheel."""
WheelMove = Draw | Bid | Remove | Deal | Arrange | Buy | Start | Take
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
        offer=Offer(tuple(map(_card, wheel.cards)), tuple(wheel.figures)) if laid_out else Offer(()),
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


def _card(data: Part | ShipData | None) -> Card | None:
    return ShipCard(data.sail, data.points, data.gold) if isinstance(data, ShipData) else data


def played(state: State, move: WheelMove) -> State:
    """Return the state after a move at the wheel; a round that is sold out is not scored here.

    Raises:
        IllegalMove: A rule forbids the move; the error says which.
    """
    if isinstance(move, Buy | Start | Take):
        return _bought(state, move)
    code = preparing.refuse(state, move)
    if code is not None:
        raise IllegalMove(move, code)
    return preparing.play(state, move)


def _bought(state: State, move: Buy | Start | Take) -> State:
    code = buying.refuse(state, move)
    if code is not None:
        raise IllegalMove(move, code)
    after = buying.play(state, move)
    phase = buying.following(after)
    if phase == BUY and after.offer.places:
        return replace(after, player_index=after.next_player_index, phase=BUY)
    return replace(after, phase=SOLD if phase == BUY else phase)


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


def with_figure_drawn(state: State, wheel: WheelData, figure: Figure) -> WheelData | State:
    """Return the wheel with one more figure drawn, or the state once the figures of a round are complete.

    Raises:
        IllegalMove: The bag holds no more figures of this kind, or figures are not drawn in this phase.
    """
    drawn = (*wheel.drawn, figure)
    if state.phase != DRAW:
        raise IllegalMove(Draw(drawn), "phase")
    if less(state.bag, drawn) is None:
        raise IllegalMove(Draw(drawn), "draw")
    if len(drawn) < PLACES + state.setup.advanced:
        return wheel.model_copy(update={"drawn": list(drawn)})
    return played(state, Draw(drawn))


def with_card_dealt(state: State, wheel: WheelData, card: Part | ShipData) -> WheelData | State:
    """Return the wheel with one more card dealt, or the state once there are twelve.

    Raises:
        IllegalMove: Cards are not dealt in this phase, or there are no more ships.
    """
    if state.phase != DEAL:
        raise IllegalMove(card, "phase")
    cards = [*wheel.cards, card]
    if len(cards) < PLACES:
        return wheel.model_copy(update={"cards": cards})
    return played(state, Deal(tuple(map(_card, cards))))


def with_special_opened(wheel: WheelData, name: str) -> WheelData:
    """Return the wheel with one more special card open, at the beginning of a round of the advanced version.

    Raises:
        IllegalMove: It is another phase or version, four lie open already, or the card was there before.
    """
    known = [*wheel.specials, *(taken.card for taken in wheel.taken)]
    if wheel.phase != DRAW or wheel.drawn or not wheel.advanced:
        raise IllegalMove(name, "phase")
    if len(wheel.specials) >= OPEN_SPECIALS or name in known or len(known) >= SPECIAL_CARDS:
        raise IllegalMove(name, "specials")
    return wheel.model_copy(update={"specials": [*wheel.specials, name]})


def with_first_player(wheel: WheelData, seat: int) -> WheelData:
    """Return the wheel with another first player, who is chosen before the first round.

    Raises:
        IllegalMove: The game has begun.
    """
    if wheel.round != 1 or wheel.phase != DRAW or wheel.drawn:
        raise IllegalMove(seat, "phase")
    return wheel.model_copy(update={"first": seat, "turn": seat})
