"""What undoing and redoing would change in a game whose players have a board each, in a few words."""

from __future__ import annotations

from companion.language import N_, player_name, translator
from companion.record.events.boards import BoardChanged, BoardEntered, FactRecorded
from companion.record.events.games import Ended
from companion.record.events.log import Entry
from companion.record.timeline import Timeline

_BOARD, _ALL, _MOVE, _END = N_("{name}’s board"), N_("all boards"), N_("the last move"), N_("the end of the game")


def to_undo(timeline: Timeline, lang: str) -> str:
    """Describe the event that undoing reverts; empty where there is nothing to undo."""
    return _words(timeline, timeline.entry_to_undo(), lang)


def to_redo(timeline: Timeline, lang: str) -> str:
    """Describe the event that redoing repeats; empty where there is nothing to redo."""
    return _words(timeline, timeline.entry_to_redo(), lang)


def _words(timeline: Timeline, entry: Entry | None, lang: str) -> str:
    event, say = None if entry is None else entry.event, translator(lang)
    if isinstance(event, BoardChanged) and event.player is not None:
        players = timeline.position.document()["players"]
        # A player who was removed since then has no name any more.
        if event.player < len(players):
            return say(_BOARD).format(name=player_name(str(players[event.player]["name"]), lang))
    words = {BoardChanged: _ALL, BoardEntered: _ALL, FactRecorded: _MOVE, Ended: _END}
    return say(words[type(event)]) if type(event) in words else ""
