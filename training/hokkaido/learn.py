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
from training.hokkaido.painting import FINE, fill, write
from training.hokkaido.squares import square
from vision.hokkaido.appearances import APPEARANCES, Appearance
from vision.hokkaido.cells import SIDE, opponent_colours
from vision.hokkaido.features import LIGHT, describe

FILE = Path(__file__).parents[2] / "vision" / "hokkaido" / "printings.npz"
_DIMENSIONS, _FACTORS = 32, 48
"""Discriminant features that are kept, and principal components of the variation between printings."""
_NEWTON_STEPS = 12
_OFFSET = 0.05
"""Standard deviation of a card's offset from the grid, squares."""
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
    parser.add_argument("--out", type=Path, default=FILE)
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
    features = describe(opponent_colours(_lit(_photographed(look, art, rng), level, warmth, rng)))
    lamp = np.log([1 - warmth, 1.0, 1 + warmth])
    features[:LIGHT] -= np.log(level) + lamp.mean(), lamp[2], lamp[0]
    return features


def _photographed(look: Appearance, art: Art, rng: np.random.Generator) -> np.ndarray:
    """Return a square (SIDE, SIDE, 3) as photographed from nearly above: displaced, blurred, with random neighbours."""
    face = square(look.square, art, rng)
    if art.seam:
        dark = face.mean(axis=(0, 1)) * (1 - art.seam)
        cv2.rectangle(face, (0, 0), (FINE - 1, FINE - 1), dark.tolist(), int(rng.integers(1, 4)))
    if look.colour is None and rng.random() < 0.12:
        cv2.rectangle(face, (0, 0), (FINE - 1, FINE - 1), (225, 228, 230), int(2 * rng.uniform(0.03, 0.13) * FINE))
    elif rng.random() < 0.16:
        at = float(rng.uniform(0.1, 0.16))
        cv2.circle(face, (int(at * FINE),) * 2, int(0.1 * FINE), (225, 230, 230), -1, cv2.LINE_AA)
        write(face, str(rng.integers(1, 60)), (at, at), 0.4)
    if look.cube:
        _put_cube(face, art.wood[look.colour or "grey"], rng)
    face = np.rot90(face, int(rng.integers(4))).copy()
    _crowd(face, rng)
    way = cv2.getRotationMatrix2D((FINE / 2, FINE / 2), rng.normal(0, 1.5), SIDE / FINE * rng.uniform(0.96, 1.06))
    way[0] *= rng.uniform(0.95, 1.05)  # surfaces above the plane of the grid appear larger
    way[:, 2] += SIDE / 2 - way[:, :2] @ (FINE / 2, FINE / 2) - way[:, 2] + rng.normal(0, _OFFSET * SIDE, 2)
    face = cv2.GaussianBlur(face, (0, 0), max(0.5, 0.5 * FINE / rng.uniform(45, 120) * rng.uniform(0.7, 2.0)))
    beside = tuple(float(v) for v in rng.uniform(0, 230, 3))
    return cv2.warpAffine(face, way, (SIDE, SIDE), flags=cv2.INTER_AREA, borderValue=beside)


def _crowd(face: np.ndarray, rng: np.random.Generator) -> None:
    """Cover a margin of the square by overlapping neighbours or their shadow."""
    for _ in range(int(rng.choice([0, 1, 2], p=[0.55, 0.3, 0.15]))):
        wide = int(rng.uniform(0.02, 0.1) * FINE)
        face[:] = np.rot90(face, int(rng.integers(4))).copy()
        face[:wide] *= rng.uniform(0.15, 1.0)
        if rng.random() < 0.4:
            face[: wide // 2] = rng.uniform(20, 230, 3)


def _put_cube(face: np.ndarray, wood: np.ndarray, rng: np.random.Generator) -> None:
    side, middle, turn = rng.uniform(0.18, 0.37), 0.5 + rng.normal(0, 0.07, 2), rng.uniform(0, np.pi / 2)
    angles = turn + np.pi / 2 * np.arange(4)
    foot = middle + side / np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    lean, towards, sun = rng.uniform(0, 0.75), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    up = side * lean * np.array([np.cos(towards), np.sin(towards)])
    away = np.array([np.cos(sun), np.sin(sun)])
    shadow = np.zeros(face.shape[:2], np.float32)
    cast = np.concatenate([foot, foot + away * side * rng.uniform(0.3, 1.3)])
    cv2.fillConvexPoly(shadow, cv2.convexHull(np.round(cast * FINE).astype(np.int32)), 1.0)
    face *= 1 - rng.uniform(0.1, 0.6) * cv2.GaussianBlur(shadow, (0, 0), rng.uniform(1, 7))[..., None]
    top = middle + (foot - middle) * (1 + 0.15 * lean) + up
    for k in range(4):
        one, other = foot[k], foot[(k + 1) % 4]
        outward = (one + other) / 2 - middle
        if outward @ up < 0:  # a side is visible if the top is displaced away from it
            lit = 0.62 - 0.25 * float(outward @ away) / float(np.linalg.norm(outward))
            fill(face, [one, other, top[(k + 1) % 4], top[k]], np.clip(wood * lit, 0, 255))
    fill(face, top, np.clip(wood * rng.uniform(0.95, 1.2), 0, 255))


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
