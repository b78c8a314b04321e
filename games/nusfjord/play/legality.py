"""Which moves the rules allow the company at turn, and on which space of the action board."""

from __future__ import annotations

from games.nusfjord.play import moves as m
from games.nusfjord.play.actions import why_not
from games.nusfjord.play.places import action_of, elder_space
from games.nusfjord.play.village import WORK, Village


def refusal(village: Village, move: m.Move) -> str | None:
    """Return the code of the rule that forbids `move` to the company at turn; ``None`` where none does.

    The codes are those of `games.nusfjord.play.illegal`. Texts of cards are unknown, so whether an elder's
    action changes anything is not checked.
    """
    if village.phase != WORK:
        return "phase"
    if isinstance(move, m.Pass):
        return None
    if isinstance(move, m.Consult):
        return _consult(village, move)
    if isinstance(move, m.Copy):
        return _copy(village, move)
    return "taken" if open_space(village, move.action) is None else why_not(village, move)


def open_space(village: Village, action: str) -> str | None:
    """Return the first space of an action that has room for a worker; ``None`` if there is none."""
    return next((space for space, room in _spaces_of(village, action) if village.workers_on(space) < room), None)


def _spaces_of(village: Village, action: str) -> list[tuple[str, int]]:
    return [(space, room) for space, room in village.spaces.items() if action_of(space) == action]


def _copy(village: Village, move: m.Copy) -> str | None:
    """Return the rule that forbids a copy: the copied space has to be full, and in the column of the copying space."""
    if move.space not in village.copying:
        return "no-copying"
    if village.workers_on(move.space):
        return "taken"
    full = [s for s, room in _spaces_of(village, move.move.action) if village.workers_on(s) >= room]
    if not any(_in_reach(village, move.space, space) for space in full):
        return "not-full"
    return why_not(village, move.move)


def _in_reach(village: Village, copying: str, space: str) -> bool:
    """Return whether a copying space may copy a space: any space if it is the only one, else those of its column."""
    return len(village.copying) == 1 or copying.endswith(f"-{village.printed.columns.get(space)}")


def _consult(village: Village, move: m.Consult) -> str | None:
    if village.company.elder(move.elder) is None:
        return "no-elder"
    if village.workers_on(elder_space(move.elder)):
        return "taken"
    return None if village.served else "nothing-served"
