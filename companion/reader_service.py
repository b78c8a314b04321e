"""The way from a picture to a reading, as the rest of the companion sees it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from games.hexgrid import Cell
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

if TYPE_CHECKING:
    from vision.networks.models import Networks
    from vision.profile import Profile

Read = Callable[[Photo], Reading]
"""Reads one photo; raises `vision.imaging.photo.PhotoError` where there is no board in it."""


class Eye:
    """Reads photos with the shipped network, which is loaded once, when it is first needed.

    The network is not safe to run from two threads, so one photo is read at a time.
    """

    def __init__(self, profile: Profile | None = None) -> None:
        """Remember what was taught; the network is loaded by the first reading."""
        self.profile = profile
        self._lock = threading.Lock()
        self._networks: Networks | None = None

    def use(self, profile: Profile | None) -> None:
        """Read with what was taught into this profile from now on."""
        self.profile = profile

    def networks(self) -> Networks:
        """Return the network, loaded; it takes turns by itself."""
        from vision.networks.models import load_networks

        with self._lock:
            if self._networks is None:
                self._networks = load_networks()
            return self._networks

    def __call__(self, photo: Photo) -> Reading:
        """Return what is seen in the photo."""
        from vision.reading.reader import read_photo

        networks = self.networks()
        with self._lock:
            return read_photo(photo, networks, self.profile)

    def again(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return what is seen in a later photo of a camera that has not moved, looking at some cells only.

        Args:
            photo: the later photo.
            before: what this eye has seen before.
            cells: where to look, in the coordinates of `before`.

        Returns:
            The whole board; ``None`` where it must be read whole to be known.
        """
        from vision.reading.reader import read_again

        palette = None if self.profile is None else self.profile.palette
        if before.seen is not None and before.seen.palette is not palette:
            return None  # the colours have been taught anew since
        with self._lock:
            return None if self._networks is None else read_again(photo, self._networks, before, cells)
