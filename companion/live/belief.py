"""What is believed of the table from one reading to the next.

A Fjords table only grows: no tile and no piece leaves it. A reading that adds to what is known is believed at once;
one in which something has vanished or changed is most likely a hand or a leaning head, and has to last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from companion.live.coordinates import moved
from games.hexgrid import Cell, turned
from vision.reading import Reading, TileReading

PATIENCE = 6.0
"""Seconds for which a reading that takes something away must last before it is believed."""


@dataclass(frozen=True)
class Belief:
    """The reading that is believed, and one that waits to be.

    Attributes:
        reading: what is on the table, in coordinates that stay the same.
        doubted_since: when the table first showed less than this, by the clock of the caller.
    """

    reading: Reading
    doubted_since: float | None = None

    def is_due(self, now: float) -> bool:
        """Say whether the doubt has lasted so long that the table must be read again, to be believed this time."""
        return self.doubted_since is not None and now - self.doubted_since >= PATIENCE


def update(belief: Belief | None, fresh: Reading, now: float) -> Belief:
    """Weigh a new reading against what is believed.

    Args:
        belief: what was believed so far; ``None`` at the start.
        fresh: what has just been read, from a picture that is new or because the belief is due.
        now: seconds on a clock that never goes back.

    Returns:
        A belief with the new reading, or with the old one and the new one in doubt.
    """
    if belief is None:
        return Belief(fresh)
    aligned = align(fresh, belief.reading)
    if aligned is not None and _keeps(aligned, belief.reading):
        return Belief(aligned)
    if belief.is_due(now):
        return Belief(fresh if aligned is None else aligned)
    return replace(belief, doubted_since=now)


def align(fresh: Reading, known: Reading) -> Reading | None:
    """Return the new reading in the coordinates of the known one, or ``None`` if they share too few tiles.

    The camera stands still, so a tile is known again by where it lies in the picture; origin and turn of a reading
    are free.
    """
    pairs = [(t.cell, k.cell) for t in fresh.tiles for k in known.tiles if _same_place(t, k)]
    votes: Counter[tuple[int, Cell]] = Counter()
    for turn in range(6):
        for ours, theirs in pairs:
            q, r = turned(ours, turn)
            votes[turn, (theirs[0] - q, theirs[1] - r)] += 1
    if not votes:
        return None
    (turn, shift), agreeing = votes.most_common(1)[0]
    if agreeing < max(1, len(known.tiles) // 3):
        return None
    return moved(fresh, turn, shift)


def _same_place(one: TileReading, other: TileReading) -> bool:
    width = float(np.ptp(other.outline[:, 0]))
    return bool(np.hypot(one.px[0] - other.px[0], one.px[1] - other.px[1]) < width * 0.3)


def _keeps(fresh: Reading, known: Reading) -> bool:
    """Say whether everything known is still there."""
    edges = {t.cell: t.edges for t in fresh.tiles}
    pieces = Counter((p.kind, p.colour, p.cell) for p in fresh.pieces)
    return all(edges.get(t.cell) == t.edges for t in known.tiles) and not (
        Counter((p.kind, p.colour, p.cell) for p in known.pieces) - pieces
    )
