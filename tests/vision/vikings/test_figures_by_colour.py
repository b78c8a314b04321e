"""Figures on islands that are seen by their colour, and the colours that are learnt from them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.vikings.painted_islands import TILES, islands, seen_from_above
from vision.vikings.camera import Viewpoint
from vision.vikings.colours import DEFAULT_COLOURS, estimate_colours
from vision.vikings.figures.by_colour import CoveredAreas, find_figures

_BLACK, _RED = 1, 2


def test_the_colour_of_figures_that_are_paler_than_their_mark_is_learnt() -> None:
    colour = DEFAULT_COLOURS[_RED] + (6, -9, -4)
    covered = _found({(_RED, 1): colour, (_RED, 3): colour})
    assert covered.covered[_RED, 1] > 0 < covered.covered[_RED, 3]
    assert np.abs(covered.colours[_RED] - colour).max() < 4


def test_a_colour_does_not_drift_to_other_pieces_that_lie_on_its_islands() -> None:
    """Brown bits, say a neighbour's goods: far from red, though nothing on the islands is more like it."""
    covered = _found({(_RED, column): np.array([30, 18, 22.0]) for column in range(4)})
    assert covered.colours[_RED] == pytest.approx(DEFAULT_COLOURS[_RED])


@pytest.mark.parametrize("lightness", [9, 20, 28])
def test_black_figures_are_seen_in_a_veil_of_light_that_their_mark_does_not_lie_in(lightness: float) -> None:
    covered = _found({(_BLACK, 0): np.array([lightness, 0, 0]), (_BLACK, 2): np.array([lightness, 0, 0])})
    assert [covered.covered[_BLACK, column] > 0 for column in range(4)] == [True, False, True, False]


def test_print_is_not_darker_than_black_is() -> None:
    marks = DEFAULT_COLOURS.copy()
    marks[_BLACK] = (-6, 1, 0)
    assert estimate_colours(marks, None).printed[_BLACK, 0] > 10


def _found(figures: dict[tuple[int, int], np.ndarray]) -> CoveredAreas:
    """Return what is found on islands with figures of these colours on some tiles."""
    lab = islands(figures)
    return find_figures(seen_from_above(lab), TILES, DEFAULT_COLOURS, Viewpoint(np.array([2.0, 3.0]), 20.0))
