"""Everything impossible about a board: more than the box holds or than the boards have room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.language import N_
from games.nusfjord.board import BASE, Board, Harbour
from games.nusfjord.catalogue import key_of
from games.nusfjord.play.company import ISSUED, SHARES
from games.nusfjord.ships import KINDS, SCHOONER, TRACK, fleet_length, ships_of_a_kind
from games.nusfjord.stored_village import village_of
from games.rulebook import RuleNotice

MOST_PLAYERS = 5
DECK = 44
"""The buildings of a deck: 18 A, 12 B and 14 C; a game is played with one deck."""
_MOST_SPACES = 20
"""Building spaces of a harbour whose board was not entered: it shows fifteen, and a card may add some."""

_SENTENCES = {
    "too-many-players": N_("More than five players are listed: the game is for one to five."),
    "several-alone": N_("Several players are listed, but this kind of game is played alone."),
    "too-many-unissued": N_(
        "{player} has more unissued shares than there can be: two of the five are issued when the game begins."
    ),
    "too-many-shares": N_("Players have more shares than there are: each company has five, unissued ones among them."),
    "too-few-shares": N_(
        "{player} holds fewer than two shares: two are issued when the game begins, and nobody gives shares away."
    ),
    "too-many-spaces": N_("{player} has more buildings and free spaces together than a harbour has room for."),
    "too-many-buildings": N_("Players have more buildings than there are: a deck has 44."),
    "building-twice": N_("The building “{building}” stands more than once: there is one card of each."),
    "fleet-too-long": N_(
        "The ships of {player} do not fit the catch track: it has room for a length of ten "
        "(sloop 2, cutter 3, schooner 4)."
    ),
    "too-many-sloops": N_("There are more sloops than the game has."),
    "too-many-cutters": N_("There are more cutters than the game has."),
    "too-many-schooners": N_("There are more schooners than the game has."),
}


def status(board: Board) -> list[RuleNotice]:
    """Return every problem of a board; never raises."""
    spaces = _spaces(board)
    found = (notice for h in board.harbours for notice in _of_a_harbour(h, spaces.get(h.name, _MOST_SPACES)))
    return [*_of_the_table(board), *found]


def _of_the_table(board: Board) -> Iterator[RuleNotice]:
    if len(board.harbours) > MOST_PLAYERS:
        yield _notice("too-many-players")
    if len(board.harbours) > 1 and board.variant != BASE:
        yield _notice("several-alone")
    shares = sum(harbour.shares_owned + harbour.unissued for harbour in board.harbours)
    if shares > SHARES * _companies(board):
        yield _notice("too-many-shares")
    if sum(len(harbour.buildings) for harbour in board.harbours) > DECK:
        yield _notice("too-many-buildings")
    for name in _repeated(board):
        yield RuleNotice("building-twice", _SENTENCES["building-twice"], names=(("building", name),))
    counts = Counter(ship.kind for harbour in board.harbours for ship in harbour.ships)
    for kind in KINDS:
        if counts[kind] > _most_ships(board, kind):
            yield _notice(f"too-many-{kind}s")


def _repeated(board: Board) -> list[str]:
    """Return the names of buildings that stand more than once.

    Names that end in a digit count only within a harbour, because buildings that were entered by their points get such
    names.
    """
    spelled = {key_of(b.name): b.name for h in reversed(board.harbours) for b in reversed(h.buildings)}
    everywhere: Counter[str] = Counter()
    twice: list[str] = []
    for harbour in board.harbours:
        own = Counter(key for building in harbour.buildings if (key := key_of(building.name)))
        twice += [key for key, number in own.items() if number > 1]
        everywhere.update({key for key in own if not key[-1:].isdigit()})
    twice += [key for key, number in everywhere.items() if number > 1]
    return [spelled[key] for key in dict.fromkeys(twice)]


def _companies(board: Board) -> int:
    """Return the most companies that can have issued the shares: a single board may be one of a larger table."""
    is_part = len(board.harbours) == 1 and board.variant == BASE
    return MOST_PLAYERS if is_part else len(board.harbours)


def _most_ships(board: Board, kind: str) -> int:
    """Return the most ships of a kind; for schooners one more than can be built, which stands on a building."""
    return ships_of_a_kind(_companies(board)) + (kind == SCHOONER)


def _of_a_harbour(harbour: Harbour, spaces: int) -> Iterator[RuleNotice]:
    if harbour.unissued > SHARES - ISSUED:
        yield _notice("too-many-unissued", harbour.name)
    if harbour.shares_owned < ISSUED and not _is_untouched(harbour):
        yield _notice("too-few-shares", harbour.name)
    if len(harbour.buildings) + harbour.free_spaces > spaces:
        yield _notice("too-many-spaces", harbour.name)
    if fleet_length(ship.kind for ship in harbour.ships) > TRACK:
        yield _notice("fleet-too-long", harbour.name)


def _is_untouched(harbour: Harbour) -> bool:
    """Return whether nothing at all was entered or read of a harbour."""
    counted = (harbour.shares_owned, harbour.unissued, harbour.gold, harbour.free_spaces)
    return not (harbour.buildings or harbour.ships or any(counted))


def _spaces(board: Board) -> dict[str, int]:
    """Return the building spaces of each harbour, by player, as far as the document's village has them."""
    village = village_of(board.source) if board.source.get("players") else None
    return {} if village is None else {c.name: sum(plot.spaces for plot in c.plots) for c in village.companies}


def _notice(code: str, player: str | None = None) -> RuleNotice:
    return RuleNotice(code, _SENTENCES[code], player)
