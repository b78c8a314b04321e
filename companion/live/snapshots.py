"""The state of the table as immutable snapshots, and the camera's newest picture, for any number of viewers."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import cv2

from companion.problems import Problem
from companion.scoring.fjords_tally import FjordsTally
from games.fjords.checks.warning import Warning as BoardWarning
from vision.imaging.photo import Photo

OFF, STARTING, LIVE, STALLED, FAILED, RESTING = "off", "starting", "live", "stalled", "failed", "resting"
WAITING, MOVING, READING, STILL, COVERED, NO_BOARD = "waiting", "moving", "reading", "still", "covered", "no-board"
HALTED = "halted"

_JPEG_QUALITY = 82
"""OpenCV's scale 0..100, chosen by hand."""


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment.

    Attributes:
        version: number of the snapshot.
        camera: off, starting, live, stalled, failed, or resting because nobody watches.
        trouble: why the camera failed.
        seeing: waiting (no picture yet), moving, reading, still (and read), covered (a part of the board is hidden),
            no-board, or halted (the reading thread was lost and is restarted).
        tally: the known board with its scores; ``None`` before the first reading.
        advice: codes of `companion.live.advice`.
        entered: counts the entries that people have made in recorded games.
        standing: while more of a change may follow, the warnings from before it: a tile may seem to lie alone until
            the one beside it is seen. ``None`` once the change is settled.
        playback: what a recording does that is shown in place of a camera: playing, paused or over; else empty.
    """

    version: int = 0
    camera: str = OFF
    trouble: Problem | None = None
    seeing: str = WAITING
    tally: FjordsTally | None = None
    advice: tuple[str, ...] = ()
    entered: int = 0
    standing: tuple[BoardWarning, ...] | None = None
    playback: str = ""


class Table:
    """Distributes the newest snapshot to any number of viewers; writers never wait for readers."""

    def __init__(self) -> None:
        """Begin with no board and no camera."""
        self._changed = threading.Condition()
        self._snapshot = Snapshot()
        self._closed = False
        self._followers = 0
        self._touched = time.monotonic()
        self._name = secrets.token_hex(4)

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        return self._snapshot

    def current_tally(self) -> FjordsTally | None:
        """Return the tally of the board to show; ``None`` before the first reading."""
        return self._snapshot.tally

    def mark(self, snapshot: Snapshot) -> str:
        """Return a text that stands for a snapshot of this table; no other table, nor this one begun anew, has it."""
        return f"{self._name}-{snapshot.version}"

    def publish(self, **changes: object) -> None:
        """Publish a snapshot with these fields changed, unless they are equal to the present ones."""
        with self._changed:
            now = self._snapshot
            if all(getattr(now, name) is value or getattr(now, name) == value for name, value in changes.items()):
                return
            self._snapshot = replace(now, version=now.version + 1, **changes)  # type: ignore[arg-type]
            self._changed.notify_all()

    def follow(
        self, heartbeat: float, ends: Callable[[], bool] = lambda: False, counts: bool = True
    ) -> Iterator[Snapshot | None]:
        """Yield each newest snapshot, and ``None`` when there was no new one for `heartbeat` seconds.

        Args:
            heartbeat: longest time between two yields, seconds.
            ends: returns whether to stop; called after each snapshot and after `wake`.
            counts: whether the table counts as watched meanwhile.
        """
        version = -1
        self._count(int(counts))
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
            self._count(-int(counts))

    def touch(self) -> None:
        """Record that somebody views the table now."""
        self._touched = time.monotonic()

    def is_watched(self, patience: float) -> bool:
        """Return whether somebody follows the table, or has viewed it in the last `patience` seconds."""
        return self._followers > 0 or time.monotonic() - self._touched < patience

    def _count(self, by: int) -> None:
        with self._changed:
            self._followers += by
        self.touch()

    def wake(self) -> None:
        """Make all followers check whether to stop."""
        with self._changed:
            self._changed.notify_all()

    def _is_past(self, version: int, ends: Callable[[], bool]) -> bool:
        return self._closed or self._snapshot.version != version or ends()

    def close(self) -> None:
        """Stop all followers."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Pictures:
    """The camera's newest picture; it is encoded as JPEG on the first request, and only once."""

    def __init__(self) -> None:
        """Begin without a picture."""
        self._changed = threading.Condition()
        self._encoding = threading.Lock()
        self._photo: Photo | None = None
        self._number = 0
        self._closed = False
        self._jpeg: tuple[int, bytes] = (0, b"")

    def show(self, photo: Photo) -> None:
        """Set the newest picture; the same object again is ignored."""
        with self._changed:
            if photo is self._photo:
                return
            self._photo, self._number = photo, self._number + 1
            self._changed.notify_all()

    @property
    def newest(self) -> Photo | None:
        """The newest picture, decoded."""
        return self._photo

    @property
    def number(self) -> int:
        """The number of the newest picture, counted from 1; 0 before the first."""
        return self._number

    def forget(self) -> None:
        """Drop the newest picture."""
        with self._changed, self._encoding:
            self._photo, self._jpeg = None, (self._number, b"")

    def newer(self, than: int, patience: float) -> tuple[int, bytes] | None:
        """Return number and JPEG of a picture newer than number `than`; ``None`` after `patience` seconds without."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._number > than, patience)
            photo, number = self._photo, self._number
        if photo is None or number <= than:
            return None
        with self._encoding:
            if self._jpeg[0] < number:
                coded = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1]
                self._jpeg = (number, coded.tobytes())
            return self._jpeg

    def close(self) -> None:
        """End all waits for a picture."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
