"""The colour of each candidate, from its pixels and from the other pieces of the table, as evidence of its states."""

from __future__ import annotations

import numpy as np

from vision.pieces.colours.colour_model import lightest_art
from vision.pieces.colours.naming import name_colours
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import decided_kinds, of_colours
from vision.vocabulary import PIECES

_MIN_PROBABILITY = 1e-4
_PRESENT = 1.45
"""Nats for every piece of a sure colour, whose name says nothing about whether it is one; 1 to 1.6 do as well."""


def colour_names(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log probabilities of each colour and ``_PRESENT`` nats; 0 for nothing and stones.

    Candidates that are believed to be pieces are named jointly by `naming.name_colours`, and the others one by one.
    """
    kinds = decided_kinds(belief)
    present = np.flatnonzero(kinds).tolist()
    colours = np.array([np.exp(p.colour) for p in scene.candidates])
    pieces = [scene.candidates[k] for k in present]
    names = [PIECES[kind - 1] for kind in kinds[present]]
    known = [scene.colours[k] for k in present] if scene.colours else []
    named = name_colours(pieces, scene.palette, scene.table, lightest_art(scene.art), names, known)
    if named:
        colours[present] = named
    logs = np.log(colours / colours.sum(axis=1, keepdims=True) + _MIN_PROBABILITY) + _PRESENT
    return of_colours(logs, logs)
