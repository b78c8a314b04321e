"""Training data of the ground's model: a made board's groups, rims and edges, with their truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from training.fit.ground_boards import MadeBoard
from vision.geometry.lattice import CORNERS, Cell
from vision.imaging.sampling import sample
from vision.networks import channels
from vision.terrain.edge_network import judge_edges
from vision.terrain.edge_samples import NEAR_RIM, RADII, SAMPLES, places_along_edges, sample_edges
from vision.terrain.edges import UNEXCHANGED, combine_seams, edge_log_likelihoods, edge_number
from vision.terrain.ground.ground_features import extract_ground_features, terrain_logs
from vision.terrain.ground.ground_model import apply_ground_model
from vision.terrain.ground.group_evidence import group_board
from vision.terrain.ground.naming import GroupEvidence, Naming
from vision.terrain.ground.parameters import MIN_PROBABILITY, GroundParameters
from vision.terrain.ground.rims import Rims, sample_features
from vision.vocabulary import TERRAINS

_MAX_PIXELS = 1200
"""Rim points kept of each board."""
_BORDER = 1.2
"""Samples within this distance of a border between the parts of an edge are left out: borders wander."""


@dataclass(frozen=True, eq=False)
class BoardSamples:
    """The groups of one board, and points along its rims.

    Attributes:
        evidence: what is known of each group.
        counts: (9, 3) true terrains of each group's samples.
        impurity: (9,) of the groups, see `group_evidence.impurity_of`.
        groups: (m, 9) groups at m points.
        network: (m, 3) there, see `ground_features.terrain_logs`.
        true: (m,) their terrains, 0..2.
    """

    evidence: GroupEvidence
    counts: np.ndarray
    impurity: np.ndarray
    groups: np.ndarray
    network: np.ndarray
    true: np.ndarray

    def shares(self) -> np.ndarray:
        """Return (9, 3) shares of all samples that are of a group and terrain."""
        return np.asarray(self.counts / self.counts.sum(), np.float32)

    def right(self, names: np.ndarray) -> float:
        """Return the share of the samples whose groups' (9,) names are right."""
        return float(self.shares()[np.arange(len(names)), names].sum())

    def pixel_features(self, naming: Naming) -> tuple[np.ndarray, np.ndarray]:
        """Return the (m, 3, 9) features at the points, and their (m,) terrains.

        The features are the log probabilities of each terrain by `GroundParameters.pixel`'s three sources; these times
        the agreement of network and names; and these times the impurity of the point's groups.
        """
        named = self.groups @ naming.settled + (1 - self.groups.sum(axis=1, keepdims=True)) / 3
        odds = np.exp(self.network)
        agreement = float((named * odds / odds.sum(axis=1, keepdims=True)).sum(axis=1).mean())
        sources = [self.network, self.groups @ self.evidence.network, np.log(named + MIN_PROBABILITY)]
        features = np.stack(sources, axis=-1)
        impurity = (self.groups @ self.impurity)[:, None, None]
        return np.concatenate([features, agreement * features, impurity * features], axis=-1), self.true


@dataclass(frozen=True, eq=False)
class ReadEdges:
    """The edges of one board as they are read, and their truth.

    Attributes:
        exchanges: (3, 3, 3) see `naming.Naming`.
        posterior: (n, 21) probabilities of ``edges.EDGES`` without doubt about the grounds.
        true: (n,) their numbers.
    """

    exchanges: np.ndarray
    posterior: np.ndarray
    true: np.ndarray

    def right(self) -> float:
        """Return the share of the edges that are read right."""
        return float((self.posterior.argmax(axis=1) == self.true).mean())


def samples_of(board: MadeBoard) -> BoardSamples:
    """Return the samples that the names and the weights at a pixel are fitted to."""
    looks = extract_ground_features(board.maps, board.view, board.centres.values())
    grouped = group_board(board.maps, looks, board.view, board.centres)
    places = places_along_edges(np.array(list(board.centres.values()))[:, None] + CORNERS, RADII[NEAR_RIM])
    values, seen = sample_features(looks, board.view, places)
    true = _true_terrain(board)
    chosen = np.nonzero((seen > 0) & (true >= 0)[..., None])
    step = 1 + len(chosen[0]) // _MAX_PIXELS
    chosen = tuple(index[::step] for index in chosen)
    logits = np.ascontiguousarray(np.moveaxis(board.maps.logits[channels.TERRAIN], 0, -1))
    said = terrain_logs(sample(logits, board.view.to_maps(places[chosen])).T).T
    groups = grouped.mixture.pixel_responsibilities(values[chosen].T, places[chosen].T).T
    evidence = grouped.evidence(naming_network=board.networks.ground)
    counts = _counts(grouped.rims, board.edges)
    return BoardSamples(evidence, counts, grouped.impurity, groups, said, true[chosen[:3]])


def _counts(rims: Rims, edges: Mapping[tuple[Cell, int], str]) -> np.ndarray:
    """Return (9, 3) how many samples of each group lie at edges of each terrain."""
    index = {cell: k for k, cell in enumerate(rims.cells)}
    counts = np.zeros((rims.groups.shape[-1], 3))
    for (cell, i), letters in edges.items():
        if cell in index:
            for t in range(SAMPLES):
                terrain = TERRAINS.index(letters[t * len(letters) // SAMPLES])
                counts[:, terrain] += rims.groups[index[cell], i, t]
    return counts


def _true_terrain(board: MadeBoard) -> np.ndarray:
    """Return (n, 6, 12) terrains 0..2 of the samples along edges; -1 at corners, at borders and where unknown."""
    true = np.full((len(board.centres), 6, SAMPLES), -1)
    index = {cell: k for k, cell in enumerate(board.centres)}
    for (cell, i), letters in board.edges.items():
        borders = np.arange(1, len(letters)) * SAMPLES / len(letters)
        for t in range(1, SAMPLES - 1):
            if np.abs(t + 0.5 - borders).min(initial=SAMPLES) >= _BORDER:
                true[index[cell], i, t] = TERRAINS.index(letters[t * len(letters) // SAMPLES])
    return true


def read_edges(board: MadeBoard, parameters: GroundParameters) -> ReadEdges:
    """Return the edges as the model with these parameters reads them."""
    networks = board.networks
    maps, ground = apply_ground_model(
        board.maps, board.view, board.centres, naming_network=networks.ground, parameters=parameters
    )
    samples = sample_edges(maps, board.view, np.array(list(board.centres.values()))[:, None] + CORNERS)
    own = judge_edges(networks.edge, samples, edge_log_likelihoods(samples))
    index = {cell: k for k, cell in enumerate(board.centres)}
    posterior = combine_seams(tuple(board.centres), own).posterior
    told = np.array([posterior[index[cell], i] for cell, i in board.edges])
    exchanges = UNEXCHANGED if ground is None else ground.naming.exchanges
    return ReadEdges(exchanges, told, np.array([edge_number(e) for e in board.edges.values()]))
