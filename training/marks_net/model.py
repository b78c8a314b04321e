"""The two networks that read signs on tiles: one finds them, one names them."""

from __future__ import annotations

from torch import Tensor, nn

from training.scene_net.model import block
from vision.tiles.printed_marks import KINDS, READER_SIDE

_FINDER, _FAR = (16, 40), (1, 2, 4, 2, 1)
"""The finder's widths, and how far apart its later layers look, cells."""
_READER = (24, 32, 64, 96, 128)


class Finder(nn.Module):
    """Maps (n, 3, h, w) evened pictures to (n, 2, h / 4, w / 4): logits of a sign's middle, logarithms of its width."""

    def __init__(self) -> None:
        """Build the layers; weights are random until trained."""
        super().__init__()
        a, b = _FINDER
        self.enter = nn.Sequential(block(3, a, 2, 5), block(a, b, 2))
        self.around = nn.Sequential(*(_wide(b, apart) for apart in _FAR))
        self.leave = nn.Conv2d(b, 2, 1)
        assert self.leave.bias is not None
        nn.init.constant_(self.leave.bias.detach()[:1], -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        """Return the maps."""
        out: Tensor = self.leave(self.around(self.enter(picture)))
        return out


class Reader(nn.Module):
    """Maps (n, 3, READER_SIDE, READER_SIDE) evened cuts to (n, len(KINDS) + 3).

    They are logits of what each shows, and how it would be cut out better: the way to the sign's middle, x and y in
    widths, and the logarithm of the sign's width over that which was taken for it.
    """

    def __init__(self) -> None:
        """Build the layers; weights are random until trained."""
        super().__init__()
        a, b, c, d, e = _READER
        self.look = nn.Sequential(
            block(3, a, 2, 5), block(a, b), block(b, c, 2), block(c, c), block(c, d, 2), block(d, d), block(d, e, 2),
            nn.Flatten(), nn.Dropout(0.1),
        )  # fmt: skip
        self.leave = nn.Linear(e * (READER_SIDE // 16) ** 2, len(KINDS) + 3)

    def forward(self, cuts: Tensor) -> Tensor:
        """Return the logits and the three corrections."""
        out: Tensor = self.leave(self.look(cuts))
        return out


def _wide(width: int, apart: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(width, width, 3, 1, apart, apart, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)
    )
