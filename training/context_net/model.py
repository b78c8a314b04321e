"""The network that compares the cells of one table: a small transformer over what the close look said of each."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.networks import closeup_channels as channels

_WIDTH, _LAYERS, _HEADS = 64, 2, 4
_LEFT_OUT = 0.25
"""Share of the features that training leaves out: the close look knows the training's art better than other art."""
_FAR = 6.0
"""Features farther from their mean than so many standard deviations are as good as that far."""
_NEVER = -1e4
WORDS = slice(1, 1 + channels.LOGIT_COUNT)
"""Where a cell's words stand; its first number is 1, and 0 for a blank one; its thoughts come last."""
_COUNTS = channels.COUNTS.stop


class Together(nn.Module):
    """Maps (b, n, 1 + LOGIT_COUNT + FEATURE_COUNT) of b tables of n cells to corrected (b, n, 9) logits of counts.

    It knows nothing of where the cells lie: attention (Vaswani et al. 2017) without positions treats them as a set.
    """

    def __init__(self) -> None:
        """Build the layers; before training they correct nothing."""
        super().__init__()
        features = channels.LOGIT_COUNT + channels.FEATURE_COUNT
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))
        self.enter = nn.Sequential(nn.Linear(features, _WIDTH), nn.GELU(), nn.Dropout(_LEFT_OUT))
        self.layers = nn.ModuleList([_Layer() for _ in range(_LAYERS)])
        self.leave = nn.Sequential(nn.LayerNorm(_WIDTH), nn.Linear(_WIDTH, _COUNTS))
        self.trust = nn.Parameter(torch.ones(_COUNTS))
        nn.init.zeros_(self.leave[1].weight)
        nn.init.zeros_(self.leave[1].bias)

    def forward(self, cells: Tensor) -> Tensor:
        """Return the counts' logits."""
        blank = (cells[:, None, None, :, 0] < 0.5).float() * _NEVER
        seen = ((cells[..., 1:] - self.mean) / self.spread).clamp(-_FAR, _FAR)
        x = self.enter(seen)
        for layer in self.layers:
            x = layer(x, blank)
        corrected: Tensor = cells[..., WORDS][..., :_COUNTS] * self.trust + self.leave(x)
        return corrected


class _Layer(nn.Module):
    """One round in which every cell looks at all others and then thinks for itself."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(_WIDTH), nn.LayerNorm(_WIDTH)
        self.asked = nn.Linear(_WIDTH, 3 * _WIDTH)
        self.told = nn.Linear(_WIDTH, _WIDTH)
        self.thought = nn.Sequential(
            nn.Linear(_WIDTH, 2 * _WIDTH), nn.GELU(), nn.Dropout(_LEFT_OUT), nn.Linear(2 * _WIDTH, _WIDTH)
        )

    def forward(self, x: Tensor, blank: Tensor) -> Tensor:
        tables, cells, _ = x.shape
        asked = self.asked(self.before(x)).reshape(tables, cells, 3, _HEADS, _WIDTH // _HEADS)
        query, key, value = asked.permute(2, 0, 3, 1, 4)
        likeness = query @ key.transpose(-1, -2) * (_WIDTH // _HEADS) ** -0.5 + blank
        heard = (likeness.softmax(-1) @ value).transpose(1, 2).reshape(tables, cells, _WIDTH)
        x = x + self.told(heard)
        return x + self.thought(self.between(x))
