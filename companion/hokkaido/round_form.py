"""Reads the form of a round: who got which card, by Hokkaido's draft or by Honshu's with its bids and pairs.

Fields: ``draft``, ``card-0``…, ``meets-0-4`` where a goal is met; of two players ``thrown-0``… with Hokkaido's draft.
With Honshu's: ``bid-0``…, and of three or more ``cubes-0``…, ``colour-0``…; of two players ``deck-0`` and ``deck-1``,
the deck's pair, and ``overbid`` with ``over-0`` and ``over-1``, the colours of the two cubes that the lower one gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.boardgames.board_game import Form
from companion.hokkaido.cards import Refused
from companion.hokkaido.rounds import HONSHU, PLAIN, RecordedRounds, Round
from companion.language import N_
from companion.numbers import whole_number
from companion.problems import Problem
from games.hokkaido.city import COLOURS, City
from games.hokkaido.goals import awards
from games.hokkaido.play.bidding import OVERBID, colour_for, payment_refusals
from games.hokkaido.play.draft import ROUNDS, Bid, draft_refusals, taking_order, taking_order_of_two, thrown_away
from games.hokkaido.warnings import CUBES

_NO_NUMBER = N_("Enter the number of each player's card, from 1 to 60.")
_NO_CUBES = N_("At most 14 cubes can be added to a card.")
_NO_COLOUR = N_("Choose the colour of the cubes: all cubes on one card have the same colour.")
_NOT_LAID_OUT = N_("In Honshu's draft everybody takes one of the cards that were played.")
_NO_PAIRS = N_(
    "In Honshu's draft for two, each player takes a pair, from the deck or from the cards played, and keeps one "
    "card of it."
)
_NO_DECK = N_("Enter the numbers of the two cards from the deck.")
_DECK_GONE = N_("The card left of the deck's pair was drafted before, or is none from 1 to 60; correct its number.")
_ALL_PLAYED = N_("All twelve rounds have already been recorded.")
Price = Mapping[str, int]


def order_in(form: Form, names: Sequence[str]) -> list[str]:
    """Return who takes first in Honshu's draft; of two, the lower with ``overbid``.

    Raises:
        Problem: As `round_in`.
    """
    bids = _bids(form, names)
    return taking_order_of_two(bids, bool(form.get("overbid"))) if len(bids) == 2 else taking_order(bids)


def round_in(form: Form, cities: Sequence[City], recorded: RecordedRounds) -> Round:
    """Return the round of a form.

    Args:
        form: the fields named above.
        cities: the city of each player, which the cubes are taken from; one without any square is not compared.
        recorded: the rounds so far.

    Raises:
        Problem: A card or a cube is missing or cannot be, or all rounds were played.
    """
    if len(recorded.rounds) >= ROUNDS:
        raise Problem(_ALL_PLAYED)
    names = [city.name for city in cities]
    draft = HONSHU if form.get("draft") == HONSHU else PLAIN
    drafted = _numbers(form, "card", names)
    _refuse(drafted, recorded.used)
    bids = _bids(form, names) if draft == HONSHU else ()
    thrown = _thrown(form, drafted, bids, recorded.used)
    if len(bids) > 2 and {bid.card for bid in bids} != set(drafted.values()):
        raise Problem(_NOT_LAID_OUT)
    meeting = {
        name: [goal for goal in recorded.open_goals if form.get(f"meets-{seat}-{goal}")]
        for seat, name in enumerate(names)
    }
    won = awards(recorded.open_goals, meeting, drafted)
    paid = _prices(form, cities, bids)
    return Round(draft, drafted, bids, won.goals, tuple(sorted(won.tiles)), thrown, paid)


def _refuse(cards: Mapping[str, int], used: Sequence[int]) -> None:
    for refusal in draft_refusals(cards, used):
        raise Refused(refusal)


def _bids(form: Form, names: Sequence[str]) -> tuple[Bid, ...]:
    """Return each player's bid, of two players without cubes; raises `Problem` where a number or a colour is none."""
    cards = _numbers(form, "bid", names)
    if len(names) == 2:
        return tuple(Bid(name, card) for name, card in cards.items())
    cubes = [_cubes(form, seat) for seat in range(len(names))]
    colours = [form.get(f"colour-{seat}", "") for seat in range(len(names))]
    if not {*colours} <= {"", *COLOURS}:
        raise Problem(_NO_COLOUR)
    return tuple(Bid(n, cards[n], c, colour) for n, c, colour in zip(names, cubes, colours, strict=True))


def _cubes(form: Form, seat: int) -> int:
    cubes = whole_number(form.get(f"cubes-{seat}", "").strip() or "0")
    if cubes is None or cubes > CUBES:
        raise Problem(_NO_CUBES)
    return cubes


def _thrown(form: Form, drafted: Mapping[str, int], bids: Sequence[Bid], used: Sequence[int]) -> tuple[int, ...]:
    """Return the cards that two players throw away; none with more players."""
    if len(drafted) != 2:
        return ()
    gone = [*used, *drafted.values()]
    if bids:
        return _thrown_of_pairs(form, drafted, bids, gone)
    given = {name: form.get(f"thrown-{seat}", "").strip() for seat, name in enumerate(drafted)}
    thrown = {name: whole_number(text) or 0 for name, text in given.items() if text}
    _refuse(thrown, gone)
    return tuple(thrown.values())


def _thrown_of_pairs(
    form: Form, drafted: Mapping[str, int], bids: Sequence[Bid], gone: Sequence[int]
) -> tuple[int, ...]:
    """Return the other cards of the deck's pair and of that which was laid out."""
    deck = [_number(form, f"deck-{number}", _NO_DECK) for number in range(2)]
    thrown = thrown_away(drafted, (deck, [bid.card for bid in bids]))
    if thrown is None:
        raise Problem(_NO_PAIRS)
    of_deck, laid_out = thrown
    if draft_refusals({"": of_deck}, gone):
        raise Problem(_DECK_GONE)
    _refuse({bid.player: laid_out for bid in bids if bid.card == laid_out}, [*gone, of_deck])
    return thrown


def _prices(form: Form, cities: Sequence[City], bids: Sequence[Bid]) -> dict[str, Price]:
    """Return the cubes that each player gives, by colour; only for cities that have been entered."""
    prices = {name: price for name, price in _offered(form, cities, bids).items() if price}
    by_name = {city.name: city for city in cities if city.squares}
    entered = {name: price for name, price in prices.items() if name in by_name}
    for name, price in entered.items():
        if "" in price:
            raise Problem(_NO_COLOUR)
        for refusal in payment_refusals(by_name[name], price):
            raise Refused(refusal)
    return entered


def _offered(form: Form, cities: Sequence[City], bids: Sequence[Bid]) -> dict[str, Price]:
    if len(bids) == 2:
        lower = taking_order_of_two(bids)[-1]
        given = Counter(form.get(f"over-{number}", "") for number in range(OVERBID))
        return {lower: given} if form.get("overbid") else {}
    pairs = zip(bids, cities, strict=False)
    return {bid.player: {bid.colour or colour_for(city, bid.cubes): bid.cubes} for bid, city in pairs if bid.cubes}


def _numbers(form: Form, field_name: str, names: Sequence[str]) -> dict[str, int]:
    return {name: _number(form, f"{field_name}-{seat}", _NO_NUMBER) for seat, name in enumerate(names)}


def _number(form: Form, field_name: str, problem: str) -> int:
    number = whole_number(form.get(field_name, "").strip())
    if number is None:
        raise Problem(problem)
    return number
