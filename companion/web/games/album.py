"""Stored pictures of games, if the host wants them: one for each change that the camera saw."""

from __future__ import annotations

import logging
import re
import shutil
from pathlib import Path

from calibration.files import write_whole
from companion.faults import FaultLog
from companion.language import N_

_LOG = logging.getLogger(__name__)
_WANTED, _NAME = "wanted", re.compile(r"\d{6}\.jpg")


class Album:
    """A folder of pictures, with a subfolder for each game; nothing is stored unless it is wanted."""

    def __init__(self, folder: Path) -> None:
        """Store pictures in this folder, which may not exist yet."""
        self._folder = folder
        self._faults = FaultLog(_LOG, N_("A picture cannot be kept. %s"))

    @property
    def wanted(self) -> bool:
        """Whether new pictures are stored."""
        return (self._folder / _WANTED).exists()

    def want(self, wanted: bool) -> None:
        """Store new pictures, or no more; existing ones stay."""
        self._folder.mkdir(parents=True, exist_ok=True)
        if wanted:
            (self._folder / _WANTED).touch()
        else:
            (self._folder / _WANTED).unlink(missing_ok=True)

    def keep(self, game: str, entry: int, jpeg: bytes) -> None:
        """Store the picture of the table after an entry of a game's log.

        On a full disk the whole picture is lost, but not the game.
        """
        try:
            folder = self._folder / game
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / f"{entry:06}.jpg", jpeg)
        except OSError as fault:
            self._faults.report(fault)

    def entries(self, game: str) -> list[int]:
        """Return the entries of a game's log after which there is a picture, in their order."""
        folder = self._folder / game
        found = (path.name for path in folder.iterdir()) if folder.is_dir() else ()
        return sorted(int(name[:6]) for name in found if _NAME.fullmatch(name))

    def picture(self, game: str, entry: int) -> bytes | None:
        """Return the picture after an entry of a game's log; ``None`` where there is none."""
        path = self._folder / game / f"{entry:06}.jpg"
        return path.read_bytes() if path.is_file() else None

    def size(self) -> tuple[int, int]:
        """Return the number of pictures, and their size in bytes."""
        files = [path for path in self._folder.glob("*/*.jpg") if _NAME.fullmatch(path.name)]
        return len(files), sum(path.stat().st_size for path in files)

    def delete(self, game: str | None = None) -> None:
        """Delete the pictures of one game, or of all."""
        folders = [self._folder / game] if game else [path for path in self._folder.glob("*") if path.is_dir()]
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
