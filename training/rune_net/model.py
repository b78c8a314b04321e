"""The network that reads the rune on a stone's face."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.scene_net.model import block
from vision.stones.signs import SIDE
from vision.vocabulary import SIGNS

_WIDTHS = (16, 32, 64, 96)
"""Channels of the network's levels."""


class RuneNet(nn.Module):
    """Maps normalised faces (n, 3, SIDE, SIDE) to (n, len(SIGNS)) logits."""

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        a, b, c, d = _WIDTHS
        self.look = nn.Sequential(
            block(3, a), block(a, b, 2), block(b, b), block(b, c, 2), block(c, c), block(c, d, 2), block(d, d),
            nn.Flatten(), nn.Dropout(0.15),
        )  # fmt: skip
        self.leave = nn.Linear(d * (SIDE // 8) ** 2, len(SIGNS))

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of faces."""
        return OnnxForm(torch.zeros(2, 3, SIDE, SIDE), ["faces", "kinds"], {0: "n"})

    def forward(self, faces: Tensor) -> Tensor:
        """Return the logits."""
        out: Tensor = self.leave(self.look(faces))
        return out
