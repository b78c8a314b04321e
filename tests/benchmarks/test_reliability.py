"""The reliability table compares confidences with what is right, and counts the errors that are no question."""

import io

from rich.console import Console

from benchmarks.grading.reliability import reliability_table
from games import hexgrid


def _tile(q, edges="PPPPPP", **more):
    regions = [{"terrain": "P", "ports": [[i, 0] for i, edge in enumerate(edges) if edge == "P"]}]
    return {"q": q, "r": 0, "px": [100.0 * q, 0.0], "edges": list(edges), "regions": regions, **more}


def _rows(read, true):
    """Return the cells of the printed table by the first word of each row."""
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(reliability_table([(read, true)]))
    lines = [line.strip("│┃ ").split("│") for line in console.export_text().splitlines() if "│" in line]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def _reading():
    tiles = [
        _tile(0, edge_confidence=[0.995] * 6, region_confidence=0.97),
        _tile(1, "PPPPPO", edge_confidence=[0.995] * 5 + [0.6], region_confidence=0.6),
        _tile(2, edge_confidence=[0.995] * 6, region_confidence=0.97),
    ]
    pieces = [
        {"kind": "viking", "colour": "red", "q": 0, "r": 0, "kind_confidence": 0.97, "colour_confidence": 0.85},
        {"kind": "longhouse", "colour": "red", "q": 1, "r": 0, "kind_confidence": 0.75, "colour_confidence": 0.85},
    ]
    return {"tiles": tiles, "pieces": pieces, "ask": [{"about": "piece", "q": 1, "r": 0, "candidates": []}]}


def test_every_claim_is_counted_at_its_confidence_and_compared_with_the_truth():
    truth = {
        "tiles": [_tile(0), _tile(1), _tile(2)],
        "pieces": [
            {"kind": "viking", "colour": "blue", "q": 0, "r": 0},
            {"kind": "viking", "colour": "red", "q": 1, "r": 0},
        ],
    }
    rows = _rows(_reading(), truth)
    assert rows["0.99 to 0.999"] == ["17", "100.0%", "0", "-", "0", "-", "0", "-"]
    assert rows["0.5 to 0.7"] == ["1", "0.0%", "1", "0.0%", "0", "-", "0", "-"]
    assert rows["0.95 to 0.98"][2:6] == ["2", "100.0%", "1", "100.0%"]
    assert rows["0.8 to 0.9"][6:] == ["1", "0.0%"]
    assert rows["wrong, of"] == ["1", "18", "1", "3", "1", "2", "1", "1"]
    assert rows["wrong, unasked"][::2] == ["1", "1", "0", "1"]


def test_a_question_about_an_edge_asks_about_both_sides_of_its_seam():
    read = _reading()
    read["ask"] = [{"about": "edge", "q": 1, "r": 0, "edge": 3, "candidates": ["P", "O"]}]
    left, right = _tile(0, "OPPPPP"), _tile(1, "PPPOPP")
    assert hexgrid.neighbour((0, 0), 0) == (1, 0)
    truth = {"tiles": [left, right, _tile(2)], "pieces": []}
    read["tiles"][1]["edges"][5] = "P"
    rows = _rows(read, truth)
    assert rows["wrong, of"][:2] == ["2", "18"]
    assert rows["wrong, unasked"][0] == "0"


def test_a_question_about_a_team_asks_about_all_its_pieces():
    read = _reading()
    read["ask"] = [{"about": "colour", "q": 1, "r": 0, "covers": 2, "candidates": ["red", "blue"]}]
    truth = {"tiles": read["tiles"], "pieces": [{"kind": "viking", "colour": "blue", "q": 0, "r": 0}]}
    assert _rows(read, truth)["wrong, unasked"][6] == "0"
    read["ask"][0]["covers"] = 1
    assert _rows(read, truth)["wrong, unasked"][6] == "1"


def test_a_longhouse_and_the_stone_under_it_are_both_counted():
    read = _reading()
    read["ask"] = []
    home = {"kind": "home", "colour": "red", "q": 1, "r": 0}
    truth = {"tiles": read["tiles"], "pieces": read["pieces"], "runes": [home]}
    rows = _rows(read, truth)
    assert rows["wrong, of"][4:6] == ["1", "3"]
    assert rows["wrong, of"][6:] == ["0", "2"]
    assert rows["wrong, unasked"][4] == "1"
    read["ask"] = [{"about": "home", "q": 1, "r": 0, "candidates": ["none", "home"]}]
    assert _rows(read, truth)["wrong, unasked"][4] == "0"
    read["runes"] = [{**home, "kind_confidence": 0.97}]
    assert _rows(read, truth)["wrong, of"][4:6] == ["0", "3"]
