"""What the network is punished for."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from training.scene_net.targets import IGNORE
from vision.networks import channels

# Vikings cover one pixel in a hundred and stones one in a thousand; without weights both would be drowned.
_PIECE_WEIGHTS = (0.6, 3.0, 3.0, 4.0)


def loss_of(logits: Tensor, truth: Tensor) -> dict[str, Tensor]:
    """Return each part of the loss, weighted, for (n, COUNT, h, w) logits and (n, MAPS, h, w) uint8 truth."""
    terrain, piece, colour = truth[:, 0].long(), truth[:, 1].long(), truth[:, 2].long()
    known = terrain != IGNORE
    # The ground under a piece is a guess: it counts, but less than what can be seen.
    weight = torch.where(piece > 0, 0.4, 1.0) * known
    ground = F.cross_entropy(logits[:, channels.TERRAIN], torch.where(known, terrain, 0), reduction="none")
    pieces = F.cross_entropy(
        logits[:, channels.PIECE], piece, weight=torch.tensor(_PIECE_WEIGHTS, device=logits.device), reduction="none"
    )
    # Drawn together the colours would outweigh all else while hardly any piece is seen; so: per coloured pixel.
    colours = F.cross_entropy(logits[:, channels.COLOUR], colour, ignore_index=IGNORE, reduction="sum")
    return {
        "terrain": 1.5 * (ground * weight).sum() / weight.sum().clamp(min=1),
        "piece": 0.6 * pieces.mean(),
        "colour": 0.06 * colours / (colour != IGNORE).sum().clamp(min=500),
        "centre": 0.8 * _bumps(logits[:, channels.CENTRE], truth[:, 3], known),
        "rim": 0.5 * _bumps(logits[:, channels.RIM], truth[:, 4], known),
        "foot": 0.8 * _bumps(logits[:, channels.FOOT], truth[:, 5], torch.ones_like(known)),
    }


def _bumps(logits: Tensor, truth: Tensor, known: Tensor) -> Tensor:
    """Cross-entropy against soft bumps, with the little that is bump weighted up."""
    wanted = truth.float() / 255
    weight = (1 + 8 * wanted) * known
    return (F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * weight).mean()
