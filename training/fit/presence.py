"""``python -m training.fit.background_term``: fit the weights of the background term on synthetic photos.

The weights are fitted to every other photo; on the rest it prints the errors with and without them.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from training.fit.evidence.samples import labelled_scene
from training.scenes.picture import Picture
from training.validation import photo_of_a_game
from vision.networks.activations import log_odds, sigmoid
from vision.networks.models import Networks, load_networks
from vision.pieces.detect import PRESENT
from vision.pieces.evidence.background_term import background_features
from vision.pieces.evidence.states import NOTHING

_SIZE = (1280, 960)
"""Width and height of the photos, pixels."""
_NEWTON_STEPS = 20
_MIN_PROBABILITY = 1e-4
"""Probabilities are limited to this and to 1 minus this before their log odds are taken."""
_RIDGE = 1e-3
"""Weight of the L2 penalty."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate pieces with their features and ground truth.

    Attributes:
        odds: (n,) log odds of the close-up network that a piece is present.
        features: (n, 3), see `vision.pieces.evidence.background_term.background_features`.
        true: (n,) bool, whether a piece is present.
    """

    odds: np.ndarray
    features: np.ndarray
    true: np.ndarray

    def probabilities(self, weights: np.ndarray) -> np.ndarray:
        """Return the probabilities (n,) of presence by the weights (3,)."""
        probabilities: np.ndarray = sigmoid(self.odds + self.features @ weights)
        return probabilities


def main() -> None:
    """Parse the options, render photos, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--seed", type=int, default=91)
    parser.add_argument("--art", choices=["held-out", "training"], default="training")
    options = parser.parse_args()
    networks, seeds = load_networks(), [[options.seed, k] for k in range(options.pictures)]
    candidates = [candidates_of(photo_of_a_game(seed, *_SIZE, options.art), networks) for seed in seeds]
    fitted_on, others = _concatenated(candidates[::2]), _concatenated(candidates[1::2])
    weights = fitted(fitted_on)
    print("weights", weights.round(2))
    for name, some in (("training", fitted_on), ("validation", others)):
        before, after = (_errors(some, w) for w in (np.zeros(3), weights))
        print(f"{name}: {len(some.true)} pieces, (missed, false) without the weights {before}, with them {after}")


def candidates_of(picture: Picture, networks: Networks) -> Candidates | None:
    """Return the candidate pieces of a synthetic picture; None if no board or no candidate is found."""
    labelled = labelled_scene(picture, networks)
    if labelled is None or not labelled.scene.candidates or not len(labelled.scene.art):
        return None
    pieces = labelled.scene.candidates
    odds = log_odds(np.array([p.certainty for p in pieces]), _MIN_PROBABILITY)
    return Candidates(odds, background_features(pieces, labelled.scene.art), labelled.states != NOTHING)


def fitted(some: Candidates) -> np.ndarray:
    """Return the (3,) weights of a ridge logistic regression, fitted by Newton's method."""
    weights = np.zeros(3)
    for _ in range(_NEWTON_STEPS):
        probabilities = some.probabilities(weights)
        hessian = some.features.T @ (some.features * (probabilities * (1 - probabilities))[:, None]) + _RIDGE * np.eye(
            3
        )
        weights = weights + np.linalg.solve(hessian, some.features.T @ (some.true - probabilities) - _RIDGE * weights)
    return weights


def _concatenated(parts: list[Candidates | None]) -> Candidates:
    some = [(part.odds, part.features, part.true) for part in parts if part is not None]
    return Candidates(*(np.concatenate(column) for column in zip(*some, strict=True)))


def _errors(some: Candidates, weights: np.ndarray) -> tuple[int, int]:
    present = some.probabilities(weights) >= PRESENT
    return int((some.true & ~present).sum()), int((present & ~some.true).sum())


if __name__ == "__main__":
    main()
