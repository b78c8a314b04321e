"""How likely squares are of each class: in an estimated printing, and in any printing."""

from __future__ import annotations

import numpy as np

from vision.hokkaido.appearances import FREQUENCIES
from vision.hokkaido.printings.photo_squares import PhotoSquares, WhitenedSquares, whitened
from vision.hokkaido.printings.posterior import Posterior, prior_as_posterior
from vision.hokkaido.printings.prior import TEMPER, PrintingPrior
from vision.networks.activations import softmax


def log_likelihoods(squares: PhotoSquares, prior: PrintingPrior) -> np.ndarray:
    """Return (n,) log likelihoods of squares under the nearest class of any printing, up to a constant."""
    return np.asarray(-distances_in_any_printing(squares, prior).min(axis=1) / 2)


def distances_in_any_printing(squares: PhotoSquares, prior: PrintingPrior) -> np.ndarray:
    """Return (n, K) squared Mahalanobis distances of squares from the classes of all printings."""
    return squared_distances(whitened(squares, prior), prior, prior_as_posterior(prior), 0)[0]


def class_probabilities(squares: WhitenedSquares, prior: PrintingPrior, printing: Posterior, photo: int) -> np.ndarray:
    """Return the (n, K) class probabilities of squares of one of a printing's photos (E step)."""
    return softmax(unnormalised_class_log_probabilities(squares, prior, printing, photo))


def unnormalised_class_log_probabilities(
    squares: WhitenedSquares, prior: PrintingPrior, printing: Posterior, photo: int
) -> np.ndarray:
    """Return the (n, K) logarithms of the class probabilities, up to a constant of each square."""
    distances, log_determinants = squared_distances(squares, prior, printing, photo)
    logs = -0.5 * TEMPER * (distances + log_determinants) + np.log(FREQUENCIES)
    logs[~squares.possible_classes] = -np.inf
    return np.asarray(logs)


def squared_distances(
    squares: WhitenedSquares, prior: PrintingPrior, printing: Posterior, photo: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, K) squared Mahalanobis distances from the classes, and (K,) log determinants of their covariances.

    Args:
        squares: n squares of one of a printing's photos.
        prior: of printings.
        printing: the printing.
        photo: the number of the photo, whose light is taken.
    """
    lit = squares.white - squares.light_effects @ printing.lights[photo]
    typical = squares.light_effects.mean(axis=0)
    crossed = printing.crossed[:, photo] @ typical.T
    uncertainty = printing.spreads + crossed + crossed.transpose(0, 2, 1)
    whole = prior.within + uncertainty + typical @ printing.light_spreads[photo] @ typical.T
    lower = np.linalg.inv(np.linalg.cholesky(whole))
    off = lit[None] - printing.means[:, None]
    distances = ((off @ lower.transpose(0, 2, 1)) ** 2).sum(axis=2).T
    return distances, -2 * np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(axis=1)
