"""A worker process: runs one case after the other, and sends the outcome of each."""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import resource
import signal
import traceback
import warnings
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from benchmarks.fuzz.case import Case, Limits, Outcome, Verdict
from benchmarks.fuzz.kinds.registry import Run, build
from benchmarks.resident_memory import peak_memory
from companion.problems import KNOWN

_WORDS = 12_000
"""Characters of a traceback that are reported: its end, where the fault is."""


def work(line: Connection, targets: Mapping[str, str], stack: str, limits: Limits) -> None:
    """Run the cases received over a connection until ``None`` comes.

    Args:
        line: cases in, outcomes out.
        targets: where each kind is found, see `benchmarks.fuzz.kinds.registry`.
        stack: a file that the process writes its stack to on SIGUSR1.
        limits: what the process may reserve.
    """
    resource.setrlimit(resource.RLIMIT_AS, (limits.address_space, limits.address_space))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    # Beside the stack, in the folder of the whole run: a killed worker cannot delete its own.
    with open(stack, "w", encoding="utf-8") as told, TemporaryDirectory(dir=Path(stack).parent) as folder:
        _be_quiet()
        faulthandler.register(signal.SIGUSR1, told, all_threads=True)
        os.chdir(folder)
        kinds: dict[str, Run] = {}
        while (case := line.recv()) is not None:
            if case.kind not in kinds:
                kinds[case.kind] = build(targets[case.kind], Path(mkdtemp(dir=folder)))
            line.send(None)  # now the case begins
            outcome = _outcome(kinds[case.kind], case)
            line.send(outcome)
            if outcome.verdict is Verdict.TRACEBACK:
                # What a fault leaves behind must not be counted against the cases that follow.
                del kinds[case.kind]


def _outcome(run: Run, case: Case) -> Outcome:
    began = _processor_time()
    _forget_peak()
    verdict, detail = Verdict.REFUSED, ""
    try:
        if run(case.chance):
            verdict = Verdict.ACCEPTED
    except KNOWN:
        pass
    except MemoryError:
        verdict, detail = Verdict.MEMORY, traceback.format_exc()[-_WORDS:]
    except (Exception, SystemExit):
        verdict, detail = Verdict.TRACEBACK, traceback.format_exc()[-_WORDS:]
    peak = _peak()
    gc.collect()
    return Outcome(case, verdict, peak, _processor_time() - began, detail)


def _processor_time() -> float:
    """Return the processor time of this process and of the children that it has waited for, seconds."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _be_quiet() -> None:
    """Silence what C libraries write; what Python writes is sent over the connection."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _forget_peak() -> None:
    """Reset the measured peak of memory; where the system forbids it, the peak of all cases so far is reported."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")
    except OSError:
        return


def _peak() -> int:
    """Return the largest resident memory since `_forget_peak`, bytes."""
    return peak_memory() or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
