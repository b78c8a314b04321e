"""The kinds and colours of candidates by the shapes and colours of taught pieces."""

from __future__ import annotations

import numpy as np

from vision.pieces.colours.naming import name_colours
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, STATE_COUNT, decided_kinds, for_every_colour, of_colours
from vision.pieces.shape import shape_descriptor
from vision.vocabulary import PIECES

_MIN_PROBABILITY = 1e-3
"""Added to probabilities of kinds before their logarithm."""
_MIN_COLOUR = 1e-4
"""The same for colours."""
_PRESENT = 1.45
"""Nats for every piece of a sure colour, whose name says nothing about whether it is one; 1 to 1.6 do as well."""


def taught_shapes(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds that turn the networks' probabilities of the kinds into those by `Palette`.

    They are 0 without a palette, and where the networks recognised most of the taught pieces themselves.
    """
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if scene.palette is not None:
        for k, piece in enumerate(scene.candidates):
            taught = scene.palette.kind_probabilities(piece.kinds, shape_descriptor(piece.hull))
            odds[k, 1:] = np.log(taught + _MIN_PROBABILITY) - np.log(piece.kinds + _MIN_PROBABILITY)
    return for_every_colour(odds)


def taught_colours(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of each taught colour and ``_PRESENT`` nats; 0 for nothing and stones.

    Candidates that are believed to be pieces are named jointly by `naming.name_colours`, and the others one by one.
    Without a palette all are 0: `candidate_colours` counts there.
    """
    if scene.palette is None:
        return np.zeros((len(scene.candidates), STATE_COUNT))
    kinds = decided_kinds(belief)
    present = np.flatnonzero(kinds).tolist()
    colours = np.array([np.exp(p.colour) for p in scene.candidates])
    known = [scene.colours[k] for k in present] if scene.colours else []
    names = [PIECES[kind - 1] for kind in kinds[present]]
    named = name_colours([scene.candidates[k] for k in present], scene.palette, scene.table, names, known)
    if named:
        colours[present] = named
    logs = np.log(colours / colours.sum(axis=1, keepdims=True) + _MIN_COLOUR) + _PRESENT
    return of_colours(logs, logs)
