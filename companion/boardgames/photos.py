"""Fills in a player's board from the reading of a photo, for the user to confirm."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.boardgames.entry import Document


def doubts_of(player: Document) -> list[dict[str, Any]]:
    """Return the open questions about a player's board."""
    asked = player.get("ask")
    return [doubt for doubt in asked if isinstance(doubt, dict)] if isinstance(asked, list) else []


def filled_in(document: Document, player: int, read: Document, unseen: Collection[str] = ()) -> dict[str, Any]:
    """Return the document with the player's board replaced by the one that was read.

    The name and the fields in `unseen` are kept. The questions of the reading become the player's field ``ask``, most
    doubtful first.
    """
    seen = {key: value for key, value in read["players"][0].items() if key != "ask"}
    if read.get("ask"):
        seen["ask"] = read["ask"]
    old = document["players"][player]
    stays = {key: old[key] for key in ("name", *unseen) if key in old}
    players = [{**seen, **stays} if seat == player else known for seat, known in enumerate(document["players"])]
    return {**document, "players": players}
