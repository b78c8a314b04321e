"""Tells which cells of a lattice hold a tile, by one logistic regression of what a view shows there.

A tile shows terrain, its outline lies on the cell's sides, its middle looks like a tile's, and its colours are those of
other tiles rather than the table's: a ground in one colour is easily taken for a table, and a speckled table in a hole
of the board for a tile. ``presence_model.json`` says where the weights were fitted.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.board.table_likeness import table_log_likelihood_ratios
from vision.geometry.hexagon import points_along_sides
from vision.geometry.lattice import CORNERS, Cell, position, positions
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.models import SceneMaps

FILE = "presence_model.json"
INNER = np.concatenate([CORNERS * k for k in (0.25, 0.5, 0.75, 0.9)] + [np.zeros((1, 2))])
"""(25, 2) points inside a tile at the origin, in pitches; the last is its middle."""
_SIDE_FRACTIONS = np.linspace(0.1, 0.9, 9)
"""Positions along a side, 0..1, at which its outline is sampled; corners are left out, since they may be round."""
_ON_OUTLINE, _INSIDE = (0.9, 0.95, 1.0, 1.05), (0.3, 0.5, 0.7)
"""Scales of a cell's hexagon at which its outline is looked for, and at which it is compared with lines inside."""
MIN_COVERAGE = 0.03
"""Share of a cell's inside that shows terrain from which it may hold a tile although no centre is visible there, as in
the cells to which the weights are fitted. On bare table a shadow's edges may lie on the cell's sides, and its colours
are unlike the table's, too."""
MAX_LOG_ODDS = 4.0
"""Limit of the log odds of the colours, nats a pixel; chosen by hand."""
MIN_LOG_ODDS = 1.0
"""Log odds of a tile from which a cell holds one. Of 24 334 tiles on 740 synthetic boards 14 are missed, and 11 are
false positives; with 0.5 and the colours of all cells 11 and 12, and by a limit of each feature, chosen by hand, 24
and 5."""
_SURE_LOG_ODDS = 3.5
"""Log odds without the colours from which these are not compared, to save time: of the cells that the weights are
fitted to 89 % have more, and of those the colours would reject two tiles and one other cell."""


@dataclass(frozen=True, eq=False)
class PresenceModel:
    """Weights fitted by `training.fit.presence`.

    Attributes:
        level: of the logistic regression.
        shown: (3,) weights of what `shown_features` returns.
        table: weight of the log odds of the colours on the table, negative.
    """

    level: float
    shown: np.ndarray
    table: float


@lru_cache(maxsize=1)
def load_presence_model() -> PresenceModel:
    """Return the shipped weights."""
    fitted = json.loads((files("vision.board") / FILE).read_text(encoding="utf-8"))
    return PresenceModel(fitted["level"], np.array(fitted["shown"]), fitted["table"])


def tiles_present(
    maps: SceneMaps, view: View, centres: Mapping[Cell, np.ndarray], cells: Collection[Cell]
) -> dict[Cell, np.ndarray]:
    """Return the (2,) table position of the tile in each of these cells that holds one.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view.
        centres: where the maps show the centre of a tile; one without is taken to lie in the middle of its cell.
        cells: the cells in question.
    """
    model, wanted = load_presence_model(), sorted(set(cells))
    if not wanted:
        return {}
    features = shown_features(maps, view, centres, wanted)
    possible = (features[:, 0] > MIN_COVERAGE) | np.array([cell in centres for cell in wanted], bool)
    # The coverage is 0 where the photo does not show the middle of the cell.
    odds = np.where(possible & (features[:, 0] > 0), model.level + features @ model.shown, -np.inf)
    likely = {wanted[k]: position(wanted[k]) for k in np.flatnonzero(odds > 0).tolist()}
    # Below, no colours make the cell a tile.
    doubtful = np.flatnonzero((odds > MIN_LOG_ODDS + model.table * MAX_LOG_ODDS) & (odds < _SURE_LOG_ODDS)).tolist()
    colours = table_log_odds(maps, view, likely, [wanted[k] for k in doubtful])
    for k in doubtful:
        odds[k] += model.table * colours[wanted[k]]
    found = [wanted[k] for k in np.flatnonzero(odds > MIN_LOG_ODDS).tolist()]
    return {cell: centres.get(cell, position(cell)) for cell in found}


def shown_features(
    maps: SceneMaps, view: View, centres: Mapping[Cell, np.ndarray], cells: Collection[Cell]
) -> np.ndarray:
    """Return the (n, 3) coverage, outline's contrast and probability of a tile's centre, 0..1, of n cells.

    For arguments see `tiles_present`.
    """
    spots = positions(cells)
    middles = np.array([centres.get(cell, spot) for cell, spot in zip(cells, spots, strict=True)])
    centre = sample(maps.centre[..., None], view.to_maps(middles)[:, None])[:, 0, 0]
    return np.stack([coverage(maps, view, spots), _outline_contrast(maps, view, spots), centre], axis=1)


def table_log_odds(
    maps: SceneMaps, view: View, tiles: Mapping[Cell, np.ndarray], cells: Collection[Cell]
) -> dict[Cell, float]:
    """Return the log odds, nats a pixel, that the colours in cells are the table's and not those of tiles; limited.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view.
        tiles: (2,) table positions of tiles.
        cells: the cells in question.
    """
    if not tiles or not cells:
        return dict.fromkeys(cells, 0.0)
    odds = table_log_likelihood_ratios(maps, view, tiles, {cell: position(cell) for cell in cells})
    return {cell: float(np.clip(log, -MAX_LOG_ODDS, MAX_LOG_ODDS)) for cell, log in odds.items()}


def coverage(maps: SceneMaps, view: View, spots: np.ndarray) -> np.ndarray:
    """Return the (n,) mean probability of terrain inside cells at (n, 2) spots, by what the photo shows of them.

    It is 0 where the photo does not show the middle. Of 1 408 tiles in 70 synthetic pictures, many cut by the rim,
    1 285 were found while six tenths of a tile had to be in the photo, and 1 318 since its middle is enough.
    """
    places = spots[:, None] + INNER
    shown = in_photo(view, places)
    terrain: np.ndarray = 1 - sample(maps.terrain, view.to_maps(places))[..., 0]
    share = (terrain * shown).sum(axis=1) / np.maximum(shown.sum(axis=1), 1)
    return np.where(shown[:, -1], share, 0.0)


def in_photo(view: View, places: np.ndarray) -> np.ndarray:
    """Return for (..., 2) table points whether the view and the photo contain them."""
    at = np.round(view.to_view(places)).astype(int)
    last = np.array(view.inside.shape[::-1]) - 1
    clipped = np.clip(at, 0, last)
    return np.asarray((at == clipped).all(axis=-1) & view.inside[clipped[..., 1], clipped[..., 0]])


def _outline_contrast(maps: SceneMaps, view: View, spots: np.ndarray) -> np.ndarray:
    """Return the (n,) mean probability of outlines on the sides of cells at (n, 2) spots, minus that inside them.

    Each side counts at the best of a few scales. A patterned table is full of lines, but these do not coincide with the
    outlines of cells. What lies beyond the photo's rim does not count.
    """
    sides = points_along_sides(_SIDE_FRACTIONS)
    scales = np.array([*_ON_OUTLINE, *_INSIDE])[:, None, None, None]
    places = spots[:, None, None, None] + sides * scales
    shown = in_photo(view, places)
    means = (sample(maps.rim, view.to_maps(places)) * shown).sum(axis=3) / np.maximum(shown.sum(axis=3), 1)
    outline, inside = means[:, : len(_ON_OUTLINE)].max(axis=1), means[:, len(_ON_OUTLINE) :]
    weight = shown[:, : len(_ON_OUTLINE)].mean(axis=(1, 3))
    on_outline = (outline * weight).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-6)
    return np.asarray(on_outline - inside.mean(axis=(1, 2)))
