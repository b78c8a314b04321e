"""The tally of several photos of one table: on which of them it is drawn."""

import re
from io import BytesIO

from tests.support.readers.truth_reader import SAMPLES


def tallied(client, *photos):
    """Return the part of the page that shows the tally of photos, each given as its content and its name."""
    files = [(BytesIO(content), name) for content, name in photos]
    return client.post("/tally", data={"photo": files}, headers={"HX-Request": "true"}).text


def test_the_tally_is_drawn_on_the_photo_that_was_read_where_a_refused_one_has_the_same_name(client):
    good = (SAMPLES / "table05.jpg").read_bytes()
    shown = tallied(client, (b"no photo", "image.jpg"), (good, "image.jpg"))
    assert re.search(r'<img data-preview="(\d+)"', shown)[1] == "1"
