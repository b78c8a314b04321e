"""``python -m training.edge_net.samples --out DIR``: the terrain along the edges of made boards, and what it is.

``training.edge_net.train --edges DIR`` trains on them. They depend on the networks before and on the model of the
ground. Most boards are of families that the scene network does not know (`scenes.held_out`), as those to which the
joint models are fitted: where it knows the art, its terrain is right more often than on another copy.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np

from games import hexgrid
from training.common.stored import fill, maker_options
from training.fit.ground_boards import true_edges
from training.scenes.picture import Picture
from training.validation import PHOTO_SIZE, photo_of_a_game, usual_edges
from vision.board.locate import Survey, survey
from vision.geometry.lattice import CORNERS, Cell
from vision.imaging.photo import photo_of
from vision.networks.models import Networks, load_networks
from vision.reading.observed_pieces import observe_pieces
from vision.terrain.analyse import visible_terrain
from vision.terrain.cover import clear_of_pieces
from vision.terrain.edge_samples import EdgeSamples, sample_edges
from vision.terrain.edges import EXCHANGED, combine_seams, edge_log_likelihoods, edge_number
from vision.terrain.ground.ground_model import apply_ground_model

FAMILIES = {"held-out-wide": 0.45, "wide": 0.35, "held-out": 0.1, "compact": 0.05, "strange": 0.05}
"""Shares of the families of looks, see `training.validation`."""
_MIN_RIGHT = 0.85
"""Share of the edges that are right, some grounds exchanged or none, from which a board is of use."""
_EXCHANGES = tuple(permutations(range(3)))
"""What plains, mountain and ocean are called; the first is right."""
_PICTURES_PER_FILE = 40


@dataclass(frozen=True)
class BoardEdges:
    """The edges of some boards, one board after the other; n tiles in all.

    Attributes:
        land: (n, 6, 12, 7, 3) float16, see `vision.terrain.edge_samples.EdgeSamples`.
        clear: (n, 6, 12, 7) float16, likewise.
        beside: (n, 6) int16 index within the board of the tile beside each edge; -1 without one.
        true: (n, 6) int8 index in ``edges.EDGES``, grounds called as the ground model calls them; -1 if unknown.
        sizes: (b,) numbers of tiles of each board.
    """

    land: np.ndarray
    clear: np.ndarray
    beside: np.ndarray
    true: np.ndarray
    sizes: np.ndarray


def main() -> None:
    """Parse the options and sample boards."""
    options = maker_options(__doc__, 1800).parse_args()
    cv2.setNumThreads(1)
    networks, rng = load_networks(options.networks), np.random.default_rng(options.seed)
    fill(options, "edges", _PICTURES_PER_FILE, lambda _: _make(rng, networks, options))


def _make(rng: np.random.Generator, networks: Networks, options: Namespace) -> BoardEdges | None:
    family = str(rng.choice(list(FAMILIES), p=list(FAMILIES.values())))
    return make_board([options.seed, int(rng.integers(1 << 30))], networks, family, options.materials)


def make_board(seed: list[int], networks: Networks, art: str, materials: Path | None = None) -> BoardEdges | None:
    """Render a game in one of the ``FAMILIES`` and sample its edges; None if too few of them are told at all."""
    picture = photo_of_a_game(seed, *PHOTO_SIZE, art, game=True, materials=materials, edges=usual_edges(), played=True)
    pixels = photo_of(picture.image).normalised
    found = survey(pixels, networks)
    if found is None:
        return None
    samples = _samples(pixels, found, networks)
    true = _as_called(samples, tuple(found.lattice.centres), _true(picture, found))
    if true is None:
        return None
    land, clear = (part.astype(np.float16) for part in (samples.terrain, samples.clear))
    return BoardEdges(land, clear, _beside(tuple(found.lattice.centres)), true, np.array([len(true)]))


def _samples(pixels: np.ndarray, found: Survey, networks: Networks) -> EdgeSamples:
    """Return the edges as a reading samples them."""
    pieces = observe_pieces(found, pixels, networks, None).pieces
    view, maps = found.view, visible_terrain(found)
    maps, _ = apply_ground_model(maps, view, found.lattice.centres, naming_network=networks.ground)
    centres = np.array(list(found.lattice.centres.values()))
    return sample_edges(maps, view, centres[:, None] + CORNERS, clear_of_pieces(maps, view, pieces))


def _true(picture: Picture, found: Survey) -> np.ndarray:
    """Return the (n, 6) int8 numbers of the true edges; -1 where no tile lies in truth."""
    edges = true_edges(picture, found.lattice.plane, found.lattice.centres)
    numbers = [
        [edge_number(edges[cell, i]) if (cell, i) in edges else -1 for i in range(6)] for cell in found.lattice.centres
    ]
    return np.array(numbers, np.int8)


def _as_called(samples: EdgeSamples, cells: tuple[Cell, ...], true: np.ndarray) -> np.ndarray | None:
    """Return the true edges with the grounds exchanged as they are on this board; None if no exchange explains it."""
    found = combine_seams(cells, edge_log_likelihoods(samples)).posterior.argmax(axis=2)
    known = true >= 0
    if not known.any():
        return None
    called = [np.where(known, EXCHANGED[exchange][true], -1) for exchange in _EXCHANGES]
    right = [float((found == one)[known].mean()) for one in called]
    best = int(np.argmax(right))
    return called[best].astype(np.int8) if right[best] >= _MIN_RIGHT else None


def _beside(cells: tuple[Cell, ...]) -> np.ndarray:
    index = {cell: k for k, cell in enumerate(cells)}
    return np.array([[index.get(other, -1) for other in hexgrid.neighbours(cell)] for cell in cells], np.int16)


if __name__ == "__main__":
    main()
