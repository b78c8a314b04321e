"""Kept games of one rulebook, as the pages of their boards open, change and undo them."""

from __future__ import annotations

from flask import abort

from companion.boardgames.board_game import Document
from companion.record.events.boards import changes_between
from companion.record.events.log import HAND
from companion.record.storage.library import StoredGame
from companion.web.base.store import library, stored_game


def kept_game(rulebook: str, number: int) -> StoredGame:
    """Return the game of this number; the request ends with 404 where there is none, or one of another rulebook."""
    stored = stored_game(number)
    if stored.timeline.position.game != rulebook:
        abort(404)
    return stored


def record_changes(stored: StoredGame, after: Document) -> None:
    """Record what turns the last board document of a game into another one."""
    for event in changes_between(stored.timeline.position.document(), after):
        library().add(stored.id, HAND, event)


def undo(stored: StoredGame) -> None:
    """Undo the last event of a game that can be undone, if there is one."""
    event = stored.timeline.to_undo()
    if event is not None:
        library().add(stored.id, HAND, event)
