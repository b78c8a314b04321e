"""Where a fjord lies in a photo: among grids that fit nearly as well, on cloths with squares of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.made.fjords import fjord_of, make_scene
from benchmarks.made.view import camera_over
from games.vikings.figures import ROWS
from tests.support.pictures.stored_pictures import PictureStore
from vision.geometry.plane import Plane, project
from vision.imaging.photo import photo_of
from vision.squares.directions import candidate_homographies
from vision.squares.novelty import table_novelty
from vision.vikings.camera import squareness_error
from vision.vikings.cells import SquareFeatures
from vision.vikings.fjord import read_fjord
from vision.vikings.layout import candidate_layouts
from vision.vikings.placement import best_of
from vision.vikings.reader import read
from vision.vikings.search.tile_grids import tile_grids


@pytest.mark.long
@pytest.mark.parametrize("seed", [325, 505, 515], ids=["longer squares", "coasts", "cloth"])
def test_tiles_are_found_in_their_rows_and_columns(seed: int, stored: PictureStore) -> None:
    """Squares a sixth longer fit these islands as well; coasts are stronger than edges; a cloth has squares, too."""
    painting = stored(fjord_of, seed)
    seen = _places_of(read(photo_of(painting.pixels), None))
    true = _places_of(painting.document)
    assert len(seen & true) >= 0.9 * len(true)
    assert len(seen - true) <= 0.1 * len(true)


@pytest.mark.long
def test_a_fjord_that_may_lie_elsewhere_is_asked_about(stored: PictureStore, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = photo_of(stored(fjord_of, 325).pixels)
    seen = read_fjord(photo)
    there = replace(seen.placement.plane, homography=seen.placement.plane.homography @ _shift(-1, 0))
    asked = []
    for confidence in (0.95, 0.52):
        placement = replace(seen.placement, alternative=there, confidence=confidence)
        monkeypatch.setattr(
            "vision.vikings.reader.read_fjord", lambda *_, placement=placement: replace(seen, placement=placement)
        )
        asked.append([doubt for doubt in read(photo, None)["ask"] if doubt["about"] == "place"])
    assert asked[0] == []
    (doubt,) = asked[1]
    here, other, elsewhere = doubt["candidates"]
    assert elsewhere == "none" and len(doubt["px"]) == 2
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
    assert (best.top, best.first) == (2, 2)
    assert best.score == pytest.approx(20 - 1.5 * 1.0)


def test_no_place_is_looked_for_where_no_tile_is_seen() -> None:
    assert list(candidate_layouts(SquareFeatures(np.zeros((8, 8, 3)), np.zeros((8, 8)), np.zeros((8, 8, 4))))) == []


def test_of_two_places_the_one_whose_marks_fit_is_chosen_and_one_without_marks_is_a_guess(stored: PictureStore) -> None:
    seen = read_fjord(photo_of(stored(fjord_of, 325).pixels)).placement
    plane = replace(seen.plane, homography=seen.plane.homography @ _shift(-1, 0))
    there = replace(seen, plane=plane, board=replace(seen.board, marks=0.2))
    best = best_of([there, seen])
    assert best.plane is seen.plane and best.alternative is there.plane
    assert best.confidence > 0.9
    assert best_of([there, replace(seen, score=0.0, cover=0.0)]).confidence <= 0.5
    assert best_of([there]).confidence <= 0.5


def test_tiles_are_found_where_all_edges_are_coasts() -> None:
    """Two long islands without a visible joint: straight edges run along their coasts only."""
    pixels = np.full((600, 800, 3), (70, 110, 150), np.uint8)
    pixels[200:400, 150:650] = (150, 90, 40)
    for top in (200, 300):
        pixels[top + 26 : top + 74, 168:632] = (60, 150, 90)
    coasts = [[170.0, top + at, 630.0, top + at] for top in (200, 300) for at in (26, 74)]
    ends = [[x, top + 26.0, x, top + 74.0] for top in (200, 300) for x in (168.0, 632.0)]
    rims = [[150.0, 200, 650, 200], [150.0, 400, 650, 400], [150.0, 200, 150, 400], [650.0, 200, 650, 400]]
    edges = np.array([edge for edge in [*coasts, *ends, *rims] for _ in range(3)], float)
    grids = [grid for found in tile_grids(pixels, edges, table_novelty(pixels, 1)) for grid in found]
    shifts = [(grid.plane.to_table(np.array([150.0, 200.0])) + 0.5) % 1 - 0.5 for grid in grids]
    sides = [grid.plane.pitch_at(np.array([3.0, 1.0])) for grid in grids]
    assert any(abs(side - 100) < 5 and np.abs(shift).max() < 0.1 for side, shift in zip(sides, shifts, strict=True))


@pytest.mark.parametrize("turn", range(3, 90, 10))
def test_a_grid_is_never_mirrored_whatever_its_turn(turn: int) -> None:
    """Foreshortened, both directions of a grid at 45 degrees are nearer to horizontal than to vertical."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    across = [[[k, 0], [k, 7]] for k in range(8)]
    lines = np.array([*across, *(np.array(across)[..., ::-1])], float) - 3.5
    ends = lines @ np.array([[c, s], [-s, c]]) * (50, 38) + (320, 240)
    views = list(candidate_homographies(ends.reshape(-1, 4), (640, 480)))
    assert views
    for view in views:
        corner, right, down = project(view, np.array([[0.0, 0.0], [1e-3, 0.0], [0.0, 1e-3]]))
        assert np.linalg.det([right - corner, down - corner]) > 0


def _plane(homography: np.ndarray, size: tuple[int, int]) -> Plane:
    return Plane(homography / homography[2, 2], 0.0, np.array(size) / 2, float(np.hypot(*size)) / 2)


def _shift(x: float, y: float) -> np.ndarray:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _places_of(document: dict[str, Any]) -> set[tuple[int, int]]:
    return {(ROWS.index(t["row"]), t["column"]) for t in document["players"][0]["island_tiles"]}
