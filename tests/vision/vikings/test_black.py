"""The colour of black figures, which is measured on the islands of their row."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.vikings.painted_islands import TILES, islands, seen_from_above
from vision.vikings.figures.black import BLACK, black_figures

_SHADOW = np.array([32, -14, 22.0])


@pytest.mark.parametrize("colour", [(14, -10, 8), (21, 19, 6), (9, 1, -6)])
def test_the_hue_that_the_light_gives_to_black_is_measured_on_the_islands_of_its_row(
    colour: tuple[int, int, int],
) -> None:
    lab = islands(
        {(row, 2): _SHADOW for row in range(1, 6)} | {(BLACK, at): np.array(colour, float) for at in (0, 1, 3)}
    )
    found = black_figures(seen_from_above(lab), TILES)
    assert found is not None
    assert np.abs(found - colour).max() < 4


def test_shadows_that_lie_in_all_rows_are_no_black_figures() -> None:
    lab = islands({(row, row % 4): _SHADOW for row in range(1, 6)})
    assert black_figures(seen_from_above(lab), TILES) is None


def test_other_colours_in_the_row_are_no_black_figures() -> None:
    lab = islands({(BLACK, 1): np.array([72, 10, 60.0])})
    assert black_figures(seen_from_above(lab), TILES) is None


def test_black_is_not_guessed_where_only_its_row_or_none_of_it_is_seen() -> None:
    lab = islands({(BLACK, 1): np.array([14, 0, 0.0])})
    assert black_figures(seen_from_above(lab), [tile for tile in TILES if tile[0] == BLACK]) is None
    assert black_figures(seen_from_above(lab), [tile for tile in TILES if tile[0] != BLACK]) is None
