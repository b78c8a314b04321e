"""The one face of all games, and finding them by name."""

import json
from pathlib import Path

import pytest

import games
from games.documents import DocumentError
from games.rulebook import RuleNotice, find, known, rulebook_of
from games.vikings.sentences import SENTENCES

CASE = json.loads((Path(__file__).parent / "fjords/cases/score-2.json").read_bytes())


@pytest.mark.parametrize("name", known())
def test_every_game_is_found_by_its_name_and_has_words_in_both_languages(name):
    book = find(name)
    assert book.name == name
    assert book.title("en") != book.title("ru")
    assert book.ties("en") != book.ties("ru")
    assert all(book.heading(field, "en") != book.heading(field, "ru") for field in book.headings)


def test_a_folder_with_a_rulebook_is_a_game(tmp_path, monkeypatch):
    room = tmp_path / "lopta"
    room.mkdir()
    (room / "__init__.py").write_text("", encoding="utf-8")
    (room / "rulebook.py").write_text("RULEBOOK = 'the rules of lopta'\n", encoding="utf-8")
    monkeypatch.setattr("games.__path__", [*games.__path__, str(tmp_path)])
    assert "lopta" in known()
    assert find("lopta") == "the rules of lopta"


def test_fjords_answers_through_the_common_face_as_it_does_alone():
    book = find("fjords")
    board = book.read(CASE["board"])
    (ask,) = (ask for ask in CASE["ask"] if ask["command"] == "score")
    assert book.score(board) == ask["answer"]
    assert book.write(board) == CASE["board"]
    assert book.svg(board, "ru", None).startswith("<svg")
    explained = book.explain(board, "en")
    assert len(explained) == len(ask["answer"]["scores"])
    assert set(explained[0]) == set(book.headings)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "chess"}, "fjords"),
        ({"game": 7}, "game"),
        ({}, "game"),
        ({"format": "longhouse-game"}, "“format” has a value that is not known: 'longhouse-game'"),
        ([], "document"),
        (None, "document"),
        ({"game": "../fjords"}, "known are"),
    ],
)
def test_a_document_of_no_known_game_is_refused_in_a_sentence(document, words):
    with pytest.raises(DocumentError, match=words) as refused:
        rulebook_of(document)
    assert refused.value.message("ru") != refused.value.message("en")


def test_a_table_omits_columns_that_are_zero_for_everybody():
    book = find("fjords")
    rows = [{"vikings": 0, "water": 0, "home": 2, "total": 2}, {"vikings": 0, "water": 0, "home": 0, "total": 0}]
    assert book.fields(rows) == ["vikings", "home", "total"]


def test_a_notice_is_written_with_its_code_places_player_and_sentence():
    sentence = SENTENCES["loose-ship"]
    notice = RuleNotice("loose-ship", sentence, "Ann", ((1, 2),))
    assert notice.to_dict() == {
        "code": "loose-ship",
        "tiles": [[1, 2]],
        "player": "Ann",
        "message": sentence.format(player="Ann"),
    }
    assert notice.message("ru").startswith("У игрока Ann драккар лежит не на месте")
    assert "player" not in RuleNotice("odd", "Odd.").to_dict()


def test_words_that_fill_a_notice_are_translated_too():
    notice = RuleNotice("too-many-figures", SENTENCES["too-many-figures"], words=(("figures", "scouts"),))
    assert "more scouts on" in notice.message("en")
    assert "больше разведчиков," in notice.message("ru")


def test_a_game_without_recorded_facts_is_scored_by_its_board():
    book = find("fjords")
    board = book.read(CASE["board"])
    assert book.recorded(board, [("draft", {"round": 1})]) is board
