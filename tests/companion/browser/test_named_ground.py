"""Ground that is misread on a watched table: asked about, named with one tap, and read rightly from then on."""

import pytest
from playwright.sync_api import expect

from companion.web import Config
from tests.companion.conftest import wait_for
from tests.support.games.recorded_games import library_in
from tests.support.games.simulated_table import CorrectableReader
from tests.support.servers.live_server import FakeCamera, game_photo, serve_live

pytestmark = pytest.mark.browser

PHONE = (390, 844)
WORDS = {
    "en-GB": ("What terrain is this?", "Plains", "The answer also settles 8 similar places."),
    "ru-RU": ("Какая это местность?", "Равнина", "Ответ прояснит ещё 8 похожих мест."),
}


def edges_of(library):
    """The edges of the kept game's tiles, by cell; empty before there is one."""
    kept = next(iter(library.newest_first()), None)
    return {} if kept is None else {cell: tuple(tile["edges"]) for cell, tile in kept.timeline.position.tiles.items()}


def test_one_tap_names_the_ground_and_the_whole_board_is_corrected(truth, visit, tmp_path):
    camera = FakeCamera()
    camera.show(game_photo(8))
    with serve_live(Config(viewers=4, data=str(tmp_path)), CorrectableReader(truth), camera) as port:
        pages = [visit(f"http://127.0.0.1:{port}", PHONE, lang) for lang in WORDS]
        questions = [page.locator("#table .doubts .question") for page in pages]
        for question, (asks, plains, settles) in zip(questions, WORDS.values(), strict=True):
            expect(question.locator(".asks")).to_have_text(asks)
            expect(question.get_by_text(settles)).to_be_visible()
            expect(question.locator(".close-up .spot")).to_have_count(1)
            expect(question.get_by_role("button", name=plains, exact=True)).to_be_visible()
        questions[-1].get_by_role("button", name=plains, exact=True).click()
        for question in questions:
            expect(question).to_have_count(0)
        library = library_in(tmp_path)
        right = {tile.cell: tile.edges for tile in truth(game_photo(8)).tiles}
        wait_for(lambda: edges_of(library) == right)
        camera.show(game_photo(10))
        later = {tile.cell: tile.edges for tile in truth(game_photo(10)).tiles}
        wait_for(lambda: edges_of(library) == later)
        library.close()
