"""Pieces of one table as another camera might show them: mirrored, moved, turned, enlarged, in another light."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from vision.pieces.looks import SIDE

_ZOOM, _MOVE, _TURN = 0.1, 0.04, 0.06
"""Standard deviations of the log scale of a table, of a piece's place in half sides, and of its angle in radians."""
_EXPONENT, _BRIGHTNESS, _GAIN, _SATURATION = 0.3, 0.2, 0.22, 0.3
"""Standard deviations of the log exponent of a table's light, of the logs of its brightness and of each channel's gain
beside, and of its saturation."""
_SLOPE, _OWN_SLOPE = 0.2, 0.1
"""Standard deviations of the log slope of light over half a side, of a table and of a piece beside."""
_HAZY, _HAZE = 0.35, 0.25
"""Share of tables and channels with light scattered in the lens, and most of it, 0..1."""
_BLURRED = 0.35
"""Share of tables that are out of focus."""
_NOISE = 0.06
"""Most noise of a table, 0..1."""
_MASK, _OWN_MASK = 0.2, 0.25
"""Standard deviations of the log exponent of the masks of a table, and of a piece beside."""
_SWAPPED = 0.5
"""Share of tables whose colour channels are exchanged. All of these were chosen by hand."""


def augmented(rng: np.random.Generator, pieces: np.ndarray) -> Tensor:
    """Return (n, PLANES, SIDE, SIDE) float32 pieces in 0..1 of one table, given (n, s, s, PLANES) uint8 ones."""
    moved, mirrored = _moved(rng, torch.from_numpy(pieces).permute(0, 3, 1, 2).float() / 255)
    exponents = rng.normal(0, _MASK) + rng.normal(0, _OWN_MASK, (len(pieces), 1, 1, 1))
    colours = _photographed(rng, _lit(rng, moved[:, :3], mirrored))
    return torch.cat([colours, moved[:, 3:-1], moved[:, -1:] ** _tensor(np.exp(exponents))], dim=1)


def _moved(rng: np.random.Generator, planes: Tensor) -> tuple[Tensor, np.ndarray]:
    """Return the middles of (n, c, s, s) pieces moved, turned, enlarged and mirrored, and (n,) -1 where mirrored."""
    count, channels, _, wide = planes.shape
    angle, scale = rng.normal(0, _TURN, count), np.exp(rng.normal(0, _ZOOM)) * SIDE / wide
    mirror = np.where(rng.random(count) < 0.5, -1.0, 1.0)
    cosine, sine, moves = np.cos(angle) * scale, np.sin(angle) * scale, rng.normal(0, _MOVE, (2, count))
    rows = np.array([[cosine * mirror, -sine, moves[0]], [sine * mirror, cosine, moves[1]]]).transpose(2, 0, 1)
    grid = F.affine_grid(_tensor(rows), [count, channels, SIDE, SIDE], align_corners=False)
    return F.grid_sample(planes, grid, align_corners=False, padding_mode="border").clamp(0, 1), mirror


def _lit(rng: np.random.Generator, colours: Tensor, mirrored: np.ndarray) -> Tensor:
    """Return (n, 3, SIDE, SIDE) colours in another light, which lies on mirrored pieces from the other side."""
    order = rng.permutation(3) if rng.random() < _SWAPPED else np.arange(3)
    colours = colours[:, order]
    grey = colours.mean(1, keepdim=True)
    colours = (grey + (colours - grey) * float(np.clip(1 + rng.normal(0, _SATURATION), 0.2, 1.8))).clamp(0, 1)
    slopes = rng.normal(0, _SLOPE, 2) + rng.normal(0, _OWN_SLOPE, (len(colours), 2))
    slopes[:, 0] *= mirrored
    along = np.linspace(-1, 1, SIDE)
    slope = np.exp(slopes[:, :1, None] * along + slopes[:, 1:, None] * along[:, None])
    gains = np.exp(rng.normal(0, _BRIGHTNESS) + rng.normal(0, _GAIN, (3, 1, 1)))
    return colours ** float(np.exp(rng.normal(0, _EXPONENT))) * _tensor(gains) * _tensor(slope)[:, None]


def _photographed(rng: np.random.Generator, colours: Tensor) -> Tensor:
    """Return (n, 3, SIDE, SIDE) colours by a camera that is hazy, out of focus and noisy."""
    haze = _tensor(np.where(rng.random((3, 1, 1)) < _HAZY, rng.random() ** 2 * _HAZE, 0.0))
    shown = (colours * (1 - haze) + haze).clamp(0, 1)
    softness = float(rng.random()) if rng.random() < _BLURRED else 0.0
    blurred = F.avg_pool2d(F.pad(shown, (1, 1, 1, 1), mode="replicate"), 3, 1)
    noise = _NOISE * float(rng.random() ** 2) * torch.randn(colours.shape)
    return (shown * (1 - softness) + softness * blurred + noise).clamp(0, 1)


def _tensor(values: np.ndarray) -> Tensor:
    return torch.from_numpy(np.asarray(values, np.float32))
