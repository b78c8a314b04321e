"""The two networks for signs on tiles: the finder detects them, the reader classifies them."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.scene_net.model import block
from vision.tiles.printed_marks import FINDER_SIDE, KINDS, READER_SIDE

_FINDER_WIDTHS, _DILATIONS = (16, 40), (1, 2, 4, 2, 1)
"""Channels of the finder, and the dilations of its later convolutions, cells."""
_READER_WIDTHS = (24, 32, 64, 96, 128)
"""Channels of the reader's levels."""


class Finder(nn.Module):
    """Maps normalised pictures (n, 3, h, w) to (n, 2, h / 4, w / 4): logits of centres, logarithms of widths."""

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        a, b = _FINDER_WIDTHS
        self.enter = nn.Sequential(block(3, a, 2, 5), block(a, b, 2))
        self.around = nn.Sequential(*(_dilated(b, dilation) for dilation in _DILATIONS))
        self.leave = nn.Conv2d(b, 2, 1)
        assert self.leave.bias is not None
        nn.init.constant_(self.leave.bias.detach()[:1], -4.0)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of pictures of the size of tiles."""
        return OnnxForm(torch.zeros(1, 3, FINDER_SIDE, FINDER_SIDE), ["picture", "maps"], {0: "n"})

    def forward(self, picture: Tensor) -> Tensor:
        """Return logits and logarithms of widths."""
        out: Tensor = self.leave(self.around(self.enter(picture)))
        return out


class Reader(nn.Module):
    """Maps normalised cutouts (n, 3, READER_SIDE, READER_SIDE) to (n, len(KINDS) + 3).

    The outputs are the logits of the classes, the offset (x, y) of the sign's centre in widths of the cutout, and the
    logarithm of the sign's width relative to that of the cutout.
    """

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        a, b, c, d, e = _READER_WIDTHS
        self.look = nn.Sequential(
            block(3, a, 2, 5), block(a, b), block(b, c, 2), block(c, c), block(c, d, 2), block(d, d), block(d, e, 2),
            nn.Flatten(), nn.Dropout(0.1),
        )  # fmt: skip
        self.leave = nn.Linear(e * (READER_SIDE // 16) ** 2, len(KINDS) + 3)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of cutouts."""
        return OnnxForm(torch.zeros(2, 3, READER_SIDE, READER_SIDE), ["cuts", "kinds"], {0: "n"})

    def forward(self, cuts: Tensor) -> Tensor:
        """Return logits and corrections."""
        out: Tensor = self.leave(self.look(cuts))
        return out


def _dilated(width: int, dilation: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(width, width, 3, 1, dilation, dilation, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)
    )
