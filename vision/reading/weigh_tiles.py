"""The tiles of a board: edges by both sides of their seams, regions, and recognised printings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detections import TileReading
from vision.facts import Facts
from vision.geometry.lattice import Cell, Lattice
from vision.imaging.file_pixels import file_pixels
from vision.reading.answers.clamped_edges import certain_edges, clamp_edges, hold_posterior
from vision.reading.observation import Observation
from vision.reading.results import tile_reading
from vision.terrain.edges import EDGES, UNEXCHANGED, EdgeEvidence, combine_seams
from vision.terrain.partition import TileRegions, divide_tiles, likeliest_edges
from vision.terrain.regions import RegionLayout
from vision.tiles.match import Match
from vision.tiles.matched_tiles import add_matched_edges, match_tiles, matched_regions, named_tile, oriented_tile
from vision.tiles.tile_set import are_complete


@dataclass(frozen=True, eq=False)
class WeighedEdges:
    """The edges of a board's tiles.

    Attributes:
        evidence: the edges.
        matches: the tiles' matches with the taught sets; ``None`` for a tile in none of them.
    """

    evidence: EdgeEvidence
    matches: Mapping[Cell, Match | None]


@dataclass(frozen=True, eq=False)
class WeighedTiles:
    """The tiles of a board.

    Attributes:
        evidence: their edges.
        regions: their regions.
        matches: their matches with the taught sets; ``None`` for a tile in none of them.
    """

    evidence: EdgeEvidence
    regions: Mapping[Cell, TileRegions]
    matches: Mapping[Cell, Match | None]

    def readings(self, lattice: Lattice, scale: float) -> tuple[TileReading, ...]:
        """Return the tiles as a reading holds them.

        Args:
            lattice: where they lie.
            scale: pixels of the file per pixel of the lattice's photo.
        """
        cells = self.evidence.cells
        middles = lattice.plane.to_photo(np.array([lattice.centres[c] for c in cells]).reshape(-1, 2))
        sure = self.evidence.tile_confidences()
        places = file_pixels(middles, scale), file_pixels(lattice.outlines(cells), scale)
        own = self.evidence.own.astype(np.float16)
        found = zip(cells, *places, self.evidence.posterior, own, sure, strict=True)
        return tuple(self._reading(*one) for one in found)

    def _reading(
        self, cell: Cell, px: np.ndarray, outline: np.ndarray, probabilities: np.ndarray, own: np.ndarray, sure: float
    ) -> TileReading:
        regions = self.regions[cell]
        reading = tile_reading(cell, regions.edges, regions.likeliest, px, outline, probabilities)
        regions_sure = float(sure) * regions.sure
        certain = replace(reading, confidence=float(sure), region_confidence=regions_sure, edge_logs=own)
        return named_tile(certain, self.matches.get(cell))


def weigh_edges(seen: Observation, facts: Facts) -> WeighedEdges:
    """Return the edges of the tiles by the evidence of all cells, held to a person's answers."""
    cells, sets = tuple(seen.lattice.centres), seen.taught.sets
    matches, complete = _agreeing(match_tiles(seen.tile_views, seen.edges, sets), facts), are_complete(sets)
    rims = clamp_edges(add_matched_edges(seen.edges, matches, complete), facts)
    # Where the tiles of a copy are known, so are their edges, whatever their ground looks like.
    recognised = complete and any(matches.values())
    exchanges = UNEXCHANGED if seen.ground is None or recognised else seen.ground.naming.exchanges
    own = np.array([rims[c] for c in cells]).reshape(-1, 6, len(EDGES))
    evidence = hold_posterior(combine_seams(cells, own, exchanges), facts)
    return WeighedEdges(evidence, matches if complete else _borne_out(matches, evidence))


def weigh_tiles(seen: Observation, facts: Facts, weighed: WeighedEdges) -> WeighedTiles:
    """Return the tiles with these edges by the evidence of all cells, held to a person's answers."""
    cells = weighed.evidence.cells
    recognised_ones = {c: _regions_of(match) for c in cells if (match := weighed.matches.get(c)) is not None}
    edges = {**likeliest_edges(weighed.evidence), **{c: known.edges for c, known in recognised_ones.items()}}
    regions = {**divide_tiles(seen.terrain, edges, {**seen.regions, **recognised_ones}), **_said_regions(cells, facts)}
    return WeighedTiles(weighed.evidence, regions, weighed.matches)


def _regions_of(match: Match) -> TileRegions:
    """Return the regions of a recognised tile as it lies."""
    return TileRegions(oriented_tile(match).edges, matched_regions(match))


def _borne_out(matches: Mapping[Cell, Match | None], evidence: EdgeEvidence) -> dict[Cell, Match | None]:
    """Return the matches whose edges are the likeliest by all evidence, that of the match included."""
    edges = likeliest_edges(evidence)
    return {c: match for c, match in matches.items() if match is not None and oriented_tile(match).edges == edges[c]}


def _agreeing(matches: Mapping[Cell, Match | None], facts: Facts) -> dict[Cell, Match | None]:
    """Return the matches of tiles with a set, without those that contradict an answer about an edge."""
    said = certain_edges(facts)
    return {
        cell: match
        for cell, match in matches.items()
        if match is None
        or all(said.get((cell, side), edge) == edge for side, edge in enumerate(oriented_tile(match).edges))
    }


def _said_regions(cells: Sequence[Cell], facts: Facts) -> dict[Cell, TileRegions]:
    return {
        cell: TileRegions(fact.edges, RegionLayout(fact.regions, fact.touching))
        for cell, fact in facts.regions.items()
        if cell in cells
    }
