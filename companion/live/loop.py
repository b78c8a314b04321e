"""The live table: one thread captures frames, another follows the table in them, a third supervises both."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.language import N_
from companion.live import snapshots
from companion.live.cameras.cameras import CameraProblem, Frame
from companion.live.cameras.capture import HANGS_AFTER, RETRY, Capture, OpenCamera
from companion.live.snapshots import Pictures, Table
from companion.live.supervised_thread import Heartbeat, SupervisedThread, Watchdog
from companion.live.table_change import TableChange
from companion.live.table_publisher import NOTHING_KNOWN, Priors, TablePublisher
from companion.reader_service import PhotoReader

STALLED_AFTER = 4.0
"""Seconds without a frame after which the camera counts as stalled."""
REST_AFTER = 60.0
"""Seconds after which a camera that nobody watches is closed."""
_READER_HANGS_AFTER = 90.0
"""Seconds without a sign of life: the first reading loads the networks, and a locked database takes up to 30 s."""
_CHECK_INTERVAL_S = 1.0
"""Seconds between two checks of the threads."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Delays:
    """Seconds that the live loop waits before it does something.

    Attributes:
        retry: before a camera that failed is tried again.
        stalled: without a frame, before the camera counts as stalled.
        rest: without anybody who watches and without a game, before the camera is closed.
        camera_hangs: without a sign of life, before the camera's thread is replaced.
        reader_hangs: the same for the thread that reads pictures.
    """

    retry: float = RETRY
    stalled: float = STALLED_AFTER
    rest: float = REST_AFTER
    camera_hangs: float = HANGS_AFTER
    reader_hangs: float = _READER_HANGS_AFTER


_USUAL = Delays()


class LiveTable:
    """Watches one camera and keeps a `Table` up to date."""

    def __init__(
        self,
        open_camera: OpenCamera,
        read: PhotoReader,
        table: Table,
        pictures: Pictures,
        playing: Callable[[], bool] = lambda: False,
        on_change: Callable[[TableChange], None] = lambda _: None,
        priors: Priors = NOTHING_KNOWN,
        delays: Delays = _USUAL,
    ) -> None:
        """Prepare to watch; `start` starts the threads.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            read: reads one photo.
            table: receives the snapshots.
            pictures: receives the camera's pictures.
            playing: returns whether a game must be followed even if nobody watches.
            on_change: called with each change of the table, before the table shows it.
            priors: what is known of the table beside its pictures.
            delays: how long it waits before it does something.
        """
        self._table, self._pictures = table, pictures
        self._capture = Capture(
            open_camera,
            self._publish_state,
            self._show,
            lambda: playing() or table.is_watched(delays.rest),
            delays.retry,
            delays.camera_hangs,
        )
        self._stalled_after = delays.stalled
        self._new_publisher = partial(
            TablePublisher, read, table, on_change, lambda: self._capture.opened, priors, pictures.view
        )
        self._publisher = self._new_publisher()
        self._reader = SupervisedThread("reader", self._watch, delays.reader_hangs)
        self._started = threading.Lock()
        on_loss = {self._capture.thread: self._capture.report_lost, self._reader: self._report_lost}
        every = min(_CHECK_INTERVAL_S, delays.camera_hangs, delays.reader_hangs)
        self._watchdog = Watchdog(on_loss, every=every)

    @property
    def failing_threads(self) -> tuple[str, ...]:
        """The names of the threads that have ended or hang: ``camera``, ``reader``."""
        return tuple(thread.name for thread in (self._capture.thread, self._reader) if not thread.is_well)

    def start(self) -> None:
        """Start all threads, unless they were started before."""
        self._table.touch()
        if not self._started.acquire(blocking=False):
            return
        self._table.publish(camera=snapshots.STARTING)
        self._capture.start()
        self._reader.start()
        self._watchdog.start()

    def stop(self, patience: float = 5.0) -> None:
        """Stop the threads and wait up to `patience` seconds for each; one that hangs is abandoned."""
        self._watchdog.stop()
        self._capture.stop(patience)
        self._reader.join(patience)

    def see(self, frame: Frame) -> None:
        """Process one frame, and publish what it shows."""
        self._publisher.see(frame)

    def _publish_state(self, camera: str, trouble: CameraProblem | None) -> None:
        self._table.publish(camera=camera, trouble=trouble)

    def _show(self, frame: Frame) -> None:
        self._pictures.show(frame.photo)

    def _watch(self, heartbeat: Heartbeat) -> None:
        publisher = self._publisher
        while not (self._capture.stopping or heartbeat.superseded):
            frame = self._capture.next(self._stalled_after)
            heartbeat.beat()
            if frame is None:
                if self._table.snapshot.camera == snapshots.LIVE:
                    self._table.publish(camera=snapshots.STALLED)
            else:
                _process(publisher, frame)
            heartbeat.done()

    def _report_lost(self) -> None:
        """Publish that the reading thread has ended or hangs, and give the next thread a new publisher."""
        _LOG.error(N_("The thread that reads the table has ended or hangs; it is started again."))
        self._publisher.superseded = True
        self._publisher = self._new_publisher()
        self._table.publish(seeing=snapshots.HALTED)


def _process(publisher: TablePublisher, frame: Frame) -> None:
    try:
        publisher.see(frame)
    except Exception:
        # One picture that the reader cannot handle must not stop the live table.
        _LOG.exception(N_("A picture could not be read."))
