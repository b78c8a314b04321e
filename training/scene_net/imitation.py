"""What the scene network learns from a larger one, its teacher: outputs, and what the ground network takes.

Hinton et al. 2015, "Distilling the knowledge in a neural network". The networks that were trained on the teacher's
outputs work with those of the network that learned from it, too.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional as F

from training.scene_net.model import SceneNet
from vision.networks import channels

_PIECE_WEIGHT = 8.0
"""How much more a pixel of a piece counts than another: pieces cover one in a hundred. Chosen by hand."""
_CHANGE_WEIGHT = 0.3
"""Weight of changes of logits and features. Chosen by hand: divergences hardly see how sure a sure teacher is."""
_PEAKS = slice(channels.CENTRE, channels.FOOT + 1)
_DEFINED = slice(0, channels.FOOT + 1)
"""All channels but the colours, which are undefined where there is no piece."""


class Teacher:
    """A trained network that is imitated."""

    def __init__(self, weights: Mapping[str, Tensor], device: str) -> None:
        """Take the weights of a `SceneNet` whose decoder reduces nothing."""
        self._model = SceneNet(reduced=False)
        self._model.load_state_dict(weights)
        torch.nn.Module.to(self._model, torch.device(device), memory_format=torch.channels_last)
        self._model.eval().requires_grad_(False)

    def terms(self, pictures: Tensor, logits: Tensor, features: Tensor) -> dict[str, Tensor]:
        """Return the terms of the loss, each 0 where the network returns what its teacher does; weights chosen by hand.

        Args:
            pictures: (n, 3, h, w) BGR in 0..1.
            logits: (n, COUNT, h / 2, w / 2), which the network that learns returns for them.
            features: (n, 64, h / 8, w / 8), likewise.
        """
        wanted, wanted_features = (part.float() for part in self._model.logits_and_features(pictures))
        terrain, kind, colour = (
            _divergence(logits[:, part], wanted[:, part])
            for part in (channels.TERRAIN, channels.PIECE, channels.COLOUR)
        )
        piece = 1 - wanted[:, channels.PIECE].softmax(1)[:, 0]
        return {
            "terrain as taught": 3.0 * terrain.mean(),
            "piece as taught": 1.5 * (kind * (1 + _PIECE_WEIGHT * piece)).mean(),
            "colour as taught": (colour * piece).mean(),
            "peaks as taught": 3.0 * _binary_divergence(logits[:, _PEAKS], wanted[:, _PEAKS]).sum(1).mean(),
            "logits as taught": _CHANGE_WEIGHT * _relative_change(logits[:, _DEFINED], wanted[:, _DEFINED]),
            "features as taught": _CHANGE_WEIGHT * _relative_change(features, wanted_features),
        }


def _divergence(logits: Tensor, wanted: Tensor) -> Tensor:
    """Return the (n, h, w) Kullback-Leibler divergence from wanted probabilities; logits are (n, classes, h, w)."""
    logs = wanted.log_softmax(1)
    return (logs.exp() * (logs - logits.log_softmax(1))).sum(1)


def _binary_divergence(logits: Tensor, wanted: Tensor) -> Tensor:
    """Return the Kullback-Leibler divergence from wanted probabilities of yes, element by element."""
    probability = wanted.sigmoid()
    entropy = F.binary_cross_entropy_with_logits(wanted, probability, reduction="none")
    return F.binary_cross_entropy_with_logits(logits, probability, reduction="none") - entropy


def _relative_change(values: Tensor, wanted: Tensor) -> Tensor:
    """Return the mean square difference from wanted values, in units of their variance."""
    return F.mse_loss(values, wanted) / (wanted.var() + 1e-6)
