"""Imported profiles: changed zip files and folders, imported, read, exported again, and sometimes used."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzz import seeds
from benchmarks.fuzz.case import Broken
from benchmarks.fuzz.changes import archives, odd, trees
from benchmarks.fuzz.commands import accepted
from benchmarks.fuzz.taught import taught_files
from calibration.profile.archive import export_profile, import_profile
from calibration.profile.folder import load_profile

_USED = 0.04
"""The share of accepted profiles that a photo is read with, which takes a second each."""


class Profiles:
    """Changed profiles as zip files and folders."""

    def __init__(self, folder: Path) -> None:
        """Create a valid profile once."""
        self._shelf = folder / "shelf"
        self._files = _documents()

    def __call__(self, chance: Random) -> bool:
        """Import one changed profile, and read it back."""
        shutil.rmtree(self._shelf, ignore_errors=True)
        self._shelf.mkdir()
        files = dict(self._files)
        for name in chance.sample(list(files), chance.choice((0, 1, 1, 2))):
            files[name] = _changed(json.loads(files[name]), chance)
        folder = self._shelf / "kitchen"
        try:
            (self._unpacked if chance.random() < 0.35 else self._imported)(files, folder, chance)
            load_profile(folder)
            import_profile(export_profile(folder), self._shelf / "again")
        finally:
            self._look_for_strays()
        return chance.random() >= _USED or self._used(folder, chance)

    def _imported(self, files: Mapping[str, bytes], folder: Path, chance: Random) -> None:
        data = archives.packed(files, chance)
        import_profile(archives.changed(data, chance) if chance.random() < 0.5 else data, folder)

    def _unpacked(self, files: Mapping[str, bytes], folder: Path, chance: Random) -> None:
        """Lay the files into a folder; one is perhaps a folder, empty, or a link that leads nowhere or to itself."""
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        path = folder / chance.choice(list(files))
        if chance.random() < 0.3:
            path.unlink()
            chance.choice((path.mkdir, lambda: path.symlink_to(path), lambda: path.symlink_to("nowhere"), path.touch))()

    def _look_for_strays(self) -> None:
        """Refuse what lies beside the folders that were asked for.

        Raises:
            Broken: there is something.
        """
        strays = {path.name for path in self._shelf.iterdir()} - {"kitchen", "again"}
        strays |= {path.name for path in self._shelf.parent.iterdir()} - {"shelf"}
        if strays:
            raise Broken(f"left beside the profile: {sorted(strays)}")

    def _used(self, folder: Path, chance: Random) -> bool:
        game = chance.choice(seeds.GAMES)
        return accepted("read", str(seeds.SAMPLES / "table01.jpg"), "--profile", str(folder), "--game", game)


@cache
def _documents() -> dict[str, bytes]:
    return {name: json.dumps(document).encode() for name, document in taught_files().items()}


def _changed(document: Any, chance: Random) -> bytes:
    way: Callable[[], bytes] = chance.choice(
        (
            *([lambda: trees.changed(document, chance, seeds.document)] * 8),
            lambda: odd.word(chance).encode("utf-8", "surrogatepass"),
            lambda: b"",
        )
    )
    return way()
