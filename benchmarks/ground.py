"""``python -m benchmarks.ground [FOLDER …]``: accuracy of edges and regions without each term of the ground's model.

A folder holds ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``; without a folder the
shipped photos are read. The last column tells how true the confidence is: of the edges said with 99 % or more, how many
are right.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.grading.grade import aligned, regions_of
from benchmarks.grading.truth import SHIPPED, boards_with_truth
from vision.board.locate import Survey, survey
from vision.imaging.photo import decode_photo
from vision.networks.models import Networks, SceneMaps, load_networks
from vision.terrain.analyse import infer_tile_interiors, sample_maps, visible_terrain
from vision.terrain.edges import EDGES, UNEXCHANGED, combine_seams
from vision.terrain.ground.ground_model import GroundModel, apply_ground_model
from vision.terrain.ground.parameters import GroundParameters, load_parameters

_SURE = 0.99
"""Confidence from which an edge counts in the last columns."""


@dataclass(frozen=True)
class Score:
    """Counts for one photo: edges, those read right, tiles, regions read right, edges that were sure, those right."""

    edges: int
    edges_right: int
    tiles: int
    regions_right: int
    sure: int
    sure_right: int


def main() -> None:
    """Read every photo with ground truth without each term, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED])
    parser.add_argument("--only", default="*", help="glob patterns of file names, separated by commas")
    options = parser.parse_args()
    scores: dict[str, list[Score]] = {}
    networks = load_networks()
    for path, truth in boards_with_truth(options.folders, options.only.split(",")):
        photo = decode_photo(path.read_bytes())
        found = survey(photo.normalised, networks)
        if found is not None:
            for name, score in _scores(photo.normalised, photo.scale, found, networks, truth):
                scores.setdefault(name, []).append(score)
    Console(width=120).print(_table(scores))


def variants(shipped: GroundParameters) -> Iterator[tuple[str, GroundParameters]]:
    """Yield the parameters without each of the model's terms, with a name."""
    yield "all terms", shipped
    naming = {
        "names: network's mean word": slice(0, 1),
        "names: the same less the board's mean": slice(1, 2),
        "names: seams": slice(2, 3),
        "names: looks": slice(3, -1),
        "names: network that compares grounds": slice(-1, None),
    }
    for name, part in naming.items():
        weights = shipped.naming.copy()
        weights[part] = 0
        yield f"without {name}", replace(shipped, naming=weights)
    for k, name in enumerate(("pixels: network's own word", "pixels: group's mean word")):
        level, by_agreement = shipped.pixel.copy(), shipped.pixel_by_agreement.copy()
        level[k] = by_agreement[k] = 0
        yield f"without {name}", replace(shipped, pixel=level, pixel_by_agreement=by_agreement)


def _scores(
    pixels: np.ndarray, scale: float, found: Survey, networks: Networks, truth: Mapping[str, Any]
) -> Iterator[tuple[str, Score]]:
    maps = visible_terrain(found)
    yield "network alone", _score(maps, found, None, networks, scale, truth)
    for name, parameters in variants(load_parameters()):
        corrected, ground = apply_ground_model(
            maps, found.view, found.lattice.centres, naming_network=networks.ground, parameters=parameters
        )
        yield name, _score(corrected, found, ground, networks, scale, truth)


def _score(
    maps: SceneMaps,
    found: Survey,
    ground: GroundModel | None,
    networks: Networks,
    scale: float,
    truth: Mapping[str, Any],
) -> Score:
    """Return how well the terrain that these maps show agrees with the truth.

    Args:
        maps: of the photo, in ``found.view``, corrected by ``ground`` where there is one.
        found: the board in the photo.
        ground: the model of its ground.
        networks: the loaded networks.
        scale: pixels of the file's picture to one of the photo; the truth is in pixels of the file.
        truth: the document of the board.
    """
    cells = tuple(found.lattice.centres)
    sampled = sample_maps(maps, found.view, found, ground, networks.edge)
    divided = infer_tile_interiors(cells, sampled, networks, divide=True).regions
    exchanges = UNEXCHANGED if ground is None else ground.naming.exchanges
    evidence = combine_seams(cells, sampled.edges, exchanges)
    spots = found.lattice.plane.to_photo(np.array(list(found.lattice.centres.values()))) * scale
    tiles = [{"q": c[0], "r": c[1], "px": px} for c, px in zip(cells, spots.tolist(), strict=True)]
    matched = aligned({"tiles": tiles}, truth)
    best, sure = evidence.posterior.argmax(axis=2), evidence.posterior.max(axis=2) >= _SURE
    right, clear, regions = 0, [], 0
    for tile in truth["tiles"]:
        at = matched.pairs.get((tile["q"], tile["r"]))
        if at is None:
            continue
        index, sides = cells.index(at), [matched.side_read(side) for side in range(6)]
        same = [EDGES[best[index, k]] == edge for k, edge in zip(sides, tile["edges"], strict=True)]
        right += sum(same)
        clear += [hit for k, hit in zip(sides, same, strict=True) if sure[index, k]]
        regions += regions_of(tile, 0) == regions_of({"regions": divided[at].likeliest.regions}, matched.turn)
    count = len(truth["tiles"])
    return Score(6 * count, right, count, regions, len(clear), sum(clear))


def _table(scores: Mapping[str, list[Score]]) -> Table:
    table = Table("model", "photos", "edges", "wrong", "regions", f"edges at {_SURE:.0%}", "of those right")
    for name, found in scores.items():
        sure = sum(s.sure for s in found)
        table.add_row(
            name,
            str(len(found)),
            f"{np.mean([s.edges_right / s.edges for s in found]):.2%}",
            str(sum(s.edges - s.edges_right for s in found)),
            f"{np.mean([s.regions_right / s.tiles for s in found]):.1%}",
            f"{sure / sum(s.edges for s in found):.1%}",
            f"{sum(s.sure_right for s in found) / max(1, sure):.2%}",
        )
    return table


if __name__ == "__main__":
    main()
