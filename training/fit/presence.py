"""``python -m training.fit.presence SAMPLES``: fit what tells pieces from printed art, and stones from pieces.

SAMPLES holds the files of ``python -m training.fit.evidence.samples``. Fitted are the weights of the terms
``background`` and ``presence`` together, and those of ``stone_looks``, given what all other terms of the joint model
say, to all families but those named by ``--held-out``; of each it prints the errors with and without them. Each
depends on the others, so that it is run again with the weights that it found. The boards should be of art that the
networks never met, where they are as unsure as on any new printing.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.fit.evidence.labels import LabelledScene
from training.fit.evidence.stored import stored_families
from vision.networks.activations import log_sum_exp, sigmoid
from vision.pieces.detect import PRESENT
from vision.pieces.evidence.model import infer, load_weights
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import NOTHING, STONE
from vision.pieces.evidence.terms.background import background_features
from vision.pieces.evidence.terms.presence import presence_features
from vision.pieces.evidence.terms.stones import stone_features

_LEAST_STONE_ODDS = -6.0
"""Log odds of a stone by all other terms from which a piece may be one."""
_NEWTON_STEPS = 20
_RIDGE = 1e-3
"""Weight of the L2 penalty."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidates for pieces, or pieces that may be stones, with their features and ground truth.

    Attributes:
        odds: (n,) log odds of what is asked about, by all other terms of the joint model.
        features: (n, m) features of the terms that are fitted.
        true: (n,) bool, whether it is so.
    """

    odds: np.ndarray
    features: np.ndarray
    true: np.ndarray

    def probabilities(self, weights: np.ndarray) -> np.ndarray:
        """Return the (n,) probabilities by the (m,) weights."""
        probabilities: np.ndarray = sigmoid(self.odds + self.features @ weights)
        return probabilities


def main() -> None:
    """Parse the options, fit, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--held-out", nargs="*", default=["held-out", "held-out-compact"])
    options = parser.parse_args()
    families = stored_families(options.samples)
    for terms, told in (("background, presence", candidates_of), ("stone_looks", stones_of)):
        parts = {name: _concatenated([told(one) for one in scenes]) for name, scenes in families.items()}
        weights = fitted(_concatenated([part for name, part in parts.items() if name not in options.held_out]))
        print(terms, weights.round(2))
        for name, some in parts.items():
            before, after = (_errors(some, w) for w in (np.zeros_like(weights), weights))
            print(f"{name}: {len(some.true)}, (missed, false) without the weights {before}, with them {after}")


def candidates_of(labelled: LabelledScene) -> Candidates | None:
    """Return the candidates of a made board and whether pieces stand there; None if it has no art or no candidate."""
    scene = labelled.scene
    if not scene.candidates or not len(scene.art):
        return None
    total = _without(scene, ("background", "presence"))
    odds = log_sum_exp(np.delete(total, NOTHING, axis=1), axis=1) - total[:, NOTHING]
    features = np.hstack([background_features(scene), presence_features(scene)])
    return Candidates(odds, features, labelled.states != NOTHING)


def stones_of(labelled: LabelledScene) -> Candidates | None:
    """Return the pieces of a made board that may be stones and whether they are; None if it has no art or none."""
    scene = labelled.scene
    if not scene.candidates or not len(scene.art):
        return None
    total = _without(scene, ("stone_looks",))
    players = np.delete(total, [NOTHING, STONE], axis=1)
    odds = total[:, STONE] - log_sum_exp(players, axis=1)
    open_ones = (labelled.states != NOTHING) & (odds > _LEAST_STONE_ODDS)
    return Candidates(odds[open_ones], stone_features(scene)[open_ones], (labelled.states == STONE)[open_ones])


def _without(scene: Scene, terms: Collection[str]) -> np.ndarray:
    """Return (n, 24) log odds of the states by all terms of the joint model but some."""
    others = {name: weight for name, weight in load_weights().items() if name not in terms}
    return np.asarray(np.sum(list(infer(scene, others).contributions.values()), axis=0))


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


def _concatenated(parts: Sequence[Candidates | None]) -> Candidates:
    some = [(part.odds, part.features, part.true) for part in parts if part is not None]
    return Candidates(*(np.concatenate(column) for column in zip(*some, strict=True)))


def _errors(some: Candidates, weights: np.ndarray) -> tuple[int, int]:
    present = some.probabilities(weights) >= PRESENT
    return int((some.true & ~present).sum()), int((present & ~some.true).sum())


if __name__ == "__main__":
    main()
