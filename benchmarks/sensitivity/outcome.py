"""What a measurement counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """All photos read once: wrong facts, questions asked (or pictures refused), and each reading as text."""

    wrong: int
    asked: int
    readings: tuple[str, ...]

    def changed(self, other: Outcome) -> int:
        """Return in how many photos the readings differ."""
        return sum(mine != theirs for mine, theirs in zip(self.readings, other.readings, strict=True))


Subject = Callable[[], Outcome]
"""Reads all photos with the numbers as they are."""
