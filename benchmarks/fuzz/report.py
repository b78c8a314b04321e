"""The report on a run: a table of outcomes, and the failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.table import Table

from benchmarks.fuzz.case import PASSED, Outcome, Verdict

_COLUMNS = (Verdict.REFUSED, Verdict.ACCEPTED, Verdict.TRACEBACK, Verdict.HANG, Verdict.CRASH, Verdict.MEMORY)


@dataclass
class Report:
    """The outcomes of one run, counted by kind."""

    counts: dict[str, Counter[Verdict]] = field(default_factory=dict)
    peaks: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count one outcome."""
        kind = outcome.case.kind
        self.counts.setdefault(kind, Counter())[outcome.verdict] += 1
        self.peaks[kind] = max(self.peaks[kind], outcome.peak)
        self.slowest[kind] = max(self.slowest.get(kind, 0.0), outcome.seconds)
        if outcome.verdict not in PASSED:
            self.failures.append(outcome)

    def table(self) -> Table:
        """Return the table: a line for each kind, and one for the total."""
        heads = ("kind", "cases", *(f"{verdict}" for verdict in _COLUMNS), "slowest s", "peak MB")
        table = Table()
        for head in heads:
            table.add_column(head, justify="left" if head == "kind" else "right")
        for kind, counts in self.counts.items():
            table.add_row(*_row(kind, counts, self.slowest[kind], self.peaks[kind]))
        whole = sum(self.counts.values(), Counter[Verdict]())
        slowest, peak = max(self.slowest.values(), default=0.0), max(self.peaks.values(), default=0)
        table.add_row(*_row("all", whole, slowest, peak))
        return table

    def faults(self) -> list[tuple[int, Outcome]]:
        """Return the failures grouped by their place in the code, with their numbers, most frequent first."""
        groups: dict[tuple[str, Verdict, str], list[Outcome]] = {}
        for outcome in self.failures:
            groups.setdefault((outcome.case.kind, outcome.verdict, _place(outcome.detail)), []).append(outcome)
        return sorted(((len(group), group[0]) for group in groups.values()), key=lambda pair: -pair[0])

    @property
    def is_broken(self) -> bool:
        """Whether any case failed."""
        return bool(self.failures)


def _row(kind: str, counts: Counter[Verdict], slowest: float, peak: int) -> Iterable[str]:
    figures = [sum(counts.values()), *(counts[verdict] for verdict in _COLUMNS)]
    return [kind, *map(str, figures), f"{slowest:.1f}", f"{peak / 1e6:.0f}"]


def _place(detail: str) -> str:
    """Return the last line of the program in a traceback, by which the fault is identified."""
    lines = [line for line in detail.splitlines() if line.strip().startswith("File")]
    own = [line for line in lines if "site-packages" not in line and "/lib/python" not in line]
    return (own or lines or [detail[:80]])[-1]
