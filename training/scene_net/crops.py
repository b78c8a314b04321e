"""Random crops of a batch of pictures with their targets, on the training device."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from training.common.jitter import rotations, sampled
from training.scene_net.targets import IGNORE, LABELS

_LOG_STRETCH, _LOG_SCALE = 0.13, 0.25
"""Standard deviation of the stretch's logarithm along one axis, and largest logarithm of the scale. Chosen by hand. The
stretch imitates rectified views, in which the table is flat and the pieces lean far."""
_ANYWHERE = 0.2
"""Share of crops with any middle; the others' is on a tile, because bare table is learned quickly. Chosen by hand."""
_BESIDE_A_TILE = 40.0
"""Standard deviation of the distance of a crop's middle from the place on a tile, pixels. Chosen by hand."""
_COARSE = 8
"""Every so many pixels of the targets are looked at for a tile."""
_MARGIN = 0.28
"""Smallest distance of a crop's middle from the picture's edge, as a share of the picture."""


def random_crops(pictures: Tensor, maps: Tensor, crop: int) -> tuple[Tensor, Tensor]:
    """Return a crop of each picture, at a random rotation and scale, stretched a little, half of them mirrored.

    Args:
        pictures: (n, 3, h, w) uint8.
        maps: (n, MAPS, h / 2, w / 2) uint8, see `training.scene_net.targets.targets`.
        crop: width and height of a crop, pixels; even.

    Returns:
        (n, 3, crop, crop) float pictures in 0..1, and (n, MAPS, crop / 2, crop / 2) uint8 maps. Terrain outside the
        picture is ``IGNORE``.
    """
    size = torch.tensor([pictures.shape[3], pictures.shape[2]], device=pictures.device, dtype=torch.float32)
    middles, from_crop = _middles(maps[:, 0], size), torch.linalg.inv(_matrices(len(maps), pictures.device))
    fine, half = (_places(middles, from_crop, size, crop, count) for count in (crop, crop // 2))
    seen = F.grid_sample(pictures.float() / 255, fine, padding_mode="reflection", align_corners=False)
    labels = sampled(maps[:, :LABELS], half, labels=True, beyond="reflection")
    labels[:, 0][(half.abs() > 1).any(-1)] = IGNORE
    return seen, torch.cat([labels, sampled(maps[:, LABELS:], half, labels=False, beyond="reflection")], 1)


def _matrices(count: int, device: torch.device) -> Tensor:
    """Return (count, 2, 2) matrices from pixels of the picture to pixels of the crop."""
    draw = torch.empty(count, device=device)
    first, second = (rotations(draw.clone().uniform_(0, 2 * math.pi)) for _ in range(2))
    stretch = torch.exp(_LOG_STRETCH * torch.randn(count, 2, device=device))
    scale = torch.exp(draw.clone().uniform_(-_LOG_SCALE, _LOG_SCALE))
    mirror = torch.ones(count, 2, device=device)
    mirror[:, 1] = torch.where(draw.uniform_() < 0.5, -1.0, 1.0)
    return first @ torch.diag_embed(stretch) @ second * scale[:, None, None] @ torch.diag_embed(mirror)


def _middles(terrain: Tensor, size: Tensor) -> Tensor:
    """Return the (n, 2) middles of the crops, pixels, mostly on a tile."""
    coarse = terrain[:, ::_COARSE, ::_COARSE]
    on_tiles = ((coarse > 0) & (coarse != IGNORE)).flatten(1).float()
    found = torch.multinomial(on_tiles + 1e-6, 1)[:, 0]
    columns = coarse.shape[2]
    place = torch.stack([found % columns, torch.div(found, columns, rounding_mode="floor")], -1) * 2.0 * _COARSE
    near = place + _BESIDE_A_TILE * torch.randn_like(place)
    anywhere = (0.25 + 0.5 * torch.rand_like(place)) * size
    free = (torch.rand(len(place), 1, device=place.device) < _ANYWHERE) | (on_tiles.sum(1, keepdim=True) == 0)
    middles = torch.where(free, anywhere, near)
    return torch.minimum(torch.maximum(middles, _MARGIN * size), (1 - _MARGIN) * size)


def _places(middles: Tensor, from_crop: Tensor, size: Tensor, crop: int, count: int) -> Tensor:
    """Return (n, count, count, 2) places of a crop's samples in the picture, with -1 and 1 at its edges."""
    offsets = (torch.arange(count, device=size.device) + 0.5) * (crop / count) - crop / 2
    y, x = torch.meshgrid(offsets, offsets, indexing="ij")
    pixels = torch.stack([x, y], -1).reshape(1, -1, 2) @ from_crop.transpose(1, 2) + middles[:, None]
    return (pixels / size * 2 - 1).reshape(-1, count, count, 2)
