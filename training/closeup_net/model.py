"""The close-up network: the encoder of the scene network, with a head that classifies one cell."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.scene_net.model import WIDTHS, block, encoder, upsampled
from vision.networks import closeup_channels as channels
from vision.pieces.closeups import CHANNELS, SIZE

_OCCLUSION_WIDTH = 48
"""Width of the hidden layer of the occlusion head."""
_GATHERED = 28
"""Channels to which the coarse features are reduced before they are flattened."""


class CloseupNet(nn.Module):
    """Maps (n, 4, SIZE, SIZE) close-ups in 0..1 to (n, LOGIT_COUNT), (n, MAP_COUNT, SIZE / 4, SIZE / 4), and features.

    The cell lies at a fixed place in the close-up, so the head takes flattened coarse features, which keep the place,
    besides the mean of the deepest features and the maximum of the finer ones. The names of the layers are stored in
    the ONNX file, from which ``conversion.warm`` reads.
    """

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        _, b, c, d, e = WIDTHS
        self.enter, self.down = encoder(CHANNELS)
        self.up = nn.ModuleList([block(e + d, 96), block(96 + c, 64), block(64 + b, 40)])
        self.maps = nn.Conv2d(40, channels.MAP_COUNT, 1)
        self.gather = block(96, _GATHERED, 1, 1)
        inputs = _GATHERED * (SIZE // 16) ** 2 + e + 64 + 40
        self.words = nn.Sequential(
            nn.Linear(inputs, channels.FEATURE_COUNT),
            nn.BatchNorm1d(channels.FEATURE_COUNT),
            nn.ReLU(inplace=True),
            nn.Linear(channels.FEATURE_COUNT, channels.COVERED),
        )
        self.covered = nn.Sequential(
            nn.Linear(inputs, _OCCLUSION_WIDTH), nn.ReLU(inplace=True), nn.Linear(_OCCLUSION_WIDTH, 1)
        )

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any batch size."""
        example = torch.zeros(2, CHANNELS, SIZE, SIZE)
        return OnnxForm(example, ["closeups", "words", "maps", "thoughts"], {0: "n"})

    def forward(self, closeups: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of the cell, maps and features (n, FEATURE_COUNT); see ``vision.networks.closeup_channels``."""
        features, maps = self.encode(closeups)
        hidden = self.words[:-1](features)
        return torch.cat([self.words[-1](hidden), self.covered(features)], dim=1), maps, hidden

    def encode(self, closeups: Tensor) -> tuple[Tensor, Tensor]:
        """Return the inputs (n, features) of both heads, and the maps."""
        levels = [self.enter(closeups * 2.0 - 1.0)]
        for down in self.down:
            levels.append(down(levels[-1]))
        deep, deeper, middle, fine = levels[3], levels[4], levels[2], levels[1]
        coarse = self.up[0](torch.cat([upsampled(deeper), deep], dim=1))
        medium = self.up[1](torch.cat([upsampled(coarse), middle], dim=1))
        x = self.up[2](torch.cat([upsampled(medium), fine], dim=1))
        features = [
            self.gather(coarse).flatten(1),
            deeper.mean(dim=(2, 3)),
            medium.amax(dim=(2, 3)),
            x.amax(dim=(2, 3)),
        ]
        return torch.cat(features, dim=1), self.maps(x)
