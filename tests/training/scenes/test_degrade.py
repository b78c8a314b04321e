"""Pictures are spoilt as hands, lamps and cameras spoil them, most of them not at all."""

import numpy as np
import pytest

from training.scenes.degrade import degrade, degrade_strongly


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


def test_strong_degradations_darken_a_part_brighten_or_blur_and_always_change_the_picture():
    rng = np.random.default_rng(11)
    seen = np.kron(rng.integers(60, 180, (24, 32, 3)), np.ones((10, 10, 1))).astype(np.uint8)
    changed = [degrade_strongly(rng, seen) for _ in range(60)]
    assert all(c.shape == seen.shape and (c != seen).any() for c in changed)
    shaded = [c for c in changed if (c <= seen).all()]
    brighter = [c for c in changed if (c >= seen).all()]
    assert len(shaded) > 8 and len(brighter) > 8 and len(changed) - len(shaded) - len(brighter) > 8
    for c in shaded:
        left = c[..., 1].astype(float) / seen[..., 1]
        assert left.max() > 0.9 and left.min() < 0.9
