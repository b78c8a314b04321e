"""No word is broken where a line can hold it: long names of players, and what answers to questions say."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.record.evenings.store import Evenings
from companion.record.events.games import Ended, Seat, SetUp
from companion.record.events.log import HAND
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.places import database_url
from companion.web import Config
from tests.support.games.recorded_games import laid, placed
from tests.support.pages.page_fit import await_styles_and_fonts, fits
from tests.support.pages.whole_words import broken_words
from tests.support.readers.truth_reader import SAMPLES
from tests.support.servers.live_server import FakeCamera, serve_live
from vision.vocabulary import COLOURS

pytestmark = pytest.mark.browser

NAMES = ["Konstantin Preobrazhensky-Wolf", "Анастасия Вознесенская-Крестовоздвиженская", "Bartholomew", "Maximiliane"]
PLAYERS = SetUp(players=tuple(map(Seat, NAMES, (("white",), ("red",), ("yellow",), ("purple",)))))

WIDE = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
"""The texts of elements that are wider than their place."""


@pytest.fixture
def evening(tmp_path):
    """A data folder with a game and an evening of players with long names."""
    engine = open_database(database_url(tmp_path))
    Library(engine).begin(HAND, PLAYERS, laid(0, 0), laid(1, 0), placed("white", 0, 0), Ended())
    evenings = Evenings(engine)
    evenings.add_round(evenings.begin("Friday", "fjords", 4, NAMES), 0, [tuple(NAMES)])
    engine.dispose()
    return str(tmp_path)


STANDINGS = ".standings th, .sittings"


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en-GB", "ru-RU"])
@pytest.mark.parametrize(
    "places",
    [
        {"evenings/1/": STANDINGS, "evenings/1/board": STANDINGS},
        {"games/1/": ".player h3, .ranking", "games/statistics/": ".duels, .lands, .figures tbody th"},
    ],
    ids=["tournament", "games"],
)
def test_on_screens_of_any_width_long_names_are_whole_and_standings_and_statistics_need_no_scrolling(
    evening, serve, truth, visit, places, lang
):
    with serve(Config(data=evening), truth) as (address, _):
        page = visit(address, lang=lang)
        for at, parts in places.items():
            page.goto(f"{address}/{at}")
            await_styles_and_fonts(page)
            for width in (320, 390, 500, 600, 800, 900, 1024, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                assert broken_words(page, parts) == [], (at, width)
                assert page.locator(".scroll, .stacks").evaluate_all(WIDE) == [], (at, width)
                assert fits(page)


class AsksForColours:
    """Reads the truth, and asks for the colour of a piece."""

    def __init__(self, truth, candidates):
        self.truth, self.candidates = truth, candidates

    def __call__(self, photo):
        reading = self.truth(photo)
        piece = reading.pieces[0]
        of_piece = {"q": piece.cell[0], "r": piece.cell[1], "px": list(piece.px), "confidence": 0.3, "covers": 4}
        return replace(reading, ask=({**of_piece, "about": "colour", "candidates": self.candidates},))


@pytest.mark.parametrize("lang", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("candidates", [COLOURS[:8], (*COLOURS[8:], "orange")], ids=["nine answers", "five answers"])
def test_on_any_phone_the_words_of_answers_are_whole(serve, truth, visit, candidates, lang):
    with serve(Config(), AsksForColours(truth, list(candidates))) as (address, _):
        page = visit(address, (320, 640), lang=lang)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        check_answers(page)


def test_on_any_phone_the_words_of_answers_about_the_watched_table_are_whole(truth, visit):
    read = AsksForColours(truth, ["orange", "purple", "brown", "none"])
    with serve_live(Config(), read, FakeCamera()) as port:
        page = visit(f"http://127.0.0.1:{port}", (320, 640), lang="ru-RU")
        expect(page.locator(".doubts .answer:visible", has_text="(оранжевый)")).to_be_visible()
        check_answers(page)


def test_in_letters_twice_as_large_the_heading_of_what_is_asked_is_whole_beside_its_switch(serve, truth, visit):
    with serve(Config(), AsksForColours(truth, ["orange", "none"])) as (address, _):
        page = visit(address, (195, 422), lang="ru-RU")  # a phone's screen of 390 x 844 at 200 %
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".doubts .answers:visible")).to_be_visible()
        await_styles_and_fonts(page)
        assert broken_words(page, ".doubts > h2") == []
        assert fits(page)


def check_answers(page):
    """Check that the words of answers stand within their frames, and these within the page, on phones of all widths."""
    expect(page.locator(".doubts .answers:visible")).to_be_visible()
    await_styles_and_fonts(page)
    for width in (320, 344, 360, 375, 390, 412):
        page.set_viewport_size({"width": width, "height": 640})
        assert broken_words(page, ".answer span") == []
        assert page.locator(".doubts :is(.answers, .answer, .answer span):visible").evaluate_all(WIDE) == []
