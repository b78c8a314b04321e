"""The pieces in a view's maps: the one nearest to each pixel, and how well its colour explains the pixel's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.rectified_view import View
from vision.pieces.detect import Piece
from vision.terrain.cover import pixels_of
from vision.terrain.ground.normal_densities import log_density_coefficients, quadratic_terms

_SPREAD, _MIN_VARIANCE = 1.5, 0.05
"""Factor of the variances of a piece's colour, whose faces are lit otherwise, and what is added to them; chosen by
hand."""


@dataclass(frozen=True, eq=False)
class NearestPieces:
    """The nearest piece to each of n pixels.

    Attributes:
        away: (n,) pixels of the maps to the nearest pixel of a piece; infinite without any piece.
        certainty: (n,) 0..1, probability that there is such a piece.
        owners: (n,) index of it.
        own: (p,) flat indices of the pieces' own pixels.
        own_owners: (p,) index of the piece of each.
    """

    away: np.ndarray
    certainty: np.ndarray
    owners: np.ndarray
    own: np.ndarray
    own_owners: np.ndarray


def nearest_pieces(pieces: Sequence[Piece], view: View, shape: tuple[int, ...], at: np.ndarray) -> NearestPieces:
    """Return the nearest pieces.

    Args:
        pieces: the candidates. Where several show at a pixel, it belongs to the most certain one.
        view: the rectified view.
        shape: height and width of its maps.
        at: (n,) flat indices of pixels of the maps.
    """
    numbers = np.zeros(shape, np.int32)
    ordered = sorted(pieces, key=lambda piece: piece.certainty)
    for number, piece in enumerate(ordered, 1):
        numbers[pixels_of(piece, view, shape)] = number
    own = np.flatnonzero(numbers)
    if not len(own):
        return NearestPieces(np.full(len(at), np.inf), np.zeros(len(at)), np.zeros(len(at), np.intp), own, own)
    own_owners = numbers.ravel()[own] - 1
    away, labels = cv2.distanceTransformWithLabels(
        (numbers == 0).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner_of = np.zeros(int(labels.max()) + 1, np.intp)
    owner_of[labels.ravel()[own]] = own_owners
    owners = owner_of[labels.ravel()[at]]
    certainty = np.array([piece.certainty for piece in ordered])[owners]
    return NearestPieces(away.ravel()[at], certainty, owners, own, own_owners)


def log_densities_in_pieces(
    colours: np.ndarray, owners: np.ndarray, own: np.ndarray, own_owners: np.ndarray
) -> np.ndarray:
    """Return (n,) log densities of colours in those of pieces, each a normal distribution.

    Args:
        colours: (3, n).
        owners: (n,) index of the piece whose colours each is compared with.
        own: (3, p) colours of the pieces' own pixels.
        own_owners: (p,) index of the piece of each.
    """
    count = int(own_owners.max()) + 1
    numbers = np.maximum(np.bincount(own_owners, minlength=count), 1)
    means = np.stack([np.bincount(own_owners, plane, count) for plane in own], axis=1) / numbers[:, None]
    away = own - means[own_owners].T
    covariances = np.empty((count, 3, 3))
    for one in range(3):
        for other in range(one, 3):
            products = np.bincount(own_owners, away[one] * away[other], count) / numbers
            covariances[:, one, other] = covariances[:, other, one] = products
    coefficients = log_density_coefficients(means, _SPREAD * covariances + _MIN_VARIANCE * np.eye(3))
    return np.asarray((coefficients.T.take(owners, axis=1) * quadratic_terms(colours)).sum(axis=0))
