"""The thread that captures a camera's frames; it reopens a camera that has failed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

from companion.language import N_
from companion.live.cameras.cameras import CameraProblem, Frame, Wait
from companion.live.supervised_thread import Heartbeat, SupervisedThread

LIVE, FAILED, RESTING = "live", "failed", "resting"
RETRY = 3.0
"""Seconds after which a camera that failed is tried again."""
HANGS_AFTER = 20.0
"""Seconds without a sign of life after which a camera hangs: a stream may take 8 to open and 5 to send."""
_POLL_S = 0.2
"""Seconds between checks whether a resting camera is needed again."""
_HEARTBEAT_S = 1.0
"""Seconds between signs of life during an intended wait."""
_FAULT = N_("The camera cannot be read; trying again.")
_LOG = logging.getLogger(__name__)

OpenCamera = Callable[[Wait], Iterator[Frame]]


class Capture:
    """Captures a camera's frames and keeps the newest.

    Attributes:
        opened: how often the camera has been opened.
        thread: the one that captures.
    """

    def __init__(
        self,
        open_camera: OpenCamera,
        report: Callable[[str, CameraProblem | None], None],
        show: Callable[[Frame], object] = lambda _: None,
        wanted: Callable[[], bool] = lambda: True,
        retry: float = RETRY,
        hangs_after: float = HANGS_AFTER,
    ) -> None:
        """Prepare to capture; `start` starts the thread.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            report: called with the camera's state, live, failed (with the reason) or resting.
            show: called with each frame.
            wanted: returns whether the camera is needed; otherwise it is closed.
            retry: seconds after which a camera that failed is tried again.
            hangs_after: seconds without a sign of life after which the thread counts as hanging.
        """
        self._open_camera, self._report, self._show = open_camera, report, show
        self._wanted, self._retry = wanted, retry
        self._stopping = threading.Event()
        self._arrived = threading.Condition()
        self._frame: Frame | None = None
        self._logged = ""
        self.opened = 0
        self.thread = SupervisedThread("camera", self._run, hangs_after)

    @property
    def stopping(self) -> bool:
        """Whether the thread has been told to stop."""
        return self._stopping.is_set()

    def start(self) -> None:
        """Start the thread."""
        self.thread.start()

    def stop(self, patience: float = 5.0) -> None:
        """Stop the thread and wait up to `patience` seconds for it; one that hangs is abandoned."""
        self._stopping.set()
        with self._arrived:
            self._arrived.notify_all()
        self.thread.join(patience)

    def next(self, patience: float) -> Frame | None:
        """Return the newest frame that was not returned before; ``None`` if none comes within `patience` seconds."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None or self._stopping.is_set(), patience)
            frame, self._frame = self._frame, None
        return frame

    def report_lost(self) -> None:
        """Report that the thread has ended or hangs, and is replaced."""
        _LOG.error(N_("The camera's thread has ended or hangs; it is started again."))
        self._report(FAILED, CameraProblem(_FAULT))

    def _run(self, heartbeat: Heartbeat) -> None:
        while not self._is_over(heartbeat):
            try:
                if self._wanted():
                    self._take_all(heartbeat)
                else:
                    self._report(RESTING, None)
                    self._stopping.wait(_POLL_S)
                heartbeat.done()
            except CameraProblem as problem:
                self._fail(problem, heartbeat)
            except Exception as fault:
                # Drivers and codecs raise any exception; the camera is tried again after each.
                self._log(fault)
                self._fail(CameraProblem(_FAULT), heartbeat)

    def _take_all(self, heartbeat: Heartbeat) -> None:
        self.opened += 1
        for frame in self._open_camera(lambda seconds: self._wait(seconds, heartbeat)):
            if self._is_over(heartbeat):
                return
            heartbeat.done()
            self._show(frame)
            with self._arrived:
                self._frame = frame
                self._arrived.notify_all()
            self._report(LIVE, None)
            if self._stopping.is_set() or not self._wanted():
                return

    def _fail(self, problem: CameraProblem, heartbeat: Heartbeat) -> None:
        if self._is_over(heartbeat):
            return
        heartbeat.done()
        self._report(FAILED, problem)
        self._wait(self._retry if problem.pause is None else problem.pause, heartbeat)

    def _log(self, fault: Exception) -> None:
        """Log a fault in one line, unless it is the same as before: the camera is tried every few seconds."""
        text = f"{type(fault).__name__}: {fault}"
        if text != self._logged:
            self._logged = text
            _LOG.error(N_("The camera cannot be read: %s"), " ".join(text.split()))

    def _wait(self, seconds: float, heartbeat: Heartbeat) -> bool:
        """Wait, with signs of life, and return whether the thread is to stop."""
        until = time.monotonic() + seconds
        while not self._is_over(heartbeat):
            heartbeat.beat()
            left = until - time.monotonic()
            if self._stopping.wait(max(0.0, min(left, _HEARTBEAT_S))) or left <= _HEARTBEAT_S:
                break
        return self._is_over(heartbeat)

    def _is_over(self, heartbeat: Heartbeat) -> bool:
        return self._stopping.is_set() or heartbeat.superseded
