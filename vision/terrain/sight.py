"""Tells where ground is in sight although the scene network takes it for a piece.

A patch of rock or snow beside a piece, a piece's shadow and an illustration as round as a piece all look like pieces to
the scene network: a third of the pixels that it gives to pieces are ground in sight. The close-ups show the outline of
each piece larger, the board's ground has few colours, and a piece has one. From these follows the probability that a
pixel shows ground, by a logistic regression, and which ground it is; ``sight_model.json`` says where both were fitted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS, Cell
from vision.geometry.rectified_view import View
from vision.networks.activations import log_sum_exp, sigmoid, softmax
from vision.networks.models import SceneMaps
from vision.terrain.cover import Occluders
from vision.terrain.ground.ground_features import MAX_DISTANCE, MIN_CLEAR, colours_at, places_of
from vision.terrain.ground.ground_model import GroundModel
from vision.terrain.ground.normal_densities import quadratic_terms
from vision.terrain.ground.parameters import SHARPNESS
from vision.terrain.piece_colours import NearestPieces, log_densities_in_pieces, nearest_pieces

FILE = "sight_model.json"
_MAX_PIECE_DISTANCE = 10.0
"""Pixels of the maps from a piece beyond which its distance and its colour tell nothing more; by hand."""
_WINDOW = (15, 15)
"""Pixels of the maps around a pixel whose terrain in sight tells which ground to expect; chosen by hand."""
_MIN_SHARE = 0.03
"""Added to the share of each terrain around a pixel; chosen by hand."""
_MIN_LOG_DENSITY = -12.0
"""Log density of a colour that neither a ground nor a piece has; chosen by hand."""
_MAX_ODDS = 8.0
"""Limit of the log odds of the colours of ground and piece; chosen by hand."""
_HIDDEN_FACTOR, _LEAN_DISTANCE = 2.0, 4.5
"""Factor of the probability that anything stands on a tile, or leans over it within this number of pixels of the maps,
up to which a pixel there is hidden. Factors of 1, 2 and 5 lose 0.257, 0.244 and 0.247 nats a pixel on 40 held-out
boards; the distance was chosen by hand."""
_MIN_PROBABILITY = 1e-3
"""Added to probabilities before their logarithm."""


@dataclass(frozen=True, eq=False)
class DoubtfulPixels:
    """The n pixels of tiles that the scene network takes for pieces.

    Attributes:
        at: (n,) flat indices of the maps' pixels.
        features: (n, 3) the scene network's log odds of no piece, the distance from the nearest piece in pixels of the
            maps, and the log odds of the pixel's colour in the ground and in that piece.
        limits: (n,) 0..1, limits of the probability that something hides them, since the close-ups must see it, too.
        named: (3, n) log probabilities of the terrains by colour and surroundings, up to a constant.
    """

    at: np.ndarray
    features: np.ndarray
    limits: np.ndarray
    named: np.ndarray


@dataclass(frozen=True, eq=False)
class SightModel:
    """Weights fitted by `training.fit.sight`.

    Attributes:
        sight: (3,) of the features.
        level: of the logistic regression.
        network: weight of the scene network's log probabilities of a terrain.
        named: weight of those by colour and surroundings.
    """

    sight: np.ndarray
    level: float
    network: float
    named: float


@lru_cache(maxsize=1)
def load_sight_model() -> SightModel:
    """Return the shipped weights."""
    fitted = json.loads((files("vision.terrain") / FILE).read_text(encoding="utf-8"))
    return SightModel(np.array(fitted["sight"], np.float32), fitted["level"], fitted["network"], fitted["named"])


def with_ground_in_sight(
    maps: SceneMaps, view: View, centres: Mapping[Cell, np.ndarray], model: GroundModel | None, occluders: Occluders
) -> SceneMaps:
    """Return maps in which fewer pixels are hidden, with the terrain that is in sight there.

    Args:
        maps: of the view, with the terrain corrected by the model.
        view: the rectified view of the tiles.
        centres: (2,) table position of each tile.
        model: of the ground; without it the terrain stays as it is.
        occluders: what the close-ups show. Tiles that they did not inspect stay as they are.
    """
    doubtful = doubtful_pixels(maps, view, centres, model, occluders)
    if doubtful is None:
        return maps
    weights, at = load_sight_model(), doubtful.at
    shown = probability_in_sight(doubtful.features, doubtful.limits, weights.sight, weights.level)
    freed = maps.with_clear(at, shown)
    if model is None:
        return freed
    terrain = maps.terrain.copy()
    flat = terrain.reshape(-1, terrain.shape[-1])
    before = flat[at].T
    tile = np.maximum(1 - before[0], _MIN_PROBABILITY)
    guessed = before[1:] / tile
    logs = SHARPNESS * log_terrain_in_sight(guessed, doubtful.named, weights.network, weights.named)
    flat[at, 1:] = (tile * (shown * softmax(logs, axis=0) + (1 - shown) * guessed)).T
    return freed.with_terrain(terrain)


def probability_in_sight(features: np.ndarray, limits: np.ndarray, weights: np.ndarray, level: float) -> np.ndarray:
    """Return the (n,) probabilities, 0..1, that n pixels show ground.

    Args:
        features: (n, 3) see `DoubtfulPixels`.
        limits: (n,) likewise.
        weights: (3,) of the features.
        level: of the logistic regression.
    """
    return np.asarray(1 - limits * sigmoid(-(features @ weights) - level))


def log_terrain_in_sight(guessed: np.ndarray, named: np.ndarray, network: float, name: float) -> np.ndarray:
    """Return (3, n) log probabilities, up to a constant, of the terrains of n pixels if they are in sight.

    Args:
        guessed: (3, n) probabilities by the maps.
        named: (3, n) see `DoubtfulPixels`.
        network: weight of the first.
        name: weight of the second.
    """
    return np.asarray(network * np.log(guessed + _MIN_PROBABILITY) + name * named)


def doubtful_pixels(
    maps: SceneMaps, view: View, centres: Mapping[Cell, np.ndarray], model: GroundModel | None, occluders: Occluders
) -> DoubtfulPixels | None:
    """Return the pixels of inspected tiles that the scene network takes for pieces, if any; for arguments see above."""
    cells = [cell for cell in occluders.occupied if cell in centres]
    clear = maps.piece[..., 0]
    tiles = np.zeros(clear.shape, np.int32)
    for number, cell in enumerate(cells, 1):
        outline = np.round(view.to_maps(centres[cell] + MAX_DISTANCE * CORNERS)).astype(np.int32)
        cv2.fillConvexPoly(tiles, outline, number)
    seen = clear > MIN_CLEAR
    on_tiles = tiles > 0
    at = np.flatnonzero(on_tiles & ~seen)
    if not len(at):
        return None
    pieces = nearest_pieces(occluders.pieces, view, clear.shape, at)
    named, odds = np.zeros((3, len(at)), np.float32), np.zeros(len(at), np.float32)
    if model is not None:
        shares = _shares_around(maps.terrain, on_tiles & seen, at)
        named, odds = _by_colour(model, view, clear.shape, at, pieces, shares)
    sure = np.clip(clear.ravel()[at], _MIN_PROBABILITY, 1 - _MIN_PROBABILITY)
    near = np.minimum(pieces.away, _MAX_PIECE_DISTANCE)
    features = np.stack([np.log(sure / (1 - sure)), near, np.where(near < _MAX_PIECE_DISTANCE, odds, 0.0)], axis=1)
    occupied = np.array([occluders.occupied[cell] for cell in cells])[tiles.ravel()[at] - 1]
    # A piece leans over tiles that are empty.
    leaning = np.where(pieces.away < _LEAN_DISTANCE, pieces.certainty, 0.0)
    return DoubtfulPixels(at, features, np.minimum(_HIDDEN_FACTOR * np.maximum(occupied, leaning), 1.0), named)


def _by_colour(
    model: GroundModel, view: View, shape: tuple[int, ...], at: np.ndarray, pieces: NearestPieces, shares: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return what the colours of n pixels tell: `DoubtfulPixels.named`, and log odds of ground and the nearest piece.

    Args:
        model: of the ground.
        view: the rectified view.
        shape: height and width of its maps.
        at: (n,) flat indices of the pixels.
        pieces: the nearest ones.
        shares: (3, n) of the terrains in sight around the pixels.
    """
    down, across = np.divmod(np.concatenate([at, pieces.own]), shape[1])
    raw = colours_at(view, shape, down * shape[1] + across)
    colours = model.board.mixture.unlit_colours(raw, places_of(view, across, down))
    of_pixels, of_pieces = colours[:, : len(at)], colours[:, len(at) :]
    named = _log_densities_of_terrains(model, of_pixels) + np.log(shares + _MIN_SHARE)
    if not len(pieces.own):
        return named, np.zeros(len(at), np.float32)
    in_piece = log_densities_in_pieces(of_pixels, pieces.owners, of_pieces, pieces.own_owners)
    odds = log_sum_exp(named, axis=0) - np.maximum(in_piece, _MIN_LOG_DENSITY)
    return named, np.clip(odds, -_MAX_ODDS, _MAX_ODDS)


def _log_densities_of_terrains(model: GroundModel, colours: np.ndarray) -> np.ndarray:
    """Return the (3, n) log densities of (3, n) colours in the groups of each name."""
    logs = np.maximum(model.board.mixture.colour_coefficients() @ quadratic_terms(colours), _MIN_LOG_DENSITY)
    top = logs.max(axis=0)
    names = (model.naming.settled + _MIN_PROBABILITY).T.astype(np.float32)
    return np.asarray(np.log(names @ np.exp(logs - top)) + top)


def _shares_around(terrain: np.ndarray, seen: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return (3, n) shares of the terrains in sight around n pixels.

    Args:
        terrain: (h, w, 4) probabilities of table and terrains.
        seen: (h, w) bool, where ground is in sight.
        at: (n,) flat indices of the pixels.
    """
    shown = seen.astype(np.uint8)
    sums = cv2.blur(cv2.copyTo(terrain, shown), _WINDOW).reshape(-1, terrain.shape[-1])[at].T
    return np.asarray(sums[1:] / (cv2.blur(shown.astype(np.float32), _WINDOW).ravel()[at] + _MIN_PROBABILITY))
