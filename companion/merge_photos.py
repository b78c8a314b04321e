"""Reading several photos of one table as one; photos that cannot be used are listed with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import PurePath

import numpy as np

from companion.language import N_
from companion.problems import KNOWN, Problem
from companion.scoring.fjords_tally import FjordsTally, tally_reading
from vision.merging.merge import merge
from vision.reading.reading import Reading

_OTHER = N_(
    "This shows another table than the other photos, or too little of the same one; leave it out or take it again."
)

_MAX_SHIFT = 0.004
"""Largest median distance of tiles, widths of the photo, from their places in the same picture in another format; by
hand: a hand that takes two photos moves more. In 13 photos it is 0.0008 or less where the other is a WebP, an AVIF, a
strongly compressed JPEG or one of half the size; no tile of theirs lies more than 0.002 off."""

Refused = tuple[tuple[str, Exception], ...]
"""Names of photos that cannot be used, with the reason: one of `companion.problems.KNOWN`."""
Load = Callable[[], bytes]
"""Loads the bytes of a picture file; raises `OSError` if it cannot."""
Read = Callable[[str, bytes], Reading]
"""Reads a picture file, by its name and its bytes; raises an error of `companion.problems.KNOWN` if it cannot."""


class NothingRead(Exception):
    """None of the photos can be read.

    Attributes:
        refused: all of them, with the reasons.
    """

    def __init__(self, refused: Refused) -> None:
        """Set the reasons."""
        super().__init__(refused)
        self.refused = refused


@dataclass(frozen=True, eq=False)
class MergedPhotos:
    """The reading of several photos.

    Attributes:
        reading: the table, in the pixels of the first used photo.
        used: names of the used photos, in their order.
        numbers: their indices among all photos; names may be equal, because phones give each new shot the same one.
        refused: the others, with the reasons.
        repeated: names of those that repeat an earlier one and do not count, with its name.
        seen: what each used photo shows by itself, see `vision.merging.merge.MergedReading`.
        contents: the SHA-256 of each used photo's file.
    """

    reading: Reading
    used: tuple[str, ...]
    numbers: tuple[int, ...]
    refused: Refused
    repeated: tuple[tuple[str, str], ...]
    seen: tuple[Reading, ...]
    contents: tuple[bytes, ...]

    @property
    def id(self) -> str:
        """32 hexadecimal digits that the same files, in any order, have again, and no others."""
        return sha256(b"".join(sorted(self.contents))).hexdigest()[:32]

    def tally(self) -> FjordsTally:
        """Return the tally of the board."""
        return tally_reading(self.reading)


def read_merged(photos: Iterable[tuple[str, Load]], read: Read) -> MergedPhotos:
    """Read photos of one table from any viewpoints as one; only one photo is in memory at a time.

    Of files with the same content, and of formats of one shot, only the first counts: a photo that was chosen twice
    would confirm its own errors.

    Args:
        photos: name and loader of each, at least one.
        read: reads one photo.

    Raises:
        NothingRead: none of the photos can be read.
    """
    each = _SinglePhotos()
    for number, (name, load) in enumerate(photos):
        each.add(number, name, load, read)
    if not each.readings:
        raise NothingRead(tuple(each.refused))
    merging = merge([one.reading for one in each.readings])
    of_other_tables = [(each.readings[k].name, Problem(_OTHER)) for k in merging.left_out]
    used = [each.readings[k] for k in merging.used]
    return MergedPhotos(
        reading=merging.reading,
        used=tuple(one.name for one in used),
        numbers=tuple(one.number for one in used),
        refused=(*each.refused, *of_other_tables),
        repeated=tuple(each.repeated),
        seen=merging.seen,
        contents=tuple(one.content for one in used),
    )


@dataclass(frozen=True, eq=False)
class _NamedReading:
    """The reading of one of several photos.

    Attributes:
        number: the photo's index among all.
        name: its name.
        content: the SHA-256 of its file.
        reading: what it shows.
    """

    number: int
    name: str
    content: bytes
    reading: Reading

    def is_other_format_of(self, other: _NamedReading) -> bool:
        """Return whether both are one shot, as phones store it as HEIC and JPEG.

        Such files have the same name except for the extension, and show the tiles in the same places. Only both
        together count: several phones may call their photos alike, and a fixed camera sees the same places again and
        again.
        """
        ours, theirs = PurePath(self.name), PurePath(other.name)
        alike = (ours.parent, ours.stem.casefold()) == (theirs.parent, theirs.stem.casefold())
        if not alike or ours.suffix.casefold() == theirs.suffix.casefold():
            return False
        here, there = self._places(), other._places()
        distances = np.linalg.norm(here[:, None] - there, axis=-1)
        return bool(distances.size and np.median(distances.min(axis=1)) < _MAX_SHIFT)

    def _places(self) -> np.ndarray:
        """Return the (n, 2) centres of the tiles, in widths of the photo."""
        return np.array([tile.px for tile in self.reading.tiles]).reshape(-1, 2) / self.reading.width


@dataclass(eq=False)
class _SinglePhotos:
    """What each of several photos shows by itself.

    Attributes:
        readings: those that can be read, and repeat none before.
        refused: names of those that cannot be read, with the reasons.
        repeated: names of those that repeat an earlier one, with its name.
    """

    readings: list[_NamedReading] = field(default_factory=list)
    refused: list[tuple[str, Exception]] = field(default_factory=list)
    repeated: list[tuple[str, str]] = field(default_factory=list)
    _names: dict[bytes, str] = field(default_factory=dict)

    def add(self, number: int, name: str, load: Load, read: Read) -> None:
        """Read a photo, unless its file was added already; `number` is its index among all photos."""
        try:
            data = load()
            content = sha256(data).digest()
            if content in self._names:
                self.repeated.append((name, self._names[content]))
                return
            self._names[content] = name
            fresh = _NamedReading(number, name, content, read(name, data))
        except KNOWN as error:
            self.refused.append((name, error))
            return
        other = next((one.name for one in self.readings if fresh.is_other_format_of(one)), None)
        if other is None:
            self.readings.append(fresh)
        else:
            self.repeated.append((name, other))
