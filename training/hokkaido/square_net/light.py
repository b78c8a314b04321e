"""The light, the varnish and the camera under which the squares of a board are photographed, for a batch of boards."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

_PITCH = 0.2
"""Width of a square in the photo, where the whole of it is 2 wide: how much the light changes across it."""
_LEVELS, _BRIGHT_LEVELS, _BRIGHT = (0.22, 1.2), (1.1, 2.2), 0.15
"""Range of the light on a board, and of that on boards in blown-out light, with their share."""
_WARMTH, _TINT = 0.1, 0.04
"""Standard deviations of how warm and how green the light is."""
_LAMP, _SHADOW, _VEIL, _PANE, _PALE = 0.35, 0.2, 0.35, 0.35, 0.12
"""Shares of boards under a lamp, with a hard shadow, with a round veil of gloss, with a mirrored window, and pale."""
_MAX_SIGMA, _NOISES = 1.6, (0.5, 7.0)
"""Largest blur, pixels, and range of the noise's standard deviation, 0..255. All of these are by hand."""


def lit(rng: np.random.Generator, squares: Tensor, places: Tensor) -> Tensor:
    """Return the squares of boards as photographed, each board in another light.

    Args:
        rng: the generator of random numbers.
        squares: (b, n, 3, s, s) BGR in even white light, 0..255.
        places: (b, n, 3) x and y in the photo, -1..1, and whether there is a square.
    """
    boards, side = len(squares), squares.shape[-1]
    x, y = _coordinates(rng, places, side)
    light = _per_board(_levels(rng, boards)) * _slope(rng, x, y) * _lamp(rng, x, y) * _shadow(rng, x, y)
    seen = _paled(rng, squares) * light[:, :, None] * _cast(rng, boards)
    seen = _blurred(rng, seen + (_veil(rng, x, y) + _pane(rng, x, y))[:, :, None])
    seen = seen + torch.randn(seen.shape) * _per_board(rng.uniform(*_NOISES, boards))[..., None]
    return seen.clamp(0, 255)


def _per_board(values: np.ndarray) -> Tensor:
    """Return (b,) numbers as (b, 1, 1, 1)."""
    return torch.from_numpy(np.asarray(values, np.float32)).reshape(-1, 1, 1, 1)


def _some(rng: np.random.Generator, boards: int, share: float) -> np.ndarray:
    """Return (b,) 1 for a share of the boards, and 0 for the others."""
    return (rng.random(boards) < share).astype(np.float32)


def _coordinates(rng: np.random.Generator, places: Tensor, side: int) -> tuple[Tensor, Tensor]:
    """Return the (b, n, s, s) x and y of all pixels in the photo."""
    line = (torch.arange(side) + 0.5) / side - 0.5
    pitch = _per_board(rng.uniform(0.4, 1.6, len(places)) * _PITCH)
    return places[..., 0, None, None] + pitch * line, places[..., 1, None, None] + pitch * line[:, None]


def _levels(rng: np.random.Generator, boards: int) -> np.ndarray:
    usual, bright = (np.exp(rng.uniform(*np.log(some), boards)) for some in (_LEVELS, _BRIGHT_LEVELS))
    return np.where(rng.random(boards) < _BRIGHT, bright, usual)


def _slope(rng: np.random.Generator, x: Tensor, y: Tensor) -> Tensor:
    """Return the light of a window that fades across the photo."""
    angle, steep = rng.uniform(0, 2 * np.pi, len(x)), np.abs(rng.normal(0, 0.25, len(x)))
    return (1 + _per_board(steep * np.cos(angle)) * x + _per_board(steep * np.sin(angle)) * y).clamp(min=0.25)


def _distance(rng: np.random.Generator, x: Tensor, y: Tensor) -> Tensor:
    """Return the squared distances from a random point of each photo."""
    return (x - _per_board(rng.uniform(-1, 1, len(x)))) ** 2 + (y - _per_board(rng.uniform(-1, 1, len(x)))) ** 2


def _lamp(rng: np.random.Generator, x: Tensor, y: Tensor) -> Tensor:
    near = torch.exp(-_distance(rng, x, y) / _per_board(rng.uniform(0.5, 1.6, len(x))))
    strength = _per_board(_some(rng, len(x), _LAMP) * rng.uniform(0.3, 1.0, len(x)))
    return 1 + strength * (1.1 * near - 0.45)


def _shadow(rng: np.random.Generator, x: Tensor, y: Tensor) -> Tensor:
    angle, soft = rng.uniform(0, 2 * np.pi, len(x)), rng.uniform(0.005, 0.15, len(x))
    across = _per_board(np.cos(angle)) * x + _per_board(np.sin(angle)) * y - _per_board(rng.uniform(-0.6, 0.6, len(x)))
    return 1 - _per_board(_some(rng, len(x), _SHADOW) * rng.uniform(0.2, 0.65, len(x))) * torch.sigmoid(
        across / _per_board(soft)
    )


def _veil(rng: np.random.Generator, x: Tensor, y: Tensor) -> Tensor:
    reach = rng.uniform(0.1, 0.6, len(x))
    strength = _some(rng, len(x), _VEIL) * rng.uniform(20, 110, len(x))
    return _per_board(strength) * torch.exp(-_distance(rng, x, y) / _per_board(2 * reach**2))


def _pane(rng: np.random.Generator, x: Tensor, y: Tensor) -> Tensor:
    """Return the light of a slanting window with blurred edges, mirrored by the varnish."""
    angle, soft = rng.uniform(0, np.pi, len(x)), _per_board(rng.uniform(0.01, 0.04, len(x)))
    c, s = _per_board(np.cos(angle)), _per_board(np.sin(angle))
    x, y = x - _per_board(rng.uniform(-0.5, 0.5, len(x))), y - _per_board(rng.uniform(-0.5, 0.5, len(x)))
    inside = torch.ones_like(x)
    for across in (c * x + s * y, c * y - s * x):
        inside = inside * torch.sigmoid((_per_board(rng.uniform(0.12, 0.5, len(x))) - across.abs()) / soft)
        inside = inside * (1 - torch.exp(-((across / (soft + 0.01)) ** 2)))  # its bars
    return _per_board(_some(rng, len(x), _PANE) * rng.uniform(25, 100, len(x))) * inside


def _cast(rng: np.random.Generator, boards: int) -> Tensor:
    """Return the (b, 1, 3, 1, 1) colour of the light."""
    warm, tint = rng.normal(0, _WARMTH, boards), rng.normal(0, _TINT, boards)
    colours = np.stack([1 - warm, 1 + tint, 1 + warm], axis=1).astype(np.float32)
    return torch.from_numpy(colours).clamp(min=0.4).reshape(boards, 1, 3, 1, 1)


def _paled(rng: np.random.Generator, squares: Tensor) -> Tensor:
    """Return the squares with less colour on some of the boards."""
    share = _per_board(_some(rng, len(squares), _PALE) * rng.uniform(0.1, 0.5, len(squares)))[..., None]
    return squares + share * (squares.mean(dim=2, keepdim=True) - squares)


def _blurred(rng: np.random.Generator, squares: Tensor) -> Tensor:
    """Return the squares, half of the boards blurred."""
    sigma = np.where(rng.random(len(squares)) < 0.5, rng.uniform(0.3, _MAX_SIGMA, len(squares)), 0.2)
    reach = torch.arange(-3, 4)
    kernels = torch.exp(-(reach**2) / (2 * torch.from_numpy(sigma.astype(np.float32))[:, None] ** 2))
    kernels = kernels / kernels.sum(dim=1, keepdim=True)
    boards, members, channels, side = squares.shape[:4]
    flat = F.pad(squares.reshape(1, boards, -1, side, side).flatten(1, 2), (3, 3, 3, 3), mode="replicate")
    weights = kernels.repeat_interleave(members * channels, dim=0)[:, None]
    soft = F.conv2d(F.conv2d(flat, weights[:, :, None], groups=len(weights)), weights[..., None], groups=len(weights))
    return soft.reshape(squares.shape)
