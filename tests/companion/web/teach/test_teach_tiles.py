"""The pages that teach tiles and stones: photos in, every tile and stone to be put right, kept, carried as one file."""

import io
import json
import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from calibration.profile.folder import load_profile
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.calibration.taught import DATA, nearest, photo, truth
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_width
from tests.support.pages.forms import token_of
from tests.support.pages.page_fit import fits
from vision.imaging.photo import decode_photo
from vision.tiles.printed_marks import DOUBTFUL as DOUBTFUL_MARK
from vision.tiles.printed_marks import MARKS as PRINTED
from vision.tiles.printed_marks import SURE as SURE_MARK

pytestmark = pytest.mark.usefixtures("cached_tile_search")


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A photo of a few tiles."""
    path = tmp_path_factory.mktemp("few") / "few.jpg"
    cv2.imwrite(str(path), photo("tiles_spread").pixels[:420, :560], [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


@pytest.fixture(scope="module")
def shared(few, tmp_path_factory):
    """A set as one file, learned from the photo and kept by way of the page; and what the page said on the way."""
    client = teaching(tmp_path_factory.mktemp("data"))
    sheet = post(client, "/teach/tiles/photos", set="2021", photo=files(few.read_bytes())).text
    kept = post(client, "/teach/tiles/keep").text
    return client.get("/teach/tiles/set.json?set=2021").data, sheet, kept


def teaching(data):
    client = create_app(Config(data=str(data)), NetworkReader()).test_client()
    post(client, "/teach/begin", name="Mine")
    return client


@pytest.fixture
def client(tmp_path):
    return teaching(tmp_path)


@pytest.fixture
def taught(client, shared):
    """A page on which the set lies open."""
    post(client, "/teach/tiles/import", file=(io.BytesIO(shared[0]), "2021.json"))
    return client


def post(client, address, **fields):
    data = {"csrf_token": token_of(client, "/teach/"), **fields}
    return client.post(address, data=data, headers={"Accept": "text/html"}, follow_redirects=True)


def files(*contents, name="photo.jpg"):
    return [(io.BytesIO(content), name) for content in contents]


def names(page):
    return re.findall(r'<li id="tile-(t\d+)"', page)


def kept_set(folder):
    return load_profile(folder / "profiles/mine").tiles[0]


def edges_in(page):
    return re.findall(r'<select id="edge-(\d)".*?<option value="(\w+)" selected', page, re.DOTALL)


def form_of(page, **changes):
    fields = {f"edge-{side}": edge for side, edge in edges_in(page)}
    return {**fields, "rim": re.search('name="rim" value="([^"]+)"', page).group(1), **changes}


def test_a_photo_fills_the_sheet_and_keeping_it_says_what_it_brings(shared):
    data, sheet, kept = shared
    found = names(sheet)
    assert len(found) > 3 and sheet.count("<polygon") == len(found)
    assert "It is not saved yet" in sheet and "Everything is saved" in kept
    assert re.findall(r"<b>(\d+ of \d+)</b>", kept)[1] == f"{6 * len(found)} of {6 * len(found)}"
    assert [tile["id"] for tile in json.loads(data)["tiles"]] == sorted(found)


def test_photos_that_cannot_be_used_are_named_and_nothing_on_the_sheet_is_lost(taught):
    before = names(taught.get("/teach/tiles/").text)
    grey = cv2.imencode(".png", np.full((300, 400, 3), 130, np.uint8))[1].tobytes()
    answer = post(taught, "/teach/tiles/photos", photo=[*files(b"none", name="a.txt"), *files(grey, name="b.png")])
    alerts = re.findall('role="alert">([^<]+)<', answer.text)
    assert len(alerts) == 2 and alerts[0].startswith("a.txt:") and "No tile" in alerts[1]
    assert names(answer.text) == before


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
    whole = len(names(taught.get("/teach/tiles/").text))
    assert "left out" in post(taught, "/teach/tiles/tile/t01/out").text
    post(taught, "/teach/tiles/keep")
    assert len(kept_set(tmp_path).tiles) == whole - 1
    post(taught, "/teach/tiles/tile/t01/out")
    post(taught, "/teach/tiles/keep")
    assert len(kept_set(tmp_path).tiles) == whole


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
    assert answer.text.count("foreign: it is in the set “2021”") == len(names(answer.text))
    post(taught, "/teach/tiles/delete", set="2021 2")
    assert [known.name for known in load_profile(tmp_path / "profiles/mine").tiles] == ["2021"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xd8", "no tile set"), (b'{"format": "longhouse-tiles"}', "version"), (b"[" * 99999, "no tile set")],
)
def test_a_file_that_is_no_set_is_refused_in_one_sentence(client, content, said):
    answer = post(client, "/teach/tiles/import", file=(io.BytesIO(content), "x.json"))
    assert answer.status_code == 422 and said in answer.text


def test_a_glance_at_the_camera_says_what_to_do_and_its_picture_is_taken_like_a_photo(tmp_path, few):
    app = create_app(Config(camera="before the test", data=str(tmp_path)), NetworkReader())
    client = app.test_client()
    post(client, "/teach/begin", name="Mine")
    assert "is not sending a picture" in post(client, "/teach/tiles/look").text
    app.extensions["longhouse"].pictures.show(decode_photo(few.read_bytes()))
    glance = post(client, "/teach/tiles/look").text
    assert "good picture" in glance and glance.count("<polygon") > 3
    assert len(names(post(client, "/teach/tiles/photos", camera="1", set="2021").text)) == glance.count("<polygon")


@pytest.mark.parametrize("address", ["tile/t99", "tile/t99/preview", "art/t99.jpg", "photo/9.jpg", "set.json?set=no"])
def test_what_is_not_there_is_refused_with_the_way_back(taught, address):
    assert taught.get(f"/teach/tiles/{address}").status_code == 404


def test_nothing_is_kept_without_a_profile_or_without_a_tile(client):
    assert post(client, "/teach/tiles/keep").status_code == 409
    post(client, "/teach/choose", profile="")
    assert post(client, "/teach/tiles/keep").status_code == 409


@pytest.mark.long
@pytest.mark.browser
def test_tiles_and_stones_are_taught_on_a_phone_by_tapping(serve, visit, few, tmp_path):
    with serve(Config(data=str(tmp_path)), NetworkReader()) as (address, _):
        page = visit(f"{address}/teach/", size=(390, 844))
        page.fill("#name", "Mine")
        page.click("form[action$='begin'] button")
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.goto(f"{address}/teach/tiles/")
        page.fill("#set-name", "2021")
        page.set_input_files("input[name=photo]", [few, __file__])
        page.click("#find-things")
        page.wait_for_selector(".tile-cards li")
        page.wait_for_load_state()  # what hears the taps is loaded last
        expect(page.locator("#taught-tiles > [role=alert]")).to_have_count(1)
        count = page.locator(".tile-cards li").count()
        assert not faults_in_both_themes(page) + faults_of_width(page)
        _turn_an_edge_by_a_tap(page)
        page.click("#keep")
        page.wait_for_selector(".gain")
        assert len(kept_set(tmp_path).tiles) == count
        assert fits(page)
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.goto(f"{address}/teach/tiles/marks/3")
        expect(page.locator("input[name=tile]")).to_have_count(count)
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.goto(f"{address}/teach/stones/")
        _name_all_stones(page)
    stones = load_profile(tmp_path / "profiles/mine").stones.stones
    true = truth("stones_spread")["stones"]
    assert sorted((s.kind, s.colour or "") for s in stones) == sorted((s["kind"], s["colour"] or "") for s in true)


def _turn_an_edge_by_a_tap(page):
    page.locator(".tile-cards a").first.press("Enter")
    page.wait_for_selector("#tile-form")
    assert not faults_in_both_themes(page) + faults_of_width(page)
    before = page.input_value("#edge-0")
    with page.expect_response(lambda answer: "preview" in answer.url):
        page.locator("#preview .tile-picture .edge[data-edge='0']").click()
    expect(page.locator("#edge-0")).not_to_have_value(before)
    after = page.input_value("#edge-0")
    page.wait_for_selector(f".tile-picture .edge[data-edge='0'][data-says='{after}']")
    page.click("#save")
    page.wait_for_selector(".tile-cards")


def _name_all_stones(page):
    true = truth("stones_spread")["stones"]
    page.set_input_files("input[name=photo]", DATA / "stones_spread.jpg")
    page.click("#find-things")
    page.wait_for_selector("#naming-rows")
    page.wait_for_load_state()  # what hears the taps is loaded last
    count = page.locator("#naming-rows li").count()
    # A tap on a stone that was found leads to its row; one beside all of them adds a row.
    page.locator("#photo-to-name circle").nth(1).click(force=True)
    expect(page.locator("[name=kind-1]").first).to_be_focused()
    page.click("#photo-to-name", position={"x": 4, "y": 4})
    expect(page.locator("#naming-rows li")).to_have_count(count + 1)
    # Each is asked about beside its place in the photo, with a drawing of every answer.
    expect(page.locator(f"#naming-rows li:nth-child({count + 1}) .asks")).to_contain_text(f"stone {count + 1}?")
    expect(page.locator("#naming-rows li:first-child .answer svg")).to_have_count(9)
    for k in range(count):
        at = [float(page.input_value(f"[name={axis}-{k}]")) for axis in "xy"]
        stone = nearest(at, true)
        page.check(f"[name=kind-{k}][value={stone['kind']}]")
        page.fill(f"[name=name-{k}]", stone["colour"] or "")
    assert not faults_in_both_themes(page) + faults_of_width(page)
    page.click("#learn")
    page.wait_for_selector(".gain")
    assert not faults_in_both_themes(page) + faults_of_width(page)
