"""The ring of a stone partly hidden by a longhouse is evidence of a Home, on a table with other stones in the open."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.cameras import camera_plane
from tests.vision.painted import around, lattice_of, painted_inspection, view_of
from vision.geometry.lattice import position
from vision.pieces.closeups import cut_closeups
from vision.pieces.detect import find_pieces
from vision.stones.found_stones import apply_stones
from vision.stones.search import FoundStone
from vision.stones.untaught_homes import ring_log_ratios

_CELLS = [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 1)]
_OPEN = [(1, 0), (0, 1)]
_HOUSE = (0, 0)
_RADIUS = 0.16
_WHOLE = np.pi * (_RADIUS / 0.9) ** 2
"""Visible area of a stone, its side included, square pitches."""
_GRASS, _FACE, _RIM = (70, 150, 110), (140, 142, 140), (185, 185, 185)
_PLAYERS = {"white": (225, 228, 230), "purple": (150, 60, 110), "yellow": (50, 190, 225), "red": (40, 40, 190)}


def _painted(places, stones, house):
    """Return (h, w, 3) pixels of grass at table places, with (middle, ring) stones and a (middle, colour) house."""
    pixels = np.empty((*places.shape[:2], 3), np.uint8)
    pixels[:] = _GRASS
    for middle, ring in stones:
        near = around(places, middle, 1.2 * _RADIUS)
        away = np.linalg.norm(places[near] - middle, axis=-1) / _RADIUS
        pixels[near][away < 1] = _FACE
        pixels[near][(away > 0.8) & (away < 1)] = ring
    middle, colour = house
    near = around(places, middle, 0.3)
    along, across = np.abs(places[near] - middle).transpose(2, 0, 1)
    pixels[near][(along < 0.27) & (across < 0.12)] = colour
    return cv2.GaussianBlur(pixels, (0, 0), 0.7)


def _ratios(player, off, open_stones=_OPEN, hidden=True, by_the_network=0.0):
    """Return the log ratios for the player's longhouse; a stone lies at ``off`` unless ``hidden`` is false."""
    plane, view = camera_plane(0, 0, 0.0), view_of(_CELLS)
    ring = tuple(int(0.85 * v) for v in _PLAYERS[player])
    stones = [(position(cell), _RIM) for cell in open_stones]
    under = [(np.array(off), ring)] if hidden else []
    house = np.zeros(2), _PLAYERS[player]
    photo = _painted(_places_in_the_photo(), stones + under, house)
    rows, columns = view.inside.shape
    above = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
    view = replace(view, pixels=_painted(view.origin + (above + 0.5) / view.scale, stones + under, house))
    shown = {**{cell: ("stone", None, position(cell)) for cell in open_stones}, _HOUSE: ("longhouse", player, (0, 0))}
    closeups, _ = cut_closeups(photo, plane, [position(cell) for cell in shown])
    looks = {
        c: replace(painted_inspection(c, p), closeup=cut) for (c, p), cut in zip(shown.items(), closeups, strict=True)
    }
    pieces = [replace(p, area=_WHOLE) if p.kind == "stone" else p for p in find_pieces(looks)]
    return ring_log_ratios(photo, lattice_of(_CELLS), view, pieces, {_HOUSE: by_the_network})


@cache
def _places_in_the_photo():
    across = np.stack(np.meshgrid(np.arange(1280), np.arange(960)), axis=-1)
    return camera_plane(0, 0, 0.0).to_table(across.astype(float))


@pytest.mark.parametrize("player", _PLAYERS)
@pytest.mark.parametrize("off", [(0.05, 0.18), (0.24, -0.1), (-0.1, -0.2)])
def test_a_ring_of_the_houses_colour_beside_it_is_strong_evidence_of_a_stone_partly_hidden_by_it(player, off):
    assert _ratios(player, off)[_HOUSE] > (0.2 if player == "white" else 2)


@pytest.mark.parametrize("player", _PLAYERS)
def test_a_house_on_a_bare_tile_shows_no_evidence_of_a_stone(player):
    assert _ratios(player, (0.05, 0.14), hidden=False) == {_HOUSE: 0.0}


def test_no_ring_is_looked_for_where_no_stones_are_in_play():
    assert _ratios("white", (0.05, 0.14), open_stones=[]) == {}


@pytest.mark.parametrize("by_the_network", [-5.0, 5.0])
def test_no_ring_is_looked_for_where_the_network_is_sure(by_the_network):
    assert _ratios("red", (0.24, -0.1), by_the_network=by_the_network) == {}


def test_a_taught_stone_found_beneath_a_house_stands_for_a_doubtful_candidate_there():
    stone = FoundStone("home", "purple", np.array([0.24, -0.1]), 0.8, None, beneath=True)
    shown = {_HOUSE: ("longhouse", "purple", (0, 0)), (1, 0): ("stone", None, position((1, 0)))}
    house, elsewhere = find_pieces({cell: painted_inspection(cell, piece) for cell, piece in shown.items()})
    doubtful = replace(elsewhere, foot=stone.foot, certainty=0.55)
    applied = apply_stones([house, doubtful, elsewhere], [stone])
    assert [piece.kind for piece in applied] == ["longhouse", "stone"]
    assert applied[1] is elsewhere
