"""What a photo leaves in doubt is answered by a tap: the photo is read anew with it, and the other questions stay."""

import re
from dataclasses import replace
from itertools import islice

import cv2
import pytest

from benchmarks.spoilt import SPOILT
from calibration.profile.folder import load_profile
from companion.reader_service import NetworkReader
from companion.record.doubts.certainty import questions_that_matter
from companion.web import Config
from games.hexgrid import neighbour
from tests.companion.web.photos.test_several_photos import end_of_long_board, grey
from tests.support.readers.truth_reader import GAME, SAMPLES
from vision.vocabulary import COLOURS, PIECES

PHONE = (390, 844)

pytestmark = pytest.mark.browser
pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect  # noqa: E402


class Doubting:
    """Reads the truth and doubts one piece and an edge of its tile; answers about the piece are kept to."""

    profile = None

    def __init__(self, truth):
        self.truth, self.answers = truth, []

    def __call__(self, photo):
        return self.read_with(photo, ())

    def read_with(self, photo, answers):
        self.answers.append(answers)
        reading = self.truth(photo)
        piece = reading.pieces[0]
        here = {"q": piece.cell[0], "r": piece.cell[1], "px": list(piece.px), "confidence": 0.6, "covers": 4}
        edge = next(t.edges for t in reading.tiles if t.cell == piece.cell)[2]
        ask = [
            {**here, "about": "piece", "candidates": [piece.kind, "longhouse", "none"]},
            {**here, "about": "edge", "edge": 2, "candidates": [edge, "O" if edge != "O" else "P"]},
            {**here, "about": "terrain", "edge": 2, "candidates": ["P", "O"]},
        ]
        answered = [answer.about for answer in answers]
        gone = any((a.about, a.value) == ("piece", "none") for a in answers)
        return replace(
            reading,
            pieces=reading.pieces[1:] if gone else reading.pieces,
            ask=tuple(question for question in ask if question["about"] not in answered),
        )


# What is asked stands below its heading, beside which a switch floats.
BESIDE = """() => {
  const sides = (element) => element.getBoundingClientRect();
  const [sheet, answers] = [document.querySelector(".doubts"), document.querySelector(".doubts .answers")].map(sides);
  return [answers.left - sheet.left, sheet.right - answers.right];
}"""


def test_on_a_phone_the_answers_are_as_wide_as_the_sheet_that_asks(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".doubts .answers:visible")).to_be_visible()
        left, right = page.evaluate(BESIDE)
        assert left == pytest.approx(right, abs=2)


def test_on_a_small_phone_five_answers_are_in_sight_at_once(truth, serve, visit):
    doubting = Doubting(truth)

    def read(photo):
        reading = doubting(photo)
        return replace(reading, ask=({**reading.ask[0], "candidates": ["viking", "longhouse", "stone", "none"]},))

    with serve(Config(), read) as (address, _):
        page = visit(address, (360, 640))
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".doubts .answer:visible")).to_have_count(5)
        expect(page.locator(".doubts .answer:visible").last).to_be_in_viewport(ratio=1)


def test_something_else_shows_the_terrain_that_was_not_offered_though_there_is_nothing_to_save(truth, serve, visit):
    doubting = Doubting(truth)

    class NoPieces:
        """Doubts what a terrain is on a board where nobody has settled, so that there is no result."""

        profile = None

        def __call__(self, photo):
            return self.read_with(photo, ())

        def read_with(self, photo, answers):
            reading = doubting.read_with(photo, answers)
            return replace(reading, pieces=(), ask=tuple(asked for asked in reading.ask if asked["about"] == "terrain"))

    with serve(Config(), NoPieces()) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".asks:visible")).to_have_text("What terrain is this?")
        expect(page.locator("#save")).to_have_count(0)
        page.locator(".doubts .answer.else:visible").click()
        page.locator("#correction-sheet").get_by_role("button", name="Mountain").first.click()
        expect(page.locator(".doubts")).to_have_count(0)
        expect(page.locator("#correction-sheet")).to_be_hidden()
    assert [(answer.about, answer.value) for answer in doubting.answers[-1]] == [("terrain", "M")]


# Words that do not fit into their lines are cut off.
CUT = "(spans) => spans.filter((span) => span.scrollHeight > span.clientHeight + 1).map((span) => span.textContent)"


def test_in_letters_of_twice_the_size_the_words_of_answers_are_not_cut_off(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, PHONE)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".doubts .answer.else:visible")).to_contain_text("Something else")
        assert page.locator(".doubts .answer:visible span").evaluate_all(CUT) == []
        widths = page.locator(".doubts .answer:visible").evaluate_all("(all) => all.map((one) => one.clientWidth)")
        assert min(widths) > 100


def test_names_that_were_typed_outlast_an_answer_and_nothing_is_saved_while_it_is_read(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        page.locator(".ranking .who").first.fill("Ann")
        held = []
        page.route("**/tally", lambda route: held.append(route))
        with page.expect_request("**/tally"):
            page.locator(".doubts button[data-answer]:visible").first.click()
        expect(page.locator("#save")).to_be_disabled()
        held[0].continue_()
        expect(page.locator(".asks:visible")).to_have_text("What terrain is at this edge of the tile?")
        expect(page.locator(".ranking .who").first).to_have_value("Ann")
        expect(page.locator("#save")).to_be_enabled()


@pytest.mark.long
def test_each_tap_reads_the_photo_anew_and_answers_only_its_own_question(truth, serve, visit):
    read = Doubting(truth)
    with serve(Config(), read) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".asks:visible")).to_have_text("What is here?")
        expect(page.locator(".doubts")).to_contain_text("The answer also settles 3 similar places.")
        expect(page.locator(".doubts .close-up:visible .outline").last).to_be_visible()
        expect(page.locator(".doubts .close-up:visible .spot")).to_have_count(0)  # which would hide the piece
        before = page.locator(".tallied .fjords-board .piece").count()
        page.locator(".doubts").get_by_role("button", name="Nothing").click()
        expect(page.locator(".asks:visible")).to_have_text("What terrain is at this edge of the tile?")
        expect(page.locator(".doubts .close-up:visible .spot")).to_be_visible()
        expect(page.locator(".tallied .fjords-board .piece")).to_have_count(before - 1)
        expect(page.locator(".tallied .picture img")).to_be_visible()
        page.locator(".doubts button[data-answer]:visible").nth(1).click()
        expect(page.locator(".asks:visible")).to_have_text("What terrain is this?")
        page.locator(".doubts button:visible").first.click()
        expect(page.locator(".doubts")).to_have_count(0)
    assert [[answer.about for answer in answers] for answers in read.answers] == [
        [],
        ["piece"],
        ["piece", "edge"],
        ["piece", "edge", "terrain"],
    ]


@pytest.mark.long
def test_answers_are_taken_back_one_by_one_without_reading_the_photo_anew(truth, serve, visit):
    read = Doubting(truth)
    with serve(Config(), read) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        asks, back = page.locator(".asks:visible"), page.get_by_role("button", name="Take back the last answer")
        pieces = page.locator(".tallied .fjords-board .piece")
        expect(asks).to_have_text("What is here?")
        expect(back).to_be_hidden()
        before = pieces.count()
        page.locator(".doubts").get_by_role("button", name="Nothing").click()
        expect(asks).to_have_text("What terrain is at this edge of the tile?")
        page.locator(".ranking .who").first.fill("Ann")
        page.locator(".doubts button[data-answer]:visible").first.click()
        expect(asks).to_have_text("What terrain is this?")
        back.click()
        expect(asks).to_have_text("What terrain is at this edge of the tile?")
        back.press("Enter")
        expect(page.locator(".asks:focus")).to_have_text("What is here?")
        expect(pieces).to_have_count(before)
        expect(page.locator(".ranking .who").first).to_have_value("Ann")
        expect(page.locator(".tallied .picture img")).to_be_visible()
        expect(back).to_be_hidden()
        page.locator(".doubts button[data-answer]:visible").first.click()
        expect(asks).to_have_text("What terrain is at this edge of the tile?")
    assert [len(answers) for answers in read.answers] == [0, 1, 2, 1]


@pytest.mark.long
def test_a_question_that_somebody_cannot_answer_waits_behind_the_others(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        sentence, not_sure = page.locator(".doubts .asks:visible"), page.locator(".doubts [data-skip]:visible")
        expect(sentence).to_have_text("What is here?")
        not_sure.click()
        expect(sentence).to_have_text("What terrain is at this edge of the tile?")
        expect(page.locator(".doubts .close-up:visible image[href^=blob]")).to_have_count(1)
        page.locator(".doubts button[data-answer]:visible").first.click()
        # Of what is left the one that was not passed over comes first, and the other one is asked in the end.
        expect(sentence).to_have_text("What terrain is this?")
        not_sure.click()
        expect(sentence).to_have_text("What is here?")
        page.locator(".doubts button[data-answer]:visible").first.click()
        expect(sentence).to_have_text("What terrain is this?")
        expect(not_sure).to_have_count(0)


@pytest.mark.long
def test_questions_stay_closed_when_a_tile_is_corrected(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        page.locator(".tallied .doubts-open").uncheck()
        link = page.locator(".tallied .taps a[aria-label*='viking']").first
        link.press("Enter")
        # The other kind of piece in its colour, and that nothing is there, come first.
        names = page.locator("#correction-sheet .answers").first.locator("button span")
        expect(names.nth(2)).to_have_text("Nothing")
        page.locator("#correction-sheet").get_by_role("button", name="Nothing", exact=True).click()
        expect(page.locator("[data-take-back]")).to_be_visible()
        expect(page.locator(".tallied .doubts-open")).not_to_be_checked()
        page.set_input_files("#photo", SAMPLES / "table03.jpg")
        expect(page.locator(".tallied .doubts-open")).to_be_checked()


TOP = "document.querySelector('.tallied .tappable').getBoundingClientRect().top"


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, (1280, 800)], ids=["phone", "desk"])
def test_the_board_of_a_photo_stays_in_its_place_while_its_tiles_are_corrected(truth, serve, visit, size):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, size)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        for piece in ("viking", "longhouse"):
            page.locator(f".tallied .taps a[aria-label*='{piece}']").first.click()
            page.locator("#correction-sheet").get_by_role("button", name="Nothing", exact=True).wait_for()
            top = page.evaluate(TOP)
            page.locator("#correction-sheet").get_by_role("button", name="Nothing", exact=True).click()
            expect(page.locator(".tallied[aria-busy]")).to_have_count(0)
            expect(page.locator("#correction-sheet")).to_be_hidden()
            assert page.evaluate(TOP) == pytest.approx(top, abs=3)


@pytest.mark.long
def test_who_corrects_a_photo_beside_a_watched_table_stays_at_the_photos_board(truth, serve, visit):
    with serve(Config(camera=str(GAME), viewers=4), Doubting(truth)) as (address, _):
        page = visit(address)
        page.locator("#table .taps a").first.wait_for()
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        cell = page.evaluate("document.querySelector('#table .taps a').dataset.cells")
        link = page.locator(f".tallied .taps a[data-cells='{cell}']")
        link.press("Enter")
        expect(page.locator(".tallied g.tile.chosen").first).to_be_visible()
        assert page.locator("#table g.tile.chosen").count() == 0
        page.locator("#correction-sheet").get_by_role("button", name="Close").click()
        expect(link).to_be_focused()
        link.press("Enter")
        page.locator("#correction-sheet .answers").first.locator("button").last.click()
        expect(page.locator("[data-take-back]")).to_be_visible()
        expect(link).to_be_focused()


def test_questions_about_a_photo_are_put_in_russian(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address, PHONE, "ru-RU")
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        page.locator(".doubts").get_by_role("button", name="Ничего").click()
        expect(page.locator(".asks:visible")).to_have_text("Какая местность у этой стороны гекса?")


@pytest.mark.long
def test_what_was_answered_is_kept_for_this_copy_with_one_tap(serve, visit, tmp_path):
    reader = NetworkReader()
    with serve(Config(data=str(tmp_path)), reader) as (address, _):
        page = visit(address, PHONE)
        # White pieces in a hard shadow may be grey.
        cv2.imwrite(str(tmp_path / "dim.jpg"), SPOILT["a hard shadow"](cv2.imread(str(SAMPLES / "table07.jpg"))))
        page.set_input_files("#photo", tmp_path / "dim.jpg")
        expect(page.locator(".asks:visible")).not_to_be_empty()
        expect(page.locator(".keep-copy")).to_contain_text("If you keep what this photo shows")
        page.locator(".doubts button:visible").first.click()
        expect(page.locator(".keep-copy")).to_contain_text("If you save your answers")
        page.get_by_role("button", name="Remember for this copy").click()
        expect(page.locator(".tallied")).to_contain_text("Saved in the profile “My copy”")
    (profile,) = (load_profile(path) for path in (tmp_path / "profiles").iterdir() if path.is_dir())
    kept = {(PIECES[k - 1], COLOURS[c]) for k, c in zip(profile.pieces.kinds, profile.pieces.colours, strict=True)}
    assert kept >= {("viking", "white"), ("viking", "yellow")}
    assert reader.profile.name == "My copy"


class DoubtingInVain(Doubting):
    """Reads the truth and doubts two edges that make no difference to the score, until they are answered."""

    idle: tuple[dict[str, object], ...] = ()

    def read_with(self, photo, answers):
        reading = self.truth(photo)
        self.idle = self.idle or self._idle(reading)
        return replace(reading, ask=self.idle[len(answers) :])

    def _idle(self, reading):
        lying = {tile.cell for tile in reading.tiles}
        asked = (
            {"q": q, "r": r, "about": "edge", "edge": side, "candidates": [tile.edges[side], "O"], "confidence": 0.7}
            for tile in reading.tiles
            for q, r in [tile.cell]
            for side in range(6)
            if neighbour(tile.cell, side) not in lying and tile.edges[side] == "P"
        )
        document = reading.to_document()
        idle = tuple(islice((a for a in asked if not questions_that_matter(document, [a])), 2))
        assert len(idle) == 2
        return idle


@pytest.mark.long
def test_what_cannot_change_the_score_is_shown_and_can_be_answered_too(truth, serve, visit):
    with serve(Config(), DoubtingInVain(truth)) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".certain")).to_have_text("2 places are in doubt; they cannot change the score.")
        expect(page.locator(".asks:visible")).to_have_count(0)
        page.locator("summary", has_text="What is left in doubt").click()
        expect(page.locator(".left-in-doubt .asks:visible")).to_have_text("What terrain is at this edge of the tile?")
        page.locator(".left-in-doubt .answer:visible").first.click()
        # The next one follows in its place, without another tap.
        expect(page.locator(".certain")).to_contain_text("1 place is in doubt; it cannot change the score.")
        expect(page.locator(".left-in-doubt .asks:visible")).to_be_visible()
        page.locator(".left-in-doubt .answer:visible").first.click()
        expect(page.locator(".certain")).to_have_text("Nothing is in doubt.")
        expect(page.locator(".left-in-doubt")).to_have_count(0)


@pytest.mark.long
def test_who_answers_with_the_keyboard_goes_from_the_photo_to_its_questions_and_on_to_saving(truth, serve, visit):
    with serve(Config(), Doubting(truth)) as (address, _):
        page = visit(address)
        page.locator("#photo").focus()
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator("#tallied")).to_be_focused()
        for question in ("What terrain is at this edge of the tile?", "What terrain is this?"):
            page.locator(".doubts button[data-answer]:visible").last.press("Enter")
            expect(page.locator(".asks:focus")).to_have_text(question)
        page.locator(".doubts button:visible").first.press("Enter")
        expect(page.locator("#save")).to_be_focused()


def test_a_tile_that_only_the_second_photo_shows_is_shown_from_the_file_of_that_photo(serve, visit, tmp_path):
    for name, level in (("left.png", 50), ("right.png", 200)):
        (tmp_path / name).write_bytes(grey(level))
    with serve(Config(), end_of_long_board) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", [tmp_path / "left.png", tmp_path / "right.png"])
        photo = page.locator(".tallied .picture img").get_attribute("src")
        shown = page.locator("#correction-sheet .close-up image")
        for cell, is_first in (("-7,0", True), ("7,0", False)):
            page.locator(f".tallied .taps a[data-cells='{cell}']").press("Enter")
            expect(shown).to_have_attribute("href", re.compile("^blob:"))
            assert (shown.get_attribute("href") == photo) == is_first
            page.keyboard.press("Escape")
            expect(page.locator("#correction-sheet")).to_be_hidden()
