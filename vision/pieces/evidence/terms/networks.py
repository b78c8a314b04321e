"""Log probabilities of a candidate's kind and colour by the candidate network."""

from __future__ import annotations

import numpy as np

from vision.networks.activations import log_softmax
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, STATE_COUNT, for_every_colour, of_colours
from vision.vocabulary import COLOURS

_PRIOR = np.array([-1.0 if name == "grey" else 0.0 for name in COLOURS])
"""Nats for each colour beside its share on the synthetic boards of training, one in eleven: of 75 teams on 31 photos
none is grey, while white pieces in a shadow and black ones behind a veil look grey."""


def candidate_kinds(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of kinds by the candidate network; 0 for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if len(scene.judged):
        unknown = np.array([p.rune is None for p in scene.candidates], bool)
        odds[unknown] = scene.judged[unknown, :KIND_COUNT]
    return for_every_colour(odds)


def candidate_colours(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of colours by the candidate network; 0 where these have names of their own."""
    if scene.palette is not None or not len(scene.judged):
        return np.zeros((len(scene.candidates), STATE_COUNT))
    logs = log_softmax(scene.judged[:, KIND_COUNT:] + _PRIOR)
    return of_colours(logs, logs)
