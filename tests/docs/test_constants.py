"""The page about numbers chosen by hand keeps to the numbers as they are in the code."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from tests.docs.source_names import ROOT, file_of

PAGE = (ROOT / "docs" / "constants.md").read_text(encoding="utf-8")
_MEASURED = re.compile(r"`(?P<module>[\w.]+)\.(?P<name>\w+)`(?: \| | \()\S+ · (?P<value>\S+) · \S+(?: \||\))")
"""A number in a row of a table or in a list: its name, and the value between the lower and the higher one."""


def outdated(page: str) -> list[str]:
    """Return the numbers of a page that are not in the code with the value that was measured."""
    return [f"{found['module']}.{found['name']}" for found in _MEASURED.finditer(page) if not _is_as_measured(found)]


def _is_as_measured(found: re.Match[str]) -> bool:
    module = next((m for m in (f"vision.{found['module']}", found["module"]) if file_of(m) is not None), None)
    value = getattr(import_module(module), found["name"], None) if module else None
    return value is not None and f"{value:.3g}" == found["value"]


def test_every_number_of_the_page_is_in_the_code_with_the_value_that_was_measured() -> None:
    assert len(_MEASURED.findall(PAGE)) > 200
    assert outdated(PAGE) == []


@pytest.mark.parametrize(
    "line",
    [
        "| `board.locate._MAX_SHIFT` | 0.05 · 0.1 · 0.2 | +0 · +0 |",
        "| `board.locate._NO_NUMBER` | 1 · 2 · 3 | +0 · +0 |",
        "Without effect: `board.nowhere._MAX_SHIFT` (0.0417 · 0.08 · 0.148).",
    ],
)
def test_a_number_that_was_changed_renamed_or_removed_is_outdated(line: str) -> None:
    assert len(outdated(line)) == 1
