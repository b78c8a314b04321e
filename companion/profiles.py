"""The profiles that a page may choose among: those in its data folder, and one that was named at the start."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from calibration.files import sync_folder, write_whole
from calibration.problems import CalibrationError
from calibration.profile.archive import import_profile
from calibration.profile.folder import load_profile, rename
from companion.language import N_
from companion.problems import Problem
from games.envelope import DocumentError
from vision.profile import Profile

GIVEN = "-"
"""What the profile that was named at the start is called in addresses; no folder's name begins so."""
_CHOSEN = "chosen.txt"
_LONGEST = 60


@dataclass(frozen=True)
class Entry:
    """One profile on the shelf.

    Attributes:
        key: what it is called in addresses.
        folder: where it lies.
        profile: what it holds; ``None`` where it is damaged.
        fault: why it cannot be read.
        chosen: whether the eyes use it.
    """

    key: str
    folder: Path
    profile: Profile | None
    fault: CalibrationError | DocumentError | None
    chosen: bool


class Shelf:
    """Profiles by key, and which of them the eyes use."""

    def __init__(self, folder: Path, given: Path | None, use: Callable[[Profile | None], None]) -> None:
        """Take up the given profile, or else the one chosen last.

        Args:
            folder: where profiles lie, each in a folder of its own.
            given: one that lies elsewhere.
            use: tells the eyes what was taught.
        """
        self._folder, self._given, self._use = folder, given, use
        self._chosen: str | None = None
        self._chosen = GIVEN if given is not None else self._last()
        self.refresh()

    @property
    def chosen(self) -> str | None:
        """The key of the profile that the eyes use."""
        return self._chosen

    def entries(self) -> list[Entry]:
        """Return all profiles, the given one first."""
        return [self.entry(key) for key in self._folders()]

    def _folders(self) -> dict[str, Path]:
        """Return the folder of each profile by its key; a link is none, for it may lead out of the shelf."""
        own = sorted(path for path in self._folder.glob("*") if path.is_dir() and not path.is_symlink())
        listed = {path.name: path for path in own if not path.name.startswith((".", GIVEN))}
        return listed if self._given is None else {GIVEN: self._given, **listed}

    def entry(self, key: str) -> Entry:
        """Return one profile; raises `KeyError` where there is none."""
        # A key comes from an address: it is looked up among what is listed, and never made into a path itself.
        folder = self._folders()[key]
        if not folder.is_dir():
            raise KeyError(key)
        try:
            return Entry(key, folder, load_profile(folder), None, key == self._chosen)
        except (CalibrationError, DocumentError) as fault:
            return Entry(key, folder, None, fault, key == self._chosen)

    def choose(self, key: str | None) -> None:
        """Let the eyes use this profile from now on, or none; raises `KeyError` where there is no such profile."""
        if key is not None:
            self.entry(key)
        self._chosen = key
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / _CHOSEN, b"" if key in (None, GIVEN) else str(key).encode())
        self.refresh()

    def refresh(self) -> None:
        """Tell the eyes anew what the chosen profile holds."""
        entry = None
        if self._chosen is not None:
            with suppress(KeyError):
                entry = self.entry(self._chosen)
        self._use(None if entry is None else entry.profile)

    def begin(self, title: str) -> str:
        """Make a new profile of this name and return its key.

        Raises:
            Problem: the name is empty.
            CalibrationError: the folder cannot be written to.
        """
        title = " ".join(title.split())[:_LONGEST]
        if not title:
            raise Problem(N_("Give the profile a name."))
        key = self._free(title)
        rename(self._folder / key, title)
        return key

    def take_in(self, data: bytes) -> str:
        """Make a new profile of a zip file and return its key; raises as `import_profile` does."""
        key = self._free("profile")
        import_profile(data, self._folder / key)
        own = self.entry(key).profile
        named = self._free(own.name if own is not None else "profile")
        (self._folder / key).rename(self._folder / named)
        sync_folder(self._folder)
        return named

    def throw_away(self, key: str) -> None:
        """Delete a profile that lies on the shelf; raises `KeyError` for any other."""
        if key == GIVEN:
            raise KeyError(key)
        entry = self.entry(key)
        shutil.rmtree(entry.folder)
        if entry.chosen:
            self.choose(None)

    def _last(self) -> str | None:
        try:
            key = (self._folder / _CHOSEN).read_text(encoding="utf-8").strip()
            return self.entry(key).key if key else None
        except (OSError, ValueError, KeyError):
            return None

    def _free(self, title: str) -> str:
        """Return a folder's name after a title that is not taken yet."""
        base = re.sub(r"[^\w]+", "-", title.lower()).strip("-_")[:40] or "profile"
        key, number = base, 1
        while (self._folder / key).exists():
            number += 1
            key = f"{base}-{number}"
        return key
