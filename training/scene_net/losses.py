"""The loss of the scene network."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from training.common.peak_loss import peak_loss
from training.scene_net.targets import IGNORE
from vision.networks import channels

_WEIGHTS = {"terrain": 1.5, "piece": 0.6, "colour": 0.06, "centre": 0.8, "rim": 0.5, "foot": 0.8}
"""Weights of the terms of the loss; chosen by hand."""
_PIECE_WEIGHTS = (0.6, 3.0, 3.0, 4.0)
"""Class weights of no piece, viking, longhouse, stone, against their rarity: vikings cover 1 % of the pixels, stones
0.1 %. Chosen by hand."""
_HIDDEN_WEIGHT = 0.4
"""Weight of terrain under a piece, which cannot be seen, beside visible terrain; chosen by hand."""
_FEWEST_COLOURED = 500
"""Pixels that the loss of colour is divided by at least, lest few coloured pixels dominate the loss; chosen by hand."""


def loss_of(logits: Tensor, truth: Tensor) -> dict[str, Tensor]:
    """Return the weighted terms of the loss for (n, COUNT, h, w) logits and (n, MAPS, h, w) uint8 targets."""
    terrain, piece, colour = truth[:, 0].long(), truth[:, 1].long(), truth[:, 2].long()
    known = terrain != IGNORE
    weight = torch.where(piece > 0, _HIDDEN_WEIGHT, 1.0) * known
    ground = F.cross_entropy(logits[:, channels.TERRAIN], torch.where(known, terrain, 0), reduction="none")
    pieces = F.cross_entropy(
        logits[:, channels.PIECE], piece, weight=torch.tensor(_PIECE_WEIGHTS, device=logits.device), reduction="none"
    )
    colours = F.cross_entropy(logits[:, channels.COLOUR], colour, ignore_index=IGNORE, reduction="sum")
    return {
        "terrain": _WEIGHTS["terrain"] * (ground * weight).sum() / weight.sum().clamp(min=1),
        "piece": _WEIGHTS["piece"] * pieces.mean(),
        "colour": _WEIGHTS["colour"] * colours / (colour != IGNORE).sum().clamp(min=_FEWEST_COLOURED),
        "centre": _WEIGHTS["centre"] * peak_loss(logits[:, channels.CENTRE], truth[:, 3], known),
        "rim": _WEIGHTS["rim"] * peak_loss(logits[:, channels.RIM], truth[:, 4], known),
        "foot": _WEIGHTS["foot"] * peak_loss(logits[:, channels.FOOT], truth[:, 5]),
    }
