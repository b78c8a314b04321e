"""Players as they are named at the command line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language import N_, player_name
from companion.problems import Problem


def player_called(given: str, names: Sequence[str], lang: str) -> str:
    """Return the player whom a user names, as the document has the name.

    Where no name is the same letter by letter, it may also be written as tables show it, and in small or large letters.

    Args:
        given: what the user wrote.
        names: the players of the board.
        lang: the language in which tables name a colour.

    Raises:
        Problem: there is no such player, or more than one.
    """
    if not names:
        raise Problem(N_("Nobody plays on this board: it names no players, and no piece stands on it."))
    if given in names:
        return given
    meant = [name for name in names if given.casefold() in (name.casefold(), player_name(name, lang).casefold())]
    if len(meant) != 1:
        message = N_("No player is called “{player}”; the players are: {names}.")
        raise Problem(message, player=given, names=", ".join(names))
    return meant[0]
