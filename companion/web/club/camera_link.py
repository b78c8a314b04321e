"""A table's camera process as its pages see it: started when there is a camera, and restarted whenever it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from companion.language import N_
from companion.live import snapshots
from companion.live.cameras.cameras import CameraProblem
from companion.web.club.camera_process import run
from companion.web.club.messages import CameraJob, Command, ProcessState, Report, Watched

_LOG = logging.getLogger(__name__)
_SPAWN = get_context("spawn")
_HANGS_AFTER_S = 60.0
"""Seconds without a sign of life after which a camera process is killed: importing and opening a large database on a
busy computer take up to 30."""
_POLL_S = 0.5
"""Seconds for which a report is waited for before the process is looked after; chosen by hand."""
_WATCHED_INTERVAL_S = 5.0
"""Seconds between two notes to the camera that somebody looks at the table."""
_SEND_PATIENCE_S = 2.0
"""Seconds for which a command waits for others that are being sent: a process that hangs takes none until it is
killed."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 30.0
"""Seconds until a process that has ended is begun again; each time twice as long, unless it has run for a while."""
_RAN_WELL_S = 60.0
"""Seconds after which a process that ends has run for a while; chosen by hand."""
_ENDED = N_("The camera's process has stopped and is being restarted.")


class CameraLink:
    """Supervises one table's camera process, from a thread of its own; a `Live` to the pages."""

    def __init__(
        self, job: Callable[[], CameraJob], is_watched: Callable[[], bool], receive: Callable[[Report], None]
    ) -> None:
        """Prepare; `start` starts the process.

        Args:
            job: returns what the process is begun with, anew each time.
            is_watched: returns whether somebody looks at the table.
            receive: called with each report of the process, and when it starts or has ended.
        """
        self._job, self._is_watched, self._receive = job, is_watched, receive
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._connection: Connection | None = None
        self._process: SpawnProcess | None = None
        self._thread: threading.Thread | None = None
        self._wanted = False
        self.failing: tuple[str, ...] = ()
        self.restarts = 0

    @property
    def failing_threads(self) -> tuple[str, ...]:
        """What the process reports of its threads; ``camera`` while the process itself is not there."""
        if not self._wanted:
            return ()
        return self.failing if self._connection is not None else ("camera",)

    @property
    def pid(self) -> int | None:
        """The process' identifier; ``None`` while there is none."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """Start the process, unless it runs."""
        with self._changed:
            self._wanted = True
            if self._thread is None:
                self._receive(ProcessState(snapshots.STARTING))
                self._thread = threading.Thread(target=self._supervise, name="camera-link", daemon=True)
                self._thread.start()

    def stop(self, patience: float = 5.0) -> None:
        """End the process, and wait up to ``patience`` seconds for it; then it is killed."""
        with self._changed:
            self._wanted = False
            thread, self._thread = self._thread, None
            self._changed.notify_all()
        self._close_connection()
        if thread is not None and thread is not threading.current_thread():
            thread.join(patience + 1)

    def send(self, command: Command) -> bool:
        """Send a command, and return whether there is a process to receive it."""
        connection = self._connection
        if connection is None or not self._sending.acquire(timeout=_SEND_PATIENCE_S):
            return False
        try:
            connection.send(command)
        except (OSError, ValueError):
            return False
        finally:
            self._sending.release()
        return True

    def _supervise(self) -> None:
        """Run the camera process, and begin it again each time that it ends, until the link is stopped."""
        me, pause = threading.current_thread(), _FIRST_PAUSE_S
        while self._is_mine(me):
            begun = time.monotonic()
            try:
                self._run_once(me)
            except Exception:
                _LOG.exception(N_("A camera's process cannot be supervised; it is started again."))
            if not self._is_mine(me):
                return
            _LOG.error(N_("A camera's process has ended; it is started again."))
            self.restarts += 1
            self._receive(ProcessState(snapshots.FAILED, CameraProblem(_ENDED)))
            pause = _FIRST_PAUSE_S if time.monotonic() - begun > _RAN_WELL_S else min(_LONGEST_PAUSE_S, 2 * pause)
            with self._changed:
                self._changed.wait_for(lambda: not self._is_mine(me), pause)

    def _is_mine(self, thread: threading.Thread) -> bool:
        return self._wanted and self._thread is thread

    def _run_once(self, me: threading.Thread) -> None:
        """Begin the process, and receive its reports until it ends, hangs, or is not wanted any more."""
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=run, args=(self._job(), theirs), name="longhouse-camera", daemon=True)
        process.start()
        theirs.close()
        with self._changed:
            if self._is_mine(me):  # else the link was stopped meanwhile, and has another process, or none
                self._process, self._connection = process, ours
        try:
            self._receive_all(ours, me)
        finally:
            with self._changed:
                if self._connection is ours:
                    self._connection = None
            self._close(ours)
            process.join(2.0)
            if process.is_alive():
                process.kill()
                process.join()
            self._close(ours)  # whoever was sending to a process that hung has given up now

    def _receive_all(self, connection: Connection, me: threading.Thread) -> None:
        """Hand on what the camera process reports, until it ends or hangs; tell it meanwhile that somebody looks."""
        last_report, last_note = time.monotonic(), 0.0
        while self._is_mine(me):
            now = time.monotonic()
            # Nothing is sent to a silent process: it may hang, and this thread, which is to kill it, would wait for it.
            is_responding = now - last_report < _WATCHED_INTERVAL_S
            if is_responding and now - last_note > _WATCHED_INTERVAL_S and self._is_watched():
                last_note = now
                self.send(Watched())
            try:
                if connection.poll(_POLL_S):
                    report: Any = connection.recv()
                    last_report = time.monotonic()
                    self._receive(report)
                elif now - last_report > _HANGS_AFTER_S:
                    _LOG.error(N_("A camera's process hangs; it is killed."))
                    return
            except (EOFError, OSError):
                return

    def _close_connection(self) -> None:
        """Close the connection, upon which the process ends."""
        connection = self._connection
        if connection is not None:
            self._close(connection)

    def _close(self, connection: Connection) -> None:
        """Close a connection, unless somebody is sending for too long: then the process hangs and has to be killed."""
        # Two threads that close one connection at once would close its file descriptor twice, hence the lock.
        if self._sending.acquire(timeout=_SEND_PATIENCE_S):
            try:
                connection.close()
            finally:
                self._sending.release()
