"""What a later set-up of a game changed, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterator

from companion.language import N_, Translate, player_name, translator
from companion.record.events.games import Seat, SetUp
from companion.web.games.setup_form import VARIANTS
from games.fjords.sentences import word

_TITLE, _NO_TITLE = N_("The game is now called “{title}”."), N_("The game has no title any more.")
_PLAYERS = N_("The players are now {players}.")
_VARIANT = N_("The variant is now: {variant}.")
_RUNES, _NO_RUNES = N_("In play are now: {runes}."), N_("No rune stones are in play any more.")
_ORDER, _NO_ORDER = N_("The order of settlement is now {players}."), N_("The order of settlement is no longer set.")
_FIRST, _NO_FIRST = N_("{player} began the game."), N_("It is no longer set who began the game.")
_WATCHED, _UNWATCHED = N_("A camera follows the game now."), N_("No camera follows the game any more.")
_NOTHING = N_("Players and rules stay as they were.")


def changes_of(before: SetUp, after: SetUp, lang: str) -> str:
    """Return a sentence for everything in which two set-ups differ, or one that says that nothing does."""
    return " ".join(_changes(before, after, lang)) or translator(lang)(_NOTHING)


def _changes(before: SetUp, after: SetUp, lang: str) -> Iterator[str]:
    """Yield a sentence for each part of a set-up that is another one now."""
    say = translator(lang)
    if after.title != before.title:
        yield say(_TITLE if after.title else _NO_TITLE).format(title=after.title)
    if after.players != before.players:
        yield say(_PLAYERS).format(players=", ".join(_with_colours(seat, lang) for seat in after.players))
    if after.variant != before.variant:
        yield say(_VARIANT).format(variant=say(VARIANTS[after.variant]))
    if after.runes != before.runes:
        yield say(_RUNES if after.runes else _NO_RUNES).format(
            runes=", ".join(word(rune, lang) for rune in after.runes)
        )
    yield from _order_changes(before, after, lang, say)
    if after.watched != before.watched:
        yield say(_WATCHED if after.watched else _UNWATCHED)


def _order_changes(before: SetUp, after: SetUp, lang: str, say: Translate) -> Iterator[str]:
    if after.settlement_order != before.settlement_order:
        order = ", ".join(player_name(name, lang) for name in after.settlement_order)
        yield say(_ORDER if order else _NO_ORDER).format(players=order)
    if after.first != before.first:
        yield say(_FIRST if after.first else _NO_FIRST).format(player=player_name(after.first, lang))


def _with_colours(seat: Seat, lang: str) -> str:
    colours = " + ".join(word(colour, lang) for colour in seat.colours)
    is_named = seat.name not in seat.colours
    return f"{seat.name} ({colours})" if is_named or len(seat.colours) > 1 else player_name(seat.name, lang)
