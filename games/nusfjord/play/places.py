"""The spaces for workers, and the number of workers that each takes."""

from __future__ import annotations

GOLD, UNLOAD, SERVE, BUILD = "gold", "unload", "serve", "build"
ISSUE, BUY, CLEAR, PLANT = "issue", "buy", "clear", "plant"
THIN, SHIP, INVITE = "thin", "ship", "invite"
ACTIONS = (GOLD, UNLOAD, SERVE, BUILD, ISSUE, BUY, CLEAR, PLANT, THIN, SHIP, INVITE)

_FOR_TWO = {**dict.fromkeys(ACTIONS, 1), "build-2": 1}
_FOR_MORE = {**dict.fromkeys(ACTIONS, 1), BUILD: 3, ISSUE: 2, CLEAR: 2, SHIP: 2, INVITE: 2}
COPY = "copy"


def action_spaces(players: int) -> dict[str, int]:
    """Return the spaces of the action board and the workers each takes.

    There is one side for one or two players, on which two spaces of one worker each build a building, and one for
    three to five. The rules give no number for buying shares; it takes one worker, as "most spaces" do.
    """
    return dict(_FOR_TWO if players <= 2 else _FOR_MORE)


def copy_spaces(players: int, hard: bool = False) -> tuple[str, ...]:
    """Return the spaces of the copying board: one for four players or alone, three for five or in the harder solo.

    Each of the three belongs to a column of the action board: left, middle, right.
    """
    if players == 5 or (players == 1 and hard):
        return tuple(f"{COPY}-{column}" for column in (1, 2, 3))
    return (f"{COPY}-1",) if players in (1, 4) else ()


def action_of(space: str) -> str:
    """Return the action of a space of the action board.

    >>> action_of("build-2")
    'build'
    """
    return space.removesuffix("-2")


def elder_space(elder: str) -> str:
    """Return the space on an elder's card."""
    return f"elder {elder}"
