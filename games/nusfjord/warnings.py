"""Everything impossible about a board: more than the box holds or than the boards have room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.language import N_
from games.nusfjord.board import BASE, Board, Harbour
from games.nusfjord.play.company import ISSUED, SHARES
from games.nusfjord.ships import KINDS, SCHOONER, TRACK, fleet_length
from games.rulebook import RuleNotice

MOST_PLAYERS = 5

_SENTENCES = {
    "too-many-players": N_("More than five players are listed: the game is for one to five."),
    "several-alone": N_("Several players are listed, but this kind of game is played alone."),
    "too-many-unissued": N_(
        "{player} has more unissued shares than there can be: two of the five are issued when the game begins."
    ),
    "too-many-shares": N_("Players have more shares than there are: each company has five, unissued ones among them."),
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
    return [*_of_the_table(board), *(notice for harbour in board.harbours for notice in _of_a_harbour(harbour))]


def _of_the_table(board: Board) -> Iterator[RuleNotice]:
    if len(board.harbours) > MOST_PLAYERS:
        yield _notice("too-many-players")
    if len(board.harbours) > 1 and board.variant != BASE:
        yield _notice("several-alone")
    shares = sum(harbour.shares_owned + harbour.unissued for harbour in board.harbours)
    if shares > SHARES * _companies(board):
        yield _notice("too-many-shares")
    counts = Counter(ship.kind for harbour in board.harbours for ship in harbour.ships)
    for kind in KINDS:
        if counts[kind] > _most_ships(board, kind):
            yield _notice(f"too-many-{kind}s")


def _companies(board: Board) -> int:
    """Return the most companies that can have issued the shares: a single board may be one of a larger table."""
    is_part = len(board.harbours) == 1 and board.variant == BASE
    return MOST_PLAYERS if is_part else len(board.harbours)


def _most_ships(board: Board, kind: str) -> int:
    """Return the most ships of a kind: one more than players, at least 3; for schooners one more, on a building."""
    return max(_companies(board), 2) + 1 + (kind == SCHOONER)


def _of_a_harbour(harbour: Harbour) -> Iterator[RuleNotice]:
    if harbour.unissued > SHARES - ISSUED:
        yield _notice("too-many-unissued", harbour.name)
    if fleet_length(ship.kind for ship in harbour.ships) > TRACK:
        yield _notice("fleet-too-long", harbour.name)


def _notice(code: str, player: str | None = None) -> RuleNotice:
    return RuleNotice(code, _SENTENCES[code], player)
