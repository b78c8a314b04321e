"""A worker process: it reads one photo after the other, and gives itself up over one that takes too long."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path

import cv2

from companion.hosted.celery_app import TASK, celery_app, sender
from companion.hosted.jobs import Jobs
from companion.hosted.settings import HostedSettings
from companion.language import N_
from companion.reader_service import NetworkReader
from companion.taught_copy import read_copy
from companion.threads import shorten_switch_interval
from vision.profile import Profile

_LOG = logging.getLogger(__name__)
_SPAWN = get_context("spawn")
_POLL_S = 0.5
"""Seconds between two looks whether processes still run; chosen by hand."""
_PAUSE_S = 1.0
"""Seconds until a worker process that has ended is begun again."""


def run_workers(
    settings: HostedSettings,
    processes: int,
    profile: Path | None,
    stopping: Callable[[], bool],
    begun_as: Callable[[int], object] = lambda _: None,
) -> None:
    """Keep a number of worker processes running.

    Args:
        settings: the settings.
        processes: how many.
        profile: the folder of a calibration profile, if any.
        stopping: returns whether to end them.
        begun_as: called with the identifier of each process that is begun.
    """
    threads = max(1, (os.cpu_count() or 1) // processes)
    begun = [_Process(settings, profile, threads, begun_as) for _ in range(processes)]
    try:
        while not stopping():
            time.sleep(_POLL_S)
            for process in begun:
                process.keep_alive()
    finally:
        for process in begun:
            process.end()


class _Process:
    """One worker process, which is begun again when it has ended."""

    def __init__(
        self, settings: HostedSettings, profile: Path | None, threads: int, begun_as: Callable[[int], object]
    ) -> None:
        self._given, self._begun_as = (settings, profile, threads, os.getpid()), begun_as
        self._again_at = 0.0
        self._process = self._begin()

    def _begin(self) -> SpawnProcess:
        process = _SPAWN.Process(target=work, args=self._given, daemon=True)
        process.start()
        self._begun_as(process.pid or 0)
        return process

    def keep_alive(self) -> None:
        if self._process.is_alive():
            self._again_at = time.monotonic() + _PAUSE_S
        elif time.monotonic() > self._again_at:
            _LOG.error(N_("A worker process has ended; it is started again."))
            self._process = self._begin()
            self._again_at = time.monotonic() + _PAUSE_S

    def end(self) -> None:
        self._process.terminate()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()


def work(settings: HostedSettings, profile: Path | None, threads: int, parent: int) -> None:
    """Read photos in this process until it is told to stop, or the parent has ended."""
    cv2.setNumThreads(threads)
    shorten_switch_interval()
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    reader = NetworkReader(_profile(profile))
    jobs = Jobs(settings, sender(settings))
    jobs.forget_outcomes_of_others(_digest_of(profile))
    app = celery_app(settings)

    def read(job: str) -> None:
        with _at_most(settings.job_seconds):
            jobs.work(job, partial(read_copy, reader))

    app.task(name=TASK)(read)
    # One photo at a time and no fork: the networks' threads would not survive one.
    name = f"longhouse-{os.getpid()}@%h"
    options = ["--pool", "solo", "--concurrency", "1", "--loglevel", "WARNING", "--hostname", name]
    app.worker_main(["worker", "--without-gossip", "--without-mingle", "--without-heartbeat", *options])


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """End the process where the block takes longer: its job then comes to another worker."""
    timer = threading.Timer(seconds, os._exit, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _end_with(parent: int) -> None:
    # The parent is named, since it may have been killed before this process could ask for it.
    while os.getppid() == parent:
        time.sleep(_POLL_S)
    os._exit(1)


def _profile(folder: Path | None) -> Profile | None:
    if folder is None:
        return None
    from calibration.profile.folder import load_profile  # slow to import, and needed only with a profile

    return load_profile(folder)


def _digest_of(folder: Path | None) -> str:
    """Return a text that tells a profile from any other by the contents of its files; empty without one."""
    if folder is None:
        return ""
    content = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return content.hexdigest()
