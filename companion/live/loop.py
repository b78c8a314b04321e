"""The live table: one thread takes the camera's frames, another follows the table in them, a third looks after both."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection

from companion.live import snapshots as at
from companion.live.cameras.cameras import CameraProblem, Frame
from companion.live.cameras.capture import HANGS_AFTER, RETRY, Capture, OpenCamera
from companion.live.follow import Happening
from companion.live.follower import Follower
from companion.live.snapshots import Pictures, Table
from companion.live.worker import Pulse, Watchdog, Worker
from companion.reader_service import PhotoReader

STALLED_AFTER = 4.0
REST_AFTER = 60.0
"""Seconds after which a camera that nobody watches is closed."""
_READER_HANGS_AFTER = 90.0
"""Seconds: the first reading loads the network, and a database that is locked is waited for half a minute."""
_EVERY = 1.0
"""Seconds between two looks at whether the threads are well."""
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
        happened: Callable[[Happening], None] = lambda _: None,
        colours: Callable[[], Collection[str]] = lambda: (),
        hangs_after: float = HANGS_AFTER,
        reader_hangs_after: float = _READER_HANGS_AFTER,
    ) -> None:
        """Prepare to watch; nothing happens before `start`.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            read: reads one photo.
            table: where snapshots go.
            pictures: where the camera's pictures go.
            retry: seconds after which a camera that failed is tried again.
            stalled_after: seconds without a frame after which the camera is said to have stalled.
            rest_after: seconds after which the camera rests when nobody watches and no game is played.
            playing: whether a game is played that must be followed even if nobody watches.
            happened: is handed what happens on the table, before the table shows it.
            colours: those that are played, as `read` knows them; when others are, the table is looked at anew. Asked
                whenever a person has said something of the game.
            hangs_after: seconds without a sign of life after which the camera's thread is replaced.
            reader_hangs_after: seconds after which one that reads a picture is.
        """
        self._table, self._pictures = table, pictures
        self._capture = Capture(
            open_camera, self._say, self._show, lambda: playing() or table.is_watched(rest_after), retry, hangs_after
        )
        self._stalled_after = stalled_after

        def begin() -> Follower:
            return Follower(read, table, happened, colours, lambda: self._capture.opened)

        self._begin = begin
        self._follower = self._begin()
        self._reader = Worker("reader", self._watch, reader_hangs_after)
        tell = {self._capture.worker: self._capture.tell_lost, self._reader: self._tell_lost}
        self._watchdog = Watchdog(tell, every=min(_EVERY, hangs_after, reader_hangs_after))

    @property
    def ailing(self) -> tuple[str, ...]:
        """The names of the threads that are dead or hang: ``camera``, ``reader``."""
        return tuple(worker.name for worker in (self._capture.worker, self._reader) if not worker.is_well)

    def start(self) -> None:
        """Start all threads."""
        self._table.touch()
        self._table.publish(camera=at.STARTING)
        self._capture.start()
        self._reader.start()
        self._watchdog.start()

    def stop(self, patience: float = 5.0) -> None:
        """Ask the threads to end and wait for them; what hangs is left behind."""
        self._watchdog.stop()
        self._capture.stop(patience)
        self._reader.join(patience)

    def see(self, frame: Frame) -> None:
        """Take in one frame, and publish what it shows; the thread that watches does it for each."""
        self._follower.see(frame)

    def _say(self, camera: str, trouble: CameraProblem | None) -> None:
        self._table.publish(camera=camera, trouble=trouble)

    def _show(self, frame: Frame) -> None:
        self._pictures.show(frame.photo)

    def _watch(self, pulse: Pulse) -> None:
        follower = self._follower
        while not (self._capture.stopping or pulse.over):
            frame = self._capture.next(self._stalled_after)
            pulse.beat()
            if frame is None:
                if self._table.snapshot.camera == at.LIVE:
                    self._table.publish(camera=at.STALLED)
            else:
                _see(follower, frame)
            pulse.done()

    def _tell_lost(self) -> None:
        """Say that the thread that reads is dead or hangs, and let the next one begin with nothing of what it held."""
        _LOG.error("The thread that reads the table has ended or hangs; it is begun anew.")
        self._follower.silent = True
        self._follower = self._begin()
        self._table.publish(seeing=at.HALTED)


def _see(follower: Follower, frame: Frame) -> None:
    try:
        follower.see(frame)
    except Exception:
        # One picture that breaks the reader must not end the evening.
        _LOG.exception("A picture could not be read.")
