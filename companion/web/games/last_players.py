"""The players of the last game, with which the form of the next one is filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.record.events.games import Seat, SetUp
from companion.record.storage.library import Library


def last_players(library: Library) -> tuple[Seat, ...]:
    """Return the players of the newest game that has any, in their order; empty without such a game."""
    played = (stored.timeline.position.setup.players for stored in library.newest_first())
    return next((players for players in played if players), ())


def with_last_players(setup: SetUp, library: Library) -> SetUp:
    """Return a set-up with the players of the last game.

    Where the set-up has players already, by the colours on a table, those who had these colours are named and keep
    their order.
    """
    last = last_players(library)
    if not setup.players:
        return replace(setup, players=last)
    return replace(setup, players=tuple(_renamed(setup.players, last)))


def _renamed(seats: tuple[Seat, ...], last: tuple[Seat, ...]) -> Iterator[Seat]:
    colours = {seat.colours[0] for seat in seats}
    known = [seat for seat in last if seat.colours[0] in colours]
    yield from known
    taken = {colour for seat in known for colour in seat.colours} | {seat.name for seat in known}
    # A seat that nobody is known for is called by its colour, which may be the name of somebody else.
    yield from (seat for seat in seats if taken.isdisjoint((*seat.colours, seat.name)))
