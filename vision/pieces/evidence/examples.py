"""Pieces of a copy of the game whose kinds and colours are known from another photo."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

_NETWORKS = ("closeup.onnx", "context.onnx", "look.onnx", "pair.onnx", "rune.onnx")
"""Files of the networks whose outputs are among the inputs of the candidate network."""


def _shipped_networks() -> str:
    from vision.networks.models import fingerprint_of  # slow to import, and needed only with examples

    return fingerprint_of(*_NETWORKS)


@dataclass(frozen=True, eq=False)
class PieceExamples:
    """Candidates of another photo of the same copy, what they are, and how they looked there.

    The candidate network judges them beside those of a photo, like candidates that a person has answered about.

    Attributes:
        inputs: (n, INPUT_COUNT) float32, see `candidate_network.candidate_inputs`.
        kinds: (n,) index 1..3 of the kind: viking, longhouse, stone.
        colours: (n,) index in ``vocabulary.COLOURS`` as the networks see it; -1 for stones.
        names: (11,) for each colour as the networks see it the index of the one that a person calls it.
        networks: the fingerprint of those whose outputs are in the inputs.
    """

    inputs: np.ndarray
    kinds: np.ndarray
    colours: np.ndarray
    names: np.ndarray
    networks: str = field(default_factory=_shipped_networks)

    @property
    def are_comparable(self) -> bool:
        """Whether the inputs are from the networks that look at photos now; others see the same pieces otherwise."""
        return self.networks == _shipped_networks()

    def named(self, probabilities: np.ndarray) -> np.ndarray:
        """Return (n, 11) probabilities of colours as a person calls them, from those as the networks see them."""
        return np.asarray(probabilities @ np.eye(len(self.names))[self.names])
