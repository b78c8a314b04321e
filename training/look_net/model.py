"""The network of looks: describes a piece by numbers in which those of one kind and table lie close together."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.onnx_form import OnnxForm
from training.scene_net.model import block
from vision.pieces.looks import LOOK_COUNT, PLANES, SIDE
from vision.vocabulary import PIECES

_WIDTHS = (24, 48, 64, 96)
_GATHERED = 24
"""Channels to which the coarse features are reduced before they are flattened."""
_HIDDEN = 192
_DROPPED = 0.15
_DARK = 0.06
"""Light, 0..1, added to each channel before its logarithm: noise is most of what is darker."""
_LEAST_SHOWN = 1e-4
_LIGHT_SCALE = 0.8
_TONE_SCALE, _TONE_MIDDLE = 0.7, 1.2
"""Factors and offset that bring the inputs near -1..1; by hand, as the widths."""


class LookNet(nn.Module):
    """Maps (n, PLANES, SIDE, SIDE) pieces in 0..1, see `vision.pieces.looks`, to (n, LOOK_COUNT) descriptions.

    Colours are relative to the mean of the piece's own, so that paint and lamp do not matter; only how dark it is goes
    in beside. A piece is upright and near the middle, so that the head takes coarse features with their places.
    """

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        a, b, c, d = _WIDTHS
        self.near = nn.Sequential(block(PLANES + 1, a, 2), block(a, b), block(b, c, 2), block(c, c))
        self.down = block(c, d, 2)
        self.first, self.second = block(d, d), nn.Sequential(nn.Conv2d(d, d, 3, 1, 1, bias=False), nn.BatchNorm2d(d))
        self.gather = block(d, _GATHERED, 1, 1)
        inputs = _GATHERED * (SIDE // 8) ** 2 + d + 2 * c
        self.hidden = nn.Sequential(
            nn.Linear(inputs, _HIDDEN), nn.BatchNorm1d(_HIDDEN), nn.ReLU(inplace=True), nn.Dropout(_DROPPED)
        )
        self.describe = nn.Linear(_HIDDEN, LOOK_COUNT)
        # Heads that only the training uses: the kind of a piece of any workshop, and which of two clusters are houses.
        self.words, self.names = nn.Linear(_HIDDEN, len(PIECES) + 1), nn.Linear(LOOK_COUNT, 1, bias=False)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of pieces."""
        return OnnxForm(torch.zeros(2, PLANES, SIDE, SIDE), ["pieces", "looks"], {0: "n"})

    def forward(self, pieces: Tensor) -> Tensor:
        """Return the descriptions."""
        described: Tensor = self.describe(self.see(pieces))
        return described

    def see(self, pieces: Tensor) -> Tensor:
        """Return the (n, h) features from which everything is told."""
        shown = pieces[:, -1:]
        near = self.near(_inputs(pieces))
        coarse = self.down(near)
        coarse = torch.relu(coarse + self.second(self.first(coarse)))
        share = F.avg_pool2d(shown, 4, 4)
        own = (near * share).sum((2, 3)) / (share.sum((2, 3)) + 1e-2)
        parts = [self.gather(coarse).flatten(1), coarse.mean((2, 3)), near.amax((2, 3)), own]
        features: Tensor = self.hidden(torch.cat(parts, dim=1))
        return features


def _inputs(pieces: Tensor) -> Tensor:
    """Return (n, PLANES + 1, SIDE, SIDE): log light relative to the piece's, its pixels, the cell, and its darkness."""
    shown = pieces[:, -1:]
    weights = shown * shown + _LEAST_SHOWN
    light = torch.log(pieces[:, :3] + _DARK)
    mean = (light * weights).sum((2, 3), keepdim=True) / weights.sum((2, 3), keepdim=True)
    tone = ((mean.mean(1, keepdim=True) + _TONE_MIDDLE) * _TONE_SCALE).expand(-1, 1, SIDE, SIDE)
    return torch.cat([_LIGHT_SCALE * (light - mean), 2 * shown - 1, 2 * pieces[:, 3:4] - 1, tone], dim=1)
