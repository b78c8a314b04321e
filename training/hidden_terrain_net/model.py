"""The network that tells how land runs on beneath what hides it: a small U-Net over the places of one tile."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from vision.terrain.hidden_terrain import SHOWN
from vision.terrain.regions import INSIDE, rim_spots

_WIDTHS = (24, 40, 56)
_SIDE = 52
"""Places along a side, filled up so that they can be halved thrice."""


class InlandNet(nn.Module):
    """Maps (n, SHOWN, 49, 49) planes of n tiles to the land within them.

    It gives (n, 3, 49, 49) log probabilities of plains, mountain and ocean, and (n, 18, 18) log odds of two thirds of
    edges being joined by one patch. The latter are asked for by themselves: a ridge that surely passes, nobody knows
    just where, is nowhere the likeliest terrain. Four places are taken together at once and parted again in the end,
    which costs a quarter and loses little.
    """

    def __init__(self) -> None:
        """Build the layers; before training they say what is shown."""
        super().__init__()
        first, second, third = _WIDTHS
        self.enter = nn.Sequential(_layer(4 * SHOWN, first), _layer(first, first))
        self.down = nn.Sequential(_layer(first, second, stride=2), _layer(second, second))
        self.deep = nn.Sequential(_layer(second, third, stride=2), _layer(third, third), _Wide(third), _Wide(third))
        self.up = _layer(third + second, second)
        self.leave = _layer(second + first, first)
        self.said = nn.Conv2d(first, 4 * 3, 1)
        nn.init.zeros_(self.said.weight)
        self.joined = _Joined(second)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log probabilities and the log odds."""
        side = planes.shape[-1]
        fine = self.enter(F.pixel_unshuffle(F.pad(planes, (0, _SIDE - side, 0, _SIDE - side)), 2))
        middle = self.down(fine)
        deep = self.deep(middle)
        raised = self.up(torch.cat([_doubled(deep)[..., : middle.shape[-2], : middle.shape[-1]], middle], dim=1))
        finest = self.leave(torch.cat([_doubled(raised), fine], dim=1))
        logits = F.pixel_shuffle(self.said(finest), 2)[..., :side, :side] + planes[:, :3]
        return F.log_softmax(logits, dim=1), self.joined(raised)


class _Joined(nn.Module):
    """Compares what is known at each two places on the rim."""

    def __init__(self, width: int) -> None:
        super().__init__()
        rows, columns = np.unravel_index(rim_spots(), INSIDE.shape)
        places = torch.from_numpy(rows // 4 * (_SIDE // 4) + columns // 4)
        self.register_buffer("places", places, persistent=False)
        self.each, self.shared = nn.Linear(width, 2 * width), nn.Linear(width, 2 * width)
        self.odds = nn.Linear(2 * width, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the log odds for each two."""
        there = x.flatten(2)[..., self.places].transpose(1, 2)
        each, shared = self.each(there), self.shared(there)
        both = each[:, :, None] + each[:, None] + shared[:, :, None] * shared[:, None]
        odds: Tensor = self.odds(both.relu())[..., 0]
        return odds


class _Wide(nn.Module):
    """Looks far across the tile, and adds what it sees."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.far = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=2, dilation=2, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=4, dilation=4, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
        )  # fmt: skip
        self.whole = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Return ``x`` with what lies far off added."""
        return x + self.far(x + self.whole(x.mean(dim=(2, 3)))[..., None, None])


def _layer(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


def _doubled(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)
