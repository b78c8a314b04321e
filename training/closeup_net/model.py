"""The network that looks at one cell: made like the eyes, and with a layer that draws conclusions."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.scene_net.model import WIDTHS, block, doubled, encoder
from vision.networks import closeup_channels as channels
from vision.pieces.closeups import CHANNELS, SIZE

_HIDDEN = 48
_GATHERED = 28


class CloseEye(nn.Module):
    """Maps (n, 4, SIZE, SIZE) close-ups in 0..1 to (n, LOGIT_COUNT), (n, MAP_COUNT, SIZE / 4, SIZE / 4), and features.

    The cell always lies at the same place, so the words come from a layer that knows where in the close-up things
    are, from what the deepest layers see on the whole, and from the strongest answer of the maps' features anywhere.
    """

    def __init__(self) -> None:
        """Build the layers; weights are random until trained."""
        super().__init__()
        _, b, c, d, e = WIDTHS
        self.enter, self.down = encoder(CHANNELS)
        self.up = nn.ModuleList([block(e + d, 96), block(96 + c, 64), block(64 + b, 40)])
        self.maps = nn.Conv2d(40, channels.MAP_COUNT, 1)
        self.gather = block(96, _GATHERED, 1, 1)
        seen = _GATHERED * (SIZE // 16) ** 2 + e + 64 + 40
        self.words = nn.Sequential(
            nn.Linear(seen, channels.FEATURE_COUNT),
            nn.BatchNorm1d(channels.FEATURE_COUNT),
            nn.ReLU(inplace=True),
            nn.Linear(channels.FEATURE_COUNT, channels.COVERED),
        )
        # Whether something hides the cell is told apart, since it is taught apart, too: see ``closeup_covered``.
        self.covered = nn.Sequential(nn.Linear(seen, _HIDDEN), nn.ReLU(inplace=True), nn.Linear(_HIDDEN, 1))

    def forward(self, closeups: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return words, maps and thoughts; see ``vision.networks.closeup_channels`` for their meaning."""
        told, maps = self.look(closeups)
        thoughts = self.words[:-1](told)
        return torch.cat([self.words[-1](thoughts), self.covered(told)], dim=1), maps, thoughts

    def look(self, closeups: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the words are concluded from, (n, features), and the maps."""
        levels = [self.enter(closeups * 2.0 - 1.0)]
        for down in self.down:
            levels.append(down(levels[-1]))
        deep, deeper, middle, fine = levels[3], levels[4], levels[2], levels[1]
        coarse = self.up[0](torch.cat([doubled(deeper), deep], dim=1))
        medium = self.up[1](torch.cat([doubled(coarse), middle], dim=1))
        x = self.up[2](torch.cat([doubled(medium), fine], dim=1))
        told = [self.gather(coarse).flatten(1), deeper.mean(dim=(2, 3)), medium.amax(dim=(2, 3)), x.amax(dim=(2, 3))]
        return torch.cat(told, dim=1), self.maps(x)
