"""The kinds of cases, and how a worker finds the one to run.

A kind is named ``module:Class``. The class is called with an empty folder of its own, and its instances with a
`random.Random`; they return whether the input was accepted, or raise. One of `companion.problems.KNOWN` is a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random

Run = Callable[[Random], bool]

SHARES: Mapping[str, int] = {
    "documents": 27,
    "photos": 13,
    "profiles": 17,
    "answers": 8,
    "games": 15,
    "records": 8,
    "forms": 12,
}
"""Number of cases of each kind in a hundred, by the cost of each and the number of faults that it has found."""
TARGETS: dict[str, str] = {kind: f"benchmarks.fuzz.kinds.{kind}:{kind.capitalize()}" for kind in SHARES}


def counts_of(total: int, kinds: tuple[str, ...]) -> dict[str, int]:
    """Return how many cases of each of these kinds make up a total; at least one of each."""
    whole = sum(SHARES[kind] for kind in kinds)
    counts = {kind: max(1, total * SHARES[kind] // whole) for kind in kinds}
    counts[kinds[0]] += max(0, total - sum(counts.values()))
    return counts


def build(target: str, folder: Path) -> Run:
    """Return a kind made ready in a folder."""
    module, name = target.split(":")
    made: Run = getattr(import_module(module), name)(folder)
    return made
