"""What everyone who looks sees: the state of the table as immutable snapshots, and the camera's newest picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import cv2

from companion.problems import Problem
from companion.scoring.fjords_tally import FjordsTally
from games.fjords.warnings import Warning as BoardWarning
from vision.imaging.photo import Photo

OFF, STARTING, LIVE, STALLED, FAILED, RESTING = "off", "starting", "live", "stalled", "failed", "resting"
WAITING, MOVING, READING, STILL, COVERED, NO_BOARD = "waiting", "moving", "reading", "still", "covered", "no-board"
HALTED = "halted"


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment.

    Attributes:
        version: grows with every snapshot.
        camera: off, starting, live, stalled, failed, or resting because nobody watches.
        trouble: why the camera failed.
        seeing: waiting (no picture yet), moving, reading, still (and read), covered (something known is hidden)
            no-board, or halted (reading has stopped and is begun anew).
        tally: the board that is believed, with its scores; ``None`` before the first reading.
        advice: what would help the camera to see better, by the codes of `companion.live.advice`.
        told: grows whenever a person has said something of a game that is kept.
        standing: while more may follow of what came at once, what the rules said before it came: a tile may seem to
            lie alone until the one beside it is seen. ``None`` once all is known.
    """

    version: int = 0
    camera: str = OFF
    trouble: Problem | None = None
    seeing: str = WAITING
    tally: FjordsTally | None = None
    advice: tuple[str, ...] = ()
    told: int = 0
    standing: tuple[BoardWarning, ...] | None = None


class Table:
    """Hands the newest snapshot to any number of viewers; nobody who writes waits for one who reads."""

    def __init__(self) -> None:
        """Begin with an empty table and no camera."""
        self._changed = threading.Condition()
        self._snapshot = Snapshot()
        self._closed = False
        self._followers = 0
        self._touched = time.monotonic()

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        return self._snapshot

    def believed(self) -> FjordsTally | None:
        """Return the board to show; ``None`` before any was seen."""
        return self._snapshot.tally

    def publish(self, **changes: object) -> None:
        """Make a new snapshot with these fields changed, unless they are as they were."""
        with self._changed:
            now = self._snapshot
            if all(getattr(now, name) is value or getattr(now, name) == value for name, value in changes.items()):
                return
            self._snapshot = replace(now, version=now.version + 1, **changes)  # type: ignore[arg-type]
            self._changed.notify_all()

    def follow(self, heartbeat: float, ends: Callable[[], bool] = lambda: False) -> Iterator[Snapshot | None]:
        """Yield each newest snapshot, and ``None`` when nothing has happened for `heartbeat` seconds.

        Args:
            heartbeat: seconds between two answers at most.
            ends: whether to yield no more; asked when something has happened, and after `wake`.
        """
        version = -1
        self._count(1)
        try:
            while not self._closed:
                with self._changed:
                    self._changed.wait_for(partial(self._is_past, version, ends), heartbeat)
                    snapshot = self._snapshot
                if self._closed or ends():
                    return
                yield None if snapshot.version == version else snapshot
                version = snapshot.version
        finally:
            self._count(-1)

    def touch(self) -> None:
        """Note that somebody looks at the table now."""
        self._touched = time.monotonic()

    def is_watched(self, patience: float) -> bool:
        """Say whether somebody follows the table, or has looked at it in the last `patience` seconds."""
        return self._followers > 0 or time.monotonic() - self._touched < patience

    def _count(self, by: int) -> None:
        with self._changed:
            self._followers += by
        self.touch()

    def wake(self) -> None:
        """Let all followers look whether they should end."""
        with self._changed:
            self._changed.notify_all()

    def _is_past(self, version: int, ends: Callable[[], bool]) -> bool:
        return self._closed or self._snapshot.version != version or ends()

    def close(self) -> None:
        """Let all followers end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Pictures:
    """The camera's newest picture as a JPEG, made when somebody asks for it and only once."""

    def __init__(self) -> None:
        """Begin without a picture."""
        self._changed = threading.Condition()
        self._encoding = threading.Lock()
        self._photo: Photo | None = None
        self._number = 0
        self._closed = False
        self._jpeg: tuple[int, bytes] = (0, b"")

    def show(self, photo: Photo) -> None:
        """Take the newest picture; one that is shown already is not shown again."""
        with self._changed:
            if photo is self._photo:
                return
            self._photo, self._number = photo, self._number + 1
            self._changed.notify_all()

    @property
    def newest(self) -> Photo | None:
        """The newest picture itself."""
        return self._photo

    def forget(self) -> None:
        """Let go of the newest picture; the next one that comes is shown."""
        with self._changed, self._encoding:
            self._photo, self._jpeg = None, (self._number, b"")

    def newer(self, than: int, patience: float) -> tuple[int, bytes] | None:
        """Return number and JPEG of a picture newer than this number, waiting for it up to `patience` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._number > than, patience)
            photo, number = self._photo, self._number
        if photo is None or number <= than:
            return None
        with self._encoding:
            if self._jpeg[0] < number:
                coded = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, 82])[1]
                self._jpeg = (number, coded.tobytes())
            return self._jpeg

    def close(self) -> None:
        """Let all who wait for a picture go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
