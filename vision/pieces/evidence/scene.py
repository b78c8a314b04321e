"""Everything that a term of the joint model may look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property

import numpy as np

from games.hexgrid import neighbours
from vision.geometry.lattice import Cell, nearest_cell
from vision.pieces.colours.palette import Palette
from vision.pieces.detect import Piece
from vision.pieces.evidence.examples import PieceExamples
from vision.pieces.evidence.states import KIND_COUNT
from vision.vocabulary import COLOURS


@dataclass(frozen=True, eq=False)
class Scene:
    """The candidates for pieces of one table, with what is known beside them.

    Attributes:
        candidates: the n candidates, with the networks' estimates.
        art: (m, 3) uint8 BGR pixels of bare art, see `background.sample_art`.
        table: (3,) `chromaticity.chroma` of the table beside the tiles, if any of it is visible.
        palette: the taught pieces, if any.
        allowed: (24,) bool for a candidate's index, the states that what a person said leaves possible.
        colours: the index of each candidate's colour where a person named it, else None; empty where none was named.
        unseen: cells that are hidden or cut off by the picture, where more pieces may stand.
        plains: probability that plains join two neighbouring cells; 1 for pairs that are not in it.
        examples: pieces of the same copy in another photo, if any are known.
        judged: (n, 15) log probabilities of their kinds and colours by the candidate network, see
            `candidate_network.judge_candidates`; empty where that was not run.
    """

    candidates: Sequence[Piece]
    art: np.ndarray = field(default_factory=lambda: np.empty((0, 3), np.uint8))
    table: np.ndarray | None = None
    palette: Palette | None = None
    allowed: Mapping[int, np.ndarray] = field(default_factory=dict)
    colours: Sequence[int | None] = ()
    unseen: Collection[Cell] = ()
    plains: Mapping[tuple[Cell, Cell], float] = field(default_factory=dict)
    examples: PieceExamples | None = None
    judged: np.ndarray = field(default_factory=lambda: np.empty((0, KIND_COUNT + len(COLOURS))))

    @cached_property
    def cells(self) -> list[Cell]:
        """The cell of each candidate."""
        return [nearest_cell(piece.foot) for piece in self.candidates]

    @cached_property
    def alone(self) -> np.ndarray:
        """(n,) bool, whether a candidate is the only one on its cell."""
        return np.array([self.cells.count(cell) == 1 for cell in self.cells], bool)

    @cached_property
    def joined(self) -> np.ndarray:
        """(n, n) probability that two candidates are on neighbouring cells which plains join."""
        around = [set(neighbours(cell)) for cell in self.cells]
        return np.array(
            [
                [self.plains.get((cell, other), 1.0) if other in ring else 0.0 for other in self.cells]
                for cell, ring in zip(self.cells, around, strict=True)
            ]
        )

    @cached_property
    def unseen_beside(self) -> np.ndarray:
        """(n,) number of cells beside a candidate's that are not in sight."""
        unseen = set(self.unseen)
        return np.array([len(unseen.intersection(neighbours(cell))) for cell in self.cells], int)


MAX_RULE_CAP = 2.5
"""Nats, the largest cap of a rule's term: rules decide between states that the pixels leave open, and no others."""


class Dependence(Enum):
    """The inputs that a term's log odds depend on while the belief is updated."""

    PIXELS = auto()
    """Nothing: it is computed once."""
    DECISIONS = auto()
    """Which candidates are believed to be pieces, and of which kind each most likely is."""
    BELIEF = auto()
    """Every probability."""
    OTHERS = auto()
    """Every probability that the other terms give, without this term's own part."""


@dataclass(frozen=True)
class Term:
    """One source of evidence about the candidates.

    Attributes:
        compute: returns (n, 24) log odds, nats, for each candidate's states, given their (n, 24) probabilities so far.
        depends: what these change with.
        rule: whether they follow from the rules of the game instead of from pixels.
    """

    compute: Callable[[Scene, np.ndarray], np.ndarray]
    depends: Dependence = Dependence.BELIEF
    rule: bool = False
