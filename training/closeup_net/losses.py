"""What the close-up network is punished for."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from training.closeup_net.samples import UNKNOWN
from vision.networks import closeup_channels as channels
from vision.vocabulary import PIECES

_PIXELS = (0.5, 3.0, 2.0, 4.0)
"""Weights of no piece, vikings, longhouses and stones among pixels: what is small must not be drowned."""


def loss_of(words: Tensor, maps: Tensor, labels: Tensor, masks: Tensor, feet: Tensor) -> dict[str, Tensor]:
    """Return each part of the loss, weighted; see ``samples.Samples`` for the truth's form."""
    labels, masks = labels.long(), masks.long()
    kinds = len(PIECES)
    counts = words[:, channels.COUNTS].reshape(-1, kinds, 3)
    pixels = torch.tensor(_PIXELS, device=maps.device)
    return {
        "count": 3.0 * _of_known(counts.flatten(0, 1), labels[:, :kinds].flatten()),
        "colour": 0.3
        * (
            _of_known(words[:, channels.VIKING_COLOUR], labels[:, kinds])
            + _of_known(words[:, channels.LONGHOUSE_COLOUR], labels[:, kinds + 1])
        ),
        "tile": 0.3 * _yes_or_no(words[:, channels.TILE], labels[:, kinds + 2]),
        "covered": 0.3 * _yes_or_no(words[:, channels.COVERED], labels[:, kinds + 3]),
        "mask": 0.5 * F.cross_entropy(maps[:, channels.MASK], masks, weight=pixels, ignore_index=UNKNOWN),
        "foot": _bumps(maps[:, channels.FOOT], feet),
    }


def _of_known(logits: Tensor, labels: Tensor) -> Tensor:
    summed = F.cross_entropy(logits, labels, ignore_index=UNKNOWN, reduction="sum", label_smoothing=0.002)
    return summed / (labels != UNKNOWN).sum().clamp(min=1)


def _yes_or_no(logits: Tensor, labels: Tensor) -> Tensor:
    known = labels != UNKNOWN
    wanted = torch.where(known, labels, 0).float()
    return (F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * known).sum() / known.sum().clamp(
        min=1
    )


def _bumps(logits: Tensor, truth: Tensor) -> Tensor:
    """Cross-entropy against soft bumps, with the little that is bump weighted up."""
    wanted = truth.float() / 255
    return (F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * (1 + 8 * wanted)).mean()
