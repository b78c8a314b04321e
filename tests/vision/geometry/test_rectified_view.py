"""A rectified view shows each point of the table at the pixel that it maps to."""

import numpy as np
import pytest

from tests.vision.cameras import SIZE, camera_plane
from tests.vision.dots import dot_at, middle_of
from vision.geometry.rectified_view import rectify


@pytest.mark.parametrize("radial", [0.0, -0.15, 0.05])
@pytest.mark.parametrize("tilt", [0.0, 35.0, 55.0])
def test_each_pixel_comes_from_where_its_place_on_the_table_is_seen(tilt, radial):
    width, height = SIZE
    plane = camera_plane(tilt, 20.0, radial)
    ys, xs = np.mgrid[0:height, 0:width]
    pixels = np.stack([xs * 250 / width, ys * 250 / height, xs * 0], axis=-1).round().astype(np.uint8)
    view = rectify(pixels, plane, np.array([[0.0, 0.0], [1.0, 0.5], [-0.5, -1.0]]))
    down, across = np.nonzero(view.inside)
    seen = plane.to_photo(np.column_stack([across, down]) / view.scale + view.origin)
    expected = seen * 250 / np.array([width, height])
    # Some of the places lie on the picture's rim, where the last pixel stands for what is beyond it.
    assert len(down) > 0.5 * view.inside.size
    assert np.abs(view.pixels[down, across, :2] - expected).max() < 1.5


def test_a_dot_on_a_photo_of_five_times_the_views_resolution_is_shown_where_it_lies():
    place = np.array([0.4, -0.3])
    plane = camera_plane(20.0, 20.0, 0.0, pitch=360.0)
    view = rectify(dot_at(plane.to_photo(place), SIZE), plane, place[None])
    assert middle_of(view.pixels) == pytest.approx(view.to_view(place), abs=0.05)
