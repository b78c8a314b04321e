"""Counts of what an inference gets wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

import numpy as np

from training.fit.evidence.labels import LabelledScene
from vision.pieces.evidence.model import Weight, infer
from vision.pieces.evidence.states import COLOUR_OF_STATE, KIND_OF_STATE, LONGHOUSE, VIKING, decided_kinds

_MIN_PROBABILITY = 1e-3


@dataclass(frozen=True)
class Score:
    """Counts over some tables.

    Attributes:
        pieces: true pieces and stones.
        missed: of which none was read.
        made_up: pieces read where there is none.
        kinds: pieces read as another kind.
        colours: pieces of the right kind read in another colour.
        surprise: nats, the negative log likelihood of the true states.
    """

    pieces: int = 0
    missed: int = 0
    made_up: int = 0
    kinds: int = 0
    colours: int = 0
    surprise: float = 0.0

    @property
    def wrong(self) -> int:
        """All errors."""
        return self.missed + self.made_up + self.kinds + self.colours

    def __add__(self, other: Score) -> Score:
        """Return the sum of both counts."""
        return Score(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def score(scenes: Sequence[LabelledScene], weights: Mapping[str, Weight]) -> Score:
    """Return the errors of the joint model with given weights on some tables."""
    return sum((_score(one, weights) for one in scenes), Score())


def _score(one: LabelledScene, weights: Mapping[str, Weight]) -> Score:
    belief = infer(one.scene, weights).belief
    read, true = decided_kinds(belief), KIND_OF_STATE[one.states]
    colours = (belief[:, VIKING] + belief[:, LONGHOUSE]).argmax(axis=1)
    coloured = (read == true) & np.isin(true, KIND_OF_STATE[[VIKING.start, LONGHOUSE.start]])
    both = (read > 0) & (true > 0)
    likelihood = belief[np.arange(len(true)), one.states] + _MIN_PROBABILITY
    return Score(
        pieces=int((true > 0).sum()) + one.lost,
        missed=int(((true > 0) & (read == 0)).sum()) + one.lost,
        made_up=int(((true == 0) & (read > 0)).sum()),
        kinds=int((both & (read != true)).sum()),
        colours=int((coloured & (colours != COLOUR_OF_STATE[one.states])).sum()),
        surprise=float(-np.log(likelihood).sum()),
    )
