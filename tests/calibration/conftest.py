"""Pictures of the calibration sheet."""

import numpy as np
import pytest

from tests.calibration.rendered import Camera, photograph, poses
from vision.imaging.photo import photo_of

CAMERA = Camera((960, 540), 750.0, (484.0, 264.0))


@pytest.fixture(scope="session")
def sheets():
    """Eight pictures of the sheet, with noise and a little blur, by ``CAMERA``: arrays (540, 960, 3)."""
    rng = np.random.default_rng(4)
    return [photograph(CAMERA, turn, where, rng) for turn, where in poses(8, rng, CAMERA)]


@pytest.fixture
def pictures(sheets):
    """The pictures of the sheet as named photos."""
    return [(f"{k}.jpg", photo_of(sheet)) for k, sheet in enumerate(sheets)]
