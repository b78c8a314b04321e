"""The rules in short: both languages, pictures that are what they say, and a section for every warning."""

import re

import pytest

from companion.record.entered_tile import tile_of
from companion.web.rules.pictures import _DIVIDED, _FITTING, _LONE, _MISFIT, _STRIP
from companion.web.rules.sections import SECTIONS, section_of
from games.fjords.board import Board
from games.fjords.checks.warnings import status
from games.fjords.sentences import _SENTENCES


def test_every_warning_leads_to_a_section_that_is_there(client):
    page = client.get("/rules/").text
    assert set(re.findall(r'<section class="card rule" id="([a-z]+)"', page)) == set(SECTIONS)
    assert {section_of(code) for code in _SENTENCES} <= set(SECTIONS)
    assert section_of("edge-mismatch") == "tiles"
    assert section_of("rune-reused") == "runes"
    unknown = section_of("no-such-code")
    assert [code for code in _SENTENCES if section_of(code) == unknown] == ["out-of-turn", "several-moves"]


@pytest.mark.parametrize(
    ("tiles", "codes"),
    [(_FITTING, set()), (_MISFIT, {"edge-mismatch"}), (_LONE, {"few-neighbours"}), (_STRIP, set()), (_DIVIDED, set())],
)
def test_the_pictures_are_right_and_wrong_by_the_rules_themselves(tiles, codes):
    listed = [{"q": q, "r": r, **tile_of(edges.split())} for (q, r), edges in tiles.items()]
    board = Board.from_document(
        {"format": "longhouse-board", "version": 1, "game": "fjords", "tiles": listed, "pieces": []}
    )
    assert {warning.code for warning in status(board)} == codes


def test_the_rules_are_shown_in_both_languages(client):
    russian = client.get("/rules/", headers={"Accept-Language": "ru"}).text
    assert "Правила" in russian
    assert "Laying tiles" not in russian
    assert russian.count("<svg") == client.get("/rules/").text.count("<svg")


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("2005", "farms", "fields")), ("ru", ("2005", "фермы", "поля"))]
)
def test_owners_of_the_first_edition_find_its_variant_and_the_words_for_its_pieces(client, language, words):
    for path in ("/rules/", "/games/new"):
        page = client.get(path, headers={"Accept-Language": language}).text
        assert any(all(word in line.lower() for word in words) for line in page.splitlines()), path
