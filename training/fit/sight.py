"""``python -m training.fit.sight``: fit which pixels that look like pieces show ground, on made boards.

Half of the boards are in crafted prints with pieces of other workshops, which the scene network does not know. Prints
the weights of ``vision/terrain/sight_model.json``, and how well they suit boards in held-out art.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from training.common.stored import joined, subset
from training.fit.options import boards_parser
from training.scenes.picture import Picture
from training.validation import PHOTO_SIZE, photo_of_a_game
from vision.board.locate import survey
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View
from vision.imaging.photo import photo_of
from vision.networks.models import Networks, load_networks
from vision.reading.observed_pieces import observe_pieces
from vision.terrain.analyse import visible_terrain
from vision.terrain.ground.ground_model import apply_ground_model
from vision.terrain.sight import DoubtfulPixels, doubtful_pixels, log_terrain_in_sight, probability_in_sight

_PIXELS = 1500
"""Pixels kept of each board."""
_NO_TERRAIN = 255
"""Terrain that a picture's truth does not know."""
_SEEN = 0.8
"""Probability from which a pixel counts as found."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Pixels of made boards that the scene network takes for pieces.

    Attributes:
        features: (n, 3) see `DoubtfulPixels`.
        limits: (n,) likewise.
        named: (n, 3) likewise, transposed.
        guessed: (n, 3) probabilities of the terrains by the maps.
        terrain: (n,) true terrain 0..2.
        shown: (n,) bool, whether the ground is in sight.
    """

    features: np.ndarray
    limits: np.ndarray
    named: np.ndarray
    guessed: np.ndarray
    terrain: np.ndarray
    shown: np.ndarray


def main() -> None:
    """Draw the boards, fit, and print the weights."""
    options = boards_parser(__doc__).parse_args()
    networks = load_networks()

    def pixels(art: str, materials: Path | None) -> Judged:
        return joined(list(judged_boards(art, options.seed, options.count, networks, materials)))

    held_out = pixels("held-out-wide", None)
    known = joined([pixels(art, options.materials) for art in ("crafted", "training")])
    sight, terrain = fit_sight(known), fit_terrain(known)
    print("sight and level", sight.round(3).tolist(), "network and named", terrain.round(3).tolist())
    found, shown = _shown(held_out, sight) > _SEEN, held_out.shown
    print(f"{len(found)} pixels in held-out art, {shown.mean():.1%} in sight: {sight_loss(held_out, sight):.4f} nats")
    print(f"found {found[shown].mean():.1%} of them, and {found[~shown].mean():.1%} of the others")
    nats = [terrain_loss(held_out, weights) for weights in (terrain, [1, 0])]
    print("terrain in sight {:.4f} nats, by the maps {:.4f}".format(*nats))


def judged_boards(
    art: str, seed: int, count: int, networks: Networks, materials: Path | None = None
) -> Iterator[Judged]:
    """Yield some pixels of each board that is found and has ground enough for a model of it."""
    for number in range(count):
        picture = photo_of_a_game([seed, number], *PHOTO_SIZE, art, game=True, materials=materials, played=True)
        pixels = photo_of(picture.image).normalised
        found = survey(pixels, networks)
        if found is None:
            continue
        view, maps = found.view, visible_terrain(found)
        maps, model = apply_ground_model(maps, view, found.lattice.centres, naming_network=networks.ground)
        looked = observe_pieces(found, pixels, networks, None)
        if model is None:
            continue
        doubtful = doubtful_pixels(maps, view, found.lattice.centres, model, looked.occluders())
        if doubtful is not None:
            judged = _judged(doubtful, maps.terrain, picture, found.lattice.plane, view)
            order = np.random.default_rng([seed, number, 1]).permutation(len(judged.shown))
            yield subset(judged, order[:_PIXELS])


def _judged(doubtful: DoubtfulPixels, terrain: np.ndarray, picture: Picture, plane: Plane, view: View) -> Judged:
    """Return the doubtful pixels of maps with a (h, w, 4) terrain whose true terrain is known."""
    down, across = np.divmod(doubtful.at, terrain.shape[1])
    at = plane.to_photo(view.from_maps(np.stack([across, down], axis=1).astype(float)))
    height, width = picture.terrain.shape
    rows, columns = np.round((at[:, ::-1] + 0.5) / 2 - 0.5).astype(int).clip(0, [height - 1, width - 1]).T
    true = picture.terrain[rows, columns]
    known = (true > 0) & (true != _NO_TERRAIN)
    guessed = terrain.reshape(-1, terrain.shape[-1])[doubtful.at, 1:]
    guessed = guessed / np.maximum(guessed.sum(axis=1, keepdims=True), 1e-6)
    shown = picture.piece[rows, columns] == 0
    parts = (doubtful.features, doubtful.limits, doubtful.named.T, guessed, true.astype(np.intp) - 1, shown)
    return Judged(*(part[known] for part in parts))


def fit_sight(judged: Judged) -> np.ndarray:
    """Return the (4,) weights of the features and level of the logistic regression within its limits."""
    return np.asarray(minimize(lambda weights: sight_loss(judged, weights), np.array([0.8, 0.1, 0.2, 1.0])).x)


def sight_loss(judged: Judged, weights: np.ndarray) -> float:
    """Return the mean nats that (4,) weights lose about whether ground is in sight."""
    shown = np.clip(_shown(judged, weights), 1e-6, 1 - 1e-6)
    return float(-np.log(np.where(judged.shown, shown, 1 - shown)).mean())


def _shown(judged: Judged, weights: np.ndarray) -> np.ndarray:
    return probability_in_sight(judged.features, judged.limits, weights[:-1], float(weights[-1]))


def fit_terrain(judged: Judged) -> np.ndarray:
    """Return the (2,) weights of the maps' and of the colours' log probabilities of a terrain in sight."""
    return np.asarray(minimize(lambda weights: terrain_loss(judged, weights), np.ones(2) / 2).x)


def terrain_loss(judged: Judged, weights: np.ndarray | Sequence[float]) -> float:
    """Return the mean nats that (2,) weights lose about the terrain in sight."""
    logs = log_terrain_in_sight(judged.guessed.T, judged.named.T, *weights)
    logs = logs - np.logaddexp.reduce(logs, axis=0)
    return float(-logs[judged.terrain, np.arange(logs.shape[1])][judged.shown].mean())


if __name__ == "__main__":
    main()
