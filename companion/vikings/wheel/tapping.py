"""Applies a tap at the wheel: figures come out of the bag, cards off the stack, players bid, arrange and buy.

Fields: ``do``, and with it

* ``version`` (``advanced``, ``without-auction``): which rules the round goes by, before anything is drawn
* ``first`` (``seat``): who begins the game
* ``special`` (``name``): a special card was opened
* ``figure`` (``figure``): a figure came out of the bag
* ``card`` (``part``, or ``sail`` with ``kind`` and ``amount``): a card came off the stack
* ``by-hand``: cards are not told, but laid by hand
* ``bid`` (``gold``, empty to leave), ``remove`` and ``arrange`` (``figure``)
* ``buy`` (``place``, ``at``: a column, or a row and a column, or empty; ``home`` where the figure is left at home)
* ``start`` (``row``), ``take`` (``card``, empty to leave them)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.language import N_
from companion.problems import Problem
from companion.vikings.fields import MOST_HELD, number_in, ship_in
from games.vikings.document import FURTHEST
from games.vikings.figures import FIGURES, ROWS, Cell, Figure, Row
from games.vikings.islands import PARTS, Part
from games.vikings.play.moves import Arrange, Bid, Buy, Deal, Remove, Start, Take
from games.vikings.play.offer import PLACES
from games.vikings.play.state import DRAW, START, TAKE, State
from games.vikings.play.wheel import played, with_card_dealt, with_figure_drawn, with_first_player, with_special_opened
from games.vikings.play.wheel_data import ShipData, WheelData, document_with, state_of, wheel_data_of, wheel_of
from games.vikings.reading import board_of, document_of

LONGEST = 60
"""Letters of a special card's name."""
_NOTHING = N_("Choose what to do at the wheel first.")
_SEATS = N_("The wheel is for two to four players; change who plays on the page of the fjords.")
_NO_NAME = N_("Enter the name of the special card.")
_NO_BID = N_("A bid is a whole number.")
_OTHER_TURN = N_("The wheel has changed since; look at it again.")
_BEGUN = N_("Figures have already been drawn; undo that first to change the rules for this round.")


def at_the_wheel(document: Document) -> tuple[State, WheelData]:
    """Return the position of a document's wheel; raises `Problem` unless two to four play."""
    board = board_of(document)
    wheel = wheel_of(board)
    try:
        return state_of(board, wheel), wheel
    except ValueError:
        raise Problem(_SEATS) from None


def turned(document: Document, form: Form) -> dict[str, Any]:
    """Return the document after a tap at the wheel.

    Raises:
        Problem: the tap means nothing.
        IllegalMove: a rule forbids it.
    """
    state, wheel = at_the_wheel(document)
    do = _DOES.get(form.get("do", ""))
    if do is None:
        raise Problem(_NOTHING)
    after = do(state, wheel, form)
    if isinstance(after, WheelData):
        return document_with(document, after)
    return document_with(document_of(after.board), wheel_data_of(after))


def _version(_: State, wheel: WheelData, form: Form) -> WheelData:
    if wheel.phase != DRAW or wheel.drawn:
        raise Problem(_BEGUN)
    advanced, without = form.get("advanced") == "1", form.get("without-auction") == "1"
    return wheel.model_copy(update={"advanced": advanced, "without_auction": advanced and without})


def _first(state: State, wheel: WheelData, form: Form) -> WheelData:
    return with_first_player(wheel, number_in(form.get("seat", ""), len(state.board.players) - 1, _NOTHING))


def _special(_: State, wheel: WheelData, form: Form) -> WheelData:
    name = " ".join(form.get("name", "").split())[:LONGEST]
    if not name:
        raise Problem(_NO_NAME)
    return with_special_opened(wheel, name)


def _take(state: State, _: WheelData, form: Form) -> State:
    return played(state, Take(form.get("card") or None))


def _figure(state: State, wheel: WheelData, form: Form) -> WheelData | State:
    return with_figure_drawn(state, wheel, _figure_in(form))


def _card(state: State, wheel: WheelData, form: Form) -> WheelData | State:
    return with_card_dealt(state, wheel, _card_in(form))


def _by_hand(state: State, _: WheelData, __: Form) -> State:
    return played(state, Deal((None,) * PLACES))


def _bid(state: State, _: WheelData, form: Form) -> State:
    """Bid for the player at turn, or leave; not by a second tap, which would speak for the next player."""
    gold = form.get("gold", "")
    if form.get("turn", str(state.player_index)) != str(state.player_index):
        raise Problem(_OTHER_TURN)
    return played(state, Bid(number_in(gold, MOST_HELD, _NO_BID) if gold else None))


def _remove(state: State, _: WheelData, form: Form) -> State:
    return played(state, Remove(_figure_in(form)))


def _arrange(state: State, _: WheelData, form: Form) -> State:
    return played(state, Arrange(_figure_in(form)))


def _buy(state: State, _: WheelData, form: Form) -> State:
    at = _place_in(form.get("at", ""))
    move = Buy(number_in(form.get("place", ""), PLACES - 1, _NOTHING), at)
    figure = state.offer.figures[move.place] if state.offer.figures else None
    lives_there = isinstance(at, tuple) and figure == at[0]
    return played(state, replace(move, settle=lives_there and not form.get("home")))


def _start(state: State, _: WheelData, form: Form) -> State:
    return played(state, Start(_row_in(form.get("row", ""))))


def _figure_in(form: Form) -> Figure:
    for figure in FIGURES:
        if form.get("figure") == figure:
            return figure
    raise Problem(_NOTHING)


def _card_in(form: Form) -> Part | ShipData:
    for part in PARTS:
        if form.get("part") == part:
            return part
    ship = ship_in(form, column=0)
    return ShipData(sail=ship.sail, points=ship.points, gold=ship.gold)


def _row_in(text: str) -> Row:
    for row in ROWS:
        if row == text:
            return row
    raise Problem(_NOTHING)


def _place_in(text: str) -> Cell | int | None:
    if not text:
        return None
    row, _, column = text.rpartition(":")
    number = number_in(column, FURTHEST, _NOTHING)
    return (_row_in(row), number) if row else number


_DOES: dict[str, Callable[[State, WheelData, Form], WheelData | State]] = {
    "version": _version,
    "figure": _figure,
    "card": _card,
    "by-hand": _by_hand,
    "bid": _bid,
    "remove": _remove,
    "arrange": _arrange,
    "buy": _buy,
    START: _start,
    "first": _first,
    "special": _special,
    TAKE: _take,
}
