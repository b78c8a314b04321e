"""A table's camera process that any of several web processes may have begun, as the pages of each of them use it.

The process that holds the table's lease has the camera process as its child, passes its reports on to the others, and
the others' commands to it. A new holder starts another camera process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import cv2
import redis

from companion.hosted.packing import packed, unpacked
from companion.hosted.shared import SharedState
from companion.live.loop import REST_AFTER
from companion.live.snapshots import Table
from companion.web.club.camera_link import CameraLink
from companion.web.club.messages import (
    CameraJob,
    Command,
    Entered,
    Follow,
    PhoneAnswered,
    PhonePicture,
    PicturesWanted,
    PictureTaken,
    Play,
    ProcessState,
    Report,
    Seen,
    Watched,
)
from vision.imaging.photo import decode_photo

_PICTURES_FOR_S = 10.0
"""Seconds for which pictures are passed on after another process last asked for one."""
_PHONE_QUALITY = 95
"""OpenCV's scale 0..100: a phone's picture that is passed on is encoded again."""


@dataclass(frozen=True)
class PhoneFile:
    """A picture of the phone that is the camera, as a file; the fields are those of `PhonePicture`."""

    token: int
    sender: str
    jpeg: bytes
    once: bool


KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        *(Watched, PicturesWanted, Entered, Follow, Play, PhoneFile),
        *(Seen, ProcessState, PictureTaken, PhoneAnswered),
    )
}
"""The messages about a table: commands for its camera process, and its reports."""


class SharedLink:
    """The link of one web process to a table's camera process, wherever that is."""

    def __init__(
        self,
        shared: SharedState,
        number: int,
        job: Callable[[], CameraJob],
        table: Table,
        receive: Callable[[Report], None],
        may_hold: bool,
    ) -> None:
        """Create the link; `start` starts the camera process.

        Args:
            shared: what the web processes share.
            number: the table's number.
            job: returns what the camera process is begun with.
            table: the pages' side of the table in this web process.
            receive: called with each report of the camera process.
            may_hold: whether the camera process may be a child of this web process.
        """
        self._shared, self._number, self._table = shared, number, table
        self._receive, self._may_hold = receive, may_hold
        self._own = CameraLink(job, lambda: table.is_watched(REST_AFTER), self._receive_own)
        self._lock = threading.RLock()
        self._wanted = self._holds = False
        self._is_behind = True
        self._pictures_until = self._ask_again_at = 0.0
        self._published_state: bytes | None = None
        self.failing: tuple[str, ...] = ()

    @property
    def failing_threads(self) -> tuple[str, ...]:
        """What is known to fail of the camera process."""
        return self._own.failing_threads if self._holds else self.failing

    @property
    def pid(self) -> int | None:
        """The camera process' identifier; ``None`` where it is not a child of this web process."""
        return self._own.pid if self._holds else None

    def start(self) -> None:
        """Start the camera process, in this web process or in the one that holds the lease."""
        self._wanted = True
        self.renew_lease()

    def stop(self, patience: float = 5.0) -> None:
        """End the camera process, if it is a child of this web process, and let others begin it."""
        with self._lock:
            self._wanted = False
            if self._holds:
                self._own.stop(patience)
                self._release_lease()

    def renew_lease(self) -> None:
        """Take or renew the lease; called every few seconds, as long as the web process runs."""
        if self._is_behind:
            with suppress(redis.RedisError):
                self.catch_up()
        with self._lock:
            if not self._wanted:
                return
            holds = self._may_hold and self._shared.take_lease(self._lease)
            if holds and not self._holds:
                self._holds, self._published_state = True, None
                self._own.start()
            elif self._holds and not holds:
                self._holds = False
                self._own.stop()
        if not self._holds and self._table.is_watched(REST_AFTER):
            self.send(Watched())

    def send(self, command: Command) -> bool:
        """Send a command to the camera process, and return whether that may receive it."""
        if isinstance(command, Entered):
            # It concerns the viewers of all web processes, too.
            is_published = self._publish(command)
            return self._own.send(command) if self._holds else is_published
        if self._holds:
            return self._own.send(command)
        if isinstance(command, PicturesWanted):
            return self._ask_for_pictures()
        return self._publish(_as_message(command))

    def receive(self, kind: type, content: bytes) -> None:
        """Take a message of another web process."""
        message: object = unpacked(content, kind)
        if isinstance(message, Entered):
            self._table.publish(entered=self._table.snapshot.entered + 1)
        if isinstance(message, PicturesWanted):
            self._pictures_until = time.monotonic() + _PICTURES_FOR_S
        if isinstance(message, PhoneAnswered) or (isinstance(message, Report) and not self._holds):
            self._receive(message)
        elif isinstance(message, PhoneFile) and self._holds:
            self._own.send(PhonePicture(message.token, message.sender, decode_photo(message.jpeg), message.once))
        elif isinstance(message, Command) and self._holds:
            self._own.send(message)

    def catch_up(self) -> None:
        """Load the state that others have stored, or store it again if this web process runs the camera process."""
        with self._lock:
            self._published_state = None
            if not self._holds:
                for name in (self._reading, self._state):
                    stored = self._shared.get(name)
                    if stored is not None:
                        kind, _, content = stored.partition(b" ")
                        self._receive(unpacked(content, KINDS[kind.decode()]))
            self._is_behind = False
        self._table.publish(entered=self._table.snapshot.entered + 1)

    def _ask_for_pictures(self) -> bool:
        """Ask for pictures, unless that was done a moment ago: each viewer wants several a second."""
        now = time.monotonic()
        if now < self._ask_again_at:
            return True
        self._ask_again_at = now + _PICTURES_FOR_S / 5
        return self._publish(PicturesWanted())

    def _receive_own(self, report: Report) -> None:
        """Take a report of the camera process that is a child of this web process, and pass it on."""
        self._receive(report)
        if isinstance(report, PictureTaken) and time.monotonic() > self._pictures_until:
            return
        if isinstance(report, Seen | ProcessState):
            self._publish_state(report)
        else:
            self._publish(report)

    def _publish_state(self, report: Seen | ProcessState) -> None:
        """Store and publish a state of the table, unless it is the same as before."""
        state = packed(replace(report, is_new=False, reading=None) if isinstance(report, Seen) else report)
        is_new = isinstance(report, Seen) and report.is_new
        if state == self._published_state and not is_new:
            return
        name = type(report).__name__.encode()
        stored = {self._state: name + b" " + state}
        if is_new:
            stored[self._reading] = name + b" " + packed(report)
        # What could not be published is published with the next sign of life.
        self._published_state = state if self._shared.keep_all(stored) and self._publish(report) else None

    def _publish(self, message: object) -> bool:
        return self._shared.publish(type(message).__name__, self._number, packed(message))

    def _release_lease(self) -> None:
        self._holds = False
        self._shared.release_lease(self._lease)

    @property
    def _lease(self) -> str:
        return f"camera:{self._number}"

    @property
    def _state(self) -> str:
        return f"state:{self._number}"

    @property
    def _reading(self) -> str:
        return f"reading:{self._number}"


def _as_message(command: Command) -> object:
    if not isinstance(command, PhonePicture):
        return command
    quality = [cv2.IMWRITE_JPEG_QUALITY, _PHONE_QUALITY]
    jpeg = cv2.imencode(".jpg", command.photo.pixels, quality)[1].tobytes()
    return PhoneFile(command.token, command.sender, jpeg, command.once)
