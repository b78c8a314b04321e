"""What a square's figures keep: a lamp and a turn of the card change nothing but what they should."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from training.hokkaido.art import make_art
from training.hokkaido.squares import square
from vision.hokkaido.cells import SIDE
from vision.hokkaido.features import LIGHT, describe
from vision.imaging.opponent_colours import opponent_colours

KINDS = [("forest", None), ("district", None), ("production", "blue"), ("factory", "brown")]
kinds = st.sampled_from(KINDS)


def printed(kind, seed):
    face = square(kind, make_art(seed), np.random.default_rng(seed))
    return face[::2, ::2][4 : SIDE + 4, 4 : SIDE + 4]


@given(kinds, st.integers(0, 30), st.floats(0.5, 2.0), st.floats(-0.2, 0.2))
@settings(max_examples=15, deadline=None)
def test_a_lamp_of_any_colour_changes_three_figures_only(kind, seed, level, warmth):
    face = printed(kind, seed) * 2 + 200
    before = describe(opponent_colours(face))
    lit = (face + 6) * level * np.array([1 - warmth, 1, 1 + warmth]) - 6
    after = describe(opponent_colours(lit))
    np.testing.assert_allclose(after[LIGHT:], before[LIGHT:], atol=1e-2)
    np.testing.assert_allclose(
        after[0] - before[0], np.log(level) + np.log([1 - warmth, 1, 1 + warmth]).mean(), atol=1e-3
    )


@given(kinds, st.integers(0, 30), st.integers(0, 3), st.booleans())
@settings(max_examples=15, deadline=None)
def test_a_square_looks_the_same_in_every_turn_and_mirrored(kind, seed, turns, mirrored):
    face = printed(kind, seed)
    turned = np.rot90(face[:, ::-1] if mirrored else face, turns)
    one, other = (describe(opponent_colours(np.ascontiguousarray(face))) for face in (face, turned))
    np.testing.assert_allclose(one, other, atol=0.15)


def test_a_square_a_little_off_the_grid_looks_as_it_does_on_it():
    face = square(("production", "green"), make_art(3), np.random.default_rng(3))[::2, ::2]
    on, off, other = (
        describe(opponent_colours(np.roll(face, shift, (0, 1))[4 : SIDE + 4, 4 : SIDE + 4]))[LIGHT:]
        for shift in ((0, 0), (2, -2), (11, -9))
    )
    assert np.linalg.norm(on - off) < 0.5 * np.linalg.norm(on - other)
