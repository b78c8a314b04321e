"""The hidden-terrain network: a small U-Net over the grid of one tile, which infers the terrain beneath pieces."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.onnx_form import OnnxForm
from vision.terrain.hidden_terrain import PLANE_COUNT
from vision.terrain.regions import INSIDE, PLACES, rim_third_indices

_WIDTHS = (24, 40, 56)
"""Channels of the three levels."""
_SIDE = 52
"""Width and height to which the grid of 49 is padded."""


class HiddenTerrainNet(nn.Module):
    """Maps (n, PLANE_COUNT, 49, 49) planes of n tiles to terrain and connectivity.

    The outputs are (n, 3, 49, 49) log probabilities of plains, mountain and ocean, and (n, 18, 18) log odds that two
    thirds of edges are connected by one patch. Connectivity has an output of its own, because a ridge that certainly
    crosses the tile, but at an unknown place, is nowhere the likeliest terrain. The grid is processed at half its
    resolution (pixel unshuffle), at a quarter of the cost and with little loss.
    """

    def __init__(self) -> None:
        """Build the layers, so that the terrain is that of the input before training."""
        super().__init__()
        first, second, third = _WIDTHS
        self.enter = nn.Sequential(_block(4 * PLANE_COUNT, first), _block(first, first))
        self.down = nn.Sequential(_block(first, second, stride=2), _block(second, second))
        self.deep = nn.Sequential(_block(second, third, stride=2), _block(third, third), _Wide(third), _Wide(third))
        self.up = _block(third + second, second)
        self.leave = _block(second + first, first)
        self.terrain = nn.Conv2d(first, 4 * 3, 1)
        nn.init.zeros_(self.terrain.weight)
        self.connected = _Connectivity(second)

    def blocks(self) -> Iterator[nn.Sequential]:
        """Yield the blocks of convolution and normalisation in forward order."""
        first, second, *wide = self.deep
        yield from (*self.enter, *self.down, first, second)
        for block in wide:
            yield from (block.far[:2], block.far[3:5])
        yield from (self.up, self.leave)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of tiles."""
        return OnnxForm(torch.zeros(2, PLANE_COUNT, len(PLACES), len(PLACES)), ["planes", "land", "joined"], {0: "n"})

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log probabilities and the log odds."""
        side = planes.shape[-1]
        fine = self.enter(F.pixel_unshuffle(F.pad(planes, (0, _SIDE - side, 0, _SIDE - side)), 2))
        middle = self.down(fine)
        deep = self.deep(middle)
        medium = self.up(torch.cat([_upsampled(deep)[..., : middle.shape[-2], : middle.shape[-1]], middle], dim=1))
        finest = self.leave(torch.cat([_upsampled(medium), fine], dim=1))
        logits = F.pixel_shuffle(self.terrain(finest), 2)[..., :side, :side] + planes[:, :3]
        return F.log_softmax(logits, dim=1), self.connected(medium)


class _Connectivity(nn.Module):
    """Predicts the connectivity of every pair of thirds of edges from the features at both."""

    def __init__(self, width: int) -> None:
        super().__init__()
        rows, columns = np.unravel_index(rim_third_indices(), INSIDE.shape)
        places = torch.from_numpy(rows // 4 * (_SIDE // 4) + columns // 4)
        self.register_buffer("places", places, persistent=False)
        self.each, self.shared = nn.Linear(width, 2 * width), nn.Linear(width, 2 * width)
        self.odds = nn.Linear(2 * width, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return log odds (n, 18, 18)."""
        rim = x.flatten(2)[..., self.places].transpose(1, 2)
        each, shared = self.each(rim), self.shared(rim)
        pairs = each[:, :, None] + each[:, None] + shared[:, :, None] * shared[:, None]
        odds: Tensor = self.odds(pairs.relu())[..., 0]
        return odds


class _Wide(nn.Module):
    """A residual block with a wide receptive field: dilated convolutions and the tile's mean features."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.far = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=2, dilation=2, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=4, dilation=4, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
        )  # fmt: skip
        self.whole = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Return ``x`` with the block's output added."""
        return x + self.far(x + self.whole(x.mean(dim=(2, 3)))[..., None, None])


def _block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


def _upsampled(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)
