"""The overview of a board maps pixels of the photo to pixels of the network's maps and back."""

import numpy as np
import pytest

from tests.vision.cameras import camera_plane
from vision.board.coarse_search import Overview
from vision.geometry.lattice import Lattice
from vision.networks import channels
from vision.networks.models import SceneMaps


@pytest.mark.parametrize("scale", [0.25, 1.0, 1.5])
def test_a_pixel_of_the_maps_lies_in_the_middle_of_the_photos_pixels_that_it_covers(scale):
    maps = SceneMaps(np.zeros((channels.COUNT, 4, 4), np.float32))
    overview = Overview(Lattice(camera_plane(0, 0, 0.0), {}), maps, scale, np.array([100, 40]))
    covered = channels.STRIDE / scale
    expected = np.array([100, 40]) + covered * np.array([0.5, 1.5]) - 0.5
    assert overview.from_maps(np.array([0, 1])) == pytest.approx(expected)
    assert overview.to_maps(expected) == pytest.approx(np.array([0, 1]))
