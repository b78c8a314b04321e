"""A tallied photo is kept for a copy of the game: offered where it teaches something, and never half or in vain."""

import io
import json
import re
import threading
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from playwright.sync_api import expect

from calibration.profile.folder import keep as keep_part
from calibration.profile.folder import keep_lens, load_profile
from calibration.profile.schema import seen_tiles_document
from companion.profiles import ProfileStore
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.calibration.profile.test_folder import LENS
from tests.calibration.taught import DATA, networks
from tests.companion.browser.test_accessibility import faults_of_width
from tests.companion.conftest import PATIENCE
from tests.support.pages.forms import token_of
from vision.reading.reading import Reading

TABLE = (DATA / "tiles_table.jpg").read_bytes()
"""A photo whose reading leaves most tiles without doubt."""


class ReadsOnce(NetworkReader):
    """Reads each photo once without a profile, however many tests look at it."""

    def __init__(self, known):
        super().__init__(networks=networks())
        self.known = known

    def read_with(self, photo, answers):
        if self.profile is not None:
            return super().read_with(photo, answers)
        key = photo.pixels.tobytes(), tuple(map(repr, answers))
        if key not in self.known:
            self.known[key] = super().read_with(photo, answers)
        return self.known[key]

    def read_untaught(self, photo, answers):
        return self.read_with(photo, answers) if self.profile is None else super().read_untaught(photo, answers)


class ReadsNothing(NetworkReader):
    """Finds a board on which nothing is certain."""

    def read_with(self, photo, answers):
        return Reading(width=photo.width, height=photo.height, tiles=(), pieces=())

    read_untaught = read_with


@pytest.fixture(scope="module")
def known():
    return {}


@pytest.fixture
def client(tmp_path, known):
    return app_in(tmp_path, ReadsOnce(known)).test_client()


def app_in(folder, reader):
    return create_app(Config(data=str(folder)), reader)


def tally(client, answers="[]"):
    data = {"photo": (io.BytesIO(TABLE), "table.jpg"), "answers": answers}
    return client.post("/tally", data=data, headers={"HX-Request": "true"}).text


def keep(client, **fields):
    data = {"csrf_token": token_of(client, "/teach/"), "photo": (io.BytesIO(TABLE), "table.jpg"), **fields}
    return client.post("/teach/copy", data=data, headers={"HX-Request": "true"})


def offered(shown):
    """Return the words of the buttons that keep a photo."""
    return re.findall(r"<button[^>]*>([^<]*)", kept_section(shown))


def kept_section(shown):
    """Return the part of a page that offers to keep the photo; empty without."""
    section = re.search(r'id="keep-copy".*?</section>', shown, re.DOTALL)
    return "" if section is None else section[0]


def names(folder):
    return [entry.profile.name for entry in ProfileStore(folder / "profiles", None, lambda _: None).entries()]


@pytest.mark.long
def test_a_photo_is_offered_for_keeping_without_an_answer_until_nothing_of_it_is_new(client, tmp_path):
    assert offered(tally(client)) == ["Remember for this copy"]
    answer = keep(client)
    assert "Saved in the profile “My copy”" in answer.text
    assert answer.headers["HX-Retarget"] == "#keep-copy"
    seen = load_profile(tmp_path / "profiles/my-copy").seen_tiles
    assert seen is not None
    assert len(seen.tiles) >= 3
    shown = tally(client)
    assert "Read with what was taught as “My copy”." in shown
    assert offered(shown) == []


@pytest.mark.long
def test_answers_are_offered_for_keeping_as_another_copy_or_in_the_one_in_use(client, tmp_path):
    keep(client)
    answered = '[{"about": "tile", "px": [1, 1], "answer": "none"}]'
    assert offered(tally(client, answered)) == ["Keep in “My copy”", "Keep as another copy"]
    keep_lens(tmp_path / "profiles/my-copy", LENS)
    client.post("/teach/choose", data={"csrf_token": token_of(client, "/teach/"), "profile": "my-copy"})
    assert "“My copy 2”" in keep(client, answers=answered, copy="new").text
    assert names(tmp_path) == ["My copy", "My copy 2"]
    assert load_profile(tmp_path / "profiles/my-copy-2").lenses == (LENS,)


def test_a_new_copy_gets_the_name_that_a_person_gives_it(client, tmp_path):
    assert 'name="name"' in kept_section(tally(client))
    assert "“Blue box <1>”" in unescape(keep(client, name="  Blue   box <1> ").text)
    assert "“Red box”" in keep(client, name="Red box", copy="new").text
    assert "“My copy”" in keep(client, name=" ", copy="new").text
    assert sorted(names(tmp_path)) == ["Blue box <1>", "My copy", "Red box"]


@pytest.mark.long
def test_a_name_given_on_a_page_that_knew_of_no_profile_is_that_of_its_copy(client, tmp_path):
    keep(client, name="Blue box")
    keep(client, name="blue box")
    assert names(tmp_path) == ["Blue box"]
    keep(client, name="Red box")
    assert names(tmp_path) == ["Blue box", "Red box"]


@pytest.mark.long
def test_a_name_is_asked_for_where_a_new_profile_may_be_made_and_nowhere_else(client, tmp_path):
    client.post("/teach/begin", data={"csrf_token": token_of(client, "/teach/"), "name": "Attic"})
    shown = tally(client)
    assert offered(shown) == ["Keep in “Attic”"]
    assert 'name="name"' not in kept_section(shown)
    keep(client, profile="attic")
    section = kept_section(tally(client, '[{"about": "tile", "px": [1, 1], "answer": "none"}]'))
    into_old, into_new = section.split("</form>")[:2]
    assert ('name="name"' in into_old, 'name="name"' in into_new) == (False, True)


@pytest.mark.long
def test_a_photo_of_another_copy_is_offered_as_such_first_and_may_all_the_same_be_kept_in_the_one_in_use(
    client, tmp_path
):
    keep(client)
    folder, rng = tmp_path / "profiles/my-copy", np.random.default_rng(1)
    one, *_ = load_profile(folder).seen_tiles.tiles
    others = [replace(one, art=rng.integers(0, 256, one.art.shape).astype(np.uint8)) for _ in range(30)]
    keep_part(folder, "seen-tiles.json", seen_tiles_document(others))
    client.post("/teach/choose", data={"csrf_token": token_of(client, "/teach/"), "profile": "my-copy"})
    shown = tally(client)
    assert "This is not the copy of the game that was taught as “My copy”" in shown
    assert offered(shown) == ["Keep as another copy", "Keep in “My copy”"]
    assert "“My copy”" in keep(client, profile="my-copy").text
    assert len(load_profile(folder).seen_tiles.tiles) > 30


def test_pieces_of_another_version_are_left_aside_with_a_sentence_until_a_photo_is_kept_again(client, tmp_path):
    keep(client)
    pieces = tmp_path / "profiles/my-copy/pieces.json"
    document = json.loads(pieces.read_bytes())
    pieces.write_text(json.dumps({**document, "networks": "another"}), encoding="utf-8")
    client.post("/teach/choose", data={"csrf_token": token_of(client, "/teach/"), "profile": "my-copy"})
    aside = "How the pieces of “My copy” look is not used: another version of Longhouse saw them"
    shown = tally(client)
    assert aside in shown
    assert aside in client.get("/teach/").text
    assert "Keep in “My copy”" in offered(shown)
    keep(client, profile="my-copy")
    assert json.loads(pieces.read_bytes()) == document
    assert aside not in client.get("/teach/").text


def test_only_a_page_that_can_send_the_photo_again_offers_to_keep_it(client):
    whole_page = {"photo": (io.BytesIO(TABLE), "table.jpg")}
    assert offered(client.post("/tally", data=whole_page, headers={"Accept": "text/html"}).text) == []
    assert client.post("/teach/copy", data={"csrf_token": token_of(client, "/teach/")}).status_code == 400


def test_a_photo_is_kept_in_the_profile_that_its_button_names_even_after_another_was_chosen(client, tmp_path):
    keep(client)
    client.post("/teach/begin", data={"csrf_token": token_of(client, "/teach/"), "name": "Attic"})
    assert "“My copy”" in keep(client, profile="my-copy").text
    assert (tmp_path / "profiles/chosen.txt").read_text() == "my-copy"
    assert [path.name for path in (tmp_path / "profiles/attic").iterdir()] == ["profile.json"]


def test_a_photo_for_a_profile_that_was_deleted_meanwhile_is_kept_in_a_new_one(client, tmp_path):
    client.post("/teach/begin", data={"csrf_token": token_of(client, "/teach/"), "name": "Attic"})
    assert "“My copy”" in keep(client, profile="kitchen").text
    assert [path.name for path in (tmp_path / "profiles/attic").iterdir()] == ["profile.json"]


def test_two_pages_that_knew_of_no_profile_keep_in_one(client, tmp_path):
    keep(client)
    keep(client, profile="")
    assert names(tmp_path) == ["My copy"]


@pytest.mark.parametrize("copy", ["", "new"])
def test_a_photo_in_which_nothing_is_certain_leaves_no_empty_profile(tmp_path, copy):
    answer = keep(app_in(tmp_path, ReadsNothing(networks=networks())).test_client(), copy=copy)
    assert answer.status_code == 422
    assert "answer its questions first" in answer.text
    assert names(tmp_path) == []


@pytest.mark.parametrize("answers", ["{", '[{"about": "fish", "answer": "none"}]', "[" * 9000])
def test_answers_that_are_none_are_refused_in_words(client, answers):
    answer = keep(client, answers=answers)
    assert answer.status_code == 422
    assert "refusal" in answer.text


def test_a_folder_that_cannot_be_written_to_is_named_beside_the_form_which_stays(client, tmp_path):
    (tmp_path / "profiles").write_text("in the way", encoding="utf-8")
    answer = keep(client)
    assert answer.status_code == 422
    assert "cannot be written to" in answer.text
    assert "HX-Retarget" not in answer.headers


def test_a_damaged_profile_in_use_is_left_as_it_is_and_a_new_one_offered(client, known, tmp_path):
    keep(client)
    ground = tmp_path / "profiles/my-copy/ground.json"
    ground.write_text("{", encoding="utf-8")
    pieces = tmp_path / "profiles/my-copy/pieces.json"
    pieces.unlink()
    client = app_in(tmp_path, ReadsOnce(known)).test_client()
    assert offered(tally(client)) == ["Keep as another copy"]
    assert "ground.json" in keep(client).text
    assert ground.read_text(encoding="utf-8") == "{"
    assert not pieces.exists()
    assert "“My copy" in keep(client, copy="new").text


@pytest.mark.long
@pytest.mark.browser
def test_a_double_tap_keeps_a_photo_once_and_a_refusal_leaves_the_button_for_another_try(serve, visit, known, tmp_path):
    with serve(Config(data=str(tmp_path)), ReadsOnce(known)) as (address, _):
        page = visit(address, (390, 844))
        kept = []
        page.on("response", lambda answer: answer.url.endswith("/teach/copy") and kept.append(answer.status))
        page.set_input_files("#photo", DATA / "tiles_table.jpg")
        section = page.locator("#keep-copy")
        (tmp_path / "profiles").write_text("in the way", encoding="utf-8")
        section.get_by_role("button").click()
        expect(section.locator(".refusal")).to_contain_text("cannot be written to")
        assert faults_of_width(page) == []
        (tmp_path / "profiles").unlink()
        section.get_by_role("button").dblclick(no_wait_after=True)
        expect(section).to_have_text("Saved in the profile “My copy”; the next photo of this copy is read with it.")
        assert kept == [422, 200]


class ReadsAnswersLate(ReadsOnce):
    """Reads a photo with answers only when it may, and remembers which answers it was read with each time."""

    def __init__(self, known):
        super().__init__(known)
        self.may_read, self.asked_with = threading.Event(), []

    def read_with(self, photo, answers):
        self.asked_with.append(answers)
        if answers:
            assert self.may_read.wait(PATIENCE)
        return super().read_with(photo, answers)


@pytest.mark.long
@pytest.mark.browser
def test_a_tap_that_keeps_a_photo_while_an_answer_is_read_keeps_it_with_that_answer(serve, visit, known, tmp_path):
    reader = ReadsAnswersLate(known)
    with serve(Config(data=str(tmp_path)), reader) as (address, _):
        page = visit(address, (390, 844))
        page.set_input_files("#photo", DATA / "tiles_table.jpg")
        section = page.locator("#keep-copy")
        section.get_by_label("Name of this copy").fill("Blue box")
        page.locator(".tallied .taps a").first.press("Enter")
        page.locator("#correction-sheet button[data-answer]").first.click()
        expect(page.locator(".tallied")).to_have_attribute("aria-busy", "true")
        section.get_by_role("button").click()
        expect(section.get_by_role("button")).to_be_disabled()
        reader.may_read.set()
        expect(section).to_have_text("Saved in the profile “Blue box”; the next photo of this copy is read with it.")
        nothing, answered, kept = reader.asked_with
        assert not nothing
        assert answered == kept
