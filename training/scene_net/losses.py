"""The loss of the scene network."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from training.common.peak_loss import peak_loss
from training.scene_net.targets import IGNORE
from vision.networks import channels

_PIECE_WEIGHTS = (0.6, 3.0, 3.0, 4.0)
"""Class weights of no piece, viking, longhouse, stone: vikings cover 1 % of the pixels, stones 0.1 %."""


def loss_of(logits: Tensor, truth: Tensor) -> dict[str, Tensor]:
    """Return the weighted terms of the loss for (n, COUNT, h, w) logits and (n, MAPS, h, w) uint8 targets."""
    terrain, piece, colour = truth[:, 0].long(), truth[:, 1].long(), truth[:, 2].long()
    known = terrain != IGNORE
    # Terrain under a piece cannot be seen, so it counts less than visible terrain.
    weight = torch.where(piece > 0, 0.4, 1.0) * known
    ground = F.cross_entropy(logits[:, channels.TERRAIN], torch.where(known, terrain, 0), reduction="none")
    pieces = F.cross_entropy(
        logits[:, channels.PIECE], piece, weight=torch.tensor(_PIECE_WEIGHTS, device=logits.device), reduction="none"
    )
    # A mean over few coloured pixels would dominate the loss, so the divisor is at least 500 pixels.
    colours = F.cross_entropy(logits[:, channels.COLOUR], colour, ignore_index=IGNORE, reduction="sum")
    return {
        "terrain": 1.5 * (ground * weight).sum() / weight.sum().clamp(min=1),
        "piece": 0.6 * pieces.mean(),
        "colour": 0.06 * colours / (colour != IGNORE).sum().clamp(min=500),
        "centre": 0.8 * peak_loss(logits[:, channels.CENTRE], truth[:, 3], known),
        "rim": 0.5 * peak_loss(logits[:, channels.RIM], truth[:, 4], known),
        "foot": 0.8 * peak_loss(logits[:, channels.FOOT], truth[:, 5]),
    }
