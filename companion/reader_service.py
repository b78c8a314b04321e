"""Reading photos as the rest of the companion sees it: a callable from a photo to a reading."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from games.hexgrid import Cell
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

if TYPE_CHECKING:
    from vision.networks.models import Networks
    from vision.profile import Profile
    from vision.reading.answers.answer import Answer


@dataclass(frozen=True)
class CopyUsed:
    """Which profile a photo was read with.

    Attributes:
        name: its name.
        other_copy: whether its copy of the game was left aside as another one.
        has_outdated_piece_examples: as in `vision.profile.Profile`.
    """

    name: str
    other_copy: bool
    has_outdated_piece_examples: bool = False


@dataclass(frozen=True, eq=False)
class CopyReading:
    """The reading of a photo, and what was known of the copy of the game in it.

    Attributes:
        reading: the reading.
        used: the profile that it was read with; ``None`` where there is none, or one that teaches nothing of a copy.
    """

    reading: Reading
    used: CopyUsed | None = None

    @property
    def left_aside(self) -> str:
        """The name of the profile without which the photo was read; empty where none was left aside."""
        return self.used.name if self.used is not None and self.used.other_copy else ""


@runtime_checkable
class ReadsWith(Protocol):
    """A reader that accepts a person's answers about the table in a photo."""

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading: ...  # noqa: D102


@runtime_checkable
class ReadsAnswers(ReadsWith, Protocol):
    """A reader that keeps to a person's answers about a photo.

    Attributes:
        profile: the calibration in use, if any.
    """

    @property
    def profile(self) -> Profile | None: ...  # noqa: D102


@runtime_checkable
class ReadsFiles(Protocol):
    """A reader that takes the bytes of a picture file, because it decodes and reads them elsewhere."""

    def read_file(self, data: bytes, answers: Sequence[Answer] = ()) -> CopyReading: ...  # noqa: D102


PhotoReader = Callable[[Photo], Reading]
"""Reads one photo; raises `vision.imaging.photo.PhotoError` where no board can be found in it."""
UploadReader = PhotoReader | ReadsFiles
"""Reads photos that people send: here, or elsewhere from the bytes of their files."""


class NetworkReader:
    """Reads photos with the shipped networks, which are loaded once, when they are first needed.

    The networks are not thread-safe, so one photo is read at a time.

    Attributes:
        profile: the calibration in use, if any.
    """

    def __init__(self, profile: Profile | None = None, networks: Networks | None = None) -> None:
        """Set the calibration, and the networks; without them the first reading loads those that ship."""
        self.profile = profile
        self._lock = threading.Lock()
        self._networks = networks

    def use(self, profile: Profile | None) -> None:
        """Use this calibration, or none, from the next reading on."""
        self.profile = profile

    def networks(self) -> Networks:
        """Return the networks, loaded; their own lock serialises inference."""
        from vision.networks.models import load_networks

        with self._lock:
            if self._networks is None:
                self._networks = load_networks()
            return self._networks

    def __call__(self, photo: Photo) -> Reading:
        """Return the reading of a photo; raises `vision.imaging.photo.PhotoError` where no board can be found."""
        return self.read_with(photo, ())

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Return the reading of a photo that keeps to a person's answers; raises as `read_photo` does."""
        from vision.reading.reader import read_photo

        networks = self.networks()
        with self._lock:
            return read_photo(photo, networks, self.profile, answers)

    def read_untaught(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Return the reading as `read_with` does, but with nothing of the calibration except the camera."""
        from vision.reading.reader import read_photo

        networks = self.networks()
        with self._lock:
            camera = None if self.profile is None else self.profile.camera_only()
            return read_photo(photo, networks, camera, answers)

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the reading of a later photo from a camera that has not moved; only some cells are read again.

        Args:
            photo: the later photo.
            before: this reader's reading of an earlier photo.
            cells: the cells to read again, in the coordinates of `before`.

        Returns:
            The whole board; ``None`` where only a full reading can tell what lies there.
        """
        return self._reread(photo, before, cells, self.profile)

    def reread_untaught(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return what `reread_cells` does for a reading of `read_untaught`."""
        return self._reread(photo, before, cells, None)

    def _reread(
        self, photo: Photo, before: Reading, cells: Collection[Cell], profile: Profile | None
    ) -> Reading | None:
        from vision.reading.reader import read_again

        taught = (None, None) if profile is None else (profile.palette, profile.pieces)
        seen = before.observation
        if seen is not None and (seen.taught.palette is not taught[0] or seen.taught.examples is not taught[1]):
            return None  # the pieces have been calibrated again since
        with self._lock:
            return None if self._networks is None else read_again(photo, self._networks, before, cells)
