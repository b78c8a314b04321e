"""``python -m training.fit.presence``: fit by what the cells that hold a tile are told from others, on made boards.

Prints the weights of ``vision/board/presence_model.json``, and how many cells of boards in held-out art they misjudge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from games import hexgrid
from training.common.stored import joined
from training.fit.options import boards_parser
from training.scenes.picture import Picture
from training.validation import PHOTO_SIZE, photo_of_a_game
from vision.board.locate import Survey, survey, tile_centres
from vision.board.presence import MIN_COVERAGE, MIN_LOG_ODDS, shown_features, table_log_odds
from vision.geometry.lattice import Cell, nearest_points, position
from vision.imaging.photo import photo_of
from vision.networks.models import Networks, load_networks

_ARTS = ("training", "wide", "crafted", "strange")
"""Families of the boards to which the weights are fitted."""
_MAX_AWAY = 0.3
"""Pitches between a true tile and the middle of its cell."""
_RIDGE = 1e-5
"""Weight of the L2 penalty on the weights."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of surveyed boards and beside them.

    Attributes:
        features: (n, 4) `shown_features` and `table_log_odds`.
        tiles: (n,) bool, whether a tile lies there.
    """

    features: np.ndarray
    tiles: np.ndarray


def main() -> None:
    """Draw the boards, fit, and print the weights."""
    options = boards_parser(__doc__).parse_args()
    networks = load_networks()

    def cells(art: str, materials: Path | None) -> Cells:
        return joined(list(surveyed_cells(art, options.seed, options.count, networks, materials)))

    known, held_out = joined([cells(art, options.materials) for art in _ARTS]), cells("held-out-wide", None)
    weights = fit_presence(known)
    print("level", round(float(weights[-1]), 3), "shown and table", weights[:-1].round(3).tolist())
    for name, some in (("fitted to", known), ("held-out", held_out)):
        odds = some.features @ weights[:-1] + weights[-1]
        found = odds > MIN_LOG_ODDS
        missed, made_up = (some.tiles & ~found).sum(), (~some.tiles & found).sum()
        print(f"{name}: {some.tiles.sum()} tiles of {len(odds)} cells, {missed} missed, {made_up} made up")


def surveyed_cells(
    art: str, seed: int, count: int, networks: Networks, materials: Path | None = None
) -> Iterator[Cells]:
    """Yield the cells in question of each board that is found."""
    for number in range(count):
        picture = photo_of_a_game([seed, number], *PHOTO_SIZE, art, game=True, materials=materials, played=True)
        found = survey(photo_of(picture.image).normalised, networks)
        if found is not None:
            yield _cells_of(found, _true_cells(found, picture))


def _true_cells(found: Survey, picture: Picture) -> set[Cell]:
    at = np.array([tile.centre for tile in picture.tiles if tile.on_board], float)
    return set(nearest_points(found.lattice.plane.to_table(at), _MAX_AWAY))


def _cells_of(found: Survey, tiles: set[Cell]) -> Cells:
    centres = tile_centres(found.maps, found.view)
    likely = found.lattice.centres.keys() | centres.keys()
    wanted = sorted(likely | {beside for cell in likely for beside in hexgrid.neighbours(cell)})
    shown = shown_features(found.maps, found.view, centres, wanted)
    odds = table_log_odds(found.maps, found.view, {cell: position(cell) for cell in tiles}, wanted)
    features = np.column_stack([shown, [odds[cell] for cell in wanted]])
    asked = (shown[:, 0] > MIN_COVERAGE) | np.array([cell in centres for cell in wanted])
    return Cells(features[asked], np.array([cell in tiles for cell in wanted])[asked])


def fit_presence(cells: Cells) -> np.ndarray:
    """Return the (5,) weights of the features and level of the logistic regression."""
    signs = np.where(cells.tiles, 1.0, -1.0)

    def loss(weights: np.ndarray) -> float:
        odds = cells.features @ weights[:-1] + weights[-1]
        return float(np.logaddexp(0, -signs * odds).mean() + _RIDGE * (weights[:-1] ** 2).sum())

    return np.asarray(minimize(loss, np.array([5.0, 3.0, 1.0, -1.0, -5.0])).x)


if __name__ == "__main__":
    main()
