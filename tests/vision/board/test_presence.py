"""Which cells hold a tile follows from terrain, outline, centre and colours together."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from games import hexgrid
from tests.vision.painted import maps_of, view_of
from vision.board.presence import tiles_present
from vision.geometry.lattice import CORNERS, position
from vision.networks import channels
from vision.networks.models import SceneMaps

_MIDDLE, _SPACE = (0, 0), (3, -1)
_TILES = dict.fromkeys((_MIDDLE, *hexgrid.neighbours(_MIDDLE)), ("P",) * 6)
_BEYOND = {cell: position(cell) for cell in (_SPACE, (-3, 1))}
_GRASS, _SLATE = (60, 150, 70), (95, 95, 100)


def _scene(terrain=_TILES, outlined=_TILES, coloured=_TILES):
    """Return maps and a view in which cells show terrain, an outline, and the tiles' colour on a slate table."""
    view = view_of((*_TILES, *_BEYOND))
    view.pixels[:] = _SLATE
    maps = maps_of(terrain, view, sure=0.99)
    rim = np.full(maps.logits.shape[1:], -6.0, np.float32)
    for cell in outlined:
        cv2.polylines(rim, [_outline(view, cell, 1.0, view.to_maps)], True, 3.0, 2)
    logits = maps.logits.copy()
    logits[channels.RIM] = rim
    for cell in coloured:
        cv2.fillConvexPoly(view.pixels, _outline(view, cell, 0.98, view.to_view), _GRASS)
    noise = np.random.default_rng(5).normal(0, 6, view.pixels.shape)
    return SceneMaps(logits), replace(view, pixels=np.clip(view.pixels + noise, 0, 255).astype(np.uint8))


def _outline(view, cell, scale, to_pixels):
    return np.round(to_pixels(position(cell) + scale * CORNERS)).astype(np.int32)


def _found(scene, centred):
    return set(tiles_present(*scene, {cell: position(cell) for cell in centred}, (*_TILES, *_BEYOND)))


def test_every_tile_is_found_and_no_space_beside_them():
    assert _found(_scene(), _TILES) == set(_TILES)


def test_a_tile_whose_ground_is_taken_for_table_is_found_by_its_centre_its_outline_and_the_colours_of_the_others():
    seen = {cell: edges for cell, edges in _TILES.items() if cell != _MIDDLE}
    logits = _scene(terrain=seen)[0].logits.copy()
    logits[channels.CENTRE] = _scene()[0].logits[channels.CENTRE]
    assert _MIDDLE in _found((SceneMaps(logits), _scene()[1]), _TILES)


def test_a_hole_in_the_board_is_no_tile_though_its_neighbours_outline_it():
    others = {cell: edges for cell, edges in _TILES.items() if cell != _MIDDLE}
    assert _found(_scene(others, _TILES, others), others) == set(others)


def test_a_space_with_an_outline_and_a_tiles_colour_but_no_terrain_and_no_centre_is_none():
    assert _SPACE not in _found(_scene(outlined=(*_TILES, _SPACE), coloured=(*_TILES, _SPACE)), _TILES)


@pytest.mark.parametrize("cells", [(), (_SPACE,)])
def test_without_a_tile_nothing_is_found_and_nothing_fails(cells):
    maps, view = _scene({}, {}, {})
    assert tiles_present(maps, view, {}, cells) == {}
