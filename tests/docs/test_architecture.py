"""The map of the architecture says what the source says."""

from __future__ import annotations

import tomllib

import pytest

from tests.docs.chart_faults import faults_of, faults_of_row
from tests.docs.source_names import PACKAGES, ROOT
from tools.flowcharts import Chart, ChartError, charts_in, parse

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CHARTS = dict(zip(("packages", "photo", "frame", "event", "tap"), charts_in(PAGE), strict=True))


@pytest.mark.parametrize("name", CHARTS)
def test_every_module_function_and_value_of_a_drawing_is_in_the_source(name: str) -> None:
    assert faults_of(CHARTS[name]) == []


def test_every_place_that_the_table_names_is_in_the_source() -> None:
    rows = [row for row in PAGE.partition("## Where is")[2].splitlines() if row.startswith("| W")]
    assert len(rows) >= 20
    assert [fault for row in rows for fault in faults_of_row(row)] == []


def test_the_packages_are_ordered_as_the_contract_of_imports_has_them() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    assert contracts[0]["layers"] == list(reversed(PACKAGES))


def test_every_way_has_at_most_ten_lines_of_text() -> None:
    for way in PAGE.split("## The way of ")[1:]:
        text = way.partition("## ")[0].rpartition("```")[2]
        assert 1 <= len(text.strip().splitlines()) <= 10, way.splitlines()[0]


def chart(*lines: str) -> Chart:
    return parse("\n".join(["flowchart TD", *lines]))


READER = 'reader["vision.reading.reader<br/>read_photo()"]'
TALLY = 'tally["companion.scoring.fjords_tally<br/>tally_reading()"]'


def test_a_true_drawing_has_no_faults() -> None:
    assert faults_of(chart(READER, TALLY, "reader -->|Reading| tally")) == []


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (['a["vision.reading.nowhere<br/>f()"]', TALLY, "a -->|Reading| tally"], "no module vision.reading.nowhere"),
        (['a["vision.reading.reader<br/>guess()"]', TALLY, "a -->|Reading| tally"], "has no guess()"),
        (['a["vision.reading.reader"]', TALLY, "a -->|Reading| tally"], "has no function named"),
        ([READER, TALLY, "reader -->|Lattice| tally"], "Lattice is not what both"),
        ([READER, TALLY, "reader -->|Tally| tally"], "Tally is not what both"),
        ([READER, TALLY, "reader -->|Reading.verdict| tally"], "Reading has no verdict"),
        ([READER, TALLY, "reader --> tally"], "no value stands"),
        ([READER, TALLY, 'alone(["a person"])', "reader -->|Reading| tally"], "nothing leads to or from alone"),
        (
            [READER, 'b["companion.record.recorder<br/>Recorder.record_change()"]', "reader -->|TableChange.after| b"],
            "TableChange.after of companion.live.table_change cannot go",
        ),
        (['a["games"]', 'b["vision"]', "a --> b"], "games may not import vision"),
        (['a["companion"]', 'b["training"]', "a --> b"], "companion may not import training"),
        (
            ['a["calibration"]', 'b["games"]', 'c["training"]', "c --> b", "a --> b", "c --> a"],
            "training does not import",
        ),
    ],
)
def test_a_wrong_drawing_is_found_out(lines: list[str], fault: str) -> None:
    assert any(fault in found for found in faults_of(chart(*lines))), faults_of(chart(*lines))


def test_a_type_of_the_same_name_from_elsewhere_is_found_out() -> None:
    # Both modules name an Event, but the live loop's is not the record's.
    ends = 'a["companion.live.tracker<br/>Tracker.take()"]', 'b["companion.record.storage.library<br/>Library.add()"]'
    assert any("Event is not what both" in fault for fault in faults_of(chart(*ends, "a -->|Event| b")))


@pytest.mark.parametrize(
    "row",
    [
        "| Where? | `games.fjords.nowhere` | `score` |",
        "| Where? | `games.fjords.scoring` | `guess` |",
        "| Where? | `games.fjords.scoring` | by magic |",
        "| Where? | `games.fjords.scoring` | `score`, `vision.reading.reader.guess` |",
        "| Where? | `games.fjords.scoring` | `score`, see `docs/nowhere` |",
    ],
)
def test_a_wrong_row_is_found_out(row: str) -> None:
    assert len(faults_of_row(row)) == 1


@pytest.mark.parametrize(
    "source",
    ["graph TD", "flowchart TD\n  a[games]", 'flowchart TD\n  a["games"]\n  a --> b', "flowchart TD\n  a ==> b", ""],
)
def test_what_is_no_chart_of_the_known_kind_is_refused(source: str) -> None:
    with pytest.raises(ChartError):
        parse(source)
