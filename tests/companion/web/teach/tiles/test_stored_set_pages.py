"""Tile sets of a profile: saved, opened, carried as one file and deleted, without losing what is not saved."""

import io

import pytest

from calibration.profile.folder import load_profile
from tests.support.pages.teaching import post, tile_names

pytestmark = pytest.mark.usefixtures("cached_tile_search")


def test_what_is_not_kept_yet_is_not_lost_by_opening_another_set(taught, shared):
    post(taught, "/teach/tiles/marks/3", tile=["t01"])
    answer = post(taught, "/teach/tiles/open", set="2021")
    assert answer.status_code == 409 and "save them first" in answer.text
    post(taught, "/teach/tiles/import", file=(io.BytesIO(shared[0]), "2021.json"))
    page = taught.get("/teach/tiles/").text
    assert "It is not saved yet" in page and "2021 2" in page
    post(taught, "/teach/tiles/keep")
    assert post(taught, "/teach/tiles/open", set="2021 2").status_code == 200


def test_a_set_comes_in_beside_one_of_its_name_and_goes_when_it_is_deleted(taught, shared, tmp_path):
    answer = post(taught, "/teach/tiles/import", file=(io.BytesIO(shared[0]), "2021.json"))
    assert "2021 2" in answer.text
    # A copy of the other set is a stranger to it.
    assert answer.text.count("foreign: it is in the set “2021”") == len(tile_names(answer.text))
    post(taught, "/teach/tiles/delete", set="2021 2")
    assert [known.name for known in load_profile(tmp_path / "profiles/mine").tiles] == ["2021"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xd8", "no tile set"), (b'{"format": "longhouse-tiles"}', "version"), (b"[" * 99999, "no tile set")],
)
def test_a_file_that_is_no_set_is_refused_in_one_sentence(client, content, said):
    answer = post(client, "/teach/tiles/import", file=(io.BytesIO(content), "x.json"))
    assert answer.status_code == 422 and said in answer.text


def test_nothing_is_kept_without_a_profile_or_without_a_tile(client):
    assert post(client, "/teach/tiles/keep").status_code == 409
    post(client, "/teach/choose", profile="")
    assert post(client, "/teach/tiles/keep").status_code == 409
