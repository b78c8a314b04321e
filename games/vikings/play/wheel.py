"""Playing on with the wheel of a game whose boards are entered by hand."""

from __future__ import annotations

from dataclasses import replace

from games.vikings.figures import Figure
from games.vikings.islands import Part
from games.vikings.play import buying, preparing
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.moves import Arrange, Bid, Buy, Deal, Draw, Remove, Start, Take
from games.vikings.play.offer import PLACES
from games.vikings.play.state import BUY, DEAL, DRAW, OPEN_SPECIALS, State, less
from games.vikings.play.wheel_data import SOLD, ShipData, WheelData, card_of
from games.vikings.specials import SPECIAL_CARDS

WheelMove = Draw | Bid | Remove | Deal | Arrange | Buy | Start | Take


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
    return played(state, Deal(tuple(map(card_of, cards))))


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
