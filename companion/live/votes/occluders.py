"""What lies over the board and does not belong there: a hand, a head, a mug; and how long it is believed to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.live.changes.occlusion import Sight
from companion.live.votes.vote_count import harm
from games.hexgrid import Cell
from vision.reading.reading import Reading

_UNHARMED, _LIGHT = 5, 1.0
"""Readings in a row, and seconds, that find all as it was under something foreign: that is but light."""
_PATIENCE = 10.0
"""Seconds after which what lies still and hides no tile is believed to belong there."""


@dataclass(frozen=True)
class Foreign:
    """Something that does not belong on the board.

    Attributes:
        cells: those that it touches, of which nothing is believed.
        since: when it came, seconds.
        harmless: in how many readings in a row it hid and changed nothing.
    """

    cells: frozenset[Cell] = frozenset()
    since: float = 0.0
    harmless: int = 0


def watched(before: Foreign, sight: Sight, known: Reading, fresh: Reading, now: float) -> Foreign:
    """Return what lies over the board after one more reading; what has proved to hide nothing does not for ever."""
    if not sight.blocked:
        return Foreign()
    missing, other = harm(known, fresh, sight.blocked)
    after = before if before.cells else Foreign(since=now)
    after = replace(after, cells=sight.blocked, harmless=0 if missing or other else after.harmless + 1)
    lasts = now - after.since
    if (after.harmless >= _UNHARMED and lasts > _LIGHT) or (not missing and lasts > _PATIENCE):
        return Foreign()
    return after
