import numpy as np

from vision.geometry.hexagon import NORMALS, points_along_sides
from vision.geometry.lattice import CORNERS


def test_points_lie_on_the_sides_half_a_pitch_from_the_centre():
    points = points_along_sides(np.array([0.0, 0.25, 1.0]))
    assert points.shape == (6, 3, 2)
    assert np.allclose(np.einsum("skd,sd->sk", points, NORMALS), 0.5)
    assert np.allclose(points[:, 0], CORNERS) and np.allclose(points[:-1, 2], CORNERS[1:])


def test_points_follow_the_corners_that_are_given():
    moved = points_along_sides(np.array([0.5]), np.array([2 * CORNERS + [3, 4], CORNERS]))
    assert moved.shape == (2, 6, 1, 2)
    assert np.allclose(moved[0], 2 * moved[1] + [3, 4])
