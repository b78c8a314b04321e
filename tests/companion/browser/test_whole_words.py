"""No word is broken where a line can hold it: long names of players, and what answers to questions say."""

import pytest

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

pytestmark = pytest.mark.browser

NAMES = ["Konstantin Preobrazhensky-Wolf", "Анастасия Вознесенская-Крестовоздвиженская", "Bartholomew", "Maximiliane"]
PLAYERS = SetUp(players=tuple(map(Seat, NAMES, (("white",), ("red",), ("yellow",), ("purple",)))))


@pytest.fixture
def evening(tmp_path):
    """A data folder with a game and an evening of players with long names."""
    engine = open_database(database_url(tmp_path))
    Library(engine).begin(HAND, PLAYERS, laid(0, 0), laid(1, 0), placed("white", 0, 0), Ended())
    evenings = Evenings(engine)
    evenings.add_round(evenings.begin("Friday", "fjords", 4, NAMES), 0, [tuple(NAMES)])
    engine.dispose()
    return str(tmp_path)


@pytest.mark.parametrize("lang", ["en-GB", "ru-RU"])
def test_long_names_are_broken_neither_in_standings_nor_beside_the_points_of_a_game(evening, serve, truth, visit, lang):
    with serve(Config(data=evening), truth) as (address, _):
        page = visit(address, lang=lang)
        for at, parts in (
            ("evenings/1/", ".standings th, .sittings"),
            ("evenings/1/board", ".standings th, .sittings"),
            ("games/1/", ".player h3, .ranking"),
        ):
            page.goto(f"{address}/{at}")
            await_styles_and_fonts(page)
            for width in (320, 390, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                assert broken_words(page, parts) == []
                assert fits(page)
