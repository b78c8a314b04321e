"""Holds the features that other networks take near those of the network that a training goes on from.

Then the ground network and others, which were trained on the former features, work with the new ones, too (feature
distillation, Romero et al. 2015).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional as F

from training.scene_net.model import SceneNet

_LAYER = 1
"""Index of the level of the way up whose features the ground network takes (``vision.networks.models``)."""


class Anchor:
    """Compares a network's features with those of the weights that its training began with."""

    def __init__(self, model: SceneNet, start: Mapping[str, Tensor], weight: float) -> None:
        """Listen to the later passes of a network; ``start`` are the first weights, ``weight`` is that of the term."""
        self._start = copy.deepcopy(model).eval().requires_grad_(False)
        self._start.load_state_dict(start)
        self._weight = weight
        self._now: Tensor | None = None
        self._before: Tensor | None = None
        model.up[_LAYER].register_forward_hook(lambda *passed: setattr(self, "_now", passed[2]))
        self._start.up[_LAYER].register_forward_hook(lambda *passed: setattr(self, "_before", passed[2]))

    def term(self, pictures: Tensor) -> Tensor:
        """Return the mean square of the features' change, in units of their variance, times the weight.

        Args:
            pictures: (n, 3, h, w) BGR in 0..1, on which the network has just been run.
        """
        with torch.no_grad():
            self._start(pictures)
        assert self._now is not None and self._before is not None
        before = self._before.float()
        return self._weight * F.mse_loss(self._now.float(), before) / (before.var() + 1e-6)
