"""The scene network: a small U-Net (Ronneberger et al. 2015) that labels every second pixel of a picture."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from vision.networks import channels

WIDTHS = (24, 40, 72, 112, 144)
"""Channels of the encoder's levels, from half to 1/32 of the input resolution."""
_FEATURE_LEVEL = 2
"""Number of the decoder's level, from 1 for the coarsest, whose features the ground network takes."""


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


@dataclass(frozen=True)
class DecoderLevel:
    """The sizes of a level of the decoder.

    Attributes:
        width: channels of the level.
        coarse: channels to which the level before is reduced before it is enlarged; all of them by default.
        skip: channels to which the level of the encoder, the skip connection, is reduced; all of them by default.
    """

    width: int
    coarse: int | None = None
    skip: int | None = None


class DecoderBlock(nn.Module):
    """A level of the decoder: the coarser one, enlarged by two, is joined with the skip connection from the encoder.

    Both are first reduced to fewer channels, place by place (bottlenecks, He et al. 2016, "Deep residual learning for
    image recognition"). They end in a ReLU: with linear reductions, whose outputs are signed, OpenVINO's 8-bit outputs
    differed from those in floats by a tenth of their variance on a processor without VNNI, onnxruntime's by 0.001.
    """

    def __init__(self, level: DecoderLevel, coarse: int, skip: int) -> None:
        """Build the layers; ``coarse`` and ``skip`` are the channels of both inputs."""
        super().__init__()
        self.coarse = block(coarse, level.coarse, 1, 1) if level.coarse else nn.Identity()
        self.skip = block(skip, level.skip, 1, 1) if level.skip else nn.Identity()
        self.joined = block((level.coarse or coarse) + (level.skip or skip), level.width)

    def forward(self, coarse: Tensor, skip: Tensor) -> Tensor:
        """Return (n, width, 2 h, 2 w) for (n, coarse, h, w) and (n, skip, 2 h, 2 w)."""
        joined: Tensor = self.joined(torch.cat([upsampled(self.coarse(coarse)), self.skip(skip)], dim=1))
        return joined


_REDUCED = (DecoderLevel(64, 56, 40), DecoderLevel(64, 40, 24), DecoderLevel(32, 24, 16), DecoderLevel(32, 16, 12))
"""The decoder's levels, from 1/16 to half of the input resolution."""
_FULL = (DecoderLevel(96), DecoderLevel(64), DecoderLevel(40), DecoderLevel(32))
"""The decoder of a teacher."""


class SceneNet(nn.Module):
    """Maps (n, 3, h, w) float BGR in 0..1 to (n, channels.COUNT, h / 2, w / 2) logits.

    Input and output layers work at half the resolution of the picture, which quarters their cost and is fine enough for
    tiles of 24 pixels and more. The names of the layers are stored in the ONNX file, from which ``conversion.warm``
    reads.
    """

    def __init__(self, reduced: bool = True) -> None:
        """Build the layers with random weights; without ``reduced`` those of a teacher with a full decoder."""
        super().__init__()
        self.enter, self.down = encoder(3)
        levels = _REDUCED if reduced else _FULL
        coarse = (WIDTHS[-1], *(level.width for level in levels))
        self.up = nn.ModuleList([DecoderBlock(*sizes) for sizes in zip(levels, coarse, WIDTHS[-2::-1], strict=False)])
        self.leave = nn.Conv2d(coarse[-1], channels.COUNT, 1)
        # Centres, rims and feet are rare: a low initial probability saves the first hundred steps.
        nn.init.constant_(self.leave.bias[channels.CENTRE :].detach(), -3.0)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any height and width."""
        example = torch.zeros(1, 3, 8 * channels.MULTIPLE, 10 * channels.MULTIPLE)
        return OnnxForm(example, ["picture", "maps"], {0: "n", 2: "h", 3: "w"})

    def forward(self, picture: Tensor) -> Tensor:
        """Return the logits, in the order of ``vision.networks.channels``."""
        return self.logits_and_features(picture)[0]

    def logits_and_features(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits, and the features (n, 64, h / 8, w / 8) that the ground network takes."""
        levels = [self.enter(picture * 2.0 - 1.0)]
        for down in self.down:
            levels.append(down(levels[-1]))
        found = [levels.pop()]
        for up in self.up:
            found.append(up(found[-1], levels.pop()))
        return self.leave(found[-1]), found[_FEATURE_LEVEL]
