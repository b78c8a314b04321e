"""The players' names, as entered in a form."""

from __future__ import annotations

from typing import Any

from companion.boardgames.board_game import BoardGame, Document, Form
from companion.language import N_
from companion.problems import Problem
from companion.record.same_name import named_twice

_MAX_NAME_LENGTH = 60
"""Letters of a player's name; longer names are cut off. Chosen by hand."""
_FEW = N_("Name more players; this game is for {least} to {most}.")
_MANY = N_("Too many players are named; this game is for {least} to {most}. Clear the names of those who do not play.")
_TWICE = N_("Two players are called “{name}”; give them different names.")


def seats_of(document: Document, game: BoardGame) -> int:
    """Return the number of name fields: the largest number of players, or more if the document has more."""
    return max(game.max_players, len(document["players"]))


def names_in(form: Form, game: BoardGame, seats: int = 0) -> list[str | None]:
    """Return the name in each of the form's fields ``name-0``, ``name-1``…; ``None`` if it is empty.

    `seats` is the number of the form's fields if it exceeds the largest number of players.

    Raises:
        Problem: too few or too many are named, or two alike.
    """
    asked = range(max(game.max_players, seats))
    found = [form.get(f"name-{seat}", "").strip()[:_MAX_NAME_LENGTH] or None for seat in asked]
    named = [name for name in found if name]
    if len(named) < game.min_players:
        raise Problem(_FEW, least=game.min_players, most=game.max_players)
    if len(named) > game.max_players:
        raise Problem(_MANY, least=game.min_players, most=game.max_players)
    twice = named_twice(named)
    if twice is not None:
        raise Problem(_TWICE, name=twice)
    return found


def reseated(document: Document, form: Form, game: BoardGame) -> dict[str, Any]:
    """Return the document with players renamed, added at the end, and removed if their name is empty.

    Raises:
        Problem: see `names_in`.
    """
    players = []
    for seat, name in enumerate(names_in(form, game, seats_of(document, game))):
        if name is not None:
            known = document["players"][seat] if seat < len(document["players"]) else game.new_player(name)
            players.append({**known, "name": name})
    return {**document, "players": players}
