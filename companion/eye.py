"""The way from a picture to a reading, as the rest of the companion sees it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from vision.photo import Photo
from vision.reading import Reading

if TYPE_CHECKING:
    from vision.eyes import Eyes
    from vision.profile import Profile

Read = Callable[[Photo], Reading]
"""Reads one photo; raises `vision.photo.PhotoError` where there is no board in it."""


class Eye:
    """Reads photos with the shipped network, which is loaded once, when it is first needed.

    The network is not safe to run from two threads, so one photo is read at a time.
    """

    def __init__(self, profile: Profile | None = None) -> None:
        """Remember what was taught; the network is loaded by the first reading."""
        self.profile = profile
        self._lock = threading.Lock()
        self._eyes: Eyes | None = None

    def __call__(self, photo: Photo) -> Reading:
        """Return what is seen in the photo."""
        from vision.reader import load_eyes, read_photo

        with self._lock:
            if self._eyes is None:
                self._eyes = load_eyes()
            return read_photo(photo, self._eyes, self.profile)
