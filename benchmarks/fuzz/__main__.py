"""The command line of the fuzzer, see the package."""

from __future__ import annotations

import os
import sys

import click
from rich.console import Console

from benchmarks.fuzz.case import PASSED, Case, Limits
from benchmarks.fuzz.kinds.registry import TARGETS, counts_of
from benchmarks.fuzz.pool import run
from benchmarks.fuzz.report import Report

_SHOWN = 40
"""Different faults that are printed with their tracebacks; the names of the others follow."""


@click.command()
@click.option("--count", type=click.IntRange(1), default=10_000, show_default=True, help="How many cases in all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other cases.")
@click.option("--only", help="The kinds to run, separated by commas: " + ", ".join(TARGETS) + ".")
@click.option("--case", "name", metavar="KIND:SEED:NUMBER", help="Run this one case again and print its traceback.")
@click.option("--workers", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Processes.")
def main(count: int, seed: int, only: str | None, name: str | None, workers: int) -> None:
    """Run changed and damaged inputs; exit with 1 if any of them fails."""
    if name is not None:
        cases = [Case.named(name)]
    else:
        kinds = tuple(TARGETS) if only is None else tuple(only.split(","))
        if unknown := set(kinds) - set(TARGETS):
            raise click.BadParameter(f"unknown kinds: {', '.join(sorted(unknown))}", param_hint="--only")
        cases = [Case(kind, seed, n) for kind, most in counts_of(count, kinds).items() for n in range(most)]
    report = Report()
    try:
        try_out(cases, workers, report)
    except KeyboardInterrupt:
        click.echo("stopped early", err=True)
    _tell(report)
    sys.exit(report.is_broken)


def try_out(cases: list[Case], workers: int, report: Report) -> None:
    """Run cases, kind by kind, and report their outcomes; failures are printed at once, as a run may take an hour."""
    for kind in dict.fromkeys(case.kind for case in cases):
        own = [case for case in cases if case.kind == kind]
        for outcome in run(TARGETS, own, Limits(), min(workers, len(own))):
            report.add(outcome)
            if outcome.verdict not in PASSED:
                click.echo(f"{outcome.case}: {outcome.verdict}", err=True)


def _tell(report: Report) -> None:
    console = Console(highlight=False, width=max(120, Console().width), markup=False)
    for number, (times, outcome) in enumerate(report.faults()):
        console.print(f"{outcome.case}: {outcome.verdict}, {times} times at this place, {outcome.seconds:.1f} s")
        if number < _SHOWN:
            console.print(outcome.detail)
    console.print(report.table())


if __name__ == "__main__":
    main()
