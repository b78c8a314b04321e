"""Pieces of a copy of the game whose kinds and colours are known from another photo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class PieceExamples:
    """Candidates of another photo of the same copy, what they are, and how they looked there.

    The candidate network judges them beside those of a photo, like candidates that a person has answered about.

    Attributes:
        inputs: (n, INPUT_COUNT) float32, see `candidate_network.candidate_inputs`.
        kinds: (n,) index 1..3 of the kind: viking, longhouse, stone.
        colours: (n,) index in ``vocabulary.COLOURS`` as the networks see it; -1 for stones.
        names: (11,) for each colour as the networks see it the index of the one that a person calls it.
    """

    inputs: np.ndarray
    kinds: np.ndarray
    colours: np.ndarray
    names: np.ndarray

    def named(self, probabilities: np.ndarray) -> np.ndarray:
        """Return (n, 11) probabilities of colours as a person calls them, from those as the networks see them."""
        return np.asarray(probabilities @ np.eye(len(self.names))[self.names])
