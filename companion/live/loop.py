"""The live loop: one thread takes the camera's frames, another reads those that are worth it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

from companion.eye import Read
from companion.language import N_
from companion.live import table as at
from companion.live.belief import Belief, update
from companion.live.cameras import CameraProblem, Frame, Wait
from companion.live.stillness import Stillness
from companion.live.table import Pictures, Table
from companion.tally import tally_reading
from vision.photo import PhotoError

RETRY = 3.0
STALLED_AFTER = 4.0
_LOG = logging.getLogger(__name__)
_FAULT = N_("The camera cannot be read; it is tried again.")

OpenCamera = Callable[[Wait], Iterator[Frame]]


class LiveTable:
    """Watches one camera and keeps a `Table` up to date."""

    def __init__(
        self, open_camera: OpenCamera, read: Read, table: Table, pictures: Pictures, retry: float = RETRY
    ) -> None:
        """Prepare to watch; nothing happens before `start`.

        Args:
            open_camera: opens the camera; called again after it has failed.
            read: reads one photo.
            table: where snapshots go.
            pictures: where the camera's pictures go.
            retry: seconds after which a camera that failed is tried again.
        """
        self._open_camera, self._read = open_camera, read
        self._table, self._pictures, self._retry = table, pictures, retry
        self._stopping = threading.Event()
        self._arrived = threading.Condition()
        self._frame: Frame | None = None
        self._resting = at.NO_BOARD  # what is said of the table while nothing in its picture changes
        self._threads = [
            threading.Thread(target=self._capture, name="camera", daemon=True),
            threading.Thread(target=self._watch, name="reader", daemon=True),
        ]

    def start(self) -> None:
        """Start both threads."""
        self._table.publish(camera=at.STARTING)
        for thread in self._threads:
            thread.start()

    def stop(self, patience: float = 5.0) -> None:
        """Ask both threads to end and wait for them; a camera that hangs is left behind."""
        self._stopping.set()
        with self._arrived:
            self._arrived.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(patience)

    def _capture(self) -> None:
        while not self._stopping.is_set():
            try:
                for frame in self._open_camera(self._stopping.wait):
                    self._take(frame)
                    if self._stopping.is_set():
                        return
            except CameraProblem as problem:
                self._table.publish(camera=at.FAILED, trouble=problem)
            except OSError:
                self._table.publish(camera=at.FAILED, trouble=CameraProblem(_FAULT))
            self._stopping.wait(self._retry)

    def _take(self, frame: Frame) -> None:
        self._pictures.show(frame.photo)
        with self._arrived:
            self._frame = frame
            self._arrived.notify_all()
        self._table.publish(camera=at.LIVE, trouble=None)

    def _next(self) -> Frame | None:
        """Wait for the newest frame; ``None`` if the camera gives none."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None or self._stopping.is_set(), STALLED_AFTER)
            frame, self._frame = self._frame, None
        return frame

    def _watch(self) -> None:
        stillness, belief, take = Stillness(), None, 0
        while not self._stopping.is_set():
            frame = self._next()
            if frame is None:
                if self._table.snapshot.camera == at.LIVE:
                    self._table.publish(camera=at.STALLED)
                continue
            if frame.take != take:
                belief, take = None, frame.take
                stillness.forget()
            belief = self._look(frame, stillness, belief)

    def _look(self, frame: Frame, stillness: Stillness, belief: Belief | None) -> Belief | None:
        if not stillness.see(frame.photo):
            self._table.publish(seeing=at.MOVING)
            return belief
        now = time.monotonic()
        if not stillness.is_news() and not (belief and belief.is_due(now)):
            self._table.publish(seeing=self._resting)
            return belief
        stillness.mark_read()
        self._table.publish(seeing=at.READING)
        belief = self._read_again(frame, belief, now)
        self._table.publish(seeing=self._resting)
        return belief

    def _read_again(self, frame: Frame, belief: Belief | None, now: float) -> Belief | None:
        try:
            fresh = self._read(frame.photo)
        except PhotoError:
            self._resting = at.NO_BOARD
            return belief
        except Exception:
            # One picture that breaks the reader must not end the evening.
            _LOG.exception("A picture could not be read.")
            return belief
        updated = update(belief, fresh, now)
        self._resting = at.COVERED if updated.covered else at.STILL
        if belief is None or updated.reading is not belief.reading:
            self._table.publish(seeing=self._resting, tally=tally_reading(updated.reading))
        return updated
