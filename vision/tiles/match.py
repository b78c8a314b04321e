"""What a tile on the table was recognised as."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.tiles.tile_set import KnownTile

_CERTAIN_SIMILARITY, _CERTAIN_MARGIN = 0.5, 0.12
"""Similarity, and margin over candidates with other edges, from which the terrains' colours are learned of a match;
chosen by hand."""
_MARGIN_SCALE = 0.06
"""Scale of the margin: P(wrong) = 0.5 exp(-margin / scale). Chosen by hand."""


@dataclass(frozen=True)
class Match:
    """The known tile that a tile on the table was recognised as.

    Attributes:
        known: the tile of the set.
        set_name: the name of its set.
        turn: clockwise sixths from the set's tile to the one on the table.
        similarity: -1..1, of the visible part.
        margin: lead of the score over the best candidate with other edges.
    """

    known: KnownTile
    set_name: str
    turn: int
    similarity: float
    margin: float

    @property
    def confidence(self) -> float:
        """Probability that its edges are right."""
        return float(1 - 0.5 * np.exp(-max(self.margin, 0.0) / _MARGIN_SCALE))

    @property
    def certain(self) -> bool:
        """Whether it can be used to learn the terrains' colours on this table."""
        return self.similarity >= _CERTAIN_SIMILARITY and self.margin >= _CERTAIN_MARGIN
