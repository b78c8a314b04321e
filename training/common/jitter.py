"""Random changes of a batch of pictures on the training device, small ones after those of the worker processes."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

_GAIN, _TINT, _LOG_GAMMA, _LIFT = 0.05, 0.02, 0.05, 0.008
"""Standard deviations of the brightness, of each colour's, of the exponent's logarithm, and of the black level, for
pictures in 0..1. Chosen by hand: four tenths of what workers vary."""
_NOISE = 0.012
"""Largest standard deviation of a pixel's noise. Chosen by hand."""


def vary_light_slightly(pictures: Tensor) -> Tensor:
    """Return (n, 3, h, w) pictures in 0..1 with slightly other brightness, colour, contrast, black level and noise."""
    many, like = (len(pictures), 1, 1, 1), pictures.new_empty
    gain = 1 + _GAIN * like(many).normal_()
    tint = 1 + _TINT * like(len(pictures), 3, 1, 1).normal_()
    gamma = torch.exp(_LOG_GAMMA * like(many).normal_())
    noise = _NOISE * like(many).uniform_() * torch.randn_like(pictures)
    changed = pictures.clamp(1e-4, 1) ** gamma * gain * tint + _LIFT * like(many).normal_() + noise
    return changed.clamp(0, 1)


def rotations(angles: Tensor) -> Tensor:
    """Return (n, 2, 2) matrices that rotate by (n,) angles, radians."""
    cos, sin = angles.cos(), angles.sin()
    return torch.stack([torch.stack([cos, -sin], -1), torch.stack([sin, cos], -1)], -2)


def sampled(maps: Tensor, places: Tensor, labels: bool, beyond: str = "border") -> Tensor:
    """Return uint8 maps at other places, again uint8.

    Args:
        maps: (n, c, h, w) uint8.
        places: (n, k, l, 2) with -1 and 1 at the outer edges of the maps, x first.
        labels: whether the maps hold labels, which must not be interpolated.
        beyond: what lies outside the maps, as ``torch.nn.functional.grid_sample`` names it.

    Returns:
        (n, c, k, l) uint8.
    """
    how = "nearest" if labels else "bilinear"
    taken = F.grid_sample(maps.float(), places, mode=how, padding_mode=beyond, align_corners=False)
    return taken.round().to(torch.uint8)
