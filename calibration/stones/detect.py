"""Detects rune stones beside a few tiles in one photo: circles that all have one radius."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.rectified_view import View, rectify
from vision.imaging.sampling import sample
from vision.loose_tiles.spread import SpreadTiles
from vision.stones.faces import lab_of

_SCALE = 120.0
"""Resolution of the rectified view, pixels per width of a tile."""
_MIN_RADIUS, _MAX_RADIUS, _RADIUS_STEP = 0.10, 0.28, 0.003
"""Range and step of the radii that are tried, in widths of a tile."""
_MIN_TILE_DISTANCE = 0.62
"""Smallest distance of a stone's centre from a tile's centre, in widths of a tile."""
_MIN_DISTANCE = 0.2
"""Smallest distance of two stones, in widths of a tile."""
_CANNY_THRESHOLD, _MIN_ROUNDNESS = 150, 0.7
"""Parameters of ``cv2.HoughCircles`` (``HOUGH_GRADIENT_ALT``): upper Canny threshold, and circularity, 0..1."""
_VIEW_SIZES = (1.0, 0.9, 0.8, 1.1)
"""Relative sizes of the view for circle detection; a circle missed at the first must be found at two others."""
_MIN_RIM_CONTRAST = 0.6
"""The outermost edge with this fraction of the strongest contrast is the rim: a painted ring has an inner edge, too."""
_MIN_RELATIVE_CONTRAST = 0.3
"""Circles with a smaller fraction of the median contrast are part of the table's print or grain, or lie between stones.
All chosen by hand; on the made spread in five sizes stones have 0.5 and more, a circle between four of them 0.07."""
_RIM_SHARE = 0.25
"""Quantile of the contrast along a circle by which it is judged: a stone has an edge all around."""
_ANGLES = 2 * np.pi * np.arange(72) / 72
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)


@dataclass(frozen=True)
class Discs:
    """The detected stones.

    Attributes:
        middles: (n, 2) centres, table coordinates.
        radius: the radius of all of them, in widths of a tile.
    """

    middles: np.ndarray
    radius: float


def find_discs(pixels: np.ndarray, spread: SpreadTiles, tapped: np.ndarray) -> Discs | None:
    """Return the stones beside the tiles of a photo, or None if there are none.

    Args:
        pixels: (h, w, 3) uint8 BGR.
        spread: the tiles in it.
        tapped: (n, 2) table positions where the user tapped on stones; these come first, in this order.
    """
    view = _whole(pixels, spread)
    circles = _circles(view, spread)
    found = [_nearest(spot, circles) for spot in tapped]
    own = {k for k in found if k is not None}
    middles = [spot if k is None else circles[k] for spot, k in zip(tapped, found, strict=True)]
    middles += [spot for k, spot in enumerate(circles) if k not in own]
    if not middles:
        return None
    lab = lab_of(view.pixels, 1.0)
    radius = _radius(lab, view, middles)
    exact = _apart([_refine_centre(lab, view, spot, radius) for spot in middles], len(tapped))
    contrast = np.quantile(_rim_contrasts(lab, view, np.array(exact), radius), _RIM_SHARE, axis=1)
    keep = (contrast > _MIN_RELATIVE_CONTRAST * np.median(contrast)) | (np.arange(len(exact)) < len(tapped))
    return Discs(np.array(exact)[keep], radius)


def _whole(pixels: np.ndarray, spread: SpreadTiles) -> View:
    """Return the rectified view of the whole photo."""
    height, width = pixels.shape[:2]
    corners = spread.plane.to_table(np.array([[0, 0], [width, 0], [width, height], [0, height]]) * 1.0)
    middle = corners.mean(axis=0)
    return rectify(pixels, spread.plane, middle + 0.95 * (corners - middle), _SCALE)


def _circles(view: View, spread: SpreadTiles) -> list[np.ndarray]:
    """Return the (2,) table positions of circles beside the tiles.

    The detector may miss a circle because of how its edge falls on the pixels; other sizes of the view find it.
    """
    grey = cv2.cvtColor(view.pixels, cv2.COLOR_BGR2GRAY)
    first, *others = (
        [c for c in _circles_at(grey, view, size) if _is_clear_of_tiles(c, spread)] for size in _VIEW_SIZES
    )
    found = list(first)
    for number, more in enumerate(others):
        again = [c for later in others[number + 1 :] for c in later]
        found += [c for c in more if _nearest(c, found) is None and _nearest(c, again) is not None]
    return found


def _is_clear_of_tiles(spot: np.ndarray, spread: SpreadTiles) -> bool:
    return all(np.linalg.norm(tile.centre - spot) > _MIN_TILE_DISTANCE for tile in spread.tiles)


def _circles_at(grey: np.ndarray, view: View, size: float) -> np.ndarray:
    grey, scale = cv2.resize(grey, None, fx=size, fy=size), view.scale * size
    low, high = round(_MIN_RADIUS * scale), round(_MAX_RADIUS * scale)
    seen = cv2.HoughCircles(
        grey, cv2.HOUGH_GRADIENT_ALT, 1.5, _MIN_DISTANCE * scale, None, _CANNY_THRESHOLD, _MIN_ROUNDNESS, low, high
    )
    if seen is None:
        return np.empty((0, 2))
    middles = np.asarray(seen).reshape(-1, np.asarray(seen).shape[-1])[:, :2]
    return np.asarray(((middles + 0.5) / size - 0.5) / view.scale + view.origin)


def _nearest(spot: np.ndarray, circles: Sequence[np.ndarray]) -> int | None:
    away = [float(np.linalg.norm(spot - c)) for c in circles]
    return int(np.argmin(away)) if away and min(away) < _MIN_DISTANCE else None


def _radius(lab: np.ndarray, view: View, middles: Sequence[np.ndarray]) -> float:
    """Return the outermost radius at which all stones have an edge."""
    radii = np.arange(_MIN_RADIUS, _MAX_RADIUS, _RADIUS_STEP)
    contrast = np.array([np.median(_contrasts(lab, view, np.array(middles), r)) for r in radii])
    peaks = [
        k
        for k in range(1, len(radii) - 1)
        if contrast[k] >= max(contrast[k - 1], contrast[k + 1]) and contrast[k] > _MIN_RIM_CONTRAST * contrast.max()
    ]
    return float(radii[peaks[-1] if peaks else int(contrast.argmax())])


def _refine_centre(lab: np.ndarray, view: View, spot: np.ndarray, radius: float) -> np.ndarray:
    for step in (0.02, 0.01, 0.005):
        near = spot + step * np.array([[x, y] for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2)])
        spot = near[int(_contrasts(lab, view, near, radius).argmax())]
    return spot


def _apart(spots: Sequence[np.ndarray], tapped: int) -> list[np.ndarray]:
    """Return the centres without those too close to an earlier one; the first ``tapped`` are all kept."""
    kept = list(spots[:tapped])
    for spot in spots[tapped:]:
        if _nearest(spot, kept) is None:
            kept.append(spot)
    return kept


def _contrasts(lab: np.ndarray, view: View, middles: np.ndarray, radius: float) -> np.ndarray:
    """Return (n,) mean colour contrasts across circles of this radius, CIE L*a*b* units."""
    return np.asarray(_rim_contrasts(lab, view, middles, radius).mean(axis=1))


def _rim_contrasts(lab: np.ndarray, view: View, middles: np.ndarray, radius: float) -> np.ndarray:
    """Return (n, 72) colour contrasts across circles of this radius at ``_ANGLES``, CIE L*a*b* units."""
    within, beyond = (
        sample(lab, view.to_view(middles[:, None] + k * radius * _CIRCLE)).reshape(len(middles), 72, 3)
        for k in (0.93, 1.07)
    )
    return np.asarray(np.linalg.norm(within - beyond, axis=2))
