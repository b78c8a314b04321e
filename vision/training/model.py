"""The network: a small U-Net (Ronneberger et al. 2015) that says of each pixel what lies there."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision import channels

WIDTHS = (24, 40, 72, 112, 144)


def _block(width_in: int, width_out: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(width_out),
        nn.ReLU(inplace=True),
    )


class Eye(nn.Module):
    """Maps (n, 3, h, w) float BGR in 0..1 to (n, channels.COUNT, h / 2, w / 2) logits.

    The first convolution halves the picture and the last level stays there, which quarters the work
    of both and suits tiles of 24 pixels and more.
    """

    def __init__(self) -> None:
        """Build the layers; weights are random until trained."""
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.enter = nn.Sequential(_block(3, a, 2, 5), _block(a, a))
        self.down = nn.ModuleList(
            [
                nn.Sequential(_block(a, b, 2), _block(b, b)),
                nn.Sequential(_block(b, c, 2), _block(c, c)),
                nn.Sequential(_block(c, d, 2), _block(d, d), _block(d, d)),
                nn.Sequential(_block(d, e, 2), _block(e, e), _block(e, e)),
            ]
        )
        self.up = nn.ModuleList([_block(e + d, 96), _block(96 + c, 64), _block(64 + b, 40), _block(40 + a, 32)])
        self.leave = nn.Conv2d(32, channels.COUNT, 1)
        # Points and outlines are rare: starting from "hardly ever" spares the first hundred steps.
        nn.init.constant_(self.leave.bias[channels.CENTRE :].detach(), -3.0)

    def forward(self, picture: Tensor) -> Tensor:
        """Return the logits; see ``vision.channels`` for their meaning."""
        levels = [self.enter(picture * 2.0 - 1.0)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = levels.pop()
        for up in self.up:
            x = nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
            x = up(torch.cat([x, levels.pop()], dim=1))
        logits: Tensor = self.leave(x)
        return logits
