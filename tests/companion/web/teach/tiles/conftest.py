"""A tile set learned by way of the pages, and visitors of them."""

import io

import pytest

from tests.support.pages.teaching import files, post, teaching_client


@pytest.fixture(scope="module")
def shared(few, tmp_path_factory):
    """A set as one file, learned from the photo and kept by way of the page; and what the page said on the way."""
    client = teaching_client(tmp_path_factory.mktemp("data"))
    sheet = post(client, "/teach/tiles/photos", set="2021", photo=files(few.read_bytes())).text
    kept = post(client, "/teach/tiles/keep").text
    return client.get("/teach/tiles/set.json?set=2021").data, sheet, kept


@pytest.fixture
def client(tmp_path):
    return teaching_client(tmp_path)


@pytest.fixture
def taught(client, shared):
    """A page on which the set lies open."""
    post(client, "/teach/tiles/import", file=(io.BytesIO(shared[0]), "2021.json"))
    return client
