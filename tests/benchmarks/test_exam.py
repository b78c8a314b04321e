"""The examination draws the same boards for a seed, and reports what was read of them by style and difficulty."""

import io
import re
import sys

import pytest
from rich.console import Console

from benchmarks.exam.__main__ import main
from benchmarks.exam.boards import exam_boards, tilted
from benchmarks.exam.mistakes import mistakes
from benchmarks.exam.report import Measured, page, terminal_mistakes, terminal_table
from benchmarks.exam.results import COLUMNS, Result, by_group, examine
from benchmarks.grading.grade import grade
from vision.networks.models import load_networks

pytestmark = pytest.mark.long


def _tile(q, edges="PPPPPP"):
    return {
        "q": q,
        "r": 0,
        "px": [100.0 * q, 0.0],
        "edges": list(edges),
        "regions": [{"terrain": "P", "ports": [[0, 0]]}],
    }


def _truth(**photo):
    pieces = [{"kind": "viking", "colour": "red", "q": 0, "r": 0}]
    conditions = {"tilt_deg": 20, "palette": "sepia", "table": "cork", "lamp": "fire", **photo}
    return {"tiles": [_tile(q) for q in range(4)], "pieces": pieces, "runes": [], "photo": conditions}


def _result(read, truth, asked=0):
    return Result((("palette", truth["photo"]["palette"]), ("tilt", " 15 to  30")), grade(read, truth), asked)


def _measured():
    """Three boards: one without a fault, one that lost a tile and an edge, one with a wrong piece."""
    right, lost, wrong = _truth(), _truth(palette="faded"), _truth()
    lost["tiles"] = [_tile(0, "PPPPPO"), *lost["tiles"][1:3]]
    wrong["pieces"] = [{"kind": "viking", "colour": "blue", "q": 0, "r": 0}]
    results = [_result(right, _truth()), _result(lost, _truth(palette="faded"), 3), _result(wrong, _truth())]
    return Measured("abc1234", "--seed 5 --boards 3", results)


def _rows(text, mark):
    """Return the cells of each row by the first cell."""
    rows = [[cell.strip() for cell in line.strip(f"{mark} ").split(mark)] for line in text.splitlines() if mark in line]
    return {row[0]: row[1:] for row in rows if len(row) == 1 + len(COLUMNS)}


def test_figures_are_those_of_all_boards_and_of_each_group() -> None:
    rows = _rows(page(_measured()), "|")
    assert rows["all"] == ["3", "90.3%", "91.7%", "66.7%", "67%", "33%", "1.0", "8.33%", "0"]
    assert rows["sepia"] == ["2", "100.0%", "100.0%", "50.0%", "50%", "50%", "0.0", "0.00%", "0"]
    assert rows["faded"] == ["1", "70.8%", "75.0%", "100.0%", "100%", "0%", "3.0", "25.00%", "0"]
    assert rows["15 to 30"] == rows["all"]


def test_terminal_and_page_show_the_same_figures_commit_and_seed() -> None:
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(terminal_table(_measured()))
    shown, written = console.export_text(), page(_measured())
    assert _rows(shown, "│")["faded"] == _rows(written, "|")["faded"]
    assert "abc1234" in shown and "abc1234" in written
    assert "`python -m benchmarks.exam --seed 5 --boards 3`" in written


def _with_pieces(*pieces):
    names = ("kind", "colour", "q", "r")
    placed = [dict(zip(names, (*piece, 0), strict=True)) for piece in pieces]
    stones = [p for p in placed if p["kind"] == "stone"]
    return _truth() | {"pieces": [p for p in placed if p["kind"] != "stone"], "runes": stones}


def test_a_wrong_piece_is_missed_invented_or_of_another_kind_or_colour() -> None:
    true = _with_pieces(("viking", "grey", 0), ("longhouse", "white", 1), ("viking", "red", 2))
    read = _with_pieces(("viking", "black", 0), ("viking", "white", 1), ("stone", None, 3))
    assert mistakes([grade(read, true)] * 2) == {
        "missed": {"red viking": 2},
        "false positive": {"stone": 2},
        "other kind": {"longhouse as viking": 2},
        "other colour": {"grey as black": 2},
    }


def test_of_two_wrong_pieces_on_a_tile_those_of_one_kind_are_compared() -> None:
    true = _with_pieces(("viking", "grey", 0), ("longhouse", "white", 0))
    read = _with_pieces(("longhouse", "yellow", 0), ("viking", "black", 0))
    found = mistakes([grade(read, true)])
    assert found["other colour"] == {"grey as black": 1, "white as yellow": 1}
    assert not found["other kind"] and not found["missed"] and not found["false positive"]


def test_the_page_and_the_terminal_name_the_pieces_that_were_read_wrongly() -> None:
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(terminal_mistakes(_measured()))
    assert "| other colour | 1 | red as blue 1 |" in page(_measured())
    assert "red as blue 1" in console.export_text()


def test_stones_without_a_name_in_the_truth_are_right_whatever_rune_is_read() -> None:
    truth, read = _truth(), _truth()
    truth["runes"] = [{"kind": "stone", "q": 1, "r": 0}]
    read["runes"] = [{"kind": "home", "colour": "red", "q": 1, "r": 0}]
    assert grade(read, truth).board_right
    read["runes"] = [{"kind": "home", "colour": "red", "q": 2, "r": 0}]
    assert not grade(read, truth).board_right
    truth["runes"] = [{"kind": "wisdom", "q": 2, "r": 0}]
    assert not grade(read, truth).board_right


@pytest.fixture(scope="module")
def boards():
    return list(exam_boards(3, 2, (480, 360)))


def test_the_same_seed_draws_the_same_boards_and_another_seed_others(boards) -> None:
    again, other = next(exam_boards(3, 1, (480, 360))), next(exam_boards(4, 1, (480, 360)))
    assert again == boards[0]
    assert other[0] != boards[0][0]
    assert boards[0][0] != boards[1][0]


def test_boards_are_drawn_at_the_tilt_that_is_asked_for() -> None:
    _, truth = next(exam_boards(3, 1, (480, 360), tilted((50, 60))))
    assert 49 <= truth["photo"]["tilt_deg"] <= 61


def test_a_drawn_board_is_read_and_counts_for_its_style_and_difficulty(boards) -> None:
    results = [examine(photo, truth, load_networks()) for photo, truth in boards]
    assert [r.grade.tiles for r in results] == [len(truth["tiles"]) for _, truth in boards]
    assert any(r.grade.tiles_found for r in results)
    assert {"rendering", "palette", "table", "lamp", "tilt", "tiles", "tile width"} <= set(by_group(results))
    assert examine(b"no photo", boards[0][1], load_networks()).grade.tiles_found == 0


def test_the_command_writes_a_page_with_the_commit_that_it_measured(tmp_path, monkeypatch, capsys) -> None:
    words = ["--seed", "3", "--boards", "1", "--size", "480", "360", "--page", str(tmp_path / "exam.md")]
    monkeypatch.setattr(sys, "argv", ["exam", *words])
    main()
    written = (tmp_path / "exam.md").read_text(encoding="utf-8")
    assert re.search(r"commit `([0-9a-f]{7,}( with changes)?|unknown)`", written)
    assert "`python -m benchmarks.exam --seed 3 --boards 1 --size 480 360`" in written
    assert _rows(written, "|")["all"] == _rows(capsys.readouterr().out, "│")["all"]
