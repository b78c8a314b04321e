"""The loss of maps of peaks, such as the centres of tiles and the feet of pieces."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional as F

_PEAK_WEIGHT = 8
"""What a pixel at the top of a peak weighs in addition to any other pixel, which weighs 1; chosen by hand."""


def peak_loss(logits: Tensor, truth: Tensor, known: Tensor | None = None) -> Tensor:
    """Return the mean cross-entropy against soft peaks.

    Pixels on a peak, which are rare, weigh up to nine times as much.

    Args:
        logits: of any shape.
        truth: uint8 of the same shape, peaks as 0..255.
        known: bool of the same shape, whether a pixel counts; all do if None.
    """
    target = truth.float() / 255
    weight = 1 + _PEAK_WEIGHT * target
    if known is not None:
        weight = weight * known
    return (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * weight).mean()
