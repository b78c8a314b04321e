"""``python -m training.fit.connectivity FOLDER …``: fit the weights by which a tile's regions are chosen.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``, as `training.validation`
writes them. Prints ``WEIGHTS`` of ``vision/terrain/connectivity.py``, and how well they suit these boards and those of
``--test`` folders. Tiles count whose edges are read rightly and whose regions the network alone does not confirm.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax

from games.hexgrid import Cell
from vision.facts import turned_regions
from vision.imaging.photo import PhotoError, decode_photo
from vision.networks.models import Networks, load_networks
from vision.reading.reader import read_photo
from vision.terrain.connectivity import CONFIRMED_PROBABILITY, WEIGHTS, candidate_divisions, divisions_of_tiles
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.regions import rim_terrain, to_patches, touching_components

_DOUBTFUL = 0.85
"""Probability below which the likeliest regions of a tile are counted as doubtful."""

Document = Mapping[str, Any]
Edges = tuple[str, ...]
Regions = list[tuple[str, list[tuple[int, int]]]]
"""Regions that reach an edge, each with its terrain and sorted ports, in a fixed order."""


@dataclass(frozen=True, eq=False)
class DividedTile:
    """A tile whose regions are in question.

    Attributes:
        features: (n, 5) see `Candidates`.
        right: which candidate is right.
    """

    features: np.ndarray
    right: int


def main() -> None:
    """Read the boards, fit, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders of photos with truth to fit to")
    parser.add_argument("--test", action="append", default=[], type=Path, help="a folder that is only measured")
    options = parser.parse_args()
    networks = load_networks()
    known = [tile for folder in options.folders for tile in divided_tiles(folder, networks)]
    weights = fit_weights(known)
    print("weights", weights.round(2).tolist())
    tests = [(str(folder), list(divided_tiles(folder, networks))) for folder in options.test]
    for name, some in (("fitted to", known), *tests):
        for which, tried in (("before", np.array(WEIGHTS)), ("after", weights)):
            print(f"{name}, {which}: {_figures(some, tried)}")


def divided_tiles(folder: Path, networks: Networks) -> Iterator[DividedTile]:
    """Yield the tiles of a folder's boards whose regions are in question, where one of the candidates is right."""
    for photo in sorted(folder.glob("*.jpg")):
        true = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
        try:
            reading = read_photo(decode_photo(photo.read_bytes()), networks)
        except PhotoError:
            continue
        if reading.observation is not None:
            insides = reading.observation.terrain
            for cell, (edges, regions) in rightly_read(reading.to_document()["tiles"], true["tiles"]).items():
                if (divided := _divided(insides[cell], edges, regions)) is not None:
                    yield divided


def rightly_read(read: Sequence[Document], true: Sequence[Document]) -> dict[Cell, tuple[Edges, Regions]]:
    """Return the edges and the true regions of the tiles whose edges are right, by cell of the reading.

    Args:
        read: the tiles of a board document that was read.
        true: those of the true one, in cells of their own.
    """
    pairs = [(tile, min(true, key=lambda other: dist(tile["px"], other["px"]))) for tile in read]

    def right(turn: int) -> list[tuple[Document, Document]]:
        return [(tile, other) for tile, other in pairs if tile["edges"] == _turned(other["edges"], turn)]

    turn = max(range(6), key=lambda k: len(right(k)))
    return {
        (tile["q"], tile["r"]): (tuple(tile["edges"]), comparable(turned_regions(other["regions"], turn)))
        for tile, other in right(turn)
    }


def _turned(edges: Sequence[str], turn: int) -> list[str]:
    return [edges[(edge - turn) % 6] for edge in range(6)]


def comparable(regions: Iterable[Mapping[str, Any]]) -> Regions:
    """Return a board document's regions that reach an edge, in a fixed order."""
    return sorted(
        (region["terrain"], sorted((edge, part) for edge, part in region["ports"]))
        for region in regions
        if region["ports"]
    )


def _divided(inside: TileTerrain, edges: Edges, regions: Regions) -> DividedTile | None:
    """Return a tile with its right candidate; None if its regions are not in question, or all candidates are wrong."""
    (division,) = divisions_of_tiles(inside.terrain[None], inside.joined[None], [edges])
    if division.probability >= CONFIRMED_PROBABILITY:
        return None
    candidates = candidate_divisions(inside.terrain, rim_terrain(edges), inside.joined, edges)
    maps = zip(candidates.painted, candidates.components, touching_components(candidates.components), strict=True)
    found = [comparable(to_patches(*one, edges).regions) for one in maps]
    return DividedTile(candidates.features, found.index(regions)) if regions in found else None


def fit_weights(tiles: Sequence[DividedTile]) -> np.ndarray:
    """Return the (5,) weights of greatest likelihood: a conditional logit (McFadden 1974)."""
    return np.asarray(minimize(_mean_nats(tiles), np.array(WEIGHTS)).x)


def nats(tiles: Sequence[DividedTile], weights: np.ndarray) -> float:
    """Return the mean nats that (5,) weights lose about the right candidate."""
    return _mean_nats(tiles)(weights)


def _mean_nats(tiles: Sequence[DividedTile]) -> Callable[[np.ndarray], float]:
    """Return `nats` of these tiles; the candidates of all lie in one array, since a fit asks for it many times."""
    features = np.concatenate([tile.features for tile in tiles])
    first = np.cumsum([0, *(len(tile.features) for tile in tiles[:-1])])
    right = first + [tile.right for tile in tiles]

    def of(weights: np.ndarray) -> float:
        worth = features @ weights
        return float(np.mean(np.logaddexp.reduceat(worth, first) - worth[right]))

    return of


def _figures(tiles: Sequence[DividedTile], weights: np.ndarray) -> str:
    logs = [log_softmax(tile.features @ weights) for tile in tiles]
    wrong = sum(int(log.argmax()) != tile.right for log, tile in zip(logs, tiles, strict=True))
    doubtful = sum(np.exp(log.max()) < _DOUBTFUL for log in logs)
    return f"{len(tiles)} tiles, {wrong} wrong, {doubtful} doubtful, {nats(tiles, weights):.4f} nats a tile"


if __name__ == "__main__":
    main()
