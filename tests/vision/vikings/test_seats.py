"""Where a fjord lies in a photo: among grids that fit nearly as well, on cloths with squares of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.made.fjords import fjord_of, make_scene
from benchmarks.made.view import camera_over
from games.vikings.figures import ROWS
from tests.support.stored_pictures import MadeOnce
from vision.geometry.plane import Plane
from vision.imaging.photo import photo_of
from vision.squares.grid import Grid
from vision.vikings.camera import squareness_error
from vision.vikings.cells import SquareFeatures
from vision.vikings.fjord import read_fjord
from vision.vikings.layout import candidate_layouts
from vision.vikings.placement import Alternative
from vision.vikings.reader import read
from vision.vikings.shifted_grids import shifted_grids


@pytest.mark.long
@pytest.mark.parametrize("seed", [325, 505, 515], ids=["longer squares", "coasts", "cloth"])
def test_tiles_are_found_in_their_rows_and_columns(seed: int, made_once: MadeOnce) -> None:
    """Squares a sixth longer fit these islands as well; coasts are stronger than edges; a cloth has squares, too."""
    painting = made_once(fjord_of, seed)
    seen = _places_of(read(photo_of(painting.pixels), None))
    true = _places_of(painting.document)
    assert len(seen & true) >= 0.9 * len(true)
    assert len(seen - true) <= 0.1 * len(true)


@pytest.mark.long
def test_a_fjord_that_may_lie_elsewhere_is_asked_about(made_once: MadeOnce, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = photo_of(made_once(fjord_of, 325).pixels)
    seen = read_fjord(photo)
    there = replace(seen.placement.plane, homography=seen.placement.plane.homography @ _shift(-1, 0))
    asked = []
    for share, marks, worth in ((0.5, 0.95, 25.0), (0.99, 0.95, 25.0), (0.5, 0.4, 2.0)):
        placement = replace(seen.placement, alternative=Alternative(there, share), marks=marks, score=worth)
        monkeypatch.setattr(
            "vision.vikings.reader.read_fjord", lambda *_, placement=placement: replace(seen, placement=placement)
        )
        asked.append([doubt for doubt in read(photo, None)["ask"] if doubt["about"] == "place"])
    assert asked[0] == [] and len(asked[2]) == 1
    (doubt,) = asked[1]
    here, other = doubt["candidates"]
    assert (here["row"], here["column"]) == (doubt["row"], doubt["column"])
    assert other == {"row": here["row"], "column": here["column"] + 1}


@pytest.mark.parametrize("seed", range(4))
def test_a_grid_is_of_squares_whatever_the_camera(seed: int) -> None:
    scene = replace(make_scene(seed), radial=0.0)
    camera = camera_over(np.array([0.0, 0.0]), np.array([8.0, 6.0]), scene)
    plane = _plane(camera.matrix[:, [0, 1, 3]], scene.size)
    assert squareness_error(plane, scene.size) < 0.005


def test_cells_that_are_longer_one_way_are_no_squares() -> None:
    scene = replace(make_scene(1), tilt=8.0, radial=0.0)
    camera = camera_over(np.array([0.0, 0.0]), np.array([8.0, 6.0]), scene)
    for sides in ((1.2, 1.0), (1.0, 1.2)):
        stretched = camera.matrix[:, [0, 1, 3]] @ np.diag([*sides, 1.0])
        assert squareness_error(_plane(stretched, scene.size), scene.size) > 0.03


def test_tiles_fit_best_where_they_lie_though_a_tile_lies_beside_the_table() -> None:
    tile, land = np.zeros((10, 9)), np.zeros((10, 9, 4))
    tile[3:8, 2:6] = 1.0
    land[3:8, 2:6, 0] = land[3:8, 2:6, 2] = 1.0
    tile[0, 0] = tile[9, 8] = 0.5
    best = max(candidate_layouts(SquareFeatures(np.zeros((10, 9, 3)), tile, land)))
    assert best[1:] == (2, 2)
    assert best[0] == pytest.approx(20 - 1.5 * 1.0)


def test_no_place_is_looked_for_where_no_tile_is_seen() -> None:
    assert list(candidate_layouts(SquareFeatures(np.zeros((8, 8, 3)), np.zeros((8, 8)), np.zeros((8, 8, 4))))) == []


def test_a_grid_is_also_looked_for_along_other_lines_with_many_edges() -> None:
    lines = np.arange(8) * 50.0 + 100
    edges = [[x, 100, x, 450] for x in lines] + [[100, y, 450, y] for y in lines]
    off = [[100, y + 15, 450, y + 15] for y in lines]
    plane = _plane(np.array([[50.0, 0, 100], [0, 50, 115], [0, 0, 1]]), (640, 480))
    (other,) = shifted_grids(Grid(plane, 100.0, 0, 0, 7, 7), np.array(edges + off, float), (640, 480))
    corner = other.plane.to_table(np.array([150.0, 200.0]))
    assert corner == pytest.approx(np.round(corner), abs=0.02)


def _plane(homography: np.ndarray, size: tuple[int, int]) -> Plane:
    return Plane(homography / homography[2, 2], 0.0, np.array(size) / 2, float(np.hypot(*size)) / 2)


def _shift(x: float, y: float) -> np.ndarray:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _places_of(document: dict[str, Any]) -> set[tuple[int, int]]:
    return {(ROWS.index(t["row"]), t["column"]) for t in document["players"][0]["island_tiles"]}
