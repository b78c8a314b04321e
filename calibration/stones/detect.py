"""Rune stones in one photo, beside a few tiles that tell their size: round things, all of one radius."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.rectified_view import View, rectify
from vision.imaging.sampling import sample
from vision.loose_tiles.spread import Spread
from vision.stones.faces import lab_of

_SCALE = 120.0
_SMALLEST, _LARGEST, _STEP = 0.10, 0.28, 0.003
"""Radii of stones, in widths of a tile."""
_CLEAR_OF_TILES = 0.62
_APART = 0.2
_EDGE, _ROUNDNESS = 150, 0.7
"""Parameters of OpenCV's circle search (Canny's upper threshold, and how perfect a circle must be, 0..1)."""
_SIZES = (1.0, 0.9, 0.8, 1.1)
"""Of the view, in which circles are looked for; what the first does not show must be seen in two of the others."""
_OUTER = 0.6
"""A ring has an inner edge, too: the outermost edge that is so clear against the clearest is the stone's own."""
_FAINT = 0.4
"""A circle with a fainter edge, against the others, is printed on the table or made by its grain."""
_WAYS = 2 * np.pi * np.arange(72) / 72
_CIRCLE = np.stack([np.cos(_WAYS), np.sin(_WAYS)], axis=-1)


@dataclass(frozen=True)
class Discs:
    """The stones that were seen.

    Attributes:
        middles: (n, 2) table positions.
        radius: theirs, in widths of a tile.
    """

    middles: np.ndarray
    radius: float


def find_discs(pixels: np.ndarray, spread: Spread, tapped: np.ndarray) -> Discs | None:
    """Find the stones beside the tiles of a photo; None where there are none.

    Args:
        pixels: (h, w, 3) uint8 BGR.
        spread: the tiles in it.
        tapped: (n, 2) table positions where a person says that stones are; they come first, in this order.
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
    exact = [_centred(lab, view, spot, radius) for spot in middles]
    clear = np.array([_edges(lab, view, spot[None], radius)[0] for spot in exact])
    keep = (clear > _FAINT * np.median(clear)) | (np.arange(len(exact)) < len(tapped))
    return Discs(np.array(exact)[keep], radius)


def _whole(pixels: np.ndarray, spread: Spread) -> View:
    """Look straight down on all of the photo."""
    height, width = pixels.shape[:2]
    corners = spread.plane.to_table(np.array([[0, 0], [width, 0], [width, height], [0, height]]) * 1.0)
    middle = corners.mean(axis=0)
    return rectify(pixels, spread.plane, middle + 0.95 * (corners - middle), _SCALE)


def _circles(view: View, spread: Spread) -> list[np.ndarray]:
    """Return the (2,) table positions of what is round beside the tiles.

    A stone's edge may fall on the pixels so that the search misses it; then it is found in the view at other sizes.
    """
    grey = cv2.cvtColor(view.pixels, cv2.COLOR_BGR2GRAY)
    first, *others = ([c for c in _circles_at(grey, view, size) if _is_clear(c, spread)] for size in _SIZES)
    found = list(first)
    for number, more in enumerate(others):
        again = [c for later in others[number + 1 :] for c in later]
        found += [c for c in more if _nearest(c, found) is None and _nearest(c, again) is not None]
    return found


def _is_clear(spot: np.ndarray, spread: Spread) -> bool:
    return all(np.linalg.norm(tile.centre - spot) > _CLEAR_OF_TILES for tile in spread.tiles)


def _circles_at(grey: np.ndarray, view: View, size: float) -> np.ndarray:
    grey, scale = cv2.resize(grey, None, fx=size, fy=size), view.scale * size
    low, high = round(_SMALLEST * scale), round(_LARGEST * scale)
    seen = cv2.HoughCircles(grey, cv2.HOUGH_GRADIENT_ALT, 1.5, _APART * scale, None, _EDGE, _ROUNDNESS, low, high)
    if seen is None:
        return np.empty((0, 2))
    middles = np.asarray(seen).reshape(-1, np.asarray(seen).shape[-1])[:, :2]
    return np.asarray(((middles + 0.5) / size - 0.5) / view.scale + view.origin)


def _nearest(spot: np.ndarray, circles: Sequence[np.ndarray]) -> int | None:
    away = [float(np.linalg.norm(spot - c)) for c in circles]
    return int(np.argmin(away)) if away and min(away) < _APART else None


def _radius(lab: np.ndarray, view: View, middles: Sequence[np.ndarray]) -> float:
    """Return the outermost radius at which all have an edge."""
    radii = np.arange(_SMALLEST, _LARGEST, _STEP)
    clear = np.array([np.median(_edges(lab, view, np.array(middles), r)) for r in radii])
    peaks = [
        k
        for k in range(1, len(radii) - 1)
        if clear[k] >= max(clear[k - 1], clear[k + 1]) and clear[k] > _OUTER * clear.max()
    ]
    return float(radii[peaks[-1] if peaks else int(clear.argmax())])


def _centred(lab: np.ndarray, view: View, spot: np.ndarray, radius: float) -> np.ndarray:
    for step in (0.02, 0.01, 0.005):
        near = spot + step * np.array([[x, y] for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2)])
        spot = near[int(_edges(lab, view, near, radius).argmax())]
    return spot


def _edges(lab: np.ndarray, view: View, middles: np.ndarray, radius: float) -> np.ndarray:
    """(n,) how much colour changes across the circles of this radius, all the way round."""
    within, beyond = (
        sample(lab, view.to_view(middles[:, None] + k * radius * _CIRCLE)).reshape(len(middles), 72, 3)
        for k in (0.93, 1.07)
    )
    return np.asarray(np.linalg.norm(within - beyond, axis=2).mean(axis=1))
