"""Correcting the name of a player of an evening, in all of its rounds."""

from __future__ import annotations

from companion.record.evenings.state import EveningState
from companion.record.evenings.store import Evenings


def correct_name(evenings: Evenings, state: EveningState, old: str, new: str) -> None:
    """Give a player of an evening another name, with all results so far.

    The record's games of the player keep the old name, so their results are kept as if they were entered by hand.

    Args:
        evenings: the store of the evening.
        state: the evening as it stands.
        old: the name of one of its players.
        new: a name that no player of the evening has.

    Raises:
        KeyError: the evening is not there any more.
    """
    number = state.evening.id
    for seat in (seat for tables in state.rounds for seat in tables if old in seat.sitting.players):
        if seat.sitting.points is None and seat.game is not None and seat.result is not None:
            evenings.attach(number, seat.sitting.id, seat.game.id)
            evenings.enter(number, seat.sitting.id, seat.result.points, seat.result.winners)
    evenings.rename(number, old, new)
