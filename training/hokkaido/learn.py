"""``python -m training.hokkaido.learn``: fit the priors of printings of *Hokkaido*, in three minutes.

Squares of many synthetic printings are painted, with and without cubes, under random light. The mean of their features,
and the variation between and within printings, are written to the file that `vision.hokkaido.printings.prior` reads.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from games.hokkaido.city import PRODUCTION
from training.hokkaido.art import Art, make_art
from training.hokkaido.photographed import photographed
from vision.hokkaido.appearances import APPEARANCES, Appearance
from vision.hokkaido.cells import SIDE
from vision.hokkaido.features import LIGHT, describe
from vision.imaging.opponent_colours import opponent_colours

FILE = Path(__file__).parents[2] / "vision" / "hokkaido" / "printings.npz"
_DIMENSIONS, _FACTORS = 32, 48
"""Discriminant features that are kept, and principal components of the variation between printings."""
_NEWTON_STEPS = 12
_PALE_EVERY, _GLOSSY, _MOST_GLOSS = 4, 0.45, 100.0
"""Every fourth printing has pale grey works; share of squares under a veil of gloss, and its largest light, 0..255."""
_FIRST = 10_000
"""Seed of the first printing; smaller seeds are for evaluation."""
_POPULATIONS = ((640, 4, 1), (400, 5, 3))
"""Of each prior the number of printings, that of squares of each kind in them, and every how many printings one is
drawn with random signs instead of in its style."""


def main() -> None:
    """Parse the options, paint, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="file to write; the shipped one by default")
    options = parser.parse_args()
    priors = [learn(paint_features(*population)) for population in _POPULATIONS]
    parts = {name: np.stack([prior[name] for prior in priors]) for name in priors[0]}
    np.savez_compressed(options.out, **parts)  # type: ignore[arg-type]


def paint_features(printings: int, squares: int, signs_every: int) -> np.ndarray:
    """Return features (printings, K, squares, D) of squares under uniform light.

    Args:
        printings: their number.
        squares: of each kind in a printing.
        signs_every: every how many printings one is drawn with random signs.
    """
    seeds = range(_FIRST, _FIRST + printings)
    return np.array([_of_printing(seed, squares, seed % signs_every == 0) for seed in seeds])


def learn(features: np.ndarray) -> dict[str, np.ndarray]:
    """Return the arrays of `vision.hokkaido.printings.prior.PrintingPrior`, with Cholesky factors for ``within``."""
    printings, looks, squares, _ = features.shape
    middle = features.mean(axis=(0, 1, 2))
    basis = _discriminants(features - middle)
    white = (features - middle) @ basis
    means = white.mean(axis=2)
    within = _scatter(white)
    within = 0.75 * within + 0.25 * within.mean(axis=0)
    apart = (means - means.mean(axis=0)).reshape(printings, -1)
    _, length, direction = np.linalg.svd(apart / np.sqrt(printings - 1), full_matrices=False)
    factors = length[:_FACTORS, None] * direction[:_FACTORS]
    # The mean of few squares has a sampling variance, half of which is subtracted from the residual variance.
    chance = np.array([np.diag(own) for own in within]).ravel() / squares / 2
    own = np.maximum(apart.var(axis=0) - (factors**2).sum(axis=0) - chance, 0.02)
    return {
        "middle": middle.astype(np.float32),
        "basis": basis.astype(np.float32),
        "mean": means.mean(axis=0).astype(np.float32),
        "factors": factors.reshape(-1, looks, _DIMENSIONS).astype(np.float16),
        "own": own.reshape(looks, _DIMENSIONS).astype(np.float32),
        "within": np.linalg.cholesky(within).astype(np.float16),
        "cube": _cube_weights(features).astype(np.float32),
    }


def _cube_weights(features: np.ndarray) -> np.ndarray:
    """Return the weights (D - 3,) of the features without those of light, and a bias, for detecting a cube.

    They are those of a ridge logistic regression, by Newton's method, on production squares with and without a cube.
    """
    works = [k for k, look in enumerate(APPEARANCES) if look.terrain == PRODUCTION]
    carries = np.array([APPEARANCES[k].cube for k in works])
    shown = features[:, works][..., LIGHT:]
    answer = np.broadcast_to(carries[:, None], shown.shape[:3]).ravel()
    shown = shown.reshape(-1, shown.shape[-1])
    middle, spread = shown.mean(axis=0), shown.std(axis=0)
    rows = np.column_stack([(shown - middle) / spread, np.ones(len(shown))])
    weights = np.zeros(rows.shape[1])
    for _ in range(_NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - answer) + weights
        weights -= np.linalg.solve((rows.T * chance * (1 - chance)) @ rows + np.eye(len(weights)), slope)
    return np.append(weights[:-1] / spread, weights[-1] - (weights[:-1] / spread) @ middle)


def _discriminants(features: np.ndarray) -> np.ndarray:
    """Return the basis (D, d) of Fisher's linear discriminants (1936), scaled to unit variance within classes."""
    size = features.shape[-1]
    within = _scatter(features).mean(axis=0)
    between = np.cov(features.mean(axis=2).reshape(-1, size).T)
    lower = np.linalg.cholesky(within + 1e-4 * np.trace(within) / size * np.eye(size))
    back = np.linalg.inv(lower)
    values, vectors = np.linalg.eigh(back @ between @ back.T)
    return np.asarray(back.T @ vectors[:, np.argsort(-values)[:_DIMENSIONS]])


def _scatter(features: np.ndarray) -> np.ndarray:
    """Return the covariances (K, d, d) within printings."""
    squares = features.shape[2]
    off = features - features.mean(axis=2, keepdims=True)
    return np.asarray(np.einsum("akpd,akpe->kde", off, off) / (len(features) * (squares - 1)))


def _of_printing(seed: int, squares: int, signs: bool) -> np.ndarray:
    rng = np.random.default_rng([77, seed])
    art = make_art(seed, pale=seed % _PALE_EVERY == 0, signs=signs)
    return np.array([[_features(look, art, rng) for _ in range(squares)] for look in APPEARANCES])


def _features(look: Appearance, art: Art, rng: np.random.Generator) -> np.ndarray:
    """Return the features of one square, without the offset that the light adds to all squares of a photo."""
    level, warmth = float(np.exp(rng.uniform(np.log(0.18), np.log(1.15)))), float(rng.normal(0, 0.09))
    features = describe(opponent_colours(_lit(photographed(look, art, rng), level, warmth, rng)))
    lamp = np.log([1 - warmth, 1.0, 1 + warmth])
    features[:LIGHT] -= np.log(level) + lamp.mean(), lamp[2], lamp[0]
    return features


def _gloss(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the (SIDE, SIDE, 1) light of a veil of gloss that fades across a square; x and y in -0.5..0.5."""
    angle = rng.uniform(0, 2 * np.pi)
    fading = 1 + rng.uniform(0, 1) * (x * np.cos(angle) + y * np.sin(angle))
    return np.asarray(rng.uniform(0, _MOST_GLOSS) * rng.random() * fading)[..., None]


def _lit(face: np.ndarray, level: float, warmth: float, rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[:SIDE, :SIDE] / SIDE - 0.5
    angle, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.12)
    slope = 1 + steep * (x * np.cos(angle) + y * np.sin(angle))
    haze = _gloss(x, y, rng) if rng.random() < _GLOSSY else 0.0
    lit: Any = face * (level * np.exp(rng.normal(0, 0.12)) * slope)[..., None] * (1 - warmth, 1, 1 + warmth) + haze
    lit += cv2.GaussianBlur(rng.normal(0, 1, lit.shape), (0, 0), 0.8) * rng.uniform(1, 6)
    return np.clip(lit, 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main()
