"""Most prints show clearly which stretches of a tile's rim are connected, as those of real copies do."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.scenes.art import TRAINING
from training.scenes.board import Laid, grow, lay_edges
from training.scenes.prints.designs import draw_designs
from training.scenes.prints.legible import SIDE, is_legible
from training.scenes.prints.noise import noise_pool
from training.validation import any_copy, usual_edges
from vision.terrain.regions import ambiguous_pairs, rim_terrain

_PLAINS, _MOUNTAIN = 1, 2
_MIDDLE = SIDE // 2


def _crossed_by_plains(half_width):
    terrain = np.full((SIDE, SIDE), _MOUNTAIN, np.uint8)
    cv2.rectangle(terrain, (0, _MIDDLE - half_width), (SIDE, _MIDDLE + half_width), _PLAINS, cv2.FILLED)
    return terrain


@pytest.mark.parametrize(("half_width", "legible"), [(1, False), (4, True)])
def test_a_band_that_connects_two_edges_and_parts_the_rest_is_legible_if_it_is_broad(half_width, legible):
    assert is_legible(_crossed_by_plains(half_width)) == legible


@pytest.mark.parametrize(("length", "legible"), [(0, True), (_MIDDLE - 1, False), (_MIDDLE - 8, True)])
def test_two_bays_are_legible_unless_they_nearly_meet(length, legible):
    terrain = _crossed_by_plains(4)
    terrain[:, length : SIDE - length] = _MOUNTAIN
    assert is_legible(terrain) == legible


def test_six_wedges_that_meet_in_a_point_are_not_legible():
    line = np.arange(SIDE) - (SIDE - 1) / 2
    direction = np.arctan2(line[:, None], line[None]) + np.pi / 6
    wedges = np.where(np.floor(direction / (np.pi / 3)) % 2 == 0, _PLAINS, _MOUNTAIN).astype(np.uint8)
    assert not is_legible(wedges)


def _illegible(legible):
    rng, count = np.random.default_rng(4), 0
    for _ in range(8):
        edges = lay_edges(rng, grow(rng, 20), replace(usual_edges(), runs=0.0), 1.0)
        tiles = [Laid(None, six, np.zeros(2), 0.0, 1.0, 0.0) for six in edges]
        printing = any_copy(rng, "training").printing
        designs = draw_designs(rng, noise_pool(0), TRAINING, printing, tiles, legible)
        count += sum(not is_legible(design.labels(SIDE)) for design in designs)
    return count


def test_far_fewer_prints_are_illegible_than_by_chance():
    assert _illegible(legible=True) < 0.7 * _illegible(legible=False)


def _ambiguous(style):
    rng = np.random.default_rng(5)
    edges = [six for _ in range(4) for six in lay_edges(rng, grow(rng, 40), style, 1.0)]
    return sum(bool(ambiguous_pairs(rim_terrain(six)).any()) for six in edges) / len(edges)


def test_edges_that_go_on_with_the_terrain_of_the_one_before_leave_fewer_questions_of_connectivity():
    assert _ambiguous(usual_edges()) < 0.35 < _ambiguous(replace(usual_edges(), runs=0.0))
