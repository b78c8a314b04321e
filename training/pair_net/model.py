"""The network that tells whether several things stand on one cell."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.pieces.pair_network import CONTENTS, FACTS, PLANES

_WIDE = 48
_LEFT_OUT = 0.2


class Pairs(nn.Module):
    """Maps (n, PLANES, GRID, GRID) and (n, FACTS) of n cells to (n, 7) logits: that two stand there, and which."""

    def __init__(self) -> None:
        """Build the layers."""
        super().__init__()
        widths = [PLANES, 24, 32, _WIDE, _WIDE]
        strides = [1, 2, 2, 1]
        layers = []
        for before, after, stride in zip(widths[:-1], widths[1:], strides, strict=True):
            layers += [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        self.see = nn.Sequential(*layers)
        self.conclude = nn.Sequential(
            nn.Dropout(_LEFT_OUT), nn.Linear(2 * _WIDE + FACTS, 64), nn.ReLU(), nn.Linear(64, 1 + len(CONTENTS))
        )

    def forward(self, planes: Tensor, facts: Tensor) -> Tensor:
        """Return the logits."""
        seen = self.see(planes)
        summed = torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), facts], dim=1)
        told: Tensor = self.conclude(summed)
        return told
