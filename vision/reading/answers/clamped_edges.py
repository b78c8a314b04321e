"""Likelihoods of edges, held to a person's answers about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from games.hexgrid import Cell, neighbour, opposite
from vision.facts import EDGE_DISTANCE, Facts, Side, Spot
from vision.geometry.lattice import CORNERS, position
from vision.terrain.edges import EDGES, EdgeEvidence, edge_number
from vision.terrain.ground.grounds import KnownGround

_CERTAIN = 200.0
"""Nats against everything else than a fact: the pixels of an edge give at most 34."""
_OTHER_SIDE = 4.0
"""Nats for the edge that matches a fact on the other side of its seam, beside those of `edges.combine_seams`: doubtful
edges have less than 4 nats between their candidates. With 12 a tile that lies wrong was read as if it lay right."""


def clamp_edges(rims: Mapping[Cell, np.ndarray], facts: Facts) -> dict[Cell, np.ndarray]:
    """Return the (6, 21) log likelihoods of ``edges.EDGES`` by cell, held to the facts about edges and ground."""
    clamped = {cell: np.array(rim, float) for cell, rim in rims.items()}
    known = certain_edges(facts)
    for (cell, side), edge in known.items():
        if cell in clamped:
            clamped[cell][side] = _only(np.arange(len(EDGES)) == edge_number(edge))
        across = neighbour(cell, side), opposite(side)
        if across[0] in clamped and across not in known:
            clamped[across[0]][across[1], edge_number(edge[::-1])] += _OTHER_SIDE
    for fact in facts.terrains:
        if fact.cell in clamped and (fact.cell, fact.edge) not in known:
            shown = np.array([fact.terrain in edge for edge in EDGES])
            clamped[fact.cell][fact.edge] += _only(shown)
    return clamped


def hold_posterior(evidence: EdgeEvidence, facts: Facts) -> EdgeEvidence:
    """Return the evidence with every answered edge certain: a doubt about a whole ground is none about it."""
    known = certain_edges(facts)
    posterior, given_grounds = evidence.posterior.copy(), evidence.given_grounds.copy()
    for k, cell in enumerate(evidence.cells):
        for side in range(6):
            if (cell, side) in known:
                certain = np.arange(len(EDGES)) == edge_number(known[cell, side])
                posterior[k, side] = given_grounds[k, side] = certain
    return replace(evidence, posterior=posterior, given_grounds=given_grounds)


def known_ground(facts: Facts) -> KnownGround:
    """Return the answers about the ground, for the model that names all ground that looks like it."""
    at_edges = {
        _spot_at(side, (k + 0.5) / len(edge)): terrain
        for side, edge in facts.edges.items()
        for k, terrain in enumerate(edge)
    }
    return KnownGround({fact.spot: fact.terrain for fact in facts.terrains}, at_edges)


def _spot_at(side: Side, along: float) -> Spot:
    """Return the point of a tile beside one of its edges, 0..1 along it clockwise."""
    cell, edge = side
    x, y = position(cell) + 2 * EDGE_DISTANCE * ((1 - along) * CORNERS[edge] + along * CORNERS[(edge + 1) % 6])
    return float(x), float(y)


def certain_edges(facts: Facts) -> dict[Side, str]:
    """Return every answered edge, by itself or with the regions of its tile."""
    by_regions = {(cell, side): edge for cell, fact in facts.regions.items() for side, edge in enumerate(fact.edges)}
    return {**by_regions, **facts.edges}


def _only(possible: np.ndarray) -> np.ndarray:
    """Return (21,) log likelihoods that leave only the possible edges."""
    return np.where(possible, 0.0, -_CERTAIN)
