"""``python -m training.fit.presence``: fit what tells pieces from printed art, on made boards of played games.

Fitted are the weights of the terms ``background`` and ``presence`` together, given what all other terms of the joint
model say, to every other board; on the rest it prints the errors with and without them. The boards are of art that the
networks never met, where they are as unsure as on any new printing.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from training.fit.evidence.labels import LabelledScene
from training.fit.evidence.samples import labelled_scene
from training.scenes.stage import ARTS
from training.validation import photo_of_a_game
from vision.networks.activations import log_sum_exp, sigmoid
from vision.networks.models import load_networks
from vision.pieces.detect import PRESENT
from vision.pieces.evidence.background_term import background_features
from vision.pieces.evidence.model import infer, load_weights
from vision.pieces.evidence.presence_term import presence_features
from vision.pieces.evidence.states import NOTHING

_SIZE = (1280, 960)
"""Width and height of the photos, pixels."""
_TERMS = ("background", "presence")
_NEWTON_STEPS = 20
_RIDGE = 1e-3
"""Weight of the L2 penalty."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate pieces with their features and ground truth.

    Attributes:
        odds: (n,) log odds that a piece is present, by all other terms of the joint model.
        features: (n, 6), `background_features` and `presence_features`.
        true: (n,) bool, whether a piece is present.
    """

    odds: np.ndarray
    features: np.ndarray
    true: np.ndarray

    def probabilities(self, weights: np.ndarray) -> np.ndarray:
        """Return the probabilities (n,) of presence by the (m,) weights."""
        probabilities: np.ndarray = sigmoid(self.odds + self.features @ weights)
        return probabilities


def main() -> None:
    """Parse the options, render photos, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=250)
    parser.add_argument("--seed", type=int, default=5201)
    parser.add_argument("--art", choices=tuple(ARTS), default="held-out-wide")
    options = parser.parse_args()
    networks = load_networks()
    made = (
        photo_of_a_game([options.seed, k], *_SIZE, options.art, game=True, played=True) for k in range(options.pictures)
    )
    candidates = [candidates_of(labelled_scene(picture, networks)) for picture in made]
    fitted_on, others = _concatenated(candidates[::2]), _concatenated(candidates[1::2])
    weights = fitted(fitted_on)
    print("weights", dict(zip(_TERMS, np.split(weights.round(2), 2), strict=True)))
    for name, some in (("fitted", fitted_on), ("others", others)):
        before, after = (_errors(some, w) for w in (np.zeros_like(weights), weights))
        print(f"{name}: {len(some.true)} candidates, (missed, false) without the weights {before}, with them {after}")


def candidates_of(labelled: LabelledScene | None) -> Candidates | None:
    """Return the candidate pieces of a made board; None if no board, no art or no candidate is found."""
    if labelled is None or not labelled.scene.candidates or not len(labelled.scene.art):
        return None
    scene = labelled.scene
    others = {name: weight for name, weight in load_weights().items() if name not in _TERMS}
    total = np.sum(list(infer(scene, others).contributions.values()), axis=0)
    odds = log_sum_exp(np.delete(total, NOTHING, axis=1), axis=1) - total[:, NOTHING]
    seen = background_features(scene.candidates, scene.art), presence_features(scene.candidates, scene.alone)
    return Candidates(odds, np.hstack(seen), labelled.states != NOTHING)


def fitted(some: Candidates) -> np.ndarray:
    """Return the (m,) weights of the features by a ridge logistic regression, fitted by Newton's method."""
    count = some.features.shape[1]
    weights = np.zeros(count)
    for _ in range(_NEWTON_STEPS):
        probabilities = some.probabilities(weights)
        curvature = some.features * (probabilities * (1 - probabilities))[:, None]
        hessian = some.features.T @ curvature + _RIDGE * np.eye(count)
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
