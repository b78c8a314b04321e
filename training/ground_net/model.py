"""The ground network: a small transformer (Vaswani et al. 2017) over the groups of looks of one board's ground."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from vision.terrain.ground.mixture import GROUPS
from vision.terrain.ground.name_network import FEATURES
from vision.terrain.ground.naming import COLOUR_TEXTURE_COUNT
from vision.vocabulary import TERRAINS

WIDTH, HEADS, BLOCKS = 64, 4, 2
"""Numbers of channels, of heads of attention, and of blocks."""
_DROPPED = 0.5
"""Share of the features that are dropped in training: without, a few thousand boards are learned by heart."""
_MAX_FEATURE, _MAX_LOOK = 5.0, 3.0
"""Limits of standardised features and looks."""
_MIN_SHARE, _MIN_DEVIATION = 1e-3, 0.03
"""Added to shares, so that they have a logarithm, and to deviations, so that constant features are not amplified."""


class Block(nn.Module):
    """Self-attention between the groups, then a layer for each group; both add to what they are given.

    The layers' names are those of the weights in the shipped file: `asks` gives queries, keys and values, `answers`
    maps what all heads attended to, and `each` is the layer for each group.
    """

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        self.before = nn.LayerNorm(WIDTH)
        self.asks = nn.Linear(WIDTH, 3 * WIDTH)
        self.answers = nn.Linear(WIDTH, WIDTH)
        self.each = nn.Sequential(
            nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Dropout(0.1), nn.Linear(2 * WIDTH, WIDTH)
        )
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, 9, WIDTH) from the same."""
        query, key, value = (
            part.reshape(-1, GROUPS, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in self.asks(self.before(x)).split(WIDTH, dim=2)
        )
        attention = torch.softmax(query @ key.transpose(2, 3) * (WIDTH // HEADS) ** -0.5, dim=3)
        x = x + self.dropout(self.answers((attention @ value).transpose(1, 2).reshape(-1, GROUPS, WIDTH)))
        added: Tensor = x + self.dropout(self.each(x))
        return added


class GroundNet(nn.Module):
    """Maps features, looks, measured looks and shares of n boards' groups to (n, 9, 3) logits of their terrains.

    The order of the groups makes no difference. See `vision.terrain.ground.name_network.infer_names` for the inputs.
    `seen` maps the features, `measured` the looks, measured looks and shares, and `leave` what the blocks give.
    """

    mean: Tensor
    deviation: Tensor

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(FEATURES))
        self.register_buffer("deviation", torch.ones(FEATURES))
        self.dropout = nn.Dropout(_DROPPED)
        self.seen = nn.Linear(2 * FEATURES, WIDTH)
        self.measured = nn.Linear(2 * COLOUR_TEXTURE_COUNT + 2, WIDTH)
        self.blocks = nn.Sequential(*(Block() for _ in range(BLOCKS)))
        self.leave = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, len(TERRAINS)))
        self.certainty = nn.Parameter(torch.zeros(()))
        """Logarithm of the nats that a name for the whole board counts, see `training.ground_net.train`."""

    def standardise(self, features: Tensor, shares: Tensor) -> None:
        """Take the statistics of (n, 9, FEATURES) features, weighted by (n, 9, 1) shares, for standardisation."""
        total = shares.sum()
        self.mean = (features * shares).sum((0, 1)) / total
        self.deviation = ((features - self.mean).square() * shares).sum((0, 1)).div(total).sqrt() + _MIN_DEVIATION

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of boards."""
        sizes = (FEATURES, COLOUR_TEXTURE_COUNT, COLOUR_TEXTURE_COUNT, 1)
        example = tuple(torch.zeros(2, GROUPS, size) for size in sizes)
        return OnnxForm(example, ["features", "looks", "measured", "shares", "names"], {0: "n"})

    def forward(self, features: Tensor, looks: Tensor, measured: Tensor, shares: Tensor) -> Tensor:
        """Return the logits, less their mean."""
        standardised = ((features - self.mean) / self.deviation).clamp(-_MAX_FEATURE, _MAX_FEATURE)
        relative = standardised - (standardised * shares).sum(dim=1, keepdim=True)
        seen = torch.cat([self.dropout(standardised), self.dropout(relative)], dim=2)
        others = [looks.clamp(-_MAX_LOOK, _MAX_LOOK), measured, (shares + _MIN_SHARE).log() / 3, shares]
        logits = self.leave(self.blocks(torch.relu(self.seen(seen)) + self.measured(torch.cat(others, dim=2))))
        centred: Tensor = logits - logits.mean(dim=2, keepdim=True)
        return centred
