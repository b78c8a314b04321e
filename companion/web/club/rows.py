"""The tables of a club as rows of its list: who plays what, with which score so far."""

from __future__ import annotations

from dataclasses import dataclass

from companion.language import N_, player_name, translator
from companion.live import snapshots
from companion.live.cameras.sources import PHONE
from companion.record.result import result_of
from companion.record.storage.library import Library, StoredGame
from companion.record.storage.table_register import ClubTable
from companion.record.summary import summary_of
from companion.web.board.view import Mark, mark_for
from companion.web.services import Services
from companion.web.table_context import TableContext, root_of
from games.rulebook import find

PLAYING, OVER, WAITING = "playing", "over", "waiting"
_TROUBLED = (snapshots.FAILED, snapshots.STALLED)
_NO_PHONE = N_("No phone has joined as the camera yet; the table's page shows how one does.")
_SILENT = N_("The camera sends no pictures; check it.")


@dataclass(frozen=True)
class TableRow:
    """A table in the list.

    Attributes:
        number: its number.
        name: its name.
        rulebook: the name of the game that is played there, for programs.
        title: the same for people.
        address: the beginning of its addresses.
        game: the number of its game; ``None`` where none is kept.
        players: name, marks, points and whether they win or lead, of each player, best first.
        invited: the names of those who play next, where no game has begun.
        state: playing, over, or waiting for a game.
        is_decided: whether the leader has won, though nobody may have said yet that the game is over.
        camera: the state of its camera, see `companion.live.snapshots`.
        trouble: why the camera needs somebody, in a sentence; empty if it does not.
    """

    number: int
    name: str
    rulebook: str
    title: str
    address: str
    game: int | None
    players: tuple[tuple[str, tuple[Mark, ...], int, bool], ...]
    invited: tuple[str, ...]
    state: str
    is_decided: bool
    camera: str
    trouble: str


def row_of(table: ClubTable, context: TableContext, library: Library, lang: str) -> TableRow:
    """Return the row of a table: with what its camera sees, or else with what is kept of its game."""
    services, stored = context.services, _stored(table, library)
    state = WAITING if stored is None else OVER if stored.timeline.position.ended else PLAYING
    tally = services.table.current_tally() if services.watches and state != OVER else None
    result = result_of(tally) if tally is not None else None if stored is None else stored.timeline.result
    winners = result.scores.winners if result is not None else frozenset()
    if state == OVER and stored is not None:
        winners = summary_of(stored).winners
    camera = services.table.snapshot.camera if services.watches else snapshots.OFF
    return TableRow(
        number=table.id,
        name=table.name,
        rulebook=table.rulebook,
        title=find(table.rulebook).title(lang),
        address=root_of(table.id) + "/",
        game=None if stored is None else stored.id,
        players=tuple(
            (player_name(player.name, lang), tuple(map(mark_for, player.colours)), score.total, player.name in winners)
            for player, score in (result.ranking if result is not None else ())
        ),
        invited=table.players,
        state=PLAYING if tally is not None and state == WAITING else state,
        is_decided=state == OVER or (result is not None and result.is_decided),
        camera=camera,
        trouble=_trouble(services, lang) if camera in _TROUBLED else "",
    )


def _trouble(services: Services, lang: str) -> str:
    """Return the sentence about a camera that sends no pictures."""
    say, problem = translator(lang), services.table.snapshot.trouble
    if services.cameras is not None and services.cameras.chosen == PHONE and not services.phone.is_claimed:
        return say(_NO_PHONE)
    return say(_SILENT) if problem is None else problem.sentence(lang)


def _stored(table: ClubTable, library: Library) -> StoredGame | None:
    try:
        return None if table.game is None else library.counted(table.game)
    except KeyError:
        return None
