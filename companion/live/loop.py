"""The live table: one thread captures frames, another follows the table in them, a third supervises both."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection

from companion.language import N_
from companion.live import snapshots as at
from companion.live.cameras.cameras import CameraProblem, Frame
from companion.live.cameras.capture import HANGS_AFTER, RETRY, Capture, OpenCamera
from companion.live.follow import TableChange
from companion.live.follower import Follower
from companion.live.named_ground import Grounds
from companion.live.snapshots import Pictures, Table
from companion.live.worker import Heartbeat, Watchdog, Worker
from companion.reader_service import PhotoReader
from vision.reading.reading import Reading

STALLED_AFTER = 4.0
"""Seconds without a frame after which the camera counts as stalled."""
REST_AFTER = 60.0
"""Seconds after which a camera that nobody watches is closed."""
_READER_HANGS_AFTER = 90.0
"""Seconds without a sign of life: the first reading loads the networks, and a locked database takes up to 30 s."""
_CHECK_INTERVAL_S = 1.0
"""Seconds between two checks of the threads."""
_LOG = logging.getLogger(__name__)


class LiveTable:
    """Watches one camera and keeps a `Table` up to date."""

    def __init__(
        self,
        open_camera: OpenCamera,
        read: PhotoReader,
        table: Table,
        pictures: Pictures,
        retry: float = RETRY,
        stalled_after: float = STALLED_AFTER,
        rest_after: float = REST_AFTER,
        playing: Callable[[], bool] = lambda: False,
        on_change: Callable[[TableChange], None] = lambda _: None,
        colours: Callable[[], Collection[str]] = lambda: (),
        hangs_after: float = HANGS_AFTER,
        reader_hangs_after: float = _READER_HANGS_AFTER,
        grounds: Callable[[Reading], Grounds] = lambda _: {},
    ) -> None:
        """Prepare to watch; `start` starts the threads.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            read: reads one photo.
            table: receives the snapshots.
            pictures: receives the camera's pictures.
            retry: seconds after which a camera that failed is tried again.
            stalled_after: seconds without a frame after which the camera counts as stalled.
            rest_after: seconds after which the camera is closed when nobody watches and no game is played.
            playing: returns whether a game must be followed even if nobody watches.
            on_change: called with each change of the table, before the table shows it.
            colours: returns the played colours that `read` uses; when they change, the table is read again. Called
                whenever a person has entered something about the game.
            hangs_after: seconds without a sign of life after which the camera's thread is replaced.
            reader_hangs_after: the same for the thread that reads pictures.
            grounds: returns the ground that people have named on a board, in the coordinates of that board.
        """
        self._table, self._pictures = table, pictures
        self._capture = Capture(
            open_camera,
            self._publish_state,
            self._show,
            lambda: playing() or table.is_watched(rest_after),
            retry,
            hangs_after,
        )
        self._stalled_after = stalled_after

        def begin() -> Follower:
            return Follower(read, table, on_change, colours, lambda: self._capture.opened, grounds)

        self._begin = begin
        self._follower = self._begin()
        self._reader = Worker("reader", self._watch, reader_hangs_after)
        self._started = threading.Lock()
        on_loss = {self._capture.worker: self._capture.report_lost, self._reader: self._report_lost}
        self._watchdog = Watchdog(on_loss, every=min(_CHECK_INTERVAL_S, hangs_after, reader_hangs_after))

    @property
    def failing_threads(self) -> tuple[str, ...]:
        """The names of the threads that have ended or hang: ``camera``, ``reader``."""
        return tuple(worker.name for worker in (self._capture.worker, self._reader) if not worker.is_well)

    def start(self) -> None:
        """Start all threads, unless they were started before."""
        self._table.touch()
        if not self._started.acquire(blocking=False):
            return
        self._table.publish(camera=at.STARTING)
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
        self._follower.see(frame)

    def _publish_state(self, camera: str, trouble: CameraProblem | None) -> None:
        self._table.publish(camera=camera, trouble=trouble)

    def _show(self, frame: Frame) -> None:
        self._pictures.show(frame.photo)

    def _watch(self, heartbeat: Heartbeat) -> None:
        follower = self._follower
        while not (self._capture.stopping or heartbeat.superseded):
            frame = self._capture.next(self._stalled_after)
            heartbeat.beat()
            if frame is None:
                if self._table.snapshot.camera == at.LIVE:
                    self._table.publish(camera=at.STALLED)
            else:
                _process(follower, frame)
            heartbeat.done()

    def _report_lost(self) -> None:
        """Publish that the reading thread has ended or hangs, and give the next thread a new follower."""
        _LOG.error(N_("The thread that reads the table has ended or hangs; it is started again."))
        self._follower.superseded = True
        self._follower = self._begin()
        self._table.publish(seeing=at.HALTED)


def _process(follower: Follower, frame: Frame) -> None:
    try:
        follower.see(frame)
    except Exception:
        # One picture that the reader cannot handle must not stop the live table.
        _LOG.exception(N_("A picture could not be read."))
