"""The pair network: detects two pieces on one cell."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from vision.pieces.pair_network import CELL_INPUTS, GRID, PAIRS, PLANES

_WIDTH = 48
"""Channels of the last convolutions."""
_DROPOUT = 0.2


class PairNet(nn.Module):
    """Maps (n, PLANES, GRID, GRID) and (n, CELL_INPUTS) inputs of n cells to (n, 7) logits: of a pair, of its kinds."""

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        widths = [PLANES, 24, 32, _WIDTH, _WIDTH]
        strides = [1, 2, 2, 1]
        layers = []
        for before, after, stride in zip(widths[:-1], widths[1:], strides, strict=True):
            layers += [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        self.convolutions = nn.Sequential(*layers)
        self.head = nn.Sequential(
            nn.Dropout(_DROPOUT), nn.Linear(2 * _WIDTH + CELL_INPUTS, 64), nn.ReLU(), nn.Linear(64, 1 + len(PAIRS))
        )

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of cells."""
        example = torch.zeros(2, PLANES, GRID, GRID), torch.zeros(2, CELL_INPUTS)
        return OnnxForm(example, ["planes", "facts", "several"], {0: "n"})

    def forward(self, planes: Tensor, facts: Tensor) -> Tensor:
        """Return the logits."""
        features = self.convolutions(planes)
        pooled = torch.cat([features.mean((2, 3)), features.amax((2, 3)), facts], dim=1)
        logits: Tensor = self.head(pooled)
        return logits
