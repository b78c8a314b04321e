"""Boards with answers: every command's answer on every case, exactly."""

import json
from pathlib import Path

import pytest

from games.fjords.board import Board
from games.fjords.checks.warnings import status
from games.fjords.rulebook import RULEBOOK
from games.fjords.runes import legal_rides, wisdom_spaces
from games.fjords.scoring import score
from games.fjords.settlement import legal_settlements

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
QUESTIONS = [
    pytest.param(case["board"], ask, id=f"{path.stem}-{number}-{ask['command']}")
    for path in CASES
    for case in [json.loads(path.read_bytes())]
    for number, ask in enumerate(case["ask"])
]


def plain(cells):
    return sorted(list(cell) for cell in cells)


def warning_key(warning):
    if warning.code == "second-landmass":
        return [warning.code, None]
    if warning.code.startswith("too-many"):
        return [warning.code, warning.player]
    return [warning.code, plain(warning.tiles)]


def moves(board, ask):
    if ask.get("rune") is None:
        return {"tiles": plain(legal_settlements(board, ask["player"]))}
    if ask["rune"] == "wisdom":
        spaces = wisdom_spaces(board, ask["player"])
        return {"spaces": [{"q": q, "r": r, "tiles": plain(cells)} for (q, r), cells in sorted(spaces.items())]}
    return {"tiles": plain(legal_rides(board, ask["player"], ask["rune"]))}


def answer(board, ask):
    if ask["command"] == "score":
        return score(board).to_dict()
    if ask["command"] == "check":
        return {"warnings": sorted((warning_key(found) for found in status(board)), key=repr)}
    if ask["command"] == "place":
        return {"placements": sorted(RULEBOOK.answers.place(board, ask["tile"]), key=repr)}
    return moves(board, ask)


def ordered(value):
    """Lists of an answer come in any order."""
    if isinstance(value, list):
        return sorted((ordered(item) for item in value), key=repr)
    if isinstance(value, dict):
        return {key: ordered(item) for key, item in sorted(value.items())}
    return value


@pytest.mark.parametrize(("document", "ask"), QUESTIONS)
def test_the_engine_gives_the_answer_of_the_case(document, ask):
    assert ordered(answer(Board.from_document(document), ask)) == ordered(ask["answer"])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_board_comes_back_from_its_document_without_loss(path):
    document = json.loads(path.read_bytes())["board"]
    assert Board.from_document(document).to_document() == document
