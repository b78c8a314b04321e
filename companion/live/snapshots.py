"""The state of the table as immutable snapshots, and the camera's newest picture, for any number of viewers."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import cv2

from companion.live.steady_view import SteadyView
from companion.problems import Problem
from companion.scoring.fjords_tally import FjordsTally
from games.fjords.checks.warning import Warning as BoardWarning
from vision.imaging.photo import Photo, decode_photo

OFF, STARTING, LIVE, STALLED, FAILED, RESTING = "off", "starting", "live", "stalled", "failed", "resting"
WAITING, MOVING, READING, STILL, COVERED, NO_BOARD = "waiting", "moving", "reading", "still", "covered", "no-board"
HALTED = "halted"

_JPEG_QUALITY, _SMALL_QUALITY = 82, 75
"""OpenCV's scale 0..100, chosen by hand."""
_SMALL_WIDTH = 720
"""Width of a picture for phones, pixels. A phone shows it about 400 CSS pixels wide; a recorded game's picture takes
35 KB at this width, and 87 KB at its own, 960."""


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
        left_aside: the name of the profile in use where the table shows another copy of the game; else empty.
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
    left_aside: str = ""


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

    def current_notices(self) -> tuple[BoardWarning, ...]:
        """Return the warnings about the board to show; none before the first reading."""
        tally = self.current_tally()
        return () if tally is None else tally.notices

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
    """The camera's newest picture; it is encoded as JPEG on the first request of a size, and only once.

    Attributes:
        view: from where the pictures are shown to viewers.
    """

    def __init__(self) -> None:
        """Begin without a picture."""
        self.view = SteadyView()
        self._changed = threading.Condition()
        self._encoding = threading.Lock()
        self._picture: Photo | bytes | None = None
        self._number = 0
        self._closed = False
        self._jpegs: dict[bool, tuple[int, bytes]] = {}
        self._shown: tuple[int, Photo | bytes] | None = None

    def show(self, picture: Photo | bytes) -> None:
        """Set the newest picture, which may be coded as JPEG already; the same object again is ignored."""
        with self._changed:
            if picture is self._picture:
                return
            self._picture, self._number = picture, self._number + 1
            self._changed.notify_all()

    @property
    def newest(self) -> Photo | None:
        """The newest picture, decoded."""
        return decode_photo(self._picture) if isinstance(self._picture, bytes) else self._picture

    @property
    def number(self) -> int:
        """The number of the newest picture, counted from 1; 0 before the first."""
        return self._number

    def forget(self) -> None:
        """Drop the newest picture."""
        with self._changed, self._encoding:
            self._picture = self._shown = None
            self._jpegs.clear()

    def newer(self, than: int, patience: float, small: bool = False) -> tuple[int, bytes] | None:
        """Wait for a picture.

        Args:
            than: the number of the last picture that is known.
            patience: the longest wait, in seconds.
            small: whether the picture is for a phone, at most 720 pixels wide.

        Returns:
            Number and JPEG of a picture newer than that; ``None`` where none came in time.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._number > than, patience)
            picture, number = self._picture, self._number
        if picture is None or number <= than:
            return None
        with self._encoding:
            if small not in self._jpegs or self._jpegs[small][0] < number:
                self._jpegs[small] = number, _coded(self._as_shown(number, picture), small)
            return self._jpegs[small]

    def _as_shown(self, number: int, picture: Photo | bytes) -> Photo | bytes:
        """Return a picture as viewers see it, the same in all sizes."""
        if self._shown is None or self._shown[0] != number:
            self._shown = number, picture if isinstance(picture, bytes) else self.view.seen_from_there(picture)
        return self._shown[1]

    def close(self) -> None:
        """End all waits for a picture."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _coded(picture: Photo | bytes, small: bool) -> bytes:
    """Return a picture as JPEG."""
    if isinstance(picture, bytes):
        if not small:
            return picture
        picture = decode_photo(picture)
    pixels, quality = picture.pixels, _JPEG_QUALITY
    if small:
        height, width = pixels.shape[:2]
        size = (min(width, _SMALL_WIDTH), round(height * min(1.0, _SMALL_WIDTH / width)))
        pixels, quality = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), _SMALL_QUALITY
    coded: bytes = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    return coded
