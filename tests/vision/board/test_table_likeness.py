"""Colours tell bare table from tiles, and from what lies on it."""

import cv2
import numpy as np
import pytest

from games import hexgrid
from vision.board.table_likeness import log_likelihoods_as_table, table_log_likelihood_ratios
from vision.geometry.lattice import CORNERS, position
from vision.geometry.rectified_view import View
from vision.networks import channels
from vision.networks.models import SceneMaps

HOLE, RING = (0, 0), hexgrid.neighbours((0, 0))
BEYOND = sorted({n for c in RING for n in hexgrid.neighbours(c)} - {HOLE, *RING})
GRASS, SEA, SLATE, RED = (60, 150, 70), (170, 110, 60), (95, 95, 100), (40, 30, 170)


def _view(fills, scale=72):
    """Return a view of a slate table on which cells are filled with colours, with the maps of a network that is sure
    of no piece."""
    side = 6 * scale
    view = View(np.full((side, side, 3), SLATE, np.uint8), np.ones((side, side), bool), np.array([-3.0, -3.0]), scale)
    for cell, colour in fills.items():
        cv2.fillConvexPoly(
            view.pixels, np.round(view.to_view(position(cell) + 0.98 * CORNERS)).astype(np.int32), colour
        )
    noise = np.random.default_rng(5).normal(0, 6, view.pixels.shape)
    view.pixels[:] = np.clip(view.pixels + noise, 0, 255)
    logits = np.zeros((channels.BOARD_COUNT, side // channels.STRIDE, side // channels.STRIDE), np.float32)
    logits[channels.PIECE.start] = 9.0
    return SceneMaps(logits), view


def _tiles():
    return {cell: (GRASS, SEA)[k % 2] for k, cell in enumerate(RING)}


def test_a_hole_in_a_board_has_the_colours_of_the_table_and_a_tile_has_not():
    maps, view = _view(_tiles())
    places = {c: position(c) for c in (HOLE, *RING)}
    odds = table_log_likelihood_ratios(
        maps, view, {c: places[c] for c in RING}, {c: places[c] for c in (HOLE, *RING[:2])}
    )
    assert odds[HOLE] > 2 > -2 > max(odds[RING[0]], odds[RING[1]])


def test_nothing_is_said_of_a_tile_without_another_to_compare_it_with():
    maps, view = _view({HOLE: GRASS})
    assert table_log_likelihood_ratios(maps, view, {HOLE: position(HOLE)}, {HOLE: position(HOLE)}) == {HOLE: 0.0}


@pytest.mark.parametrize("colour", [RED, GRASS, (235, 235, 230)])
def test_what_lies_on_the_table_is_told_from_it_whatever_its_colour_and_though_it_hides_the_next_cell_too(colour):
    beside = next(c for c in BEYOND if c in hexgrid.neighbours(BEYOND[0]))
    maps, view = _view({**_tiles(), BEYOND[0]: colour, beside: colour})
    likely = log_likelihoods_as_table(maps, view, [position(c) for c in RING], [HOLE, *BEYOND])
    hidden = {BEYOND[0], beside}
    assert max(likely[c] for c in hidden) < -9.5 < min(likely[c] for c in likely.keys() - hidden)
