"""Photos: decoded and normalised, and a few of them read by the readers of all games."""

from __future__ import annotations

from pathlib import Path
from random import Random

from benchmarks.fuzz import seeds
from benchmarks.fuzz.changes import pictures
from companion.reader_service import NetworkReader
from vision.imaging.photo import decode_photo
from vision.plugins import reader_of

_READ = 0.04
"""The share of photos that are read, too: that takes a second each, and decoding a hundredth of one."""


class Photos:
    """Changed pictures of every format."""

    def __init__(self, folder: Path) -> None:
        """Make a reader ready; it loads its networks when it first reads."""
        del folder
        self._reader = NetworkReader()

    def __call__(self, chance: Random) -> bool:
        """Decode a changed picture, and perhaps read it."""
        reads = chance.random() < _READ
        game = chance.choice(seeds.GAMES)
        photo = decode_photo(pictures.changed(chance))
        assert photo.normalised.shape == photo.gently_normalised.shape == photo.pixels.shape
        if reads:
            reader = reader_of(game)
            _ = self._reader(photo) if reader is None else reader(photo, None)
        return True
