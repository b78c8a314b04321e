"""Correction of the close-up network's counts by comparing all cells of a table with each other.

A plain disc is a viking in one set and a stone in another, and a small grey thing may be a stone or a stain: a single
cell does not show which, but the other cells of the table do. A small transformer takes all cells and corrects the
counts of each; see `training.context_net.model`.
"""

from __future__ import annotations

import numpy as np

from vision.networks import closeup_channels as channels
from vision.networks.runtime import Network

_CELL_MULTIPLE = 16
"""Tables are padded to a multiple of this number of cells: OpenVINO recompiles the network for every new number."""
_MAX_LOGIT = 15.0
"""Logits are clipped to +- this before they enter the network."""
_CORRECTION_SHARE = 0.6
"""Share of the correction that is applied: in training the close-up network knew the art and erred less than here.
With 1.0 one more false piece was read on 15 photos."""


def refine_counts(network: Network, logits: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Return the (n, LOGIT_COUNT) logits of the n cells of one table with corrected counts.

    Args:
        network: the context network.
        logits: (n, LOGIT_COUNT), see `closeup_network.CloseupOutputs`.
        features: (n, FEATURE_COUNT).
    """
    (counts,) = network.infer(context_inputs(logits, features)[None], multiple=_CELL_MULTIPLE, axis=1)
    corrected = logits.copy()
    corrected[:, channels.COUNTS] += _CORRECTION_SHARE * (counts[0] - logits[:, channels.COUNTS])
    return corrected


def context_inputs(logits: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Return the network's (n, 1 + LOGIT_COUNT + FEATURE_COUNT) float32 inputs; padding is all zeros."""
    clipped = np.clip(logits, -_MAX_LOGIT, _MAX_LOGIT)
    return np.concatenate([np.ones((len(logits), 1)), clipped, features], axis=1, dtype=np.float32)
