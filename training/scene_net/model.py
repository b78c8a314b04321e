"""The scene network: a small U-Net (Ronneberger et al. 2015) that labels every second pixel of a picture."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from vision.networks import channels

WIDTHS = (24, 40, 72, 112, 144)
"""Channels of the encoder's levels, from half to 1/32 of the input resolution."""


def block(width_in: int, width_out: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Return a convolution with batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(width_out),
        nn.ReLU(inplace=True),
    )


def encoder(channels_in: int) -> tuple[nn.Sequential, nn.ModuleList]:
    """Return the encoder: an entry to half the input resolution, and four levels that each halve it again."""
    a, b, c, d, e = WIDTHS
    enter = nn.Sequential(block(channels_in, a, 2, 5), block(a, a))
    down = nn.ModuleList(
        [
            nn.Sequential(block(a, b, 2), block(b, b)),
            nn.Sequential(block(b, c, 2), block(c, c)),
            nn.Sequential(block(c, d, 2), block(d, d), block(d, d)),
            nn.Sequential(block(d, e, 2), block(e, e), block(e, e)),
        ]
    )
    return enter, down


def upsampled(x: Tensor) -> Tensor:
    """Return a map upsampled by two (nearest neighbour)."""
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class SceneNet(nn.Module):
    """Maps (n, 3, h, w) float BGR in 0..1 to (n, channels.COUNT, h / 2, w / 2) logits.

    Input and output layers work at half the resolution of the picture, which quarters their cost and is fine enough for
    tiles of 24 pixels and more. The names of the layers are stored in the ONNX file, from which ``conversion.warm``
    reads.
    """

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.enter, self.down = encoder(3)
        self.up = nn.ModuleList([block(e + d, 96), block(96 + c, 64), block(64 + b, 40), block(40 + a, 32)])
        self.leave = nn.Conv2d(32, channels.COUNT, 1)
        # Centres, rims and feet are rare: a low initial probability saves the first hundred steps.
        nn.init.constant_(self.leave.bias[channels.CENTRE :].detach(), -3.0)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any height and width."""
        example = torch.zeros(1, 3, 8 * channels.MULTIPLE, 10 * channels.MULTIPLE)
        return OnnxForm(example, ["picture", "maps"], {0: "n", 2: "h", 3: "w"})

    def forward(self, picture: Tensor) -> Tensor:
        """Return the logits, in the order of ``vision.networks.channels``."""
        levels = [self.enter(picture * 2.0 - 1.0)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = levels.pop()
        for up in self.up:
            x = up(torch.cat([upsampled(x), levels.pop()], dim=1))
        logits: Tensor = self.leave(x)
        return logits
