"""Tells the pieces on a table from each other: one mask for each piece in the scene network's maps."""

from __future__ import annotations

import cv2
import numpy as np

from vision.imaging.peaks import find_peaks
from vision.networks.models import SceneMaps

_MIN_PROBABILITY = 0.6
"""Smallest mean probability of a piece over its mask; chosen by hand."""
_MIN_FOOT = 0.2
"""Smallest probability of a piece's foot; chosen by hand."""
_MIN_AREA_PX = 14
"""Smallest area of a piece, pixels of the maps; chosen by hand."""
_MAX_AREA = 0.04
"""Largest area of a piece, as a fraction of the picture; chosen by hand."""
_MIN_RELATIVE_AREA = 0.35
"""Smallest area of a piece, as a fraction of the median area; chosen by hand."""
_PEAK_RADIUS = 2
"""Radius of the non-maximum suppression of feet, pixels of the maps; chosen by hand."""


def piece_masks(maps: SceneMaps) -> list[np.ndarray]:
    """Return an (h, w) bool mask for each piece that is whole and not much smaller than the others.

    Args:
        maps: the scene network's output for a picture.
    """
    any_piece = 1 - maps.piece[..., 0]
    peaks, _ = find_peaks(maps.foot, _MIN_FOOT, _PEAK_RADIUS)
    count, patches = cv2.connectedComponents((any_piece > 0.5).astype(np.uint8), connectivity=8)
    masks: list[np.ndarray] = []
    for patch in range(1, count):
        whole = patches == patch
        feet = [p for p in peaks if _patch_at(patches, p) == patch]
        parts = _merge_by_colour(_divide(whole, np.array(feet)), maps.colour)
        masks += [part for part in parts if _is_whole(part, any_piece)]
    usual = np.median([mask.sum() for mask in masks]) if masks else 0
    return [mask for mask in masks if mask.sum() > _MIN_RELATIVE_AREA * usual]


def _patch_at(patches: np.ndarray, peak: np.ndarray) -> int:
    x, y = np.round(peak).astype(int)
    return int(patches[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].max())


def _divide(mask: np.ndarray, feet: np.ndarray) -> list[np.ndarray]:
    """Divide a patch among the feet in it, each pixel to the nearest foot."""
    if len(feet) < 2:
        return [mask]
    ys, xs = np.nonzero(mask)
    owner = np.hypot(xs[:, None] - feet[:, 0], ys[:, None] - feet[:, 1]).argmin(axis=1)
    parts = []
    for k in range(len(feet)):
        part = np.zeros_like(mask)
        part[ys[owner == k], xs[owner == k]] = True
        parts.append(part)
    return parts


def _merge_by_colour(parts: list[np.ndarray], colour: np.ndarray) -> list[np.ndarray]:
    """Merge parts of one patch that have the same colour: one piece with two feet, or pieces of the same kind."""
    joined: dict[int, np.ndarray] = {}
    for part in parts:
        if part.any():
            name = int(np.log(colour[part] + 1e-4).mean(axis=0).argmax())
            joined[name] = joined.get(name, False) | part
    return list(joined.values())


def _is_whole(mask: np.ndarray, any_piece: np.ndarray) -> bool:
    """Return whether a mask may be a whole piece: of plausible size and not cut off by the border."""
    area = int(mask.sum())
    if not _MIN_AREA_PX <= area <= _MAX_AREA * mask.size or float(any_piece[mask].mean()) < _MIN_PROBABILITY:
        return False
    return not (mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any())
