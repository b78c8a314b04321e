"""What a piece is like, whichever way it is turned: numbers by which the pieces of one table are compared.

Most tell its silhouette, four how even its faces are: a house of turf is as large as some crested figures, but smooth.
"""

from __future__ import annotations

import cv2
import numpy as np

_BINS = np.array([2.0, 4.0, 6.0, 8.0, 11.0, 15.0])
"""Upper bounds of the distances from the middle, close-up pixels, at which a silhouette is measured."""
SHAPE_COUNT = 6 + 2 * len(_BINS) + 4
"""Numbers that describe a piece."""
_MIN_VARIANCE = 0.05
"""Square pixels added along both axes: a silhouette may be a line."""
_MIN_LIGHT = 30.0
"""Added to the sum of the channels, 0..765, before its logarithm, since noise is most of the darkest pixels."""
_MIN_SPREAD = 0.03
"""Added to the spread of log light and to its mean slope before their logarithms."""
_TAIL = 0.05
"""Share of the pixels that are lighter than the lightest that counts, and darker than the darkest."""
_FEWEST_INSIDE = 12
"""Pixels from which those inside the silhouette's rim are measured alone; the rim mixes the piece with the art."""


def silhouette_shape(pixels: np.ndarray, closeup: np.ndarray) -> np.ndarray:
    """Return the (SHAPE_COUNT,) description of a piece.

    The numbers are the log area; the log roundness of the convex hull, which is its area as a share of the circle of
    equal perimeter; the log of the largest distance of a pixel from the outside; the logs of the height and width in
    the picture, since a figure is tall where the camera looks from the side; the log standard deviation along the
    longer axis; along the shorter and the longer axis the square roots of the numbers of pixels in each of ``_BINS``;
    and of the log light inside the logs of its spread and mean slope, and how far its lightest and darkest pixels are
    from the median.

    Args:
        pixels: (h, w) bool, its silhouette, at least one of them True.
        closeup: (h, w, 3) uint8 BGR.
    """
    ys, xs = np.nonzero(pixels)
    rows, columns = slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1)
    box = pixels[rows, columns].astype(np.uint8)
    places = np.column_stack([xs, ys]).astype(np.float64)
    hull = cv2.convexHull(places.astype(np.float32))
    perimeter, within = max(cv2.arcLength(hull, True), 1.0), max(cv2.contourArea(hull), 1.0)
    inner = cv2.distanceTransform(cv2.copyMakeBorder(box, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 3).max()
    centred = places - places.mean(axis=0)
    variances, axes = np.linalg.eigh(centred.T @ centred / len(centred) + _MIN_VARIANCE * np.eye(2))
    away = np.searchsorted(_BINS, np.abs(centred @ axes))
    profiles = [np.bincount(along, minlength=len(_BINS) + 1)[: len(_BINS)] for along in away.T]
    sizes = [len(xs), 4 * np.pi * within / perimeter**2, inner, *box.shape, np.sqrt(variances[1])]
    surface = _surface(box, closeup[rows, columns])
    return np.concatenate([np.log(sizes), np.sqrt(np.concatenate(profiles)), surface])


def _surface(box: np.ndarray, closeup: np.ndarray) -> np.ndarray:
    """Return the (4,) numbers of the light on a piece, given its (h, w) uint8 pixels and the (h, w, 3) picture."""
    light = np.log(closeup.astype(np.float32) @ np.ones(3, np.float32) + np.float32(_MIN_LIGHT))
    inside = cv2.erode(box, np.ones((3, 3)), borderValue=0) > 0
    if inside.sum() < _FEWEST_INSIDE:
        inside = box > 0
    slope = np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1))[inside].mean()
    own = np.sort(light[inside])
    dark, middle, bright = own[(np.array([_TAIL, 0.5, 1 - _TAIL]) * (len(own) - 1)).round().astype(int)]
    spreads = np.log([own.std() + _MIN_SPREAD, slope + _MIN_SPREAD])
    return np.array([*spreads, bright - middle, middle - dark])
