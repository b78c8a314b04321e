"""Short ways to make events, timelines and libraries of recorded games, and one game played to its end."""

from __future__ import annotations

from functools import cache
from random import Random

from companion.record.events.cells import PiecePlaced, TileLaid
from companion.record.events.games import Seat, SetUp
from companion.record.events.log import HAND, Entry, now
from companion.record.exchange.files import game_from
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.timeline import Timeline
from tests.games.fjords.boards import PLAIN, tile_document

ANN_AND_BO = SetUp(title="Tuesday", players=(Seat("Ann", ("white",)), Seat("Bo", ("red",))))


def library_in(folder):
    """Return a library whose database is in this folder."""
    return Library(open_database(f"sqlite:///{folder / 'games.db'}"))


def laid(q, r, edges=PLAIN):
    """Return the event of a tile with these edges being laid in a cell."""
    return TileLaid(q=q, r=r, tile=tile_document(edges))


def placed(colour, q, r, kind="viking"):
    """Return the event of a piece being placed in a cell."""
    return PiecePlaced(kind=kind, colour=colour, q=q, r=r)


def make_timeline(*events):
    """Return a timeline of events; each was entered by hand unless it is given as a pair with another origin."""
    pairs = [event if isinstance(event, tuple) else (event, HAND) for event in events]
    return Timeline(tuple(Entry(n, now(), origin, event) for n, (event, origin) in enumerate(pairs, start=1)))


@cache
def played_record(seed=1):
    """Return the record text of a complete random game."""
    from games.fjords.play.game import Game  # slow to import, and not needed by the processes that tests start
    from games.fjords.play.record import write_record
    from games.fjords.setup import Seat as TableSeat
    from games.fjords.setup import Setup
    from tests.games.fjords.tables import deal

    chance, game = Random(seed), Game(Setup((TableSeat("Ann", ("white",)), TableSeat("Bo", ("red",)))))
    while not game.is_over:
        deal(game, chance)
        if not game.is_over:
            game.push(chance.choice(list(game.legal_moves)))
    return write_record(game)


@cache
def played_game():
    """Return the game of `played_record` as it is imported into a library: its id, when it began, and its entries."""
    return game_from(played_record().encode())
