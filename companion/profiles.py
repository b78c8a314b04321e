"""The calibration profiles that the page offers: those in the data folder, and one given at the start."""

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
from games.documents import DocumentError
from vision.profile import Profile

GIVEN = "-"
"""Key of the profile given at the start; names of folders do not begin like this."""
_CHOSEN = "chosen.txt"
_MAX_TITLE = 60
"""Characters of a profile's name at most."""


@dataclass(frozen=True)
class StoredProfile:
    """A profile in the store.

    Attributes:
        key: its identifier in URLs.
        folder: its folder.
        profile: its contents; ``None`` if it is damaged.
        fault: why it is damaged; else ``None``.
        chosen: whether the reader uses it.
    """

    key: str
    folder: Path
    profile: Profile | None
    fault: CalibrationError | DocumentError | None
    chosen: bool


class ProfileStore:
    """Profiles by key, and the choice which of them the reader uses."""

    def __init__(self, folder: Path, given: Path | None, use: Callable[[Profile | None], None]) -> None:
        """Choose the given profile, or else the one chosen last.

        Args:
            folder: contains a folder for each profile.
            given: the folder of a profile elsewhere.
            use: sets the profile of the reader.
        """
        self._folder, self._given, self._use = folder, given, use
        self._chosen: str | None = None
        self._chosen = GIVEN if given is not None else self._last()
        self.refresh()

    @property
    def chosen(self) -> str | None:
        """The key of the profile that the reader uses; ``None`` where none is, or its folder is there no longer."""
        folder = None if self._chosen is None else self._folders().get(self._chosen)
        return self._chosen if folder is not None and folder.is_dir() else None

    def entries(self) -> list[StoredProfile]:
        """Return all profiles, the given one first."""
        return [self.entry(key) for key in self._folders()]

    def _folders(self) -> dict[str, Path]:
        """Return the folder of each profile by its key; links are skipped, because they may lead elsewhere."""
        own = sorted(path for path in self._folder.glob("*") if path.is_dir() and not path.is_symlink())
        listed = {path.name: path for path in own if not path.name.startswith((".", GIVEN))}
        return listed if self._given is None else {GIVEN: self._given, **listed}

    def entry(self, key: str) -> StoredProfile:
        """Return one profile; raises `KeyError` if there is none."""
        # A key comes from a URL: it is looked up in the listing, and never used as a path.
        folder = self._folders()[key]
        if not folder.is_dir():
            raise KeyError(key)
        try:
            return StoredProfile(key, folder, load_profile(folder), None, key == self._chosen)
        except (CalibrationError, DocumentError) as fault:
            return StoredProfile(key, folder, None, fault, key == self._chosen)

    def choose(self, key: str | None) -> None:
        """Make the reader use this profile, or none; raises `KeyError` if there is no such profile."""
        if key is not None:
            self.entry(key)
        self._chosen = key
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / _CHOSEN, b"" if key in (None, GIVEN) else str(key).encode())
        self.refresh()

    def refresh(self) -> None:
        """Load the chosen profile again and pass it to the reader."""
        entry = None
        if self._chosen is not None:
            with suppress(KeyError):
                entry = self.entry(self._chosen)
        self._use(None if entry is None else entry.profile)

    def create(self, title: str) -> str:
        """Create an empty profile of this name, with a number where another is called so, and return its key.

        Raises:
            Problem: the name is empty.
            CalibrationError: the folder cannot be written to.
        """
        title = self._distinct(_tidy(title))
        key = self._free(title)
        rename(self._folder / key, title)
        return key

    def rename(self, key: str, title: str) -> None:
        """Name a profile anew, with a number where another is called so; its folder and its key stay.

        Raises:
            KeyError: there is no such profile.
            Problem: the name is empty.
            CalibrationError: the profile is damaged, or its folder cannot be written to.
            DocumentError: a file of the profile is damaged.
        """
        entry, title = self.entry(key), _tidy(title)
        if entry.fault is not None:
            raise entry.fault
        rename(entry.folder, self._distinct(title, key))
        self.refresh()

    def import_archive(self, data: bytes) -> str:
        """Create a profile from a zip file and return its key; raises as `import_profile` and `rename` do.

        One whose name is taken gets a number.
        """
        key = self._free("profile")
        import_profile(data, self._folder / key)
        own = self.entry(key).profile
        named = self._free(own.name if own is not None else "profile")
        (self._folder / key).rename(self._folder / named)
        sync_folder(self._folder)
        if own is not None and (distinct := self._distinct(own.name, named)) != own.name:
            rename(self._folder / named, distinct)
        return named

    def delete(self, key: str) -> None:
        """Delete a profile of the data folder; raises `KeyError` for any other."""
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

    def _distinct(self, title: str, own: str | None = None) -> str:
        """Return a name that no profile has, but the one of the key ``own``: this name, or this with a number."""
        others = [entry.profile for entry in self.entries() if entry.key != own]
        taken = {profile.name.casefold() for profile in others if profile is not None}
        distinct, number = title, 1
        while distinct.casefold() in taken:
            number += 1
            distinct = f"{title[: _MAX_TITLE - len(f' {number}')]} {number}"
        return distinct

    def _free(self, title: str) -> str:
        """Return an unused folder name derived from a title."""
        base = file_stem(title)
        key, number = base, 1
        while (self._folder / key).exists():
            number += 1
            key = f"{base}-{number}"
        return key


def file_stem(title: str) -> str:
    """Return the name of a profile as the name of a file without its ending: small letters, digits and dashes."""
    return re.sub(r"[^\w]+", "-", title.lower())[:40].strip("-_") or "profile"


def _tidy(title: str) -> str:
    """Return a name without superfluous spaces and letters; raises `Problem` where nothing is left."""
    title = " ".join(title.split())[:_MAX_TITLE]
    if not title:
        raise Problem(N_("Give the profile a name."))
    return title
