"""Record texts of games of Fjords: changed, and imported through the page."""

from __future__ import annotations

from pathlib import Path
from random import Random

from benchmarks.fuzz import seeds
from benchmarks.fuzz.changes import lines
from benchmarks.fuzz.kinds.games import Games

_PLAYED = 12
"""Number of random games that are played first."""


class Records:
    """Changed record texts."""

    def __init__(self, folder: Path) -> None:
        """Make the pages ready."""
        self._games = Games(folder)

    def __call__(self, chance: Random) -> bool:
        """Import one changed record text, and visit the pages of its game."""
        return self._games.taken_in(lines.changed(seeds.record(chance.randrange(_PLAYED)), chance), chance)
