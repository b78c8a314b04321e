"""Works on many files in several processes, each of which loads the networks once."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Generic, TypeVar

import cv2

from companion.language import N_
from companion.memory import limit_reader_arenas
from companion.problems import KNOWN, Problem, sentence
from companion.threads import shorten_switch_interval

_WAITING_PER_PROCESS = 2
"""Files of each process that are begun or wait: more would only gather results."""


_Result = TypeVar("_Result")


@dataclass(frozen=True)
class _Outcome(Generic[_Result]):
    """What comes of one file: its result, or the sentence of its problem."""

    result: _Result | None = None
    problem: str = ""


Work = Callable[[str], _Result]
"""Returns the result for a file; raises an error of `companion.problems.KNOWN`. It must be possible to pickle both."""


def results_in_order(
    files: Sequence[str], work: Work[_Result], jobs: int, lang: str
) -> Generator[Callable[[], _Result], None, None]:
    """Yield for each file in turn a function that waits for its result; it raises `Problem` where there is none.

    The processes are new ones: a fork would inherit the locks that the threads of this one hold.

    Args:
        files: the files.
        work: what the processes do with each.
        jobs: number of processes, 1 or more.
        lang: language of the sentences of problems.
    """
    threads = max(1, (os.cpu_count() or 1) // jobs)
    left, pending = iter(files), deque[Future[_Outcome[_Result]]]()
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (threads,)) as pool:
        try:
            for _ in files:
                for file in islice(left, _WAITING_PER_PROCESS * jobs - len(pending)):
                    pending.append(_submitted(pool, work, file, lang))
                yield _result_of(pending.popleft())
        finally:
            pool.shutdown(cancel_futures=True)


def _prepare(threads: int) -> None:
    """Prepare a process that reads photos, with this number of threads for OpenCV and for the networks."""
    limit_reader_arenas(min(threads, 2))
    cv2.setNumThreads(threads)
    shorten_switch_interval()


def _submitted(pool: ProcessPoolExecutor, work: Work[_Result], file: str, lang: str) -> Future[_Outcome[_Result]]:
    try:
        with _interrupts_blocked():
            return pool.submit(_outcome, work, file, lang)
    except BrokenProcessPool as broken:
        failed: Future[_Outcome[_Result]] = Future()
        failed.set_exception(broken)
        return failed


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Begin processes that Ctrl+C does not reach: at a terminal it is sent to all, and this one ends the others.

    New processes inherit which signals are blocked, from their first instruction on. One that arrives here meanwhile
    is delivered afterwards. Windows has no such thing; there the processes print where they were interrupted.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _outcome(work: Work[_Result], file: str, lang: str) -> _Outcome[_Result]:
    try:
        return _Outcome(work(file))
    except KNOWN as error:  # not every error can be sent to another process
        return _Outcome(problem=sentence(error, lang))


def _result_of(future: Future[_Outcome[_Result]]) -> Callable[[], _Result]:
    """Return a function that waits for the result of a file, and raises `Problem` where there is none."""

    def result() -> _Result:
        try:
            outcome = future.result()
        except BrokenProcessPool:
            raise Problem(
                N_("The process reading this file was stopped, perhaps for lack of memory; try again with fewer jobs.")
            ) from None
        if outcome.result is None:
            raise Problem("{problem}", problem=outcome.problem)
        return outcome.result

    return result
