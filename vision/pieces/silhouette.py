"""The silhouette of a piece, pixel by pixel: the close-up network's coarse mask, corrected by the colours around it.

The network's mask has a pixel for 4 x 4 of the close-up, and beside a stripe of art as clear as the piece it takes the
stripe in: the area is then that of another kind. Pixels that look like the piece are told from those that look like the
art around it by kernel densities of both colours (Parzen 1962); the network's probability of a piece is the prior.

Measured: of 2 082 vikings and longhouses on 120 made boards, each compared with all others of its table whose kinds are
given, 138 were misjudged by the network's features with the outline of its mask, and 81 by `silhouette_shape` alone.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma, linear

_STEP = 0.1
"""Standard deviation of the kernels, in `chromaticity.chroma`. 0.07 and 0.14 do as well, 0.25 worse."""
_PRIOR_WEIGHT = 0.5
"""Weight of the network's log odds; 0.3 and 1 do as well."""
_LEAST_DENSITY = 1e-3
"""Added to both densities."""
_MAX_LOG_RATIO = 4.0
"""Nats, the cap of what a pixel's colour says; 2.5 and 6 do as well."""
_MIN_PROBABILITY = 0.03
"""Probability of a piece from which a pixel may belong to it."""
_MAX_PROBABILITY = 0.99
"""Limit of the prior, whose log odds are taken."""
_AROUND = 12
"""Close-up pixels around these that are examples of the art, where a piece has less than ``_MAX_ART``."""
_MAX_ART = 0.1
_SURE = 0.8
"""Share of the highest probability from which a pixel is an example of the piece's colour."""
_MAX_DISTANCE = 0.5
"""Distance from the piece's shade up to which it is one: the surest pixels may still be art."""
_EXAMPLES = 20, 40
"""Most examples of the piece's colour and of the art's, evenly spread over them."""
_FEWEST_PIXELS = 12
"""Pixels of the likeliest component from which it is taken for the piece, else its ``_LIKELIEST`` pixels are."""
_LIKELIEST = 40


def silhouette(closeup: np.ndarray, probabilities: np.ndarray, shade: np.ndarray) -> np.ndarray:
    """Return (h, w) bool, the pixels of the one piece in a close-up, all of them connected.

    Args:
        closeup: (h, w, 3) uint8 BGR.
        probabilities: (h, w) of any piece at each pixel, by the network.
        shade: (3,) linear BGR of its lit faces, see `shade.piece_shade`.
    """
    rows, columns = _window(probabilities)
    prior = np.clip(probabilities[rows, columns], _MIN_PROBABILITY / 2, _MAX_PROBABILITY)
    pixels, each = closeup[rows, columns].reshape(-1, 3), prior.ravel()
    possible = np.flatnonzero(each > _MIN_PROBABILITY)
    colours = _colours(pixels, possible)
    piece = _of_piece(_colours(pixels, np.flatnonzero(each >= _SURE * each.max())), chroma(shade + MIRRORED))
    art = _colours(pixels, _thinned(np.flatnonzero(each < _MAX_ART), _EXAMPLES[1]))
    ratio = _log_density(colours, piece) - _log_density(colours, art)
    by_network = np.log(each[possible] / (1 - each[possible])) * _PRIOR_WEIGHT
    log_odds = np.full(prior.shape, -_MAX_LOG_RATIO)
    log_odds.ravel()[possible] = by_network + np.clip(ratio, -_MAX_LOG_RATIO, _MAX_LOG_RATIO)
    found = np.zeros(probabilities.shape, bool)
    found[rows, columns] = _likeliest_component(cv2.GaussianBlur(log_odds, (0, 0), 1.0) > 0, prior)
    return found


def _colours(pixels: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Return the (m, 3) float32 `chroma` of those of (n, 3) uint8 BGR pixels that have these (m,) indices."""
    return chroma(linear(pixels.take(which, axis=0)).astype(np.float32) + np.float32(MIRRORED))


def _window(probabilities: np.ndarray) -> tuple[slice, slice]:
    """Return the rows and columns of all pixels that may be the piece's, with ``_AROUND`` pixels around them."""
    ys, xs = np.nonzero(probabilities > _MIN_PROBABILITY)
    if not len(ys):
        return slice(None), slice(None)
    top, left = max(0, int(ys.min()) - _AROUND), max(0, int(xs.min()) - _AROUND)
    return slice(top, int(ys.max()) + _AROUND + 1), slice(left, int(xs.max()) + _AROUND + 1)


def _of_piece(surest: np.ndarray, shade: np.ndarray) -> np.ndarray:
    """Return (n, 3) examples of the piece's colours: (m, 3) those of its surest pixels, and its (3,) shade."""
    near = np.linalg.norm(surest - shade, axis=1) < _MAX_DISTANCE
    return np.vstack([_thinned(surest[near], _EXAMPLES[0]), shade.astype(np.float32)])


def _thinned(values: np.ndarray, most: int) -> np.ndarray:
    return values[:: max(1, len(values) // most)]


def _log_density(colours: np.ndarray, examples: np.ndarray) -> np.ndarray:
    """Return the (n,) log densities of (n, 3) colours beside (m, 3) examples; the floor where there are none."""
    if not len(examples):
        return np.full(len(colours), np.log(_LEAST_DENSITY))
    scaled, centres = colours / np.float32(_STEP), examples / np.float32(_STEP)
    exponents = scaled @ centres.T
    exponents -= np.einsum("ij,ij->i", scaled, scaled)[:, None] / 2
    exponents -= np.einsum("ij,ij->i", centres, centres) / 2
    # NumPy's means along a short last axis take several times as long as this product.
    density = np.exp(exponents, out=exponents) @ np.full(len(centres), 1 / len(centres), exponents.dtype)
    return np.asarray(np.log(density + _LEAST_DENSITY))


def _likeliest_component(pixels: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Return (h, w) bool, the connected part of bool pixels with the greatest sum of prior probabilities."""
    count, labels = cv2.connectedComponents(pixels.astype(np.uint8), connectivity=4)
    sums = np.bincount(labels.ravel(), prior.ravel(), count)
    sums[0] = 0
    part = labels == int(sums.argmax())
    if count > 1 and part.sum() >= _FEWEST_PIXELS:
        return np.asarray(part)
    return np.asarray(prior >= np.sort(prior.ravel())[-min(_LIKELIEST, prior.size)])
