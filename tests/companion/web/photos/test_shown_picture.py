"""A photo that a browser cannot show comes back from the server as a JPEG."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

HEIC = Path(__file__).parents[3] / "vision" / "imaging" / "data" / "turned.heic"


def sent(client, data, name="photo.heic"):
    return client.post("/tally/picture", data={"photo": (io.BytesIO(data), name)})


def test_a_photo_comes_back_upright_as_a_jpeg_with_the_size_that_it_had(client):
    answer = sent(client, HEIC.read_bytes())
    picture = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    width, height = map(int, answer.headers["X-Photo-Size"].split())
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert picture.shape[1] / picture.shape[0] == pytest.approx(width / height, abs=0.01)
    assert width >= picture.shape[1]


@pytest.mark.parametrize(("data", "status"), [(b"no photo", 415), (b"", 400)])
def test_what_is_no_photo_is_refused_with_a_sentence(client, data, status):
    answer = sent(client, data)
    assert answer.status_code == status
    assert answer.json["error"]["message"]


def test_a_request_without_a_photo_is_refused(client):
    assert client.post("/tally/picture").status_code == 400
