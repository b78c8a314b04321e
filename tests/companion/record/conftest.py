"""Fixtures of the tests of recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record.storage.library import Library
from tests.support.games.recorded_games import library_in


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library in a folder of its own."""
    kept = library_in(tmp_path)
    yield kept
    kept.close()
