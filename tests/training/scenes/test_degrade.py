"""Pictures are spoilt as hands, lamps and cameras spoil them, most of them not at all."""

import numpy as np
import pytest

from training.scenes.degrade import degrade


@pytest.fixture(scope="module")
def spoilt():
    rng = np.random.default_rng(3)
    seen = rng.integers(30, 200, (24, 24, 3)).astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    return seen, [degrade(rng, seen) for _ in range(200)]


def test_about_half_of_the_pictures_are_left_as_they_are(spoilt):
    seen, taken = spoilt
    assert 80 < sum(np.array_equal(t, seen) for t in taken) < 140


def test_none_changes_its_size_and_none_becomes_darker_as_a_whole(spoilt):
    seen, taken = spoilt
    assert {(t.shape, t.dtype) for t in taken} == {(seen.shape, seen.dtype)}
    assert min(t.mean() for t in taken) > seen.mean() - 3


def test_some_are_glaring_and_some_blurred_by_much(spoilt):
    seen, taken = spoilt
    assert max(t.mean() for t in taken) > seen.mean() + 25
    assert min(t.std() for t in taken) < 0.6 * seen.std()
