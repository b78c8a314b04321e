"""Numbers chosen by hand are found, lowered and raised everywhere, and put back; wrong facts are counted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vision.pieces.looks
import vision.vikings.cells
import vision.vikings.figures.by_colour
from benchmarks.grading.grade import grade
from benchmarks.sensitivity.numbers import Number, changed, numbers_by_hand
from benchmarks.sensitivity.subjects import SUBJECTS
from tests.support.readers.truth_reader import GAME


def test_numbers_are_found_by_their_docstring_alone():
    found = {(number.module, number.name) for number in numbers_by_hand("vision/terrain")}
    assert ("vision.terrain.edges", "_SAMPLE_WEIGHT") in found
    assert ("vision.terrain.edges", "_MIN_PROBABILITY") not in found


def test_a_docstring_may_begin_a_sentence_with_by_hand():
    assert "_EDGE_BAND" in {number.name for number in numbers_by_hand("vision/hokkaido")}  # "… is searched. By hand."


@given(st.one_of(st.floats(1e-6, 1 - 1e-6), st.floats(1.0, 1e4), st.integers(1, 10**6)))
def test_neighbours_lie_on_both_sides_and_are_of_the_same_kind(value):
    low, high = Number("module", "NAME", value).neighbours
    assert low < value < high
    assert all(isinstance(neighbour, type(value)) for neighbour in (low, high))
    assert not 0 < value < 1 or (low > 0 and high < 1)


def test_a_number_is_changed_in_every_module_that_imported_it_and_in_no_other():
    number, looks = Number("vision.vikings.cells", "SIDE", vision.vikings.cells.SIDE), vision.pieces.looks.SIDE
    with pytest.raises(ZeroDivisionError), changed(number, 50):
        assert vision.vikings.cells.SIDE == vision.vikings.figures.by_colour.SIDE == 50
        assert looks == vision.pieces.looks.SIDE
        raise ZeroDivisionError
    assert vision.vikings.cells.SIDE == vision.vikings.figures.by_colour.SIDE == number.value


def test_every_kind_of_wrong_fact_counts_once():
    truth = json.loads((GAME / "game_05.json").read_bytes())
    right = grade(truth, truth)
    assert right.wrong_facts == 0
    wrong = {"edges_right": 2, "regions_right": 1, "tiles_extra": -1, "pieces_right": 1}
    for name, fewer in wrong.items():
        assert replace(right, **{name: getattr(right, name) - fewer}).wrong_facts == {"pieces_right": 2}.get(
            name, abs(fewer)
        )
    lost = replace(right, tiles_found=right.tiles_found - 1, edges_right=right.edges_right - 6,
                   regions_right=right.regions_right - 1)  # fmt: skip
    assert lost.wrong_facts == 1


def test_of_a_board_each_tile_that_is_missed_or_made_up_counts_once(tmp_path):
    picture, truth = (GAME / "game_05.jpg").read_bytes(), json.loads((GAME / "game_05.json").read_bytes())
    beyond = {**truth["tiles"][0], "px": [0, 0]}
    for name, tiles in {
        "right": truth["tiles"],
        "made_up": truth["tiles"][1:],
        "missed": [*truth["tiles"], beyond],
    }.items():
        (tmp_path / f"{name}.jpg").write_bytes(picture)
        (tmp_path / f"{name}.json").write_text(json.dumps({**truth, "tiles": tiles}), encoding="utf-8")
    wrong = {name: SUBJECTS["boards"]([tmp_path], [f"{name}*"])().wrong for name in ("right", "made_up", "missed")}
    assert wrong == {"right": 0, "made_up": 1, "missed": 1}
