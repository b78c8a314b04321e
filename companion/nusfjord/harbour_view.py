"""One player's harbour as the page shows it for tapping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import request
from markupsafe import Markup

from companion.boardgames.board_game import Document
from companion.language import translator
from companion.numbers import whole_number
from companion.nusfjord import catalogue_file
from companion.nusfjord.alone_view import alone_view
from companion.nusfjord.photo.doubts import doubtful_things
from companion.nusfjord.photo.questions import NAMELESS
from companion.record.storage.library import StoredGame
from companion.web.base.store import kept_folder
from games.nusfjord.board import BASE, variant_of
from games.nusfjord.cards import Card
from games.nusfjord.catalogue import Catalogue, key_of
from games.nusfjord.drawing.glyphs import SPACE, paint, ship
from games.nusfjord.play.company import ISSUED, SHARES
from games.nusfjord.ships import FIRST_CATCH, KINDS, LENGTHS, TRACK, catch_size, fleet_length, has_berth
from games.nusfjord.words import word

QUICK = range(-1, 9)
"""Points that have a button of their own."""


@dataclass(frozen=True)
class Token:
    """A token of a row: whether it is present, and the number of tokens after a tap on it."""

    there: bool
    value: int


@dataclass(frozen=True)
class Vessel:
    """A ship on the track, or one to build: points are ``None`` if they are unknown."""

    kind: str
    word: str
    units: int
    points: int | None
    picture: Markup
    fits: bool = True


@dataclass(frozen=True)
class HarbourView:
    """A harbour as shown on the page.

    Attributes:
        shares, unissued: the rows of tokens.
        ships: those on the track, from the left.
        numbers: the numbers of the track that still show, each with the spaces that it stands on.
        docks: a ship of each kind, to be built.
        catch: the fish of a fish phase.
        cards: cards of the catalogue that nobody at the table has built, by deck.
        known: how many cards the catalogue has.
        nameless: the pattern of the names of buildings that nobody has named.
        chosen: the field and the index of what is being corrected; ``None`` if nothing is.
        asked: what a photo left in doubt, see `doubtful_things`.
    """

    shares: tuple[Token, ...]
    unissued: tuple[Token, ...]
    ships: tuple[Vessel, ...]
    numbers: tuple[tuple[int, int], ...]
    docks: tuple[Vessel, ...]
    catch: int
    cards: tuple[tuple[str, tuple[Card, ...]], ...]
    known: int
    nameless: str
    chosen: tuple[str, int] | None
    asked: frozenset[str]


def variables(stored: StoredGame, player: int, lang: str) -> dict[str, Any]:
    """Return the further variables of the page's template."""
    document, known = stored.timeline.position.document(), catalogue_file.load(kept_folder())
    alone = alone_view(stored, known)
    gone = () if alone is None else alone.gone
    return {
        "harbour": harbour_view(document, player, known, lang, request.values.get("chosen", ""), gone),
        "quick": QUICK,
        "names": [card.name for card in known.cards],
        "alone": alone,
    }


def harbour_view(
    document: Document, player: int, known: Catalogue, lang: str, chosen: str = "", gone: Iterable[str] = ()
) -> HarbourView:
    """Return the view of a player's harbour.

    `chosen` is what is being corrected, such as ``ships:2``; `gone` names buildings that are not in the game.
    """
    seat = document["players"][player]
    kinds = [vessel["kind"] for vessel in seat["ships"]]
    colour = seat.get("colour")
    docks = (_vessel(kind, _points_of(document, kind, known), colour, lang, has_berth(kinds, kind)) for kind in KINDS)
    return HarbourView(
        shares=_tokens(seat["shares_owned"], _row_of_shares(document, seat["shares_owned"])),
        unissued=_tokens(seat["unissued"], max(SHARES - ISSUED, seat["unissued"])),
        ships=tuple(_vessel(vessel["kind"], vessel["points"], colour, lang) for vessel in seat["ships"]),
        numbers=tuple(_numbers(fleet_length(kinds))),
        docks=tuple(docks),
        catch=catch_size(kinds),
        cards=_cards(document, known, gone),
        known=len(known.cards),
        nameless=translator(lang)(NAMELESS),
        chosen=_chosen(seat, chosen),
        asked=doubtful_things(seat),
    )


def _tokens(count: int, most: int) -> tuple[Token, ...]:
    """Return a row of tokens: tapping one sets the row's length, tapping the last one there takes it away."""
    return tuple(Token(n <= count, n - 1 if n == count else n) for n in range(1, min(most, 40) + 1))


def _row_of_shares(document: Document, owned: int) -> int:
    """Return the number of places for shares: five in a solitaire game, else ten, or a few more than there are."""
    if variant_of(document) != BASE:
        return max(SHARES, owned)
    return max(2 * SHARES, owned + 2)


def _vessel(kind: str, points: int | None, colour: str | None, lang: str, fits: bool = True) -> Vessel:
    units = LENGTHS[kind]
    picture = Markup('<svg viewBox="0 -58 {} 84" aria-hidden="true" focusable="false">{}</svg>').format(
        int(units * SPACE), ship(kind, units, paint(colour))
    )
    return Vessel(kind, word(kind, lang), units, points, picture, fits)


def _points_of(document: Document, kind: str, known: Catalogue) -> int | None:
    """Return the default points of a new ship: those of the catalogue, or of an earlier ship."""
    if kind in known.ships:
        return known.ships[kind]
    entered = [s["points"] for seat in document["players"] for s in seat["ships"] if s["kind"] == kind]
    return entered[-1] if entered else None


def _numbers(covered: int) -> Iterator[tuple[int, int]]:
    for unit in range(max(covered, 1), TRACK):
        yield FIRST_CATCH + unit - 1, 2 if unit == 1 else 1


def _cards(document: Document, known: Catalogue, gone: Iterable[str]) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    built = {key_of(b["name"]) for seat in document["players"] for b in seat["buildings"]} | set(map(key_of, gone))
    left = [card for card in known.cards if key_of(card.name) not in built]
    decks = sorted({card.deck for card in left}, key=lambda deck: deck or "~")
    return tuple((deck, tuple(card for card in left if card.deck == deck)) for deck in decks)


def _chosen(seat: dict[str, Any], chosen: str) -> tuple[str, int] | None:
    field, _, index = chosen.partition(":")
    number = whole_number(index)
    if field not in ("buildings", "ships") or number is None or number >= len(seat[field]):
        return None
    return field, number
