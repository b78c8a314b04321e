"""The context network: a small transformer over the close-up network's outputs for all cells of one table."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.common.set_layers import SetLayer, padding_logits
from vision.networks import closeup_channels as channels

_WIDTH, _LAYERS, _HEADS = 64, 2, 4
_DROPOUT = 0.25
"""Dropout of features: the close-up network is more certain of the training's art than of other art."""
_MAX_DEVIATION = 6.0
"""Standardised features are clipped to this many standard deviations. Chosen by hand."""
LOGITS = slice(1, 1 + channels.LOGIT_COUNT)
"""Place of a cell's logits in its vector: a 1 (0 in padding) stands before them, its features after them."""
_COUNTS = channels.COUNTS.stop
"""Number of logits of counts."""


class ContextNet(nn.Module):
    """Maps (b, n, 1 + LOGIT_COUNT + FEATURE_COUNT) of b tables of n cells to corrected (b, n, 9) logits of counts.

    The cells are a set: attention (Vaswani et al. 2017) without positional encoding ignores where they lie.
    """

    def __init__(self) -> None:
        """Build the layers, so that they correct nothing before training."""
        super().__init__()
        features = channels.LOGIT_COUNT + channels.FEATURE_COUNT
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        self.enter = nn.Sequential(nn.Linear(features, _WIDTH), nn.GELU(), nn.Dropout(_DROPOUT))
        self.layers = nn.ModuleList([SetLayer(_WIDTH, _HEADS, _DROPOUT) for _ in range(_LAYERS)])
        self.leave = nn.Sequential(nn.LayerNorm(_WIDTH), nn.Linear(_WIDTH, _COUNTS))
        self.input_scale = nn.Parameter(torch.ones(_COUNTS))
        nn.init.zeros_(self.leave[1].weight)
        nn.init.zeros_(self.leave[1].bias)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of cells."""
        example = torch.zeros(1, 16, 1 + channels.LOGIT_COUNT + channels.FEATURE_COUNT)
        return OnnxForm(example, ["cells", "counts"], {1: "n"})

    def forward(self, cells: Tensor) -> Tensor:
        """Return the corrected logits of counts."""
        padding = padding_logits(cells[..., 0])
        standardised = ((cells[..., 1:] - self.mean) / self.spread).clamp(-_MAX_DEVIATION, _MAX_DEVIATION)
        x = self.enter(standardised)
        for layer in self.layers:
            x = layer(x, padding)
        corrected: Tensor = cells[..., LOGITS][..., :_COUNTS] * self.input_scale + self.leave(x)
        return corrected
