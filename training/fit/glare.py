"""``python -m training.fit.glare``: fit which pixels of the ground light hides, on made boards with known glare.

Half of the boards get glare, which varies in place, size, softness, strength and colour, and a camera that rolls off
bright light by some amount or clips it. A pixel counts as hidden where most of its light is mirrored. Prints the
weights of `vision.terrain.ground.glare`, and what they find on every third board, which is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from scipy.optimize import minimize

from training.scenes.picture import Picture
from training.validation import PHOTO_SIZE, photo_of_a_game
from vision.board.locate import survey
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import GAMMA
from vision.imaging.photo import photo_of
from vision.networks.activations import sigmoid
from vision.networks.models import Networks, load_networks
from vision.terrain.analyse import visible_terrain
from vision.terrain.ground.glare import glare_features
from vision.terrain.ground.ground_features import extract_ground_features

_GLARED = 0.5
"""Share of the boards with glare."""
_HIDDEN, _STRONG = 0.7, 0.35
"""Share of a pixel's light that is mirrored, and mirrored light (1 is white), from which the print is hidden."""
_PIXELS = 1500
"""Pixels kept of each board."""
_LEFT_OUT = 3
"""One in this number of boards is left out and measured."""
_RIDGE = 1e-3
"""Weight of the L2 penalty on the weights of standardised features."""


@dataclass(frozen=True, eq=False)
class Glared:
    """A picture with glare.

    Attributes:
        picture: with the light added.
        mirrored: (h, w) light that the tiles mirror, 1 being white.
        printed: (h, w) light of their print.
    """

    picture: Picture
    mirrored: np.ndarray
    printed: np.ndarray


def main() -> None:
    """Draw the boards, fit, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="boards in each of the two arts")
    parser.add_argument("--seed", type=int, default=1, help="of the boards")
    options = parser.parse_args()
    networks = load_networks()
    boards = [b for art in ("training", "wide") for b in glared_boards(art, options.seed, options.count, networks)]
    weights, level = fit([b for k, b in enumerate(boards) if k % _LEFT_OUT])
    print("weights", weights.round(2).tolist(), "level", round(level, 2))
    features, hidden = (np.concatenate(parts) for parts in zip(*boards[::_LEFT_OUT], strict=True))
    found = sigmoid(features @ weights + level) > 0.5
    print(f"{len(found)} pixels of boards left out, {hidden.mean():.1%} hidden: {found[hidden].mean():.1%} found")
    print(f"{hidden[found].mean():.1%} of what is found is hidden, {found[~hidden].mean():.2%} of the rest is found")


def glared_boards(art: str, seed: int, count: int, networks: Networks) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the (n, 5) features and (n,) whether glare hides the print of n pixels of each board that is found."""
    for number in range(count):
        rng = np.random.default_rng([seed, number, 1])
        picture = photo_of_a_game([seed, number], *PHOTO_SIZE, art)
        glared = with_glare(rng, picture) if rng.random() < _GLARED else None
        pixels = photo_of((picture if glared is None else glared.picture).image).normalised
        found = survey(pixels, networks)
        if found is None:
            continue
        view, maps = found.view, visible_terrain(found)
        looks = extract_ground_features(maps, view, found.lattice.centres.values())
        hidden = (
            np.zeros(looks.seen.shape, bool)
            if glared is None
            else _hidden(glared, found.lattice.plane, view, looks.seen.shape)
        )
        features, chosen = glare_features(looks), np.flatnonzero(looks.seen)
        some = rng.permutation(len(chosen))[:_PIXELS]
        yield features[some], hidden.ravel()[chosen[some]]


def with_glare(rng: np.random.Generator, picture: Picture) -> Glared:
    """Return a picture whose tiles mirror one to three lamps or windows."""
    light = (picture.image / np.float32(255)) ** GAMMA
    height, width = light.shape[:2]
    centres = np.array([tile.centre for tile in picture.tiles if tile.on_board])
    extent = float(np.sqrt(np.prod(np.ptp(centres, axis=0) + 60)))
    mirrored = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at = centres[rng.integers(len(centres))] + rng.normal(0, 0.05 * extent, 2)
        mirrored += float(rng.uniform(0.2, 1.6)) * _spot(rng, (height, width), at, extent * rng.uniform(0.03, 0.12, 2))
    tiles = cv2.resize(((picture.terrain > 0) & (picture.terrain < 255)).astype(np.float32), (width, height))
    mirrored *= cv2.GaussianBlur(tiles, (0, 0), 1.0)
    tint = np.clip(rng.normal(1, 0.08, 3), 0.7, 1.15).astype(np.float32)
    seen = (light + mirrored[..., None] * tint) * float(rng.uniform(0.75, 1.05))
    image = np.asarray(255 * np.clip(_rolled_off(seen, float(rng.uniform(0.45, 1))), 0, 1) ** (1 / GAMMA), np.uint8)
    return Glared(replace(picture, image=image), mirrored, light.mean(axis=2))


def _spot(rng: np.random.Generator, shape: tuple[int, int], at: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Return the (h, w) light, 0..1, of an oval or a blurred pane in some direction."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    along = ((x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)) / size[0]
    across = ((y - at[1]) * np.cos(angle) - (x - at[0]) * np.sin(angle)) / size[1]
    if rng.random() < 0.6:
        return np.asarray(np.exp(-0.5 * (along**2 + across**2) ** rng.uniform(0.6, 1.6)), np.float32)
    pane = ((np.abs(along) < 1) & (np.abs(across) < 1)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(pane, (0, 0), float(size.min() * rng.uniform(0.1, 0.7))))


def _rolled_off(light: np.ndarray, start: float) -> np.ndarray:
    """Return light that a camera shows less and less brighter from ``start`` (0..1) on."""
    if start > 0.9:
        return light
    return np.where(light < start, light, start + (1 - start) * (1 - np.exp((start - light) / (1 - start))))


def _hidden(glared: Glared, plane: Plane, view: View, shape: tuple[int, int]) -> np.ndarray:
    """Return (h, w) bool, whether mirrored light hides the print at each pixel of the maps of a view."""
    across, down = np.meshgrid(np.arange(shape[1]), np.arange(shape[0]))
    at = plane.to_photo(view.from_maps(np.stack([across, down], axis=-1)).reshape(-1, 2)).reshape(*shape, 2)
    places = at.astype(np.float32)
    mirrored, printed = (cv2.remap(f, places, None, cv2.INTER_LINEAR) for f in (glared.mirrored, glared.printed))
    return np.asarray((mirrored > _HIDDEN * (mirrored + printed + 0.02)) & (mirrored > _STRONG))


def fit(boards: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, float]:
    """Return the (5,) weights and the level of a logistic regression of what is hidden."""
    features, hidden = (np.concatenate(parts) for parts in zip(*boards, strict=True))
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-6
    standard = np.column_stack([(features - mean) / scale, np.ones(len(features))])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds = standard @ weights
        penalty = _RIDGE * np.append(weights[:-1], 0)
        slope = standard.T @ (sigmoid(odds) - hidden) / len(hidden) + 2 * penalty
        return float((np.logaddexp(0, odds) - hidden * odds).mean() + penalty @ weights), slope

    found = minimize(loss, np.zeros(standard.shape[1]), jac=True, method="L-BFGS-B").x
    return found[:-1] / scale, float(found[-1] - (found[:-1] / scale) @ mean)


if __name__ == "__main__":
    main()
