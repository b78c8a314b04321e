"""Drawing what was read: it must be on the picture, leave the photo alone and fit every size."""

import cv2
import numpy as np
import pytest

from vision.detections import PieceReading, TileReading
from vision.drawing.annotate import annotate
from vision.drawing.canvas import PIECE_RGB, TERRAIN_RGB
from vision.drawing.panel import Panel, PanelRow
from vision.imaging.photo import Photo, photo_of
from vision.reading.reading import Reading

PANEL = Panel(
    "Счёт", ("викинги", "всего"), (PanelRow("red", "Анна", ("3", "5")), PanelRow(None, "Bo", ("1", "1"))), "!"
)


def hexagon(centre: tuple[float, float], radius: float) -> np.ndarray:
    angles = np.radians([60 * i - 30 for i in range(6)])
    return np.array(centre) + radius * np.stack((np.cos(angles), np.sin(angles)), axis=1)


def reading(width: int, height: int, radius: float, edges: tuple[str, ...] = ("P",) * 6) -> Reading:
    centre = (width / 2, height / 2)
    tile = TileReading((0, 0), edges, (), (), centre, hexagon(centre, radius), 0.9, (0.9,) * 6)
    piece = PieceReading("viking", "red", (0, 0), centre, hexagon(centre, radius / 5), 0.9)
    return Reading(width, height, (tile,), (piece,))


def has_colour(bgr: np.ndarray, rgb: tuple[int, int, int]) -> bool:
    low, high = (np.clip(np.array(rgb[::-1]) + away, 0, 255).astype(float) for away in (-5, 5))
    return bool(cv2.inRange(bgr, low, high).any())


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (2000, 1500)])
def test_every_edge_terrain_and_piece_colour_is_drawn(width, height):
    photo = photo_of(np.zeros((height, width, 3), np.uint8))
    drawn = annotate(photo, reading(width, height, height / 4, ("P", "PO", "O", "OM", "M", "MP")), PANEL)
    assert drawn.shape == photo.pixels.shape
    assert all(has_colour(drawn, rgb) for rgb in (*TERRAIN_RGB.values(), PIECE_RGB["red"]))
    assert not photo.pixels.any()


def test_an_edge_shows_its_own_terrain_where_it_lies():
    photo = photo_of(np.zeros((600, 600, 3), np.uint8))
    drawn = annotate(photo, reading(600, 600, 200, ("O", "P", "P", "P", "P", "P")))
    east, west = drawn[250:350, 300 + 130 : 300 + 175], drawn[250:350, 300 - 175 : 300 - 130]
    assert has_colour(east, TERRAIN_RGB["O"])
    assert not has_colour(west, TERRAIN_RGB["O"])


def test_a_photo_decoded_smaller_is_drawn_on_at_its_own_scale():
    seen = reading(1200, 1200, 400)
    drawn = annotate(Photo(np.zeros((600, 600, 3), np.uint8), 1200, 1200), seen)
    assert drawn.shape == (600, 600, 3)
    assert has_colour(drawn[290:310, 300 + 140 : 300 + 180], TERRAIN_RGB["P"])


def test_the_panel_goes_below_a_board_that_fills_the_picture():
    photo = photo_of(np.full((720, 1280, 3), 90, np.uint8))
    tiles = [reading(2 * x, 2 * y, 70).tiles[0] for x in range(40, 1280, 90) for y in range(40, 720, 80)]
    drawn = annotate(photo, Reading(1280, 720, tuple(tiles), ()), PANEL)
    assert drawn.shape[0] > 720
    assert drawn.shape[1] == 1280


def test_nothing_read_leaves_the_photo_as_it_was():
    photo = photo_of(np.full((200, 300, 3), 77, np.uint8))
    assert np.array_equal(annotate(photo, Reading(300, 200, (), ())), photo.pixels)
