"""Paints of all kinds bear the names that people give them: whites, greys and blacks by their lightness alone."""

import numpy as np
import pytest

from training.scenes.pieces.paints import FURTHER_PAINTS, any_paint, repainted
from training.scenes.pieces.piece_sets import random_set
from training.scenes.prints.palettes import PIECES
from vision.vocabulary import COLOURS

NEAR = np.array([(60.0, 160, 80), (120, 120, 120), (160, 110, 50), (90, 120, 170)])


def values(name: str) -> np.ndarray:
    """Return the values (0..1) of many paints of a name."""
    return np.array([any_paint(np.random.default_rng([3, n]), name).max() / 255 for n in range(400)])


def test_every_colour_of_the_vocabulary_has_further_paints() -> None:
    assert set(FURTHER_PAINTS) == set(COLOURS) == set(PIECES)


def test_whites_greys_and_blacks_fill_the_scale_without_an_overlap() -> None:
    black, grey, white = (values(name) for name in ("black", "grey", "white"))
    assert black.max() < grey.min()
    assert grey.max() < white.min()
    assert black.max() > 0.29
    assert grey.min() < 0.37
    assert grey.max() > 0.7
    assert white.min() < 0.8


@pytest.mark.parametrize("name", COLOURS)
def test_a_paint_is_a_colour_and_varies(name) -> None:
    paints = np.array([any_paint(np.random.default_rng([4, n]), name) for n in range(60)])
    assert ((paints >= 0) & (paints <= 255)).all()
    assert np.ptp(paints.mean(1)) > 40


def test_a_repainted_set_keeps_its_pieces_and_its_number_of_players() -> None:
    for seed in range(40):
        rng = np.random.default_rng([5, seed])
        drawn = random_set(rng, NEAR)
        painted = repainted(rng, drawn, NEAR)
        names = [name for name, _ in painted.colours]
        assert len(set(names)) == len(names) == len(drawn.colours)
        assert (painted.viking_form, painted.house_form) == (drawn.viking_form, drawn.house_form)
        assert 0 <= painted.gloss <= 1
