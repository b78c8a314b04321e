"""A phone as the camera: it sends pictures one at a time, which are captured as frames."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.language import N_
from companion.live.cameras.cameras import CameraProblem, Frame, Wait
from vision.imaging.photo import Photo

SILENCE = 6.0
"""Seconds without a picture after which the page shows what to do."""
_NOBODY_YET = N_("No phone is sending pictures yet; open the camera page on the phone that will watch the table.")
_SILENT = N_("The phone has stopped sending pictures; wake it up, or open its camera page again.")
_MAX_RATE = 30.0
"""Frames a second at most, however fast a phone sends."""
_SHOT_INTERVAL_S = 0.2
"""Seconds between frames of a single shot, which is repeated until the next picture."""
_POLL_S = 0.25
"""Seconds between checks whether the camera is to stop."""


class SilentPhone(CameraProblem):
    """No phone sends pictures; the camera is tried again at once."""

    pause = 0.0


class PhoneCamera:
    """Captures pictures from one phone at a time, the one that claimed the camera last.

    A sender waits until its picture is captured, so that there is never more than one in transit.
    """

    def __init__(self, silence: float = SILENCE) -> None:
        """Begin without a phone.

        Args:
            silence: seconds without a picture after which `frames` gives up.
        """
        self._silence = silence
        self._changed = threading.Condition()
        self._photo: Photo | None = None
        self._shot: Photo | None = None
        self._sender: str | None = None
        self._has_sent = False
        self._open = 0

    @property
    def wanted(self) -> bool:
        """Whether pictures are captured at present; not when nobody watches or another camera is chosen."""
        return self._open > 0

    @property
    def is_claimed(self) -> bool:
        """Whether any phone is the camera."""
        return self._sender is not None

    def claim(self, sender: str) -> None:
        """Make this phone the camera, in place of any other."""
        with self._changed:
            if sender != self._sender:
                self._sender, self._photo, self._shot = sender, None, None
            self._changed.notify_all()

    def release(self) -> None:
        """Make no phone the camera."""
        with self._changed:
            self._sender, self._photo, self._shot = None, None, None
            self._changed.notify_all()

    def is_from(self, sender: str) -> bool:
        """Return whether this phone is the camera."""
        return self._sender is not None and self._sender == sender

    def send(self, photo: Photo, sender: str, patience: float) -> bool:
        """Send a picture and return whether it was captured in time; otherwise it is dropped.

        Args:
            photo: the picture.
            sender: identifier of the phone.
            patience: longest time to wait, seconds.
        """
        with self._changed:
            if not self.is_from(sender):
                return False
            self._photo, self._shot = photo, None
            self._changed.notify_all()
            taken = self._changed.wait_for(lambda: self._photo is not photo, patience)
            if not taken:
                self._photo = None
            return taken and self.is_from(sender)

    def show(self, photo: Photo, sender: str) -> None:
        """Send a single shot, which is repeated until the next picture."""
        with self._changed:
            if self.is_from(sender):
                self._photo, self._shot = None, photo
                self._changed.notify_all()

    def frames(self, wait: Wait) -> Iterator[Frame]:
        """Yield the pictures as they arrive.

        Args:
            wait: waits, and returns whether the camera is to stop.

        Raises:
            SilentPhone: none came for the time of silence.
        """
        number = 0
        with self._taking():
            since = time.monotonic()
            while not wait(0):
                photo = self._next()
                if photo is not None:
                    yield Frame(photo, number, time.monotonic())
                    number, since = number + 1, time.monotonic()
                    if wait(1 / _MAX_RATE if photo is not self._shot else _SHOT_INTERVAL_S):
                        return
                elif time.monotonic() - since > self._silence:
                    raise SilentPhone(_SILENT if self._has_sent else _NOBODY_YET)

    def _next(self) -> Photo | None:
        with self._changed:
            self._changed.wait_for(lambda: self._photo is not None or self._shot is not None, _POLL_S)
            photo, self._photo = self._photo or self._shot, None
            self._has_sent = self._has_sent or photo is not None
            self._changed.notify_all()
        return photo

    @contextmanager
    def _taking(self) -> Iterator[None]:
        with self._changed:
            self._open += 1
        try:
            yield
        finally:
            with self._changed:
                self._open -= 1
                self._changed.notify_all()
