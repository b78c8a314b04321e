"""Every file, module and function of the project that a page names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.source_names import PACKAGES, ROOT, exists
from tests.docs.test_site import MARKDOWN

_FOLDERS = "|".join((*PACKAGES, "tests", "tools", "examples", "docs"))
_PATH = re.compile(rf"`((?:{_FOLDERS})/[\w./-]*|[\w./-]+/[\w.-]+\.py)`")
_DOTTED = re.compile(rf"`((?:{'|'.join(PACKAGES)})\.[\w.]*\w)(?:\(\))?`")
_GAMES = ("hokkaido", "vikings", "nusfjord", "hex")
"""Games for the placeholder NAME on the page about adding one: each file is there for at least one of them."""


def missing_from(text: str, folder: Path = ROOT) -> list[str]:
    """Return the paths and dotted names in backquotes that the project does not have.

    Args:
        text: of a page.
        folder: of the page; its paths may begin there, at the root or at that of the example of a game.
    """

    def is_there(path: str) -> bool:
        return any((base / path).exists() for base in (ROOT, folder, ROOT / "examples" / "hex"))

    named = [(name, is_there) for name in _PATH.findall(text)] + [(name, exists) for name in _DOTTED.findall(text)]
    return [name for name, holds in named if not any(holds(re.sub(r"\bNAME\b", game, name)) for game in _GAMES)]


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_and_name_of_the_project_on_a_page_exists(page: Path) -> None:
    assert missing_from(page.read_text(encoding="utf-8"), page.parent) == []


def test_names_that_do_not_exist_are_found() -> None:
    wrong = "`vision/NAME/teaching.py`, `games.fjords.scoring.guess`, `vision.nowhere`"
    right = "`vision/NAME/reader.py`, `games.fjords.scoring.score()`, `tests/docs/`, `numpy.array`"
    assert missing_from(f"{wrong}, {right}") == [
        "vision/NAME/teaching.py",
        "games.fjords.scoring.guess",
        "vision.nowhere",
    ]
