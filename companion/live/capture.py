"""The thread that takes a camera's frames: it waits for nobody, and opens a camera that failed again by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from companion.language import N_
from companion.live.cameras import CameraProblem, Frame, Wait

LIVE, FAILED, RESTING = "live", "failed", "resting"
RETRY = 3.0
_LOOK_UP = 0.2
"""Seconds after which a camera that rests looks whether it is wanted again."""
_FAULT = N_("The camera cannot be read; it is tried again.")

OpenCamera = Callable[[Wait], Iterator[Frame]]


class Capture:
    """Takes a camera's frames and keeps the newest."""

    def __init__(
        self,
        open_camera: OpenCamera,
        say: Callable[[str, CameraProblem | None], None],
        show: Callable[[Frame], None] = lambda _: None,
        wanted: Callable[[], bool] = lambda: True,
        retry: float = RETRY,
    ) -> None:
        """Prepare to take frames; nothing happens before `start`.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            say: is told that the camera is live, failed (and why) or resting.
            show: is handed each frame.
            wanted: whether anybody needs the camera; while nobody does it is closed.
            retry: seconds after which a camera that failed is tried again.
        """
        self._open_camera, self._say, self._show = open_camera, say, show
        self._wanted, self._retry = wanted, retry
        self._stopping = threading.Event()
        self._arrived = threading.Condition()
        self._frame: Frame | None = None
        self.opened = 0
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    @property
    def stopping(self) -> bool:
        """Whether the end has been asked for."""
        return self._stopping.is_set()

    def start(self) -> None:
        """Begin to take frames."""
        self._thread.start()

    def stop(self, patience: float = 5.0) -> None:
        """Ask the thread to end and wait for it; a camera that hangs is left behind."""
        self._stopping.set()
        with self._arrived:
            self._arrived.notify_all()
        if self._thread.is_alive():
            self._thread.join(patience)

    def next(self, patience: float) -> Frame | None:
        """Wait for the newest frame that was not handed out yet; ``None`` if none comes in time."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None or self._stopping.is_set(), patience)
            frame, self._frame = self._frame, None
        return frame

    def _run(self) -> None:
        while not self._stopping.is_set():
            if not self._wanted():
                self._say(RESTING, None)
                self._stopping.wait(_LOOK_UP)
                continue
            try:
                self._take_all()
            except CameraProblem as problem:
                self._say(FAILED, problem)
                self._stopping.wait(self._retry if problem.pause is None else problem.pause)
            except OSError:
                self._say(FAILED, CameraProblem(_FAULT))
                self._stopping.wait(self._retry)

    def _take_all(self) -> None:
        self.opened += 1
        for frame in self._open_camera(self._stopping.wait):
            self._show(frame)
            with self._arrived:
                self._frame = frame
                self._arrived.notify_all()
            self._say(LIVE, None)
            if self._stopping.is_set() or not self._wanted():
                return
