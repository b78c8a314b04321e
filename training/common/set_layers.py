"""Transformer layers over sets that are padded to one number of members."""

from __future__ import annotations

from torch import Tensor, nn

_MASKED = -1e4
"""Attention logit of padding."""


def padding_logits(there: Tensor) -> Tensor:
    """Return (b, 1, 1, n) attention logits of the members of b sets, given (b, n): 1, and 0 in padding."""
    return (there[:, None, None] < 0.5).float() * _MASKED


class SetLayer(nn.Module):
    """A transformer layer: multi-head self-attention and a feed-forward block, each with a residual connection."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        """Build the layer with random weights."""
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.project = nn.Linear(width, width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(dropout), nn.Linear(2 * width, width)
        )

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        """Return (b, n, width) for the same, with `padding_logits`."""
        sets, members, width = x.shape
        mixed = self.query_key_value(self.before(x)).reshape(sets, members, 3, self.heads, width // self.heads)
        query, key, value = mixed.permute(2, 0, 3, 1, 4).unbind(0)
        weights = query @ key.transpose(-1, -2) * (width // self.heads) ** -0.5 + padding
        attended = (weights.softmax(-1) @ value).transpose(1, 2).reshape(sets, members, width)
        x = x + self.project(attended)
        return x + self.feed_forward(self.between(x))
