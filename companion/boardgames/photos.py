"""Fills in a player's board from the reading of a photo, for the user to confirm.

What a reading adds to a board (open questions, and where the photo shows a thing) may be malformed in a document from
elsewhere: the rules know nothing of it. It is then ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.boardgames.board_game import Document


def doubts_of(player: Document) -> list[dict[str, Any]]:
    """Return the open questions about a player's board."""
    return listed_in(player, "ask")


def listed_in(player: Document, field: str) -> list[dict[str, Any]]:
    """Return what a reading lists in a field of a player."""
    listed = player.get(field)
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def candidates_of(doubt: Mapping[str, Any]) -> list[Any]:
    """Return the candidates of a question, the likeliest first."""
    candidates = doubt.get("candidates")
    return candidates if isinstance(candidates, list) else []


def point_of(thing: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return where the photo shows a thing, its ``px`` in pixels; ``None`` where that is not known."""
    px = thing.get("px")
    if not isinstance(px, list) or len(px) != 2 or not all(isinstance(value, int | float) for value in px):
        return None
    return px[0], px[1]


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
