"""The rule that all land of a board is one mass, as evidence about doubtful edges and regions of tiles.

Each landmass beside the greatest is evidence that something was misread: an edge or the regions of one of its tiles,
which would join it to other land or make it ocean. All such changes, and the board as it was read with a tile that lies
against the rules, share the probability. An edge or a tile's regions change if that makes something else likelier.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import exp

import numpy as np

from games.fjords.landscape import Landscape, Node
from games.hexgrid import neighbour
from vision.facts import Facts, Side
from vision.geometry.lattice import Cell
from vision.reading.landmass_changes import Change, ReadLand
from vision.reading.weigh_tiles import WeighedTiles
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.partition import TileRegions, divide_tiles, likeliest_edges

_FURTHER_LANDMASS_COST = 4.0
"""Nats against a landmass beside the greatest, since about one board in fifty lies against the rules (by hand). On 200
synthetic boards with one landmass readings have 185 others. Of 84 divisions that separate one, where the likeliest
change is another division, one was right before and 58 of the likeliest changes are; of 24 edges of the likeliest
changes 2 were right before and 22 are. Of the regions of these boards' two halves 565 and 675 are wrong with 2.5 nats,
563 and 672 with 4, 563 and 670 with 6, and 591 and 693 without this rule."""
_MAX_LANDMASSES = 4
"""Largest number of landmasses that are weighed: more of them tell that grounds were misnamed."""


def prefer_one_landmass(
    tiles: WeighedTiles, insides: Mapping[Cell, TileTerrain], facts: Facts, unseen: Collection[Cell]
) -> WeighedTiles:
    """Return the tiles by the evidence that their land is one mass.

    Args:
        tiles: the tiles by all other evidence.
        insides: the terrain inside each.
        facts: the answers; regions that a person gave stay.
        unseen: cells out of sight. A landmass that reaches one may go on there.
    """
    fixed = facts.regions.keys() | {cell for cell, match in tiles.matches.items() if match is not None}
    landscape = _landscape(tiles)
    for mass in landscape.lesser_landmasses[:_MAX_LANDMASSES]:
        if mass in landscape.landmasses and not _goes_on(mass, landscape, unseen):
            read = ReadLand(tiles.evidence, tiles.regions, insides, fixed, landscape)
            tiles = _weighed(tiles, list(read.changes(mass)), insides)
            landscape = _landscape(tiles)
    return tiles


def _landscape(tiles: WeighedTiles) -> Landscape:
    return Landscape({cell: regions.likeliest.to_tile(regions.edges) for cell, regions in tiles.regions.items()})


def _goes_on(mass: frozenset[Node], landscape: Landscape, unseen: Collection[Cell]) -> bool:
    return any(
        neighbour(cell, side) in unseen for cell, n in mass for side, _ in landscape.tiles[cell].regions[n].ports
    )


def _weighed(tiles: WeighedTiles, changes: Sequence[Change], insides: Mapping[Cell, TileTerrain]) -> WeighedTiles:
    """Return the tiles with the probabilities of all changes, and with those that are likelier than what was read."""
    whole = exp(-_FURTHER_LANDMASS_COST) + sum(change.odds for change in changes)
    evidence = _with_edges(tiles.evidence, changes, whole)
    likeliest = likeliest_edges(evidence)
    touched = {cell for change in changes for cell, _ in change.edges}
    other = {cell: likeliest[cell] for cell in sorted(touched) if likeliest[cell] != tiles.regions[cell].edges}
    regions = {**tiles.regions, **_with_regions(changes, whole), **divide_tiles(insides, other, {})}
    return replace(tiles, evidence=evidence, regions=regions)


def _with_edges(evidence: EdgeEvidence, changes: Sequence[Change], whole: float) -> EdgeEvidence:
    """Return the edges with the probabilities of changes, whose odds and those of what was read sum to ``whole``."""
    likely: dict[Side, dict[int, float]] = {}
    for change in changes:
        for at, edge in change.edges.items():
            likely.setdefault(at, {})[edge] = change.odds / whole
    index = {cell: k for k, cell in enumerate(evidence.cells)}
    posterior, given_grounds = evidence.posterior.copy(), evidence.given_grounds.copy()
    for (cell, side), found in likely.items():
        for row in (posterior[index[cell], side], given_grounds[index[cell], side]):
            others = [k for k in range(len(EDGES)) if k not in found]
            row[others] *= (1 - sum(found.values())) / row[others].sum()
            row[list(found)] = list(found.values())
    return replace(evidence, posterior=posterior, given_grounds=given_grounds)


def _with_regions(changes: Sequence[Change], whole: float) -> dict[Cell, TileRegions]:
    """Return the tiles with other candidates for their regions, by the probabilities of changes as above."""
    likely: dict[Cell, tuple[TileRegions, dict[int, float]]] = {}
    for change in changes:
        if change.candidate is not None:
            cell, regions, n = change.candidate
            likely.setdefault(cell, (regions, {}))[1][n] = change.odds / whole
    return {cell: _reweighed(regions, found) for cell, (regions, found) in likely.items()}


def _reweighed(regions: TileRegions, found: Mapping[int, float]) -> TileRegions:
    """Return a tile's regions with these probabilities of some of its other candidates, by their number."""
    together = regions.sure + sum(regions.other_probabilities[n] for n in found)
    probabilities = np.array([(1 - sum(found.values())) * together, *regions.other_probabilities])
    probabilities[[1 + n for n in found]] = [probability * together for probability in found.values()]
    candidates = (regions.likeliest, *regions.others)
    order = np.argsort(-probabilities, kind="stable").tolist()
    others = (*(candidates[n] for n in order[1:]), *candidates[len(probabilities) :])
    sure, *rest = probabilities[order].tolist()
    return TileRegions(regions.edges, candidates[order[0]], others, sure, tuple(rest))
