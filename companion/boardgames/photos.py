"""A photo of a player's board fills in the page, where the game has a reader, for a person to confirm."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.boardgames.entry import Document
from games.rooms import room, rooms
from vision.photo import Photo

Reader = Callable[[Photo, Any], dict[str, Any]]
"""From a photo and what was taught (a profile, or ``None``) to the board document with the one player seen."""


def has_reader(game: str) -> bool:
    """Say whether photos of this game can be read."""
    return game in rooms("vision", "reader")


def reader_of(game: str) -> Reader | None:
    """Return what reads photos of a game's boards; ``None`` where nothing does."""
    module = room("vision", game, "reader")
    return None if module is None else module.read


def doubts_of(player: Document) -> list[dict[str, Any]]:
    """Return what is asked about a player's board."""
    asked = player.get("ask")
    return [doubt for doubt in asked if isinstance(doubt, dict)] if isinstance(asked, list) else []


def filled_in(document: Document, player: int, read: Document, unseen: Collection[str] = ()) -> dict[str, Any]:
    """Return the document with the board that was read in place of the player's.

    The name stays, and so do the fields in `unseen`, which no photo shows. What the reading doubts goes along as the
    player's field ``ask``, most doubtful first.
    """
    seen = {key: value for key, value in read["players"][0].items() if key != "ask"}
    if read.get("ask"):
        seen["ask"] = read["ask"]
    old = document["players"][player]
    stays = {key: old[key] for key in ("name", *unseen) if key in old}
    players = [{**seen, **stays} if seat == player else known for seat, known in enumerate(document["players"])]
    return {**document, "players": players}
