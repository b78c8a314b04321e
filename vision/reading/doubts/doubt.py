"""What is doubtful about a reading, and what a question about it would be worth.

The worth of a question is the number of wrong facts that its answer is expected to put right: its own, and those of the
same group, which are settled with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.hexgrid import neighbour, opposite
from vision.facts import EDGE_DISTANCE, NONE, Facts, Side, Spot, same_spot
from vision.geometry.hexagon import NORMALS
from vision.geometry.lattice import Cell
from vision.pieces.detect import Piece
from vision.reading.doubts.region_effects import effect_of
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.ground.grounds import Ground
from vision.terrain.partition import TileRegions
from vision.terrain.regions import RegionLayout
from vision.tiles.match import Match
from vision.vocabulary import TERRAINS

_MIN_CANDIDATE_PROBABILITY = 0.01
"""Probability from which a third or later alternative is offered; chosen by hand."""
_MAX_CANDIDATES = 5
_MIN_EDGE_DOUBT = 0.02
"""Probability of another edge than the likeliest from which it counts as possible; chosen by hand."""
_CLEAR_GROUND = 0.95
"""Probability from which a ground is not asked about: its many members would make even a small doubt weigh much."""
_TILE_FACTS = 4.0
"""Wrong facts that a missing or false tile causes besides being one: about half of its edges lie at seams or have
pieces. Chosen by hand."""

Named = tuple[Piece, np.ndarray]
"""A piece with the (11,) probabilities of its colour."""


@dataclass(frozen=True)
class Doubt:
    """One doubtful fact, or several that one answer settles.

    Attributes:
        about: as in the board document's ``ask``.
        cell: the cell that the question is about.
        spot: the point that it is about, table coordinates.
        candidates: the possible answers, likeliest first.
        confidence: 0..1, probability of the first candidate.
        worth: wrong facts that the answer is expected to put right.
        covers: doubtful facts that the answer is expected to settle.
        edge: the edge, 0..5, where it is about one.
        settles: the edges that are not asked about while this question is open, since its answer settles them.
    """

    about: str
    cell: Cell
    spot: Spot
    candidates: tuple[Any, ...]
    confidence: float
    worth: float
    covers: int = 1
    edge: int | None = None
    settles: frozenset[Side] = frozenset()


def tile_doubts(tiles: Mapping[Cell, tuple[bool, float]], centres: Mapping[Cell, np.ndarray]) -> Iterator[Doubt]:
    """Yield the doubts whether a tile lies in a cell.

    Args:
        tiles: for each cell whether a tile was read there, and the probability (0..1) that one lies there.
        centres: (2,) table positions of the cells.
    """
    for cell, (read, sure) in tiles.items():
        confidence = sure if read else 1 - sure
        candidates = ("tile", NONE) if read else (NONE, "tile")
        yield Doubt("tile", cell, spot_of(centres[cell]), candidates, confidence, _TILE_FACTS * (1 - confidence))


def unmatched_doubts(
    matches: Mapping[Cell, Match | None], facts: Facts, centres: Mapping[Cell, np.ndarray]
) -> Iterator[Doubt]:
    """Yield a doubt about each tile that is in none of the taught sets: most likely it is no tile of this table."""
    for cell, match in matches.items():
        if match is None and cell not in facts.tiles:
            yield Doubt("tile", cell, spot_of(centres[cell]), ("tile", NONE), 0.5, 1.0)


def terrain_doubts(grounds: Sequence[Ground], facts: Facts, evidence: EdgeEvidence) -> Iterator[Doubt]:
    """Yield a doubt about each ground of the board: one patch of it is asked about for all that looks like it.

    Its worth counts the doubt squared: of 52 grounds asked about with a probability of 0.7 on average 45 were right.

    Args:
        grounds: the grounds of the board.
        facts: what a person said: a ground of which a patch was named is not doubtful.
        evidence: the edges' probabilities.
    """
    cells = set(evidence.cells)
    named = {(fact.cell, fact.edge) for fact in facts.terrains} | facts.edges.keys()
    for ground in grounds:
        members = [(cell, edge) for cell, edge, _ in ground.members if cell in cells]
        if ground.cell not in cells or named.intersection(members):
            continue
        sure = float(ground.probabilities.max())
        if sure > _CLEAR_GROUND:
            continue
        edges = len(members) / 2
        candidates = likeliest_of(TERRAINS, ground.probabilities)
        covers = max(1, round(edges))
        worth = (1 - sure) ** 2 * edges
        settles = frozenset(members)
        yield Doubt("terrain", ground.cell, ground.spot, candidates, sure, worth, covers, ground.edge, settles)


def edge_doubts(
    evidence: EdgeEvidence, centres: Mapping[Cell, np.ndarray], cut_off: Collection[Side] = ()
) -> Iterator[Doubt]:
    """Yield the doubts about edges: one for both sides of a seam, asked on the less certain one.

    Only an edge's own doubt counts. What its ground may be called is a question about the ground: of 1 383 edges on 92
    synthetic boards that are doubtful for nothing else 73 are wrong, all on boards whose grounds are misnamed.

    An edge that a piece hides is as doubtful as it seems: of 63 on 206 synthetic boards and 14 photos whose log
    likelihoods range over less than 6 nats (in full sight over 10 to 34) 19 are wrong, and 26 are expected to be.

    Args:
        evidence: the edges' probabilities.
        centres: (2,) table positions of the tiles.
        cut_off: edges beyond the picture, which are left out, unless the other side of the seam is in it: where the rim
            cuts the board there are many of them.
    """
    index = {cell: k for k, cell in enumerate(evidence.cells)}
    wrongs, owns = ((1 - p.max(axis=2)).tolist() for p in (evidence.posterior, evidence.given_grounds))
    candidates = all_likeliest(EDGES, evidence.posterior.reshape(-1, len(EDGES)))
    for cell, k in index.items():
        for side in range(6):
            wrong, own, beyond, in_sight = wrongs[k][side], owns[k][side], 0.0, (cell, side) not in cut_off
            across = neighbour(cell, side)
            other = index.get(across)
            if other is not None:
                beyond = wrongs[other][opposite(side)]
                own += owns[other][opposite(side)]
                in_sight |= (across, opposite(side)) not in cut_off
            if (other is not None and (beyond, across) > (wrong, cell)) or not in_sight:
                continue
            at = spot_of(centres[cell] + EDGE_DISTANCE * NORMALS[side])
            covers, likeliest = 1 + (other is not None), candidates[6 * k + side]
            yield Doubt("edge", cell, at, likeliest, 1 - wrong, own, covers, side)


def region_doubts(regions: Mapping[Cell, TileRegions], centres: Mapping[Cell, np.ndarray]) -> Iterator[Doubt]:
    """Yield the doubts about regions joined or separated by a narrow neck; a candidate is a whole list of regions.

    Those whose candidates join the same neighbours, and will whatever is laid beside them, are left out.
    """
    for cell, tile in regions.items():
        effect = effect_of((tile.likeliest, *tile.others), cell, regions.keys()) if tile.others else 0.0
        if effect:
            candidates = tuple(_as_document(p) for p in (tile.likeliest, *tile.others))
            yield Doubt("region", cell, spot_of(centres[cell]), candidates, tile.sure, effect * (1 - tile.sure))


def _as_document(patches: RegionLayout) -> dict[str, Any]:
    return {"regions": list(patches.regions), "touching": [list(pair) for pair in patches.touching]}


def likeliest_of(names: Sequence[str], probabilities: np.ndarray) -> tuple[str, ...]:
    """Return the candidates for a question, likeliest first."""
    return all_likeliest(names, probabilities[None])[0]


def all_likeliest(names: Sequence[str], probabilities: np.ndarray) -> list[tuple[str, ...]]:
    """Return the candidates, as `likeliest_of` does, for n questions with (n, m) probabilities."""
    order = np.argsort(-probabilities, axis=1)[:, :_MAX_CANDIDATES]
    likely = np.take_along_axis(probabilities, order, axis=1) > _MIN_CANDIDATE_PROBABILITY
    likely[:, :2] = True
    counts = likely.sum(axis=1).tolist()
    return [tuple(names[k] for k in row[:count]) for row, count in zip(order.tolist(), counts, strict=True)]


def near_any(spot: Spot, others: Iterable[Spot]) -> bool:
    """Return whether a point is that of one of the others: questions about one piece have the same point."""
    return any(same_spot(spot, other) for other in others)


def spot_of(at: np.ndarray) -> Spot:
    """Return a (2,) table point as a pair."""
    return float(at[0]), float(at[1])


def alternatives(evidence: EdgeEvidence) -> dict[Side, tuple[str, ...]]:
    """Return the candidates for each edge that is in doubt, likeliest first."""
    doubtful = np.argwhere(1 - evidence.posterior.max(axis=2) > _MIN_EDGE_DOUBT)
    candidates = all_likeliest(EDGES, evidence.posterior[tuple(doubtful.T)])
    sides = ((evidence.cells[k], side) for k, side in doubtful.tolist())
    return dict(zip(sides, candidates, strict=True))
