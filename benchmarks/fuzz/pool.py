"""Worker processes that can be killed: a case that hangs or crashes one affects neither the run nor other cases."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fuzz.case import PASSED, Case, Limits, Outcome, Verdict
from benchmarks.fuzz.worker import work

_SPAWN = multiprocessing.get_context("spawn")  # a forked copy of a process with threads may hang in any library
_LOOK = 0.2
"""Seconds between two checks of the cases' time."""
_STACK = 10.0
"""Longest wait for the stack of a hanging process, seconds: a busy machine lets it write late."""
_START = 180.0
"""Seconds that a worker may take to start: it loads all libraries, perhaps on a busy machine."""
_STIRS = 0.03
"""Seconds of processor time that count as progress of a case: some ticks of the system's clock."""
_TICKS = os.sysconf("SC_CLK_TCK")


class Worker:
    """One worker process and the case that it works on."""

    def __init__(self, targets: Mapping[str, str], stack: Path, limits: Limits) -> None:
        """Start the process, see `benchmarks.fuzz.worker.work`."""
        self._stack, self._limits = stack, limits
        self.line, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=work, args=(theirs, targets, str(stack), limits), daemon=True)
        self._process.start()
        theirs.close()
        self.case: Case | None = None
        self._getting_ready = False
        self._began = self._stirred = self._used = self._seen = 0.0

    def take(self, case: Case) -> None:
        """Give the worker a case."""
        self.line.send(case)
        self.case, self._began, self._getting_ready = case, time.monotonic(), True

    def outcome(self) -> Outcome | None:
        """Return the outcome of the case; ``None`` while it runs. A worker whose case failed is killed."""
        assert self.case is not None
        if self._getting_ready and not self._has_begun():
            return None
        found = self._heard() if self.line.poll() else self._overdue()
        if found is None:
            return None
        if found.verdict in PASSED:
            found = replace(found, verdict=self._weighed(found))
        self.case = None
        if found.verdict not in (Verdict.REFUSED, Verdict.ACCEPTED, Verdict.TRACEBACK):
            self.end()
        return found

    def _weighed(self, found: Outcome) -> Verdict:
        """Return the verdict on a case that ended normally: it may still have exceeded its limits."""
        if found.peak > self._limits.memory:
            return Verdict.MEMORY
        return Verdict.HANG if found.seconds > self._limits.seconds else found.verdict

    @property
    def is_alive(self) -> bool:
        """Whether the worker can take another case."""
        return not self.line.closed

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
        self.line.close()

    def dismiss(self) -> None:
        """Let the process exit, so that it removes its files."""
        with suppress(OSError):
            self.line.send(None)
        self._process.join(10)
        self.end()

    def _has_begun(self) -> bool:
        """Say whether the case has begun; before, the process starts and makes its kind ready.

        Raises:
            RuntimeError: that fails, or takes too long.
        """
        if time.monotonic() - self._began > _START:
            raise RuntimeError(f"a worker does not begin {self.case}: {self._where()}")
        if not self.line.poll():
            return False
        self.line.recv()
        self._began = self._stirred = time.monotonic()
        self._used, self._seen, self._getting_ready = _processor_time(self._process.pid), 0.0, False
        return True

    def _heard(self) -> Outcome:
        assert self.case is not None
        try:
            found: Outcome = self.line.recv()
        except (EOFError, ConnectionResetError):
            self._process.join(10)
            detail = f"the process ended with {self._process.exitcode}"
            return Outcome(self.case, Verdict.CRASH, 0, time.monotonic() - self._began, detail)
        return found

    def _overdue(self) -> Outcome | None:
        assert self.case is not None
        now, used = time.monotonic(), _processor_time(self._process.pid) - self._used
        if used > self._seen + _STIRS:
            self._seen, self._stirred = used, now
        if used <= self._limits.seconds and now - self._stirred <= self._limits.idle_seconds:
            return None
        return Outcome(self.case, Verdict.HANG, 0, now - self._began, self._where())

    def _where(self) -> str:
        """Return the stack of the hanging process, if it can still write it."""
        with suppress(OSError):
            os.kill(self._process.pid or 0, signal.SIGUSR1)
            return _when_written(self._stack)
        return ""


def _when_written(file: Path) -> str:
    """Return the text of a file once nothing more is added to it, or after a while."""
    end, before = time.monotonic() + _STACK, ""
    while time.monotonic() < end:
        time.sleep(_LOOK)
        if (now := file.read_text(encoding="utf-8")) and now == before:
            break
        before = now
    return file.read_text(encoding="utf-8")


def _processor_time(process: int | None) -> float:
    """Return the processor time of a process, its threads and its children, seconds; 0 where it is gone."""
    with suppress(OSError, IndexError):
        folder = Path(f"/proc/{process}")
        fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        children = [
            child for task in folder.glob("task/*/children") for child in task.read_text(encoding="utf-8").split()
        ]
        return sum(map(int, fields[11:15])) / _TICKS + sum(_processor_time(int(child)) for child in children)
    return 0.0


def run(targets: Mapping[str, str], cases: Iterable[Case], limits: Limits, workers: int) -> Iterator[Outcome]:
    """Run cases and yield what came of each, as they are done.

    Args:
        targets: where each kind is found, as ``module:Class``.
        cases: the cases.
        limits: what each may use.
        workers: how many processes run at once.
    """
    waiting = iter(cases)
    with TemporaryDirectory(prefix="longhouse-fuzz-") as folder:
        busy: list[Worker] = []
        made = 0
        idle: list[Worker] = []
        try:
            while True:
                while len(busy) < workers and (case := next(waiting, None)) is not None:
                    if not idle:
                        idle, made = [Worker(targets, Path(folder) / str(made), limits)], made + 1
                    busy.append(idle.pop())
                    busy[-1].take(case)
                if not busy:
                    return
                wait(_lines(busy), _LOOK)
                for worker in list(busy):
                    if (outcome := worker.outcome()) is not None:
                        busy.remove(worker)
                        idle += [worker] if worker.is_alive else []
                        yield outcome
        finally:
            for worker in busy:
                worker.end()
            for worker in idle:
                worker.dismiss()


def _lines(busy: Iterable[Worker]) -> list[Connection]:
    return [worker.line for worker in busy]
