"""Reading several photos of one table as one; photos that cannot be used are listed with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from companion.language import N_
from companion.problems import KNOWN, Problem
from companion.scoring.fjords_tally import FjordsTally, tally_reading
from vision.merging.merge import merge
from vision.reading.reading import Reading

_OTHER = N_(
    "This shows another table than the other photos, or too little of the same one; leave it out or take it again."
)

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
        numbers: their indices among all photos, which may bear one name: phones call each that is just taken alike.
        refused: the others, with the reasons.
        seen: what each used photo shows by itself, see `vision.merging.merge.MergedReading`.
    """

    reading: Reading
    used: tuple[str, ...]
    numbers: tuple[int, ...]
    refused: Refused
    seen: tuple[Reading, ...]

    def tally(self) -> FjordsTally:
        """Return the tally of the board."""
        return tally_reading(self.reading)


def read_merged(photos: Iterable[tuple[str, Load]], read: Read) -> MergedPhotos:
    """Read photos of one table from any viewpoints as one; only one photo is in memory at a time.

    Of files with the same content only the first counts: a photo that was chosen twice would confirm its own errors.

    Args:
        photos: name and loader of each, at least one.
        read: reads one photo.

    Raises:
        NothingRead: none of the photos can be read.
    """
    readings: list[tuple[int, str, Reading]] = []
    refused: list[tuple[str, Exception]] = []
    known: set[bytes] = set()
    for number, (name, load) in enumerate(photos):
        try:
            data = load()
            if (content := sha256(data).digest()) in known:
                continue
            known.add(content)
            readings.append((number, name, read(name, data)))
        except KNOWN as error:
            refused.append((name, error))
    if not readings:
        raise NothingRead(tuple(refused))
    merging = merge([reading for *_, reading in readings])
    refused += [(readings[k][1], Problem(_OTHER)) for k in merging.left_out]
    used = [readings[k] for k in merging.used]
    return MergedPhotos(
        reading=merging.reading,
        used=tuple(name for _, name, _ in used),
        numbers=tuple(number for number, *_ in used),
        refused=tuple(refused),
        seen=merging.seen,
    )
