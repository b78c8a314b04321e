"""An edge that does not match is a breach only where it was read surely, or entered by a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.scoring.doubtful_breaches import without_doubtful
from games.fjords.checks.warning import Warning as BoardWarning
from games.hexgrid import SIDES, neighbour, opposite
from tests.support.games.simulated_table import scene

READING = scene(8).reading
CELLS = {tile.cell for tile in READING.tiles}
ONE, SIDE = next((t.cell, side) for t in READING.tiles for side in SIDES if neighbour(t.cell, side) in CELLS)
OTHER = neighbour(ONE, SIDE)
MISMATCH = BoardWarning("edge-mismatch", (ONE, OTHER))


def read_with(confidence, cell, side):
    """The reading with this confidence in one edge of a tile, and certainty of all others."""

    def read(tile):
        edges = [1.0] * len(SIDES)
        if tile.cell == cell:
            edges[side] = confidence
        return replace(tile, edge_confidence=tuple(edges))

    return replace(READING, tiles=tuple(read(tile) for tile in READING.tiles))


@pytest.mark.parametrize(("cell", "side"), [(ONE, SIDE), (OTHER, opposite(SIDE))])
@pytest.mark.parametrize(("confidence", "shown"), [(0.5, ()), (0.95, (MISMATCH,))])
def test_a_mismatch_is_shown_where_both_of_its_edges_are_sure(cell, side, confidence, shown):
    assert without_doubtful([MISMATCH], read_with(confidence, cell, side)) == shown


def test_edges_that_do_not_meet_the_neighbour_may_be_in_doubt():
    aside = next(side for side in SIDES if side != SIDE)
    assert without_doubtful([MISMATCH], read_with(0.1, ONE, aside)) == (MISMATCH,)


def test_an_edge_that_a_person_entered_is_certain():
    assert without_doubtful([MISMATCH], read_with(0.1, ONE, SIDE), [(ONE, SIDE)]) == (MISMATCH,)


def test_other_breaches_stay():
    other = BoardWarning("few-neighbours", (ONE,))
    assert without_doubtful([other], read_with(0.1, ONE, SIDE)) == (other,)
