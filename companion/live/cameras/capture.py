"""The thread that takes a camera's frames: it waits for nobody, and opens a camera that failed again by itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

from companion.language import N_
from companion.live.cameras.cameras import CameraProblem, Frame, Wait
from companion.live.worker import Pulse, Worker

LIVE, FAILED, RESTING = "live", "failed", "resting"
RETRY = 3.0
HANGS_AFTER = 20.0
"""Seconds without a sign of life after which a camera hangs: a stream alone may take 8 to open and 5 to send."""
_LOOK_UP = 0.2
"""Seconds after which a camera that rests looks whether it is wanted again."""
_SLICE = 1.0
"""Seconds between two signs of life while a frame is waited for on purpose."""
_FAULT = N_("The camera cannot be read; it is tried again.")
_LOG = logging.getLogger(__name__)

OpenCamera = Callable[[Wait], Iterator[Frame]]


class Capture:
    """Takes a camera's frames and keeps the newest."""

    def __init__(
        self,
        open_camera: OpenCamera,
        say: Callable[[str, CameraProblem | None], None],
        show: Callable[[Frame], object] = lambda _: None,
        wanted: Callable[[], bool] = lambda: True,
        retry: float = RETRY,
        hangs_after: float = HANGS_AFTER,
    ) -> None:
        """Prepare to take frames; nothing happens before `start`.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            say: is told that the camera is live, failed (and why) or resting.
            show: is handed each frame.
            wanted: whether anybody needs the camera; while nobody does it is closed.
            retry: seconds after which a camera that failed is tried again.
            hangs_after: seconds without a sign of life after which the thread is held to hang.
        """
        self._open_camera, self._say, self._show = open_camera, say, show
        self._wanted, self._retry = wanted, retry
        self._stopping = threading.Event()
        self._arrived = threading.Condition()
        self._frame: Frame | None = None
        self._logged = ""
        self.opened = 0
        self.worker = Worker("camera", self._run, hangs_after)

    @property
    def stopping(self) -> bool:
        """Whether the end has been asked for."""
        return self._stopping.is_set()

    def start(self) -> None:
        """Begin to take frames."""
        self.worker.start()

    def stop(self, patience: float = 5.0) -> None:
        """Ask the thread to end and wait for it; a camera that hangs is left behind."""
        self._stopping.set()
        with self._arrived:
            self._arrived.notify_all()
        self.worker.join(patience)

    def next(self, patience: float) -> Frame | None:
        """Wait for the newest frame that was not handed out yet; ``None`` if none comes in time."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None or self._stopping.is_set(), patience)
            frame, self._frame = self._frame, None
        return frame

    def tell_lost(self) -> None:
        """Say that the thread is dead or hangs, and is replaced."""
        _LOG.error("The camera's thread has ended or hangs; it is begun anew.")
        self._say(FAILED, CameraProblem(_FAULT))

    def _run(self, pulse: Pulse) -> None:
        while not self._is_over(pulse):
            try:
                if self._wanted():
                    self._take_all(pulse)
                else:
                    self._say(RESTING, None)
                    self._stopping.wait(_LOOK_UP)
                pulse.done()
            except CameraProblem as problem:
                self._fail(problem, pulse)
            except Exception as fault:
                # Drivers and codecs raise whatever they like; the camera is back as soon as they are.
                self._log(fault)
                self._fail(CameraProblem(_FAULT), pulse)

    def _take_all(self, pulse: Pulse) -> None:
        self.opened += 1
        for frame in self._open_camera(lambda seconds: self._wait(seconds, pulse)):
            if self._is_over(pulse):
                return
            pulse.done()
            self._show(frame)
            with self._arrived:
                self._frame = frame
                self._arrived.notify_all()
            self._say(LIVE, None)
            if self._stopping.is_set() or not self._wanted():
                return

    def _fail(self, problem: CameraProblem, pulse: Pulse) -> None:
        if self._is_over(pulse):
            return
        pulse.done()
        self._say(FAILED, problem)
        self._wait(self._retry if problem.pause is None else problem.pause, pulse)

    def _log(self, fault: Exception) -> None:
        """Write one line for a fault, and none for the same one again: the camera is tried every few seconds."""
        text = f"{type(fault).__name__}: {fault}"
        if text != self._logged:
            self._logged = text
            _LOG.error("The camera cannot be read: %s", " ".join(text.split()))

    def _wait(self, seconds: float, pulse: Pulse) -> bool:
        """Wait, with signs of life; true if the thread is to stop."""
        until = time.monotonic() + seconds
        while not self._is_over(pulse):
            pulse.beat()
            left = until - time.monotonic()
            if self._stopping.wait(max(0.0, min(left, _SLICE))) or left <= _SLICE:
                break
        return self._is_over(pulse)

    def _is_over(self, pulse: Pulse) -> bool:
        return self._stopping.is_set() or pulse.over
