"""The joint model of a board's ground: groups of looks over the whole board, named together.

The scene network names terrain pixel by pixel, and in an unknown printing it may be wrong throughout. Here the looks of
all visible ground are grouped (`mixture`), the groups are named together with the seams as constraints (`naming`), and
each pixel's terrain follows from its group's name and the network's logits, the latter less the more both disagree on
the board, and more where the network tells terrains apart within a group, which may hold two grounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.lattice import Cell
from vision.geometry.rectified_view import View
from vision.networks import channels
from vision.networks.activations import channel_softmax, log_sum_exp
from vision.networks.models import SceneMaps
from vision.networks.runtime import Network
from vision.terrain.ground.answered_ground import group_name_log_likelihoods
from vision.terrain.ground.glare import reliability_of
from vision.terrain.ground.ground_features import FEATURE_COUNT, GroundFeatures, extract_ground_features, places_of
from vision.terrain.ground.ground_groups import grounds_of
from vision.terrain.ground.grounds import NOTHING_KNOWN, Ground, KnownGround
from vision.terrain.ground.group_evidence import GroupedBoard, group_board
from vision.terrain.ground.naming import GroupEvidence, Naming, name_groups, number_without_plains
from vision.terrain.ground.parameters import MIN_PROBABILITY, SHARPNESS, GroundParameters, load_parameters
from vision.terrain.ground.taught_ground import TaughtGround, learn_ground

_MIN_PIXELS = 400
"""With fewer visible pixels of tiles, a quarter of one tile, nothing is fitted."""
_MIN_TILES = 3
"""With fewer tiles, nothing is fitted unless something is known of the ground: one or two rarely show three grounds and
many seams. Of 408 edges of made pairs in held-out art the network alone reads 346 right, 297 with the model; of 318
edges of three tiles 290, and 288."""
_EXTRAPOLATION_SIGMA, _MIN_EXTRAPOLATION_WEIGHT = 1.5, 0.05
"""Gaussian, in pixels of the maps, that extrapolates to pixels without a look, and the weight at which it ends; chosen
by hand."""
_MIN_WITHOUT_PLAINS = 0.5
"""Number of tiles with pieces that the names leave without plains, from which these are reconsidered; by hand."""
_MIN_NAME_PROBABILITY, _MIN_SHARE = 0.95, 0.01
"""Probability of a group's name, and share of the board, from which it is an example of that terrain; by hand."""
_CHUNK = 4096
"""Pixels that are computed at once: their terms fit into a processor core's cache."""


@dataclass(frozen=True, eq=False)
class GroundModel:
    """The ground of one board in one light.

    Attributes:
        board: the groups of looks.
        naming: the posterior of the groups' names.
        agreement: 0..1, mean probability that the network gives to what the groups are called.
        grounds: the groups of one name, for questions.
        evidence: what the names followed from.
        parameters: the weights of the model.
    """

    board: GroupedBoard
    naming: Naming
    agreement: float
    grounds: tuple[Ground, ...]
    evidence: GroupEvidence
    parameters: GroundParameters

    def renamed_by(self, cells: Collection[Cell]) -> GroundModel:
        """Return the model whose names take into account that pieces stand on tiles with plains.

        Args:
            cells: those with a viking or longhouse, of tiles of the board or others.

        Returns:
            The same model where its names leave plains to all of these tiles: these could only become surer.
        """
        shares = self.board.rims.shares_on(cells)
        if number_without_plains(shares, self.naming.settled[None, :, 0])[0] < _MIN_WITHOUT_PLAINS:
            return self
        return _named(self.board, replace(self.evidence, with_pieces=shares), self.parameters)

    def share_renamed(self, other: GroundModel) -> float:
        """Return 0..1, the share of the ground that another model of the same groups calls otherwise."""
        changed = np.abs(self.naming.settled - other.naming.settled).sum(axis=1) / 2
        return float(self.evidence.shares @ changed)

    def learned_ground(self) -> TaughtGround | None:
        """Return the looks of the grounds that are surely named, for other photos of this copy; None without any."""
        sure = self.naming.probabilities.max(axis=1) >= _MIN_NAME_PROBABILITY
        sure &= self.evidence.shares >= _MIN_SHARE
        terrains = self.naming.probabilities.argmax(axis=1)[sure]
        return learn_ground(self.evidence.measured[sure], self.evidence.shares[sure], terrains) if sure.any() else None

    def log_terrain(self, looks: np.ndarray, places: np.ndarray, network: np.ndarray) -> np.ndarray:
        """Return (3, n) log probabilities, up to a constant, of the terrains at n pixels.

        Args:
            looks: (7, n).
            places: (2, n) their table points.
            network: (3, n), see `ground_features.terrain_logs`.
        """
        groups = self.board.mixture.pixel_responsibilities(looks, places)
        own, group, name = self.parameters.at_pixels(self.agreement, self.board.impurity @ groups)
        named = self.naming.settled.T.astype(np.float32) @ groups + (1 - groups.sum(axis=0)) / 3
        logs = own * network + group * (self.evidence.network.T.astype(np.float32) @ groups)
        logs += name * np.log(named + MIN_PROBABILITY)
        logs -= logs.mean(axis=0)
        return np.asarray(SHARPNESS * logs)


def apply_ground_model(
    maps: SceneMaps,
    view: View,
    centres: Mapping[Cell, np.ndarray],
    before: GroundModel | None = None,
    known: KnownGround = NOTHING_KNOWN,
    naming_network: Network | None = None,
    parameters: GroundParameters | None = None,
) -> tuple[SceneMaps, GroundModel | None]:
    """Correct the maps' terrain on tiles by the model of the board's ground.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
        before: the model from an earlier picture of the same board in the same light; fitted to this one if None.
        known: a person's answers about the ground; without effect on an earlier model.
        naming_network: `Networks.ground`, which takes part in naming the groups if it is given.
        parameters: the weights of a new model; the shipped ones if None.

    Returns:
        The maps, with only ``terrain`` changed, and the model; None if too few tiles, or too little of them, is
        visible.
    """
    looks = extract_ground_features(maps, view, centres.values())
    model = before
    if model is None:
        parameters = load_parameters() if parameters is None else parameters
        model = fit_ground(maps, looks, view, centres, known, naming_network, parameters)
    return (maps, None) if model is None else (_corrected_maps(maps, looks, view, model), model)


def fit_ground(
    maps: SceneMaps,
    looks: GroundFeatures,
    view: View,
    centres: Mapping[Cell, np.ndarray],
    known: KnownGround,
    naming_network: Network | None,
    parameters: GroundParameters,
) -> GroundModel | None:
    """Fit the model to one picture; None if too few tiles, or too little of them, is visible.

    Args:
        maps: the scene network's output for the view.
        looks: the looks of the view's ground.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
        known: a person's answers about the ground.
        naming_network: `Networks.ground`, which takes part in naming the groups if it is given.
        parameters: the weights of the model.
    """
    if np.count_nonzero(looks.seen) < _MIN_PIXELS or (len(centres) < _MIN_TILES and known.is_empty):
        return None
    board = group_board(maps, looks, view, centres)
    model = _named(board, board.evidence(known.taught, naming_network), parameters)
    if not known.spots and not known.at_edges:
        return model
    weights = parameters.at_pixels(model.agreement, board.impurity)
    said = group_name_log_likelihoods(known, board.mixture, model.evidence, weights, looks, view)
    return _named(board, replace(model.evidence, said=said), parameters)


def _named(board: GroupedBoard, evidence: GroupEvidence, parameters: GroundParameters) -> GroundModel:
    naming = name_groups(evidence, parameters.naming)
    grounds = grounds_of(board.rims, naming)
    return GroundModel(board, naming, board.agreement(naming.settled), grounds, evidence, parameters)


def _corrected_maps(maps: SceneMaps, looks: GroundFeatures, view: View, model: GroundModel) -> SceneMaps:
    """Return the maps with the model's terrain instead of the network's on the tiles."""
    # Indices of pixels are several times as fast as masks.
    seen = np.flatnonzero(looks.seen)
    network = looks.logs.reshape(3, -1).take(seen, axis=1)
    logs = _log_terrain_at(seen, network, looks, view, model)
    logs *= reliability_of(looks)
    return maps.with_terrain(channel_softmax(_corrected(maps.logits[channels.TERRAIN], logs - network, looks, seen)))


def _log_terrain_at(
    pixels: np.ndarray, network: np.ndarray, looks: GroundFeatures, view: View, model: GroundModel
) -> np.ndarray:
    """Return the (3, n) `GroundModel.log_terrain` of n pixels.

    Args:
        pixels: (n,) their flat indices.
        network: (3, n), see `ground_features.terrain_logs`.
        looks: of the view's ground.
        view: the rectified view of the tiles.
        model: of the ground.
    """
    down, across = np.divmod(pixels, looks.seen.shape[1])
    places = places_of(view, across, down)
    values = looks.values.reshape(FEATURE_COUNT, -1).take(pixels, axis=1)
    parts = [slice(k, k + _CHUNK) for k in range(0, len(pixels), _CHUNK)]
    logs = [model.log_terrain(values[:, part], places[:, part], network[:, part]) for part in parts]
    return np.concatenate(logs or [network], axis=1)


def _corrected(logits: np.ndarray, corrections: np.ndarray, looks: GroundFeatures, seen: np.ndarray) -> np.ndarray:
    """Return the (4, h, w) logits of table and terrains, corrected on the tiles.

    The probability of table against all terrains stays the same.

    Args:
        logits: (4, h, w) the network's.
        corrections: (3, n) of the terrains' log probabilities at the pixels that are seen; those beside follow them.
        looks: of the view's ground.
        seen: (n,) flat indices of the pixels that are seen.
    """
    field = np.zeros((3, looks.seen.size), np.float32)
    for plane, values in zip(field, corrections, strict=True):
        plane[seen] = values
    weights = cv2.GaussianBlur(looks.seen.astype(np.float32), (0, 0), _EXTRAPOLATION_SIGMA)
    # A pixel that is seen alone may weigh less, however far the corrections reach.
    changed = np.flatnonzero((weights > _MIN_EXTRAPOLATION_WEIGHT) | looks.seen)
    planes = (cv2.GaussianBlur(plane.reshape(weights.shape), (0, 0), _EXTRAPOLATION_SIGMA) for plane in field)
    added = np.stack([plane.take(changed) for plane in planes]) / weights.take(changed)
    added[:, np.flatnonzero(looks.seen.take(changed))] = corrections
    corrected = np.array(logits)
    terrain = corrected[1:].reshape(3, -1)
    before = terrain.take(changed, axis=1)
    logs = looks.logs.reshape(3, -1).take(changed, axis=1) + added
    logs += log_sum_exp(before, axis=0) - log_sum_exp(logs, axis=0)
    for plane, values in zip(terrain, logs, strict=True):
        plane[changed] = values
    return corrected
