"""The pages that teach: profiles made, chosen and carried; the camera and the pieces taught."""

import io
import re
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from calibration.profile.archive import export_profile
from calibration.profile.folder import STONES, keep, keep_game, load_profile, rename
from companion.profiles import ProfileStore
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.calibration.pieces import piece_set, row_of_pieces
from tests.calibration.rendered import Camera, photograph, poses
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_width
from tests.support.pages.forms import token_of
from tests.support.pages.page_fit import fits
from tests.support.pages.teaching import files, post
from vision.imaging.photo import decode_photo
from vision.stones.stone_set import KnownStone, KnownStones

CAMERA = Camera((960, 720), 800.0, (478.0, 361.0), (-0.15, 0.0, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def sheets():
    rng = np.random.default_rng(6)
    return [encoded(photograph(CAMERA, *pose, rng)) for pose in poses(6, rng, CAMERA)]


def encoded(pixels):
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.fixture
def app(tmp_path):
    return create_app(Config(data=str(tmp_path)), NetworkReader())


@pytest.fixture
def client(app):
    return app.test_client()


def reader_of_app(app):
    return app.extensions["longhouse"].read


def test_a_profile_is_begun_chosen_and_kept_over_a_restart(client, app, tmp_path):
    assert "Kitchen table" in post(client, "/teach/begin", name="Kitchen table").text
    assert reader_of_app(app).profile.name == "Kitchen table"
    again = create_app(Config(data=str(tmp_path)), NetworkReader())
    assert reader_of_app(again).profile.name == "Kitchen table"
    post(client, "/teach/choose", profile="")
    assert reader_of_app(app).profile is None


def test_a_stone_is_forgotten_once_however_often_its_button_is_pressed(client, tmp_path):
    post(client, "/teach/begin", name="Kitchen")
    faces = [np.full((64, 64, 3), shade, np.uint8) for shade in (20, 120, 220)]
    stones = tuple(KnownStone("journey", None, face) for face in faces)
    keep(tmp_path / "profiles/kitchen", STONES, KnownStones("Kitchen", 0.2, stones).to_document())
    post(client, "/teach/choose", profile="kitchen")
    shown = re.findall(r'src="(/teach/stones/face/([0-9a-f]+)\.jpg)"', client.get("/teach/stones/").text)
    assert [client.get(address).status_code for address, _ in shown] == [200, 200, 200]
    assert "Saved stones" in post(client, "/teach/stones/forget", stone=shown[0][1]).text
    again = post(client, "/teach/stones/forget", stone=shown[0][1])
    assert "There is no such stone" in again.text
    assert len(load_profile(tmp_path / "profiles/kitchen").stones.stones) == 2
    assert client.get(shown[0][0]).status_code == 404


def test_a_chosen_profile_whose_folder_is_gone_counts_as_none(client, tmp_path):
    post(client, "/teach/begin", name="Kitchen")
    (tmp_path / "profiles/kitchen").rename(tmp_path / "elsewhere")
    answer = client.post("/teach/colours/learn", data={"csrf_token": token_of(client, "/teach/")})
    assert answer.status_code == 409
    assert "Choose or create a profile first." in answer.get_json()["error"]["message"]


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    store = ProfileStore(tmp_path, None, lambda _: None)
    for title in ("Kitchen", "kitchen", "x" * 60, "x" * 60):
        store.create(title)
    assert sorted(entry.profile.name for entry in store.entries()) == [
        "Kitchen",
        "kitchen 2",
        f"{'x' * 58} 2",
        "x" * 60,
    ]


def test_a_profile_that_is_renamed_or_imported_is_told_from_one_of_the_same_name(tmp_path):
    store = ProfileStore(tmp_path, None, lambda _: None)
    kitchen, attic = store.create("Kitchen"), store.create("Attic")
    store.rename(attic, "Kitchen")
    store.rename(kitchen, "KITCHEN")
    imported = store.import_archive(export_profile(store.entry(kitchen).folder))
    assert [store.entry(key).profile.name for key in (kitchen, attic, imported)] == [
        "KITCHEN",
        "Kitchen 2",
        "KITCHEN 3",
    ]


def test_a_profile_named_at_the_start_is_in_use(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    app = create_app(Config(data=str(tmp_path / "data")), NetworkReader())
    post(app.test_client(), "/teach/begin", name="Mine")
    (tmp_path / "data/profiles/mine").rename(elsewhere)
    app = create_app(Config(data=str(tmp_path / "data"), profile=elsewhere), NetworkReader())
    assert reader_of_app(app).profile.name == "Mine"


def test_a_profile_is_carried_as_one_file(client, tmp_path):
    post(client, "/teach/begin", name="Кухня")
    key = unquote(re.search(r'href="/teach/([^"]+)\.zip"', client.get("/teach/").text).group(1))
    packed = client.get(f"/teach/{key}.zip").data
    post(client, "/teach/delete", profile=key)
    assert "Кухня" not in client.get("/teach/").text
    answer = post(client, "/teach/import", zip=(io.BytesIO(packed), "profile.zip"))
    assert "Кухня" in answer.text


@pytest.mark.parametrize(("name", "file"), [("Summer house: box", "summer-house-box.zip"), ("☀", "profile.zip")])
def test_the_file_of_a_renamed_profile_has_its_present_name(client, name, file):
    post(client, "/teach/begin", name="Kitchen")
    post(client, "/teach/rename", profile="kitchen", name=name)
    assert f"filename={file}" in client.get("/teach/kitchen.zip").headers["Content-Disposition"]


def test_a_profile_is_renamed_in_its_place(client, app, tmp_path):
    post(client, "/teach/begin", name="Kitchen")
    taught = tmp_path / "profiles/kitchen"
    keep_game(taught, "unknown", {})
    assert "Attic" in post(client, "/teach/rename", profile="kitchen", name="  Attic ").text
    assert reader_of_app(app).profile.name == "Attic"
    assert (taught / "games/unknown.json").exists()
    assert "Give the profile a name." in post(client, "/teach/rename", profile="kitchen", name=" ").text
    (taught / "profile.json").write_text("{")
    assert post(client, "/teach/rename", profile="kitchen", name="Cellar").status_code == 422
    assert (taught / "profile.json").read_text() == "{"


@pytest.mark.parametrize(
    "key", ["..", ".", "", "-", "../profiles", "./kitchen", "kitchen/", "kitchen/..", "kitchen/tiles", "link", "no"]
)
def test_no_key_leads_out_of_the_shelf(client, tmp_path, key):
    post(client, "/teach/begin", name="Kitchen")
    keep_game(tmp_path / "profiles/kitchen", "unknown", {})
    (tmp_path / "profiles/kitchen/tiles").mkdir()
    rename(tmp_path / "elsewhere", "Elsewhere")
    (tmp_path / "profiles/link").symlink_to(tmp_path / "elsewhere")
    before = sorted(tmp_path.rglob("*"))
    # An empty choice is allowed: photos are then read without a profile.
    assert post(client, "/teach/choose", profile=key).status_code == (404 if key else 200)
    assert post(client, "/teach/delete", profile=key).status_code == 404
    assert post(client, "/teach/rename", profile=key, name="Other").status_code == 404
    profiles = ProfileStore(tmp_path / "profiles", None, lambda _: None)
    with pytest.raises(KeyError):
        profiles.delete(key)
    assert sorted(tmp_path.rglob("*")) == before
    assert [entry.key for entry in profiles.entries()] == ["kitchen"]


def test_a_wrong_zip_file_is_refused_in_one_sentence(client):
    answer = post(client, "/teach/import", zip=(io.BytesIO(b"no zip"), "profile.zip"))
    assert answer.status_code == 422
    assert "zip file, or it is damaged" in answer.text


def test_nothing_is_taught_without_a_token(client):
    assert client.post("/teach/begin", data={"name": "x"}).status_code == 400
    assert client.post("/teach/camera/learn").status_code == 400


def test_the_sheet_can_be_had_for_printer_and_tablet(client):
    assert client.get("/teach/sheet-a4.pdf").data.startswith(b"%PDF")
    assert client.get("/teach/sheet-letter.png").data.startswith(b"\x89PNG")
    assert client.get("/teach/sheet-a5.pdf").status_code == 404


def test_photos_of_the_sheet_teach_the_camera_and_show_the_gain(client, app, tmp_path, sheets):
    post(client, "/teach/begin", name="Mine")
    answer = post(client, "/teach/camera/photos", photo=files(*sheets))
    before, after = (float(v) for v in re.findall(r"<b>([\d.]+) px</b>", answer.text))
    assert after < before / 3
    lens = load_profile(tmp_path / "profiles/mine").lenses[0]
    assert lens.focal == pytest.approx(CAMERA.focal, rel=0.005)
    assert reader_of_app(app).profile.lenses == (lens,)


def test_too_few_photos_are_refused_with_the_reason(client, sheets):
    post(client, "/teach/begin", name="Mine")
    answer = post(client, "/teach/camera/photos", photo=files(*sheets[:2]))
    assert "at least 4" in answer.text


def test_nothing_is_learned_without_a_profile(client, sheets):
    assert post(client, "/teach/camera/photos", photo=files(*sheets)).status_code == 409


def test_pieces_are_named_on_the_photo(client, tmp_path, stored):
    photo, pieces = stored(row_of_pieces, piece_set(["white", "yellow"]), 6)
    post(client, "/teach/begin", name="Mine")
    page = post(client, "/teach/colours/photo", photo=files(encoded(photo.pixels)))
    assert page.text.count("<polygon") == len(pieces)
    # On a phone the photo to tap on lies below what is to do, and is gone to.
    anchor = page.history[-1].location.partition("#")[2]
    assert f'id="{anchor}"' in page.text
    assert client.get("/teach/colours/photo.jpg").mimetype == "image/jpeg"
    rows = {}
    for n, (colour, kind, (x, y)) in enumerate(pieces):
        rows |= {f"x-{n}": x, f"y-{n}": y, f"name-{n}": {"white": "Ann", "yellow": "Bo"}[colour], f"kind-{n}": kind}
    answer = post(client, "/teach/colours/learn", **rows)
    assert "4 of 4" in answer.text
    assert {p.name for p in load_profile(tmp_path / "profiles/mine").palette.pieces} == {"Ann", "Bo"}


def test_names_given_to_pieces_are_still_there_after_a_tap_on_nothing_was_refused(client, stored):
    photo, pieces = stored(row_of_pieces, piece_set(["white", "yellow"]), 6)
    post(client, "/teach/begin", name="Mine")
    post(client, "/teach/colours/photo", photo=files(encoded(photo.pixels)))
    (_, kind, (x, y)), nothing = pieces[0], {"x-1": 40, "y-1": 40, "name-1": "Eve", "kind-1": "longhouse"}
    row = {"x-0": x, "y-0": y, "name-0": "Ann", "kind-0": kind}
    answer = post(client, "/teach/colours/learn", **row, **nothing)
    assert "No piece was found at 40, 40" in answer.text
    assert [re.search(f'name="name-{n}" value="([^"]*)"', answer.text).group(1) for n in (0, 1)] == ["Ann", "Eve"]
    assert [re.search(f'name="kind-{n}" value="(\\w+)" checked', answer.text).group(1) for n in (0, 1)] == [
        kind,
        "longhouse",
    ]


def test_names_for_the_photo_in_an_older_tab_are_not_given_to_the_pieces_in_a_newer_one(client, tmp_path, stored):
    photo, pieces = stored(row_of_pieces, piece_set(["white", "yellow"]), 6)
    post(client, "/teach/begin", name="Mine")
    older = post(client, "/teach/colours/photo", photo=files(encoded(photo.pixels))).text
    newer = post(client, "/teach/colours/photo", photo=files(encoded(cv2.flip(photo.pixels, 1)))).text
    of = [re.search(r'name="of" value="(\w+)"', tab).group(1) for tab in (older, newer)]
    (_, kind, (x, y)) = pieces[0]
    row = {"x-0": x, "y-0": y, "name-0": "Ann", "kind-0": kind}
    refused = post(client, "/teach/colours/learn", of=of[0], **row)
    assert refused.status_code == 409
    assert "Another photo of pieces has been taken meanwhile" in refused.text
    assert load_profile(tmp_path / "profiles/mine").palette is None
    row["x-0"] = photo.width - 1 - x
    assert post(client, "/teach/colours/learn", of=of[1], **row).status_code == 200
    assert [p.name for p in load_profile(tmp_path / "profiles/mine").palette.pieces] == ["Ann"]


def test_after_a_blurred_photo_of_pieces_the_page_still_shows_the_one_before(client, stored):
    photo, pieces = stored(row_of_pieces, piece_set(["white", "yellow"]), 6)
    post(client, "/teach/colours/photo", photo=files(encoded(photo.pixels)))
    blurred = cv2.GaussianBlur(photo.pixels, (0, 0), photo.width / 60)
    answer = post(client, "/teach/colours/photo", photo=files(encoded(blurred)))
    assert answer.status_code == 422
    assert "The picture is blurred" in answer.text
    assert client.get("/teach/colours/").text.count("<polygon") == len(pieces)


@pytest.mark.long
@pytest.mark.browser
def test_showing_the_sheet_to_the_camera_fills_the_heat_map_and_teaches(serve, visit, sheets, tmp_path):
    with serve(Config(camera="phone", data=str(tmp_path / "data")), NetworkReader()) as (address, services):
        page = visit(f"{address}/teach/")
        page.fill("#name", "Mine")
        page.click("form[action$='begin'] button")
        page.click("text=Teach the camera")
        services.phone.claim("phone")
        for number, sheet in enumerate(sheets, start=1):
            services.phone.show(decode_photo(sheet), "phone")
            expect(page.locator("#gathered .quiet")).to_contain_text(f"{number} picture")
        assert page.eval_on_selector_all(
            ".heat rect", "all => all.filter(r => r.getAttribute('fill-opacity') > 0.5).length"
        )
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.click("#learn")
        page.wait_for_selector(".gain")
        assert page.locator(".gain b").count() == 2
        assert not faults_in_both_themes(page) + faults_of_width(page)


@pytest.mark.long
@pytest.mark.browser
def test_a_tap_on_the_photo_adds_a_piece_to_name(serve, visit, tmp_path, stored):
    photo, _ = stored(row_of_pieces, piece_set(["white"]), 6)
    picture = tmp_path / "row.jpg"
    picture.write_bytes(encoded(photo.pixels))
    with serve(Config(data=str(tmp_path / "data")), NetworkReader()) as (address, _):
        page = visit(f"{address}/teach/colours/", size=(390, 844), lang="ru-RU")
        # The button that chooses has the page's language, and takes the keyboard's focus; what was chosen is said.
        page.get_by_text("Выбрать снимок").click(trial=True)
        page.locator("#photo").focus()
        assert page.locator(".file-field .button").evaluate("(it) => getComputedStyle(it).outlineStyle") == "solid"
        page.set_input_files("input[name=photo]", str(picture))
        expect(page.locator(".file-field [data-chosen]")).to_have_text("row.jpg")
        page.click("form:has(input[name=photo]) button")
        page.wait_for_selector("#photo-to-name")
        page.wait_for_load_state()  # what hears the taps is loaded last
        known = page.locator("#naming-rows li").count()
        page.click("#photo-to-name", position={"x": 20, "y": 20})
        expect(page.locator("#naming-rows li")).to_have_count(known + 1)
        assert float(page.locator("#naming-rows li >> nth=-1 >> input[name^=x-]").input_value()) > 0
        assert fits(page)
        assert not faults_in_both_themes(page) + faults_of_width(page)


@pytest.mark.parametrize("path", ["camera/learn", "colours/learn", "stones/learn", "tiles/keep", "tiles/import"])
def test_nothing_is_stored_without_a_profile_or_without_material(client, path):
    without_profile = post(client, f"/teach/{path}")
    assert without_profile.status_code == 409
    assert "Choose or create a profile first" in without_profile.text
    post(client, "/teach/begin", name="Kitchen")
    sentence, status = {
        "camera/learn": ("sheet", 200),
        "colours/learn": ("There is no photo of pieces yet.", 409),
        "stones/learn": ("There is no photo of stones yet.", 409),
        "tiles/keep": ("There are no tiles to save yet", 409),
        "tiles/import": ("No file was sent", 400),
    }[path]
    refused = post(client, f"/teach/{path}")
    assert refused.status_code == status
    assert sentence in refused.text.partition("refusal")[2]


@pytest.mark.parametrize(
    "address", ["/teach/colours/photo", "/teach/tiles/photos", "/teach/stones/photo", "/nusfjord/cards/photo"]
)
def test_who_asks_for_the_cameras_picture_is_not_told_that_a_photo_is_missing(client, address):
    assert "The camera is not sending a picture." in post(client, address).text
    no_file = {"photo": (io.BytesIO(), "")}
    assert "No photo was sent; choose one and try again." in post(client, address, **no_file).text
