"""Groups the visible ground of a board by its looks, and gathers what is known of each group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lattice import Cell
from vision.geometry.rectified_view import View
from vision.networks.activations import softmax
from vision.networks.channels import TERRAIN
from vision.networks.models import SceneMaps
from vision.networks.runtime import Network
from vision.terrain.ground.ground_features import GroundFeatures, places_of
from vision.terrain.ground.mixture import Mixture, fit_mixture
from vision.terrain.ground.name_network import group_features, infer_names
from vision.terrain.ground.naming import COLOUR_TEXTURE_COUNT, GroupEvidence
from vision.terrain.ground.rims import Rims, groups_along_rims
from vision.terrain.ground.taught_ground import TaughtGround
from vision.vocabulary import TERRAINS

_SAMPLES = 6000
"""Visible pixels are subsampled to about this number."""


@dataclass(frozen=True, eq=False)
class GroupedBoard:
    """The groups of a board's ground.

    Attributes:
        mixture: the groups' looks.
        rims: the groups along the tiles' rims.
        places: (2, n) table points of n sampled pixels.
        groups: (n, 9) probabilities of the groups there.
        logs: (n, 3) there, see `ground_features.terrain_logs`.
        terrain: (n, 3) the network's probabilities there, given that there is a tile.
        impurity: (9,) of the groups, see `impurity_of`.
        tiles: number of tiles.
        features: (9, 64) of the groups, see `name_network.group_features`; None where the maps have none.
    """

    mixture: Mixture
    rims: Rims
    places: np.ndarray
    groups: np.ndarray
    logs: np.ndarray
    terrain: np.ndarray
    impurity: np.ndarray
    tiles: int
    features: np.ndarray | None

    def evidence(self, taught: TaughtGround | None = None, naming_network: Network | None = None) -> GroupEvidence:
        """Return the evidence of each group.

        Args:
            taught: the looks of this copy's grounds if they were taught.
            naming_network: `Networks.ground`, if it takes part.
        """
        totals = self.groups.sum(axis=0)
        network = (self.groups.T @ self.logs) / (totals[:, None] + 1e-6)
        evidence = GroupEvidence(
            shares=totals / max(float(totals.sum()), 1e-6),
            network=network - network.mean(axis=1, keepdims=True),
            seams=self.rims.seams(),
            looks=self.mixture.standardised_centres()[:, :COLOUR_TEXTURE_COUNT],
            said=np.zeros((len(totals), len(TERRAINS))),
            measured=self.mixture.measured_centres()[:, :COLOUR_TEXTURE_COUNT],
            taught=taught,
            tiles=self.tiles,
        )
        if naming_network is None or self.features is None:
            return evidence
        compared = infer_names(naming_network, self.features, evidence.looks, evidence.measured, evidence.shares)
        return replace(evidence, compared=compared)

    def agreement(self, names: np.ndarray) -> float:
        """Return 0..1, the mean probability that the network gives to the groups' (9, 3) probable names."""
        named = self.groups @ names + (1 - self.groups.sum(axis=1, keepdims=True)) / 3
        return float((named * self.terrain).sum(axis=1).mean())


def group_board(maps: SceneMaps, looks: GroundFeatures, view: View, centres: Mapping[Cell, np.ndarray]) -> GroupedBoard:
    """Group the visible ground of a board.

    Args:
        maps: the scene network's output for the view.
        looks: the looks of the view's ground.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
    """
    seen = np.flatnonzero(looks.seen)
    seen = seen[:: 1 + len(seen) // _SAMPLES]
    rows, columns = np.divmod(seen, looks.seen.shape[1])
    values, logs = (planes.reshape(len(planes), -1).take(seen, axis=1) for planes in (looks.values, looks.logs))
    places, logits = places_of(view, columns, rows), maps.logits[TERRAIN][1:, rows, columns]
    mixture = fit_mixture(values, places)
    rims = groups_along_rims(looks, mixture, view, centres)
    groups = mixture.responsibilities(values, places).T
    features = group_features(maps.inner, rows, columns, groups) if maps.inner is not None else None
    terrain = softmax(logits, axis=0).T
    impurity = impurity_of(groups, terrain)
    return GroupedBoard(mixture, rims, places, groups, logs.T, terrain, impurity, len(centres), features)


def impurity_of(groups: np.ndarray, terrain: np.ndarray) -> np.ndarray:
    """Return 0..1 for each of the 9 groups how far the network tells terrains apart within it.

    It is the Jensen-Shannon divergence (Lin 1991) of its pixels' probabilities, as a share of the largest possible:
    near 0 where the network says the same of all, whether it is sure or not, and large in a group of two grounds that
    look alike to the mixture. Of 709 groups on 100 synthetic boards (seed 8121) the 384 of less than 0.05 hold 2 % of
    another terrain than most of the group, the 71 of 0.2 and more 35 %.

    Args:
        groups: (n, 9) probabilities of the groups at n pixels.
        terrain: (n, 3) the network's probabilities there.
    """
    shares = groups / (groups.sum(axis=0) + 1e-6)
    return np.asarray((_entropy(shares.T @ terrain) - shares.T @ _entropy(terrain)) / np.log(len(TERRAINS)))


def _entropy(probabilities: np.ndarray) -> np.ndarray:
    """Return the entropy, in nats, along the last axis."""
    return np.asarray(-(probabilities * np.log(probabilities + 1e-9)).sum(axis=-1))
