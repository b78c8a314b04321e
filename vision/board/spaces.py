"""What a survey shows of the spaces between tiles: bare table, or something that lies there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from vision.board.locate import Survey
from vision.board.presence import INNER
from vision.board.table_likeness import log_likelihoods_as_table
from vision.geometry.lattice import Cell, beside, positions
from vision.imaging.sampling import sample

_MIN_LIKE_TABLE = -9.5
"""Log probability of a cell's colours on the table, nats a pixel, below which something hides it; chosen by hand."""
_MIN_BARE_TABLE, _MIN_BARE_CLEAR, _MIN_BARE_LIKELIHOOD = 0.8, 0.9, -7.0
"""Probabilities of table, and of no piece, everywhere in a bare cell, and its log probability as above; chosen by
hand."""


@dataclass(frozen=True)
class Spaces:
    """Cells without a tile, by what a survey shows of them; see `look_at_spaces`.

    Attributes:
        hidden: those that show neither a tile nor the table, but what lies on them.
        bare: those that show the table and nothing else.
    """

    hidden: frozenset[Cell] = frozenset()
    bare: frozenset[Cell] = frozenset()


def look_at_spaces(found: Survey, cells: Collection[Cell]) -> Spaces:
    """Return what a survey of a whole board shows of cells without a tile.

    Args:
        found: the survey.
        cells: spaces between its tiles; elsewhere hardly anything tells whether a tile may lie there.
    """
    if not cells:
        return Spaces()
    wanted = sorted(cells)
    tiles = found.lattice.centres
    likely = log_likelihoods_as_table(found.maps, found.view, tiles.values(), sorted(beside(tiles)))
    at = found.view.to_maps(positions(wanted)[:, None] + INNER)
    table, clear = (sample(maps, at)[..., 0].min(axis=1) for maps in (found.maps.terrain, found.maps.piece))
    alone = (table > _MIN_BARE_TABLE) & (clear > _MIN_BARE_CLEAR)
    bare = [cell for cell, is_alone in zip(wanted, alone, strict=True) if is_alone]
    return Spaces(
        frozenset(cell for cell in wanted if likely.get(cell, 0.0) < _MIN_LIKE_TABLE),
        frozenset(cell for cell in bare if likely.get(cell, -np.inf) > _MIN_BARE_LIKELIHOOD),
    )
