"""A photo of a few tiles."""

import cv2
import pytest

from tests.calibration.taught import photo


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A photo of a few tiles."""
    path = tmp_path_factory.mktemp("few") / "few.jpg"
    cv2.imwrite(str(path), photo("tiles_spread").pixels[:420, :560], [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path
