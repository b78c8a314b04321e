"""The square network: sees each square of a city by itself, and compares all of them with each other."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.common.set_layers import SetLayer, padding_logits
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import SIDE
from vision.imaging.opponent_colours import LOG_OFFSET

_CHANNELS = (16, 32, 48, 64)
_WIDTH, _LAYERS, _HEADS = 64, 3, 4
_DROPOUT = 0.05
_BOARD = 5
"""Inputs of a square beside its picture: its place in the photo, and the mean colours of the board."""
_SCALE = (0.5, 0.35, 0.35)
"""Typical deviations of lightness and chromas within a board, logarithms."""


class SquareNet(nn.Module):
    """Maps b boards of n squares to (b, n, K) logits of their classes, `appearances.APPEARANCES`.

    A square is seen relative to the mean colours of its board, in logarithms, so that the light matters little. The
    squares are a set: attention (Vaswani et al. 2017) compares those that look alike or lie under the same light.
    """

    scale: Tensor

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        self.register_buffer("scale", torch.tensor(_SCALE).reshape(1, 3, 1, 1))
        first, second, third, fourth = _CHANNELS
        self.see = nn.Sequential(
            *_convolution(3, first, 5, 2),
            *_convolution(first, second, 3, 2),
            *_convolution(second, third, 3, 1),
            *_convolution(third, fourth, 3, 2),
        )
        self.enter = nn.Linear(2 * fourth + _BOARD, _WIDTH)
        self.layers = nn.ModuleList([SetLayer(_WIDTH, _HEADS, _DROPOUT) for _ in range(_LAYERS)])
        self.leave = nn.Sequential(nn.LayerNorm(_WIDTH), nn.Linear(_WIDTH, len(APPEARANCES)))

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of squares."""
        example = torch.full((1, 16, 3, SIDE, SIDE), 128.0), torch.ones(1, 16, 3)
        return OnnxForm(example, ["squares", "places", "logits"], {1: "n"})

    def forward(self, squares: Tensor, places: Tensor) -> Tensor:
        """Return the logits.

        Args:
            squares: (b, n, 3, SIDE, SIDE) BGR 0..255.
            places: (b, n, 3) x and y in the photo, -1..1, and 1; all 0 for padding.
        """
        boards, members = squares.shape[:2]
        there = places[..., 2]
        colours = _opponent(squares)
        means = colours.mean(dim=(3, 4)) * there[..., None]
        board = means.sum(dim=1, keepdim=True) / there.sum(dim=1)[:, None, None]
        relative = (colours - board[..., None, None]).reshape(-1, 3, SIDE, SIDE) / self.scale
        seen = self.see(relative)
        described = torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1).reshape(boards, members, -1)
        around = torch.cat([places[..., :2], board.expand(-1, members, -1)], dim=-1)
        x = self.enter(torch.cat([described, around], dim=-1))
        padding = padding_logits(there)
        for layer in self.layers:
            x = layer(x, padding)
        logits: Tensor = self.leave(x)
        return logits


def _convolution(given: int, made: int, size: int, step: int) -> tuple[nn.Module, ...]:
    return nn.Conv2d(given, made, size, step, size // 2, bias=False), nn.BatchNorm2d(made), nn.ReLU()


def _opponent(squares: Tensor) -> Tensor:
    """Return `imaging.opponent_colours` of (b, n, 3, h, w) BGR: lightness less 4.5, red/green, blue/green."""
    blue, green, red = (squares + LOG_OFFSET).log().unbind(dim=2)
    return torch.stack([(blue + green + red) / 3 - 4.5, red - green, blue - green], dim=2)
