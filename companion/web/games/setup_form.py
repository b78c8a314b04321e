"""Conversion between set-ups and the fields of the set-up form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.language import N_
from companion.problems import Problem
from companion.record.events.games import Seat, SetUp
from companion.record.same_name import named_twice
from games.fjords.board import Board
from games.fjords.drawing.colours import COLOURS
from games.fjords.setup import BASE, CLASSIC, EPIC, RUNE_SETS
from games.fjords.turns import settlement_order
from games.fjords.vocabulary import RuneSet, Variant

VARIANTS: dict[Variant, str] = {"base": N_("Base game"), "epic": N_("Epic"), "classic": N_("Classic")}
SEATS = 4
_NOBODY = N_("Choose a colour for at least one player.")
_COLOURLESS = N_("Choose a colour for {name}.")
_TWICE = N_("Two players have the same name or colour; give each their own.")
_FOR_TWO = N_("The Epic and the Classic game are for two players; choose colours for two, or choose the base game.")
_TWO_COLOURS = N_("In the Epic game each player has two colours; choose the second ones, too.")
_ONE_COLOUR = N_("Only in the Epic game players have two colours; take the second ones out, or choose the Epic game.")
_NO_RUNES = N_("The Classic game is played without rune stones; take them out, or choose another game.")
_UNKNOWN = N_("The form has an unknown value; choose again.")


def form_of(setup: SetUp) -> dict[str, str]:
    """Return a set-up as the form's fields."""
    values = {"title": setup.title, "variant": setup.variant, "watched": "1" if setup.watched else ""}
    for number, seat in enumerate(setup.players[:SEATS]):
        values[f"name-{number}"] = "" if seat.name == seat.colours[0] else seat.name
        values[f"colour-{number}"] = seat.colours[0]
        values[f"second-{number}"] = seat.colours[1] if len(seat.colours) > 1 else ""
        if setup.settlement_order and setup.settlement_order[0] == seat.name:
            values["settles-first"] = str(number)
        if setup.first == seat.name:
            values["begins"] = str(number)
    values.update({f"rune-{rune}": "on" for rune in setup.runes})
    return values


def setup_from(form: Mapping[str, str], old: SetUp | None = None) -> SetUp:
    """Return the set-up of a form; a player without a name is named after the colour.

    Raises:
        Problem: there are no players, two have the same name or colour, one has a name and no colour, a field has an
            unknown value, or the variant has other numbers of players or colours or no rune stones.
    """
    seats = {n: seat for n in range(SEATS) if (seat := _seat(form, n)) is not None}
    if not seats:
        raise Problem(_NOBODY)
    names = [seat.name for seat in seats.values()]
    settles, begins = (_chosen(form, field, seats) for field in ("settles-first", "begins"))
    variant = next((known for known in VARIANTS if known == form.get("variant", "base")), None)
    if variant is None:
        raise Problem(_UNKNOWN)
    runes = tuple(rune for rune in RUNE_SETS if form.get(f"rune-{rune}"))
    _refuse_against_variant(variant, list(seats.values()), runes)
    if named_twice(names) is not None:
        raise Problem(_TWICE)
    try:
        return SetUp(
            title=form.get("title", "").strip()[:80],
            players=tuple(seats.values()),
            variant=variant,
            runes=runes,
            settlement_order=settlement_order(names, settles.name) if settles else (),
            first=begins.name if begins else "",
            tiles=old.tiles if old else "",
            watched=old.watched if old else bool(form.get("watched")),
        )
    except ValueError:
        raise Problem(_TWICE) from None


def _refuse_against_variant(variant: Variant, seats: Sequence[Seat], runes: Sequence[RuneSet]) -> None:
    if variant != BASE and len(seats) != 2:
        raise Problem(_FOR_TWO)
    if variant == EPIC and any(len(seat.colours) < 2 for seat in seats):
        raise Problem(_TWO_COLOURS)
    if variant != EPIC and any(len(seat.colours) > 1 for seat in seats):
        raise Problem(_ONE_COLOUR)
    if variant == CLASSIC and runes:
        raise Problem(_NO_RUNES)


def setup_of_board(board: Board, names: Mapping[str, str]) -> SetUp:
    """Return the set-up that a finished board shows: its variant, its players and the sets of the rune stones on it.

    Args:
        board: the board.
        names: the names that were given to the board's players; an empty one leaves the player as called there.

    Raises:
        Problem: two players have the same name.
    """
    called = {p.name: names.get(p.name, "").strip()[:60] or p.name for p in board.players}
    seats = [(called[p.name], p.colours) for p in board.players]
    if named_twice([name for name, _ in seats]) is not None:
        raise Problem(_TWICE)
    seen = {rune.kind for rune in board.runes} | board.rules.runes
    try:
        return SetUp(
            players=tuple(Seat(name, colours) for name, colours in seats),
            variant=EPIC if any(len(colours) > 1 for _, colours in seats) else board.rules.variant,
            runes=tuple(rune for rune in RUNE_SETS if rune in seen),
            settlement_order=tuple(called[name] for name in board.settlement_order),
        )
    except ValueError:
        raise Problem(_TWICE) from None


def _chosen(form: Mapping[str, str], field: str, seats: Mapping[int, Seat]) -> Seat | None:
    """Return the player whose number is in a field; ``None`` where there is none."""
    number = form.get(field, "")
    return seats.get(int(number)) if number.isdecimal() and len(number) < 3 else None


def _seat(form: Mapping[str, str], number: int) -> Seat | None:
    """Return the player in a row of the form, ``None`` for an empty row; raises `Problem` for a malformed one."""
    colours = [c for c in (form.get(f"colour-{number}", ""), form.get(f"second-{number}", "")) if c]
    name = form.get(f"name-{number}", "").strip()[:60]
    if not colours:
        if name:
            raise Problem(_COLOURLESS, name=name)
        return None
    if any(colour not in COLOURS for colour in colours):
        raise Problem(_UNKNOWN)
    return Seat(name or colours[0], tuple(colours))
