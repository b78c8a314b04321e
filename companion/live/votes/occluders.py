"""Occluders of the board, such as a hand, a head or a mug, and how long they count as such."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.live.changes.occlusion import ChangeMap
from companion.live.votes.vote_count import differences_in
from games.hexgrid import Cell
from vision.reading.reading import Reading

_MIN_HARMLESS_READINGS, _MIN_HARMLESS_S = 5, 1.0
"""Consecutive readings, and seconds, with everything as before under an occluder: then it is only a change of light."""
_MAX_STILL_S = 10.0
"""Seconds after which an object that lies still and hides no tile counts as part of the scene; chosen by hand."""


@dataclass(frozen=True)
class Occluder:
    """An object over the board that does not belong to the game.

    Attributes:
        cells: the cells that it touches, whose readings do not count.
        since: when it appeared, seconds.
        harmless: number of consecutive readings in which it hid and changed nothing.
    """

    cells: frozenset[Cell] = frozenset()
    since: float = 0.0
    harmless: int = 0


def track_occluder(before: Occluder, change_map: ChangeMap, known: Reading, fresh: Reading, now: float) -> Occluder:
    """Return the occluder after one more reading; one that has proved harmless is dropped."""
    if not change_map.blocked:
        return Occluder()
    missing, other = differences_in(known, fresh, change_map.blocked)
    after = before if before.cells else Occluder(since=now)
    after = replace(after, cells=change_map.blocked, harmless=0 if missing or other else after.harmless + 1)
    lasts = now - after.since
    if (after.harmless >= _MIN_HARMLESS_READINGS and lasts > _MIN_HARMLESS_S) or (not missing and lasts > _MAX_STILL_S):
        return Occluder()
    return after
