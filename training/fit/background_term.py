"""``python -m training.fit.background_term``: fit the weights of the background term on made photos.

Half of the photos are learned from; of the other half it prints how many pieces are misjudged with them and without.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from training.scenes.picture import Picture
from training.validation import photo_of_a_game
from vision.board.locate import survey
from vision.geometry.lattice import nearest_cell
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.networks.models import Networks, load_networks
from vision.pieces.detect import PRESENT
from vision.pieces.evidence.background_term import background_features, presence_log_odds
from vision.reading.observation import Taught, observe

_SIZE = (1280, 960)
_ROUNDS = 20
_STEADY = 1e-3


@dataclass(frozen=True, eq=False)
class Judged:
    """Of n pieces that perhaps stand on boards: what is known of each, and whether one stands there.

    Attributes:
        odds: (n,) log odds of the close look.
        features: (n, 3), see `background_term.background_features`.
        true: (n,) bool.
    """

    odds: np.ndarray
    features: np.ndarray
    true: np.ndarray

    def after(self, weights: np.ndarray) -> np.ndarray:
        """(n,) how likely each stands there by (3,) weights."""
        chances: np.ndarray = sigmoid(self.odds + self.features @ weights)
        return chances


def main() -> None:
    """Read the options, make photos, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--seed", type=int, default=91)
    parser.add_argument("--art", choices=["held-out", "training"], default="training")
    options = parser.parse_args()
    networks, seeds = load_networks(), [[options.seed, k] for k in range(options.pictures)]
    shown = [judged(photo_of_a_game(seed, *_SIZE, options.art), networks) for seed in seeds]
    learned, kept = _joined(shown[::2]), _joined(shown[1::2])
    weights = fitted(learned)
    print("weights", weights.round(2))
    for name, some in (("learned", learned), ("kept back", kept)):
        before, after = (_mistakes(some, w) for w in (np.zeros(3), weights))
        print(f"{name}: {len(some.true)} pieces, missed and made up {before} before, {after} after")


def judged(picture: Picture, networks: Networks) -> Judged | None:
    """Read a made picture; None where no board or nothing that may be a piece is found."""
    height, width = picture.image.shape[:2]
    pixels = Photo(picture.image, width, height).clear
    found = survey(pixels, networks)
    if found is None:
        return None
    seen = observe(found, pixels, networks, Taught())
    if not seen.pieces or not len(seen.art):
        return None
    on_table = [seen.lattice.plane.to_table(np.array(p.foot)) for p in picture.pieces]
    taken = {nearest_cell(spot) for spot in on_table}
    true = np.array([nearest_cell(p.foot) in taken for p in seen.pieces])
    return Judged(presence_log_odds(seen.pieces), background_features(seen.pieces, seen.art), true)


def fitted(some: Judged) -> np.ndarray:
    """Return the (3,) weights that make what is true likeliest (logistic regression, by Newton's method)."""
    weights = np.zeros(3)
    for _ in range(_ROUNDS):
        chances = some.after(weights)
        steep = some.features.T @ (some.features * (chances * (1 - chances))[:, None]) + _STEADY * np.eye(3)
        weights = weights + np.linalg.solve(steep, some.features.T @ (some.true - chances) - _STEADY * weights)
    return weights


def _joined(parts: list[Judged | None]) -> Judged:
    some = [(part.odds, part.features, part.true) for part in parts if part is not None]
    return Judged(*(np.concatenate(column) for column in zip(*some, strict=True)))


def _mistakes(some: Judged, weights: np.ndarray) -> tuple[int, int]:
    there = some.after(weights) >= PRESENT
    return int((some.true & ~there).sum()), int((there & ~some.true).sum())


if __name__ == "__main__":
    main()
