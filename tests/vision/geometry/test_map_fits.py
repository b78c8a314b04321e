"""Maps of several groups of points are fitted at once, each as if alone."""

import numpy as np
import pytest

from vision.geometry.map_fits import affine_maps, homographies
from vision.geometry.plane import project

_TRUE = np.array(
    [
        [[90.0, 5, 600], [-8, 60, 450], [0.004, 0.03, 1]],
        [[-40.0, 70, 300], [66, 35, 200], [0, -0.01, 1]],
        [[12.0, 0, 5], [0, 12, 7], [0, 0, 1]],
    ]
)


def _groups(rng, counts):
    return [rng.uniform(-4, 4, (count, 2)) for count in counts]


def test_each_group_gets_its_own_homography():
    tables = _groups(np.random.default_rng(1), [9, 30, 5])
    photos = [project(true, table) for true, table in zip(_TRUE, tables, strict=True)]
    found = homographies(np.concatenate(tables), np.concatenate(photos), np.array([9, 30, 5]))
    for fitted, table, photo in zip(found, tables, photos, strict=True):
        assert project(fitted, table) == pytest.approx(photo, abs=1e-5)


def test_what_lies_before_the_camera_has_a_positive_depth():
    table = np.random.default_rng(2).uniform(-4, 4, (20, 2))
    (found,) = homographies(table, project(-_TRUE[0], table), np.array([20]))
    assert (np.column_stack([table, np.ones(20)]) @ found[2] > 0).all()


def test_noise_is_averaged_over_a_group():
    rng = np.random.default_rng(3)
    table = rng.uniform(-4, 4, (60, 2))
    photo = project(_TRUE[0], table)
    (found,) = homographies(table, photo + rng.normal(0, 1, photo.shape), np.array([60]))
    assert np.linalg.norm(project(found, table) - photo, axis=1).max() < 2


def test_each_group_gets_the_affine_map_with_the_least_squared_error():
    rng = np.random.default_rng(4)
    counts = np.array([4, 12])
    tables, photos = _groups(rng, counts), _groups(rng, counts)
    found = affine_maps(np.concatenate(tables), np.concatenate(photos), counts)
    for fitted, table, photo in zip(found, tables, photos, strict=True):
        homogeneous = np.column_stack([table, np.ones(len(table))])
        assert fitted[:2] == pytest.approx(np.linalg.lstsq(homogeneous, photo, rcond=None)[0].T, abs=1e-9)
        assert fitted[2] == pytest.approx([0, 0, 1])
