"""Close-ups with occluders, whose only truth is whether the cell is hidden."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.closeup_net.covers import MAX_VISIBLE, MIN_HIDDEN, occlude
from training.closeup_net.samples import UNKNOWN, Samples
from training.common.stored import subset

_OCCLUDED = 0.5
"""Share of the close-ups with an occluder. Chosen by hand."""
_MAX_OCCLUDED = 0.9
"""Occluded share of a close-up above which it is left out, because bare table would look the same."""


def with_occluders(rng: np.random.Generator, samples: Samples) -> Samples:
    """Paint occluders over half of the close-ups; those of partly hidden cells are left out.

    What the occluders may hide is unknown: counts, colours, whether there is a tile, and masks. The feet of hidden
    pieces are taken away.
    """
    closeups, labels, feet = samples.closeups.copy(), samples.labels.copy(), samples.feet.copy()
    labels[:, :-1] = UNKNOWN
    for k in np.flatnonzero(rng.random(len(labels)) < _OCCLUDED):
        closeups[k], share, whole = occlude(rng, closeups[k])
        labels[k, -1] = _label(int(labels[k, -1]), share, whole)
    feet[labels[:, -1] == 1] = 0
    painted = replace(samples, closeups=closeups, labels=labels, masks=np.full_like(samples.masks, UNKNOWN), feet=feet)
    return subset(painted, np.flatnonzero(labels[:, -1] != UNKNOWN))


def _label(label: int, share: float, whole: float) -> int:
    """Return the label of a cell under an occluder from the occluded shares of the cell and of the close-up."""
    if whole > _MAX_OCCLUDED or MAX_VISIBLE < share < MIN_HIDDEN:
        return UNKNOWN
    return 1 if share >= MIN_HIDDEN else label
