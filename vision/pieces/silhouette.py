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
    colours = chroma(linear(closeup[rows, columns, :3]).astype(np.float32) + np.float32(MIRRORED))
    piece = _of_piece(colours, prior, chroma(shade + MIRRORED))
    art = _thinned(colours[prior < _MAX_ART], _EXAMPLES[1])
    log_odds = np.log(prior / (1 - prior)) * _PRIOR_WEIGHT
    possible = prior > _MIN_PROBABILITY
    ratio = _log_density(colours[possible], piece) - _log_density(colours[possible], art)
    log_odds[possible] += np.clip(ratio, -_MAX_LOG_RATIO, _MAX_LOG_RATIO)
    log_odds[~possible] = -_MAX_LOG_RATIO
    found = np.zeros(probabilities.shape, bool)
    found[rows, columns] = _likeliest_component(cv2.GaussianBlur(log_odds, (0, 0), 1.0) > 0, prior)
    return found


def _window(probabilities: np.ndarray) -> tuple[slice, slice]:
    """Return the rows and columns of all pixels that may be the piece's, with ``_AROUND`` pixels around them."""
    ys, xs = np.nonzero(probabilities > _MIN_PROBABILITY)
    if not len(ys):
        return slice(None), slice(None)
    top, left = max(0, int(ys.min()) - _AROUND), max(0, int(xs.min()) - _AROUND)
    return slice(top, int(ys.max()) + _AROUND + 1), slice(left, int(xs.max()) + _AROUND + 1)


def _of_piece(colours: np.ndarray, prior: np.ndarray, shade: np.ndarray) -> np.ndarray:
    """Return (n, 3) examples of the piece's colours, its (3,) shade among them."""
    surest = colours[prior >= _SURE * prior.max()]
    near = np.linalg.norm(surest - shade, axis=1) < _MAX_DISTANCE
    return np.vstack([_thinned(surest[near], _EXAMPLES[0]), shade.astype(np.float32)])


def _thinned(colours: np.ndarray, most: int) -> np.ndarray:
    return colours[:: max(1, len(colours) // most)]


def _log_density(colours: np.ndarray, examples: np.ndarray) -> np.ndarray:
    """Return the (n,) log densities of (n, 3) colours beside (m, 3) examples; the floor where there are none."""
    if not len(examples):
        return np.full(len(colours), np.log(_LEAST_DENSITY))
    scaled, centres = colours / _STEP, examples / _STEP
    exponents = scaled @ centres.T
    exponents -= (scaled**2).sum(axis=1)[:, None] / 2
    exponents -= (centres**2).sum(axis=1) / 2
    return np.asarray(np.log(np.exp(exponents, out=exponents).mean(axis=1) + _LEAST_DENSITY))


def _likeliest_component(pixels: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Return (h, w) bool, the connected part of bool pixels with the greatest sum of prior probabilities."""
    count, labels = cv2.connectedComponents(pixels.astype(np.uint8), connectivity=4)
    sums = np.bincount(labels.ravel(), prior.ravel(), count)
    sums[0] = 0
    part = labels == int(sums.argmax())
    if count > 1 and part.sum() >= _FEWEST_PIXELS:
        return np.asarray(part)
    return np.asarray(prior >= np.sort(prior.ravel())[-min(_LIKELIEST, prior.size)])
