"""Boards of Vikings with answers, through the face that all games have."""

import json
from pathlib import Path

import pytest

from games.rulebook import find, rulebook_of

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
QUESTIONS = [
    pytest.param(case["board"], ask["answer"], id=path.stem)
    for path in CASES
    for case in [json.loads(path.read_bytes())]
    for ask in case["ask"]
]


@pytest.mark.parametrize(("document", "answer"), QUESTIONS)
def test_the_score_is_the_answer_of_the_case(document, answer):
    book = rulebook_of(document)
    assert book.score(book.read(document)) == answer


@pytest.mark.parametrize(("document", "answer"), QUESTIONS)
def test_a_board_comes_back_from_its_document_without_loss(document, answer):
    book = rulebook_of(document)
    assert book.write(book.read(document)) == document


@pytest.mark.parametrize(("document", "answer"), QUESTIONS)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_number_of_a_score_is_explained(document, answer, lang):
    book = find("vikings")
    explained = book.explain(book.read(document), lang)
    for row, said in zip(answer["scores"], explained, strict=True):
        assert said.keys() == row.keys() - {"player"}
        assert all(said.values())
        assert set(said) <= set(book.headings)
