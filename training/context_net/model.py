"""The context network: a small transformer over the close-up network's outputs for all cells of one table."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from vision.networks import closeup_channels as channels

_WIDTH, _LAYERS, _HEADS = 64, 2, 4
_DROPOUT = 0.25
"""Dropout of features: the close-up network is more certain of the training's art than of other art."""
_MAX_DEVIATION = 6.0
"""Standardised features are clipped to this many standard deviations. Chosen by hand."""
_MASKED = -1e4
"""Attention logit of padding."""
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
        self.layers = nn.ModuleList([_Layer() for _ in range(_LAYERS)])
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
        padding = (cells[:, None, None, :, 0] < 0.5).float() * _MASKED
        standardised = ((cells[..., 1:] - self.mean) / self.spread).clamp(-_MAX_DEVIATION, _MAX_DEVIATION)
        x = self.enter(standardised)
        for layer in self.layers:
            x = layer(x, padding)
        corrected: Tensor = cells[..., LOGITS][..., :_COUNTS] * self.input_scale + self.leave(x)
        return corrected


class _Layer(nn.Module):
    """A transformer layer: multi-head self-attention and a feed-forward block, each with a residual connection."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(_WIDTH), nn.LayerNorm(_WIDTH)
        self.query_key_value = nn.Linear(_WIDTH, 3 * _WIDTH)
        self.project = nn.Linear(_WIDTH, _WIDTH)
        self.feed_forward = nn.Sequential(
            nn.Linear(_WIDTH, 2 * _WIDTH), nn.GELU(), nn.Dropout(_DROPOUT), nn.Linear(2 * _WIDTH, _WIDTH)
        )

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        tables, cells, _ = x.shape
        mixed = self.query_key_value(self.before(x)).reshape(tables, cells, 3, _HEADS, _WIDTH // _HEADS)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        weights = query @ key.transpose(-1, -2) * (_WIDTH // _HEADS) ** -0.5 + padding
        attended = (weights.softmax(-1) @ value).transpose(1, 2).reshape(tables, cells, _WIDTH)
        x = x + self.project(attended)
        return x + self.feed_forward(self.between(x))
