"""The loss of the close-up network."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from training.closeup_net.samples import UNKNOWN
from training.common.peak_loss import peak_loss
from vision.networks import closeup_channels as channels
from vision.vocabulary import PIECES

_WEIGHTS = {"count": 3.0, "colour": 0.3, "tile": 0.3, "covered": 0.9, "mask": 0.5}
"""Weights of the terms of the loss beside that of the feet, which counts once; chosen by hand."""
_SMOOTHING = 0.002
"""Label smoothing of counts and colours; chosen by hand."""
_MASK_WEIGHTS = (0.5, 3.0, 2.0, 4.0)
"""Class weights of no piece, viking, longhouse and stone in the mask, against their rarity. Chosen by hand."""


def loss_of(outputs: Tensor, maps: Tensor, labels: Tensor, masks: Tensor, feet: Tensor) -> dict[str, Tensor]:
    """Return the weighted terms of the loss.

    Args:
        outputs: (n, LOGIT_COUNT) logits of the cell, see ``vision.networks.closeup_channels``.
        maps: (n, MAP_COUNT, GRID, GRID) logits.
        labels: (n, LABELS) uint8, see ``samples.Samples``, as ``masks`` and ``feet`` (n, GRID, GRID) uint8.
        masks: kind of piece, or ``UNKNOWN``.
        feet: peaks 0..255 at the pieces' feet.
    """
    labels, masks = labels.long(), masks.long()
    kinds = len(PIECES)
    counts = outputs[:, channels.COUNTS].reshape(-1, kinds, 3)
    pixels = torch.tensor(_MASK_WEIGHTS, device=maps.device)
    return {
        "count": _WEIGHTS["count"] * _known_cross_entropy(counts.flatten(0, 1), labels[:, :kinds].flatten()),
        "colour": _WEIGHTS["colour"]
        * (
            _known_cross_entropy(outputs[:, channels.VIKING_COLOUR], labels[:, kinds])
            + _known_cross_entropy(outputs[:, channels.LONGHOUSE_COLOUR], labels[:, kinds + 1])
        ),
        "tile": _WEIGHTS["tile"] * _known_binary_loss(outputs[:, channels.TILE], labels[:, kinds + 2]),
        "covered": _WEIGHTS["covered"] * _known_binary_loss(outputs[:, channels.COVERED], labels[:, kinds + 3]),
        "mask": _WEIGHTS["mask"] * F.cross_entropy(maps[:, channels.MASK], masks, weight=pixels, ignore_index=UNKNOWN),
        "foot": peak_loss(maps[:, channels.FOOT], feet),
    }


def _known_cross_entropy(logits: Tensor, labels: Tensor) -> Tensor:
    summed = F.cross_entropy(logits, labels, ignore_index=UNKNOWN, reduction="sum", label_smoothing=_SMOOTHING)
    return summed / (labels != UNKNOWN).sum().clamp(min=1)


def _known_binary_loss(logits: Tensor, labels: Tensor) -> Tensor:
    known = labels != UNKNOWN
    target = torch.where(known, labels, 0).float()
    return (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * known).sum() / known.sum().clamp(
        min=1
    )
