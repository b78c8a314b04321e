"""Several photos of one table, read and counted as one; what cannot be used of them is said by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.language import N_
from companion.problems import KNOWN, Problem
from companion.reader_service import PhotoReader
from companion.scoring.fjords_tally import FjordsTally, tally_reading
from vision.imaging.photo import decode_photo
from vision.merging.merge import merge
from vision.reading.reading import Reading

_OTHER = N_(
    "“{name}” shows another table than the other photos, or too little of the same one; leave it out or take it again."
)

Refused = tuple[tuple[str, Exception], ...]
"""Names of photos that cannot be used, each with why: one of `companion.problems.KNOWN`, which have a sentence."""
Load = Callable[[], bytes]
"""Gives the bytes of a picture file when they are needed; raises `OSError` where it cannot."""


class NothingRead(Exception):
    """None of the photos can be read.

    Attributes:
        refused: all of them, with why.
    """

    def __init__(self, refused: Refused) -> None:
        """Keep what is wrong with each."""
        super().__init__(refused)
        self.refused = refused


@dataclass(frozen=True, eq=False)
class Together:
    """Several photos read as one.

    Attributes:
        reading: the table, in the pixels of the first photo that was used.
        used: names of the photos that it was read from, in their order.
        refused: the others.
    """

    reading: Reading
    used: tuple[str, ...]
    refused: Refused

    def tally(self) -> FjordsTally:
        """Count the board."""
        return tally_reading(self.reading)


def read_together(photos: Iterable[tuple[str, Load]], read: PhotoReader) -> Together:
    """Read photos of one table, taken from anywhere, as one; only one of them is held in memory at a time.

    Args:
        photos: the name of each, and what gives its bytes; at least one.
        read: reads one photo.

    Raises:
        NothingRead: none of the photos can be read.
    """
    readings: list[tuple[str, Reading]] = []
    refused: list[tuple[str, Exception]] = []
    for name, load in photos:
        try:
            readings.append((name, read(decode_photo(load()))))
        except KNOWN as error:
            refused.append((name, error))
    if not readings:
        raise NothingRead(tuple(refused))
    merging = merge([reading for _, reading in readings])
    strange = [readings[k][0] for k in merging.left_out]
    refused += [(name, Problem(_OTHER, name=name)) for name in strange]
    return Together(merging.reading, tuple(readings[k][0] for k in merging.used), tuple(refused))
