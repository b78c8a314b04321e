"""Boards with answers, exactly, through the common face."""

import json
from pathlib import Path

import pytest

from games.rulebook import rulebook_of

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_rulebook_gives_the_answer_of_the_case(path):
    case = json.loads(path.read_bytes())
    book = rulebook_of(case["board"])
    board = book.read(case["board"])
    assert [book.score(board) for ask in case["ask"]] == [ask["answer"] for ask in case["ask"]]
    assert book.write(board) == case["board"]


def test_there_are_cases():
    assert len(CASES) == 8
