"""A watched table with another copy of the game than the taught one: what was taught is left aside, as for photos.

That is decided by readings of the whole board only, and again once much more of the copy lies there, or another board:
the more tiles, the surer it is. Between that, the table is read once for each picture, as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from companion.live.changes.region_reader import CellReader
from companion.reader_service import PhotoReader, ReadsWith
from companion.taught_copy import ReadsUntaught, copy_shown, teaches_copy
from games.hexgrid import Cell
from vision.imaging.photo import Photo

if TYPE_CHECKING:
    from vision.profile import Profile
    from vision.reading.answers.answer import Answer
    from vision.reading.reading import Reading

_DECISIVE = 4.0
"""Log odds, nats, from which the recognised tiles of earlier photos decide: more than for a photo, because the first
tiles of a game may be among those that no photo has shown, and more of them follow. Of 4 to 12 tiles of 24 made copies
of which one to three photos were kept, at most 0.9 % of the draws are then taken for another copy, with the 2 nats of
photos up to 5 %; of 16 tiles of another copy 75 to 99 % are, of 24 tiles 97 to 100 %. By hand."""
_OTHER_SIZE = 2
"""A board of this many times as many tiles, or of so few, is judged anew; by hand."""


@runtime_checkable
class RereadsUntaught(ReadsUntaught, Protocol):
    """A reader that can read single cells of a board again without what was taught."""

    def reread_untaught(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the whole board with these cells read again; ``None`` where a full reading is needed."""


@dataclass(frozen=True)
class _Verdict:
    """Whether a board of some tiles is of another copy than a profile teaches; ``None`` where that is not clear yet."""

    profile: Profile | None = None
    is_other: bool | None = None
    tiles: int = 0

    @property
    def left_aside(self) -> str:
        """The name of the profile where it is left aside; else empty."""
        return self.profile.name if self.is_other and self.profile is not None else ""

    def holds_for(self, tiles: int) -> bool:
        """Return whether a board of this many tiles need not be judged again."""
        is_alike = self.tiles < _OTHER_SIZE * tiles and tiles < _OTHER_SIZE * self.tiles
        return self.is_other is not None and is_alike


class WatchedCopyReader:
    """Reads a watched table with what was taught, and without where another copy of the game lies there."""

    def __init__(self, read: PhotoReader, tell: Callable[[str], None]) -> None:
        """Wrap a reader.

        Args:
            read: the reader; it leaves what was taught aside where it is `ReadsUntaught`.
            tell: called after each reading of the whole board with the name of the profile that is left aside, or with
                an empty one.
        """
        self._read, self._tell = read, tell
        self._leaves_aside = read if isinstance(read, ReadsUntaught) else None
        self._verdict = _Verdict()

    @property
    def profile(self) -> Profile | None:
        """The calibration in use, if any."""
        return None if self._leaves_aside is None else self._leaves_aside.profile

    def __call__(self, photo: Photo) -> Reading:
        """Return the reading of a photo."""
        return self.read_with(photo, ())

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Return the reading of a photo by a person's answers, where the reader can."""
        if self._leaves_aside is None:
            return self._taught(photo, answers)
        reading, self._verdict = self._judged(self._leaves_aside, photo, answers)
        self._tell(self._verdict.left_aside)
        return reading

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the whole board with some cells read again; ``None`` where a full reading is needed."""
        read = self._read
        if self.profile is not self._verdict.profile:
            return None
        if self._verdict.is_other:
            return read.reread_untaught(photo, before, cells) if isinstance(read, RereadsUntaught) else None
        return read.reread_cells(photo, before, cells) if isinstance(read, CellReader) else None

    def _judged(self, reader: ReadsUntaught, photo: Photo, answers: Sequence[Answer]) -> tuple[Reading, _Verdict]:
        """Return the reading of a photo, and the verdict that it was read by: the last one as long as it holds."""
        profile, verdict = reader.profile, self._verdict
        if profile is not verdict.profile:
            verdict = _Verdict(profile)
        if verdict.is_other:
            untaught = reader.read_untaught(photo, answers)
            if verdict.holds_for(len(untaught.tiles)):
                return untaught, verdict
        reading = self._taught(photo, answers)
        if not verdict.holds_for(len(reading.tiles)):
            verdict = _Verdict(profile, _is_other(reading, profile), len(reading.tiles))
        return (reader.read_untaught(photo, answers) if verdict.is_other else reading), verdict

    def _taught(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        read = self._read
        return read.read_with(photo, answers) if answers and isinstance(read, ReadsWith) else read(photo)


def _is_other(reading: Reading, profile: Profile | None) -> bool | None:
    """Return whether a reading with a profile shows another copy of the game; ``None`` where that is not clear yet."""
    if profile is None or not teaches_copy(profile):
        return False
    shown = copy_shown(reading, profile, _DECISIVE)
    return None if shown is None else not shown
