"""Breaches of the rules that rest on what was read with little confidence: a question about it comes first."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from companion.scoring.fjords_tally import FjordsTally
from games.fjords.checks.warning import Warning as BoardWarning
from games.hexgrid import SIDES, Cell, neighbour, opposite
from vision.reading.reading import Reading

_MISMATCH = "edge-mismatch"
_MIN_EDGE_CONFIDENCE = 0.85
"""Probability of being right from which an edge that does not match its neighbour is a breach. Of 105 such seams read
on 120 synthetic boards of held-out looks, half of them with tiles laid wrong, 104 do not match indeed: all 80 with both
edges from here on, and 24 of 25 others, 19 of which are asked about. While such games were watched, 12 seams seemed
wrong though none was, most of them on the first few tiles: 3 of them are still reported with this number, and 5 with
0.7. In other games 9 were still reported with 0.7, and none with this number."""


def with_sure_notices(tally: FjordsTally, certain: Collection[tuple[Cell, int]] = ()) -> FjordsTally:
    """Return the tally of a board that a camera watches without doubtful warnings, see `without_doubtful`."""
    return replace(tally, notices=without_doubtful(tally.notices, tally.reading, certain))


def without_doubtful(
    warnings: Iterable[BoardWarning], reading: Reading | None, certain: Collection[tuple[Cell, int]] = ()
) -> tuple[BoardWarning, ...]:
    """Return the warnings without those of edges that do not match where one was read with little confidence.

    Args:
        warnings: about the board of the reading, in its coordinates.
        reading: the reading; all warnings stay where the board was not read.
        certain: edges, by cell and side, that are known otherwise, as by a person's answer.
    """
    tiles = () if reading is None else reading.tiles
    confidence = {(tile.cell, side): tile.edge_confidence[side] for tile in tiles for side in SIDES}
    confidence |= dict.fromkeys(certain, 1.0)
    return tuple(w for w in warnings if w.code != _MISMATCH or _is_sure(w, confidence))


def _is_sure(mismatch: BoardWarning, confidence: dict[tuple[Cell, int], float]) -> bool:
    one, other = mismatch.tiles
    side = next(side for side in SIDES if neighbour(one, side) == other)
    seam = (one, side), (other, opposite(side))
    return min(confidence.get(edge, 1.0) for edge in seam) >= _MIN_EDGE_CONFIDENCE
