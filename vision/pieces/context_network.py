"""What stands on each cell, concluded from the close looks at all of them together.

A plain disc is a viking in one set and a stone in another, and a small grey thing may be a stone or a stain: seen by
itself nobody can tell, but beside all that stands on the same table. A small transformer compares every cell with all
others and corrects how many of each kind stand there; see `training.context_net.model`.
"""

from __future__ import annotations

import numpy as np

from vision.networks import closeup_channels as channels
from vision.networks.runtime import Network

_BATCH = 16
"""Least number of items for which the network is compiled, and the steps in which that grows."""
_MOST = 15.0
"""Logits are cut off here."""
_TRUST = 0.6
"""Share of a correction that is believed: it was learned where the close look knew the art, and errs less than here."""


def compare(network: Network, words: np.ndarray, thoughts: np.ndarray) -> np.ndarray:
    """Return the (n, LOGIT_COUNT) words of the n cells of one table, corrected by comparison with each other.

    Args:
        network: the one that compares.
        words: (n, LOGIT_COUNT) logits, as `judging.Judged` has them.
        thoughts: (n, FEATURE_COUNT).
    """
    (counts,) = network.infer(cells_of(words, thoughts)[None], batch=_BATCH, axis=1)
    corrected = words.copy()
    corrected[:, channels.COUNTS] += _TRUST * (counts[0] - words[:, channels.COUNTS])
    return corrected


def cells_of(words: np.ndarray, thoughts: np.ndarray) -> np.ndarray:
    """Return (n, 1 + LOGIT_COUNT + FEATURE_COUNT) float32 cells as the network takes them; blank ones are all zeros."""
    return np.concatenate([np.ones((len(words), 1)), np.clip(words, -_MOST, _MOST), thoughts], axis=1, dtype=np.float32)
