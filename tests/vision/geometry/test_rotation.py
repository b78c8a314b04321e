import numpy as np

from vision.geometry.rotation import rotated, rotation


def test_a_quarter_turn_brings_the_right_down_as_a_clock_hand_goes():
    assert np.allclose(rotated(np.array([[1.0, 0.0], [0.0, 1.0]]), np.pi / 2), [[0, 1], [-1, 0]])


def test_points_are_rotated_as_the_matrix_rotates_them():
    points = np.random.default_rng(5).normal(size=(3, 4, 2))
    assert np.allclose(rotated(points, 0.7)[1, 2], rotation(0.7) @ points[1, 2])
