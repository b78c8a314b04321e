"""Each tile put right: its edges, marks and regions, or left out; marks also for many tiles at once."""

import re

import numpy as np
import pytest

from tests.support.pages.teaching import files, kept_set, post, tile_names
from vision.tiles.printed_marks import DOUBTFUL as DOUBTFUL_MARK
from vision.tiles.printed_marks import MARKS as PRINTED
from vision.tiles.printed_marks import SURE as SURE_MARK

pytestmark = pytest.mark.usefixtures("cached_tile_search")


def edges_in(page):
    return re.findall(r'<select id="edge-(\d)".*?<option value="(\w+)" selected', page, re.DOTALL)


def form_of(page, **changes):
    fields = {f"edge-{side}": edge for side, edge in edges_in(page)}
    return {**fields, "rim": re.search('name="rim" value="([^"]+)"', page).group(1), **changes}


def test_edges_and_marks_are_put_right_and_the_inside_follows(taught, tmp_path):
    page = taught.get("/teach/tiles/tile/t02").text
    post(taught, "/teach/tiles/tile/t02", **form_of(page, **{"edge-0": "OPO", "mark-3": "1"}))
    post(taught, "/teach/tiles/keep")
    tile = next(known.tile for known in kept_set(tmp_path).tiles if known.tile.name == "t02")
    assert tile.edges[0] == "OPO" and tile.marks == ("3",)
    assert {region.terrain for region in tile.regions} >= {"O"}


def test_many_tiles_are_marked_at_once_and_unmarked_again(taught, tmp_path):
    def marked():
        post(taught, "/teach/tiles/keep")
        return {known.tile.name: known.tile.marks for known in kept_set(tmp_path).tiles if known.tile.marks}

    post(taught, "/teach/tiles/marks/3", tile=["t01", "t03"])
    post(taught, "/teach/tiles/marks/strength", tile=["t03"])
    assert marked() == {"t01": ("3",), "t03": ("3", "strength")}
    assert taught.get("/teach/tiles/marks/3").text.count("checked") == 2
    post(taught, "/teach/tiles/marks/3", tile=["t02"])
    assert marked() == {"t02": ("3",), "t03": ("strength",)}
    assert taught.get("/teach/tiles/marks/9").status_code == 404


def test_signs_are_filled_in_where_they_are_sure_and_asked_about_where_not(client, few, tmp_path, monkeypatch):
    def likely(pictures):
        said = np.zeros((len(pictures), len(PRINTED)))
        said[0, PRINTED.index("4")], said[1, PRINTED.index("water")] = 0.99, (SURE_MARK + DOUBTFUL_MARK) / 2
        return said

    monkeypatch.setattr("calibration.tiles.detect.mark_probabilities", likely)
    sheet = post(client, "/teach/tiles/photos", set="2021", photo=files(few.read_bytes())).text
    cards = dict(re.findall(r'<li id="tile-(t\d+)"(.*?)</li>', sheet, re.DOTALL))
    assert "</b> · 4" in cards["t01"] and "”?" not in cards["t01"]
    assert "marked “Water rune”?" in cards["t02"] and "To be checked" in cards["t02"]
    asked = client.get("/teach/tiles/tile/t02").text
    assert re.search(r'name="mark-water" value="1"> Water rune, <b>in doubt</b>', asked)
    assert 'name="mark-4" value="1" checked' in client.get("/teach/tiles/tile/t01").text
    settled = post(client, "/teach/tiles/tile/t02", **form_of(asked)).text
    assert "Water rune, <b>in doubt" not in client.get("/teach/tiles/tile/t02").text and "Water rune”?" not in settled
    post(client, "/teach/tiles/keep")
    assert {known.tile.name: known.tile.marks for known in kept_set(tmp_path).tiles if known.tile.marks} == {
        "t01": ("4",)
    }


def test_a_tick_among_many_tiles_settles_what_was_asked_about_that_mark(client, few, monkeypatch):
    def likely(pictures):
        said = np.zeros((len(pictures), len(PRINTED)))
        said[:2, PRINTED.index("3")] = said[2, PRINTED.index("4")] = (SURE_MARK + DOUBTFUL_MARK) / 2
        return said

    monkeypatch.setattr("calibration.tiles.detect.mark_probabilities", likely)
    assert post(client, "/teach/tiles/photos", photo=files(few.read_bytes())).text.count("”?</span>") == 3
    sheet = post(client, "/teach/tiles/marks/3", tile=["t01"]).text
    assert sheet.count("”?</span>") == 1
    assert client.get("/teach/tiles/marks/3").text.count("checked") == 1


def test_patches_inside_are_joined_and_parted(taught, tmp_path):
    page = taught.get("/teach/tiles/tile/t02").text
    alternating = {f"edge-{side}": "PO"[side % 2] for side in range(6)}
    fields = form_of(page) | alternating
    preview = taught.get("/teach/tiles/tile/t02/preview", query_string=fields).text
    joins = re.findall(r'name="(join-\d-\d)"', preview)
    assert len(joins) == 6
    # What the picture shows in the middle is a patch of its own now; here it is said to be none.
    assert 'name="lake-' in preview
    fields = form_of(page) | alternating | {"rim": re.search('name="rim" value="([^"]+)"', preview).group(1)}
    crossing = taught.get("/teach/tiles/tile/t02/preview", query_string=fields | dict.fromkeys(joins, "1")).text
    assert "cannot cross" in crossing
    assert post(taught, "/teach/tiles/tile/t02", **fields, **dict.fromkeys(joins, "1")).status_code == 422
    post(taught, "/teach/tiles/tile/t02", **fields, **{"join-0-2": "1"})
    post(taught, "/teach/tiles/keep")
    tile = next(known.tile for known in kept_set(tmp_path).tiles if known.tile.name == "t02")
    assert sorted(len(region.ports) for region in tile.regions) == [1, 1, 1, 1, 2]


def test_a_tile_is_left_out_and_taken_in_again(taught, tmp_path):
    whole = len(tile_names(taught.get("/teach/tiles/").text))
    assert "left out" in post(taught, "/teach/tiles/tile/t01/out").text
    post(taught, "/teach/tiles/keep")
    assert len(kept_set(tmp_path).tiles) == whole - 1
    post(taught, "/teach/tiles/tile/t01/out")
    post(taught, "/teach/tiles/keep")
    assert len(kept_set(tmp_path).tiles) == whole
