"""What is believed of the table from one reading to the next.

A Fjords table only grows: no tile and no piece leaves it. What a reading adds is believed at once. Where a known tile
cannot be found there is most likely a hand, and nothing of that reading is believed unless it lasts. Where a tile or
a piece is read otherwise than before, the surer reading holds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from companion.live.coordinates import moved
from games.hexgrid import Cell, turned
from vision.reading import PieceReading, Reading, TileReading

PATIENCE = 6.0
"""Seconds for which a picture that contradicts what is known must last before it is believed."""


@dataclass(frozen=True)
class Belief:
    """The reading that is believed, and what speaks against it.

    Attributes:
        reading: what is on the table, in coordinates that stay the same.
        covered: whether a part of it could not be seen the last time.
        missed: tiles whose piece was not seen the last time.
        doubted_since: when the last picture contradicted the reading, by the clock of the caller.
    """

    reading: Reading
    covered: bool = False
    missed: frozenset[Cell] = frozenset()
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
        The belief with what the new reading adds, or with a doubt.
    """
    if belief is None:
        return Belief(fresh)
    aligned = align(fresh, belief.reading)
    if belief.is_due(now):
        return Belief(fresh if aligned is None else aligned)
    if aligned is None or {t.cell for t in belief.reading.tiles} - {t.cell for t in aligned.tiles}:
        return replace(belief, covered=True, doubted_since=now)
    return _merged(belief, aligned, now)


def _merged(belief: Belief, fresh: Reading, now: float) -> Belief:
    known_tiles = {t.cell: t for t in belief.reading.tiles}
    tiles = tuple(_surer_tile(known_tiles.get(t.cell), t) for t in fresh.tiles)
    known_pieces, seen_pieces = _by_cell(belief.reading.pieces), _by_cell(fresh.pieces)
    gone = frozenset(known_pieces.keys() - seen_pieces.keys())
    # A piece that was missed once may have stood behind something; one that is missed again is not there.
    kept = [p for cell in gone - belief.missed for p in known_pieces[cell]]
    pieces = [_surer_piece(known_pieces.get(p.cell, ()), p) for p in fresh.pieces]
    merged = replace(fresh, tiles=tiles, pieces=(*pieces, *kept))
    contradicted = bool(kept) or any(a is not b for a, b in zip(tiles, fresh.tiles, strict=True))
    return Belief(merged, missed=gone, doubted_since=now if contradicted else None)


def _surer_tile(known: TileReading | None, fresh: TileReading) -> TileReading:
    if known is None or known.edges == fresh.edges or fresh.confidence >= known.confidence:
        return fresh
    return known


def _surer_piece(known: tuple[PieceReading, ...], fresh: PieceReading) -> PieceReading:
    """Keep kind and colour of the one piece that stood there if they were surer; its place is the new one."""
    if len(known) != 1 or fresh.confidence >= known[0].confidence:
        return fresh
    return replace(fresh, kind=known[0].kind, colour=known[0].colour, confidence=known[0].confidence)


def _by_cell(pieces: tuple[PieceReading, ...]) -> dict[Cell, tuple[PieceReading, ...]]:
    found: dict[Cell, tuple[PieceReading, ...]] = {}
    for piece in pieces:
        found[piece.cell] = (*found.get(piece.cell, ()), piece)
    return found


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
