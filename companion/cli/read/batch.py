"""Batches of photos: whole folders, read on this machine or by workers, into one file that can be continued later."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.cli.answers import load_usable
from companion.cli.game import FJORDS
from companion.cli.input_files import photo_bytes
from companion.cli.read.documents import PhotoRead
from companion.language import N_
from companion.live.cameras.recordings import pictures_in
from companion.problems import KNOWN, Problem, sentence

_NO_RESULTS = N_("The file of results “{file}” cannot be written; choose another.")
_OTHER_FILE = N_("“{file}” is no file of results and is left as it is; give another name.")
_BEGIN = b'{"file": '
"""The beginning of each line of results, as `Results` writes them."""
_OF_LINE = frozenset({"file", "sha256", "profile"})
"""Fields of a line of results beside those of the document."""
_NO_ROOM = N_("Nothing more can be written into “{file}”; see whether its disk is full, then give the same command.")

Document = Mapping[str, Any]
Load = Callable[[], Document]
"""Waits for the document of a photo; raises an error of `companion.problems.KNOWN`."""
Waiting = Generator[Callable[[], PhotoRead], None, None]
"""Yields for each of some photos in turn a function that waits for what is read in it; that raises likewise."""


def pictures_at(file: str) -> list[str]:
    """Return a file as it is, and for a folder the pictures in it, by name.

    Raises:
        Problem: there are no pictures in the folder.
        OSError: the folder cannot be looked into.
    """
    folder = Path(file)
    if not file or not folder.is_dir():  # an empty name is no folder, though Python takes it for the current one
        return [file]
    found = [str(path) for path in pictures_in(folder)]
    if not found:
        raise Problem(N_("There are no pictures in the folder “{folder}”."), folder=folder.name)
    return found


def photos_at(files: Iterable[str], refused: list[str], lang: str) -> tuple[str, ...]:
    """Return files as they are and the pictures in folders; if there is nothing to read, exit.

    Args:
        files: the names of files and folders.
        refused: the name of a folder without pictures is added to this, after its problem was printed.
        lang: language of the problems.
    """
    found = tuple(photo for photos in load_usable(files, pictures_at, refused, lang) for photo in photos)
    if not found:
        sys.exit(1)
    return found


class NoRoom(Problem):
    """The file of results cannot be written any more."""


class Results:
    """A file with a line of JSON for each photo that was read; a photo that was changed since counts as another.

    So does one that was read as another game or with another profile; each line names both. Lines of earlier versions,
    which name no profile, count for every profile. Of several lines about a photo the last one counts.
    """

    def __init__(self, path: Path, game: str = FJORDS, profile: Path | None = None) -> None:
        """Open the file, or begin one; a last line that was cut short, when a process was killed, is removed.

        Args:
            path: the file.
            game: the game as which photos are read.
            profile: the folder of the profile with which they are read, named as it was given.

        Raises:
            Problem: it cannot be written, or holds something else, such as a photo or a board document.
        """
        try:
            if path.exists() and not path.is_file():  # reading a device or a pipe might never end
                raise Problem(_NO_RESULTS, file=path)
            data = path.read_bytes() if path.exists() else b""
            if not data.startswith(_BEGIN[: len(data)]):
                raise Problem(_OTHER_FILE, file=path)
            whole = data[: data.rfind(b"\n") + 1]
            if whole != data:
                os.truncate(path, len(whole))  # a process killed while it writes them again would lose lines
            self._path, self._file = path, path.open("ab")
        except OSError:
            raise Problem(_NO_RESULTS, file=path) from None
        self._profile = None if profile is None else str(profile)
        # The lines stay as they are in the file: parsed, the documents of thousands of photos would fill the memory.
        self._known = {
            (line.get("file"), line.get("sha256")): text
            for text, line in _lines(whole)
            if "problem" not in line
            and line.get("game", FJORDS) == game
            and line.get("profile", self._profile) == self._profile
        }

    def document_of(self, file: str) -> dict[str, Any] | None:
        """Return the document of a photo that was read already, as this game and with this profile, or ``None``."""
        try:
            known = self._known.get((file, _digest(file)))
        except KNOWN:
            return None
        fields = {} if known is None else json.loads(known)
        return {name: value for name, value in fields.items() if name not in _OF_LINE} or None

    def add(self, file: str, document: Document) -> None:
        """Add a photo's document, unless this one was known already; it is on the disk when this returns.

        Raises:
            NoRoom: it cannot be written; what was added before stays.
        """
        line = {"file": file, "sha256": _digest(file), "profile": self._profile, **document}
        known = self._known.get((file, line["sha256"]))
        if known is None or {"profile": self._profile, **json.loads(known)} != json.loads(json.dumps(line)):
            self._write(line)

    def refuse(self, file: str, problem: str) -> None:
        """Add why a photo cannot be read; it is tried again the next time.

        Raises:
            NoRoom: it cannot be written.
        """
        self._write({"file": file, "problem": problem})

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # of a line for which there was no room, a part may be left to write
            self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        """Write a line as ASCII: its escapes also keep the bytes of a file's name that are no text."""
        try:
            self._file.write(json.dumps(line).encode("ascii") + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError:
            raise NoRoom(_NO_ROOM, file=self._path) from None


def _lines(data: bytes) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield each line, and the fields in it."""
    for text in data.splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict):
            yield text, line


def _digest(file: str) -> str:
    return hashlib.sha256(photo_bytes(file)).hexdigest()


def workers_at(queue: str, tell: Callable[[Problem], None]) -> Callable[[Sequence[str]], Waiting]:
    """Return a generator function, which yields for each photo a function that waits for what the workers read in it.

    Args:
        queue: the address of Redis; the other settings are those of the environment.
        tell: called, in any thread, with why Redis does not answer any more; it is tried again meanwhile.

    Raises:
        Problem: a setting is wrong, no Redis answers, or what is needed to reach workers is not installed.
    """
    from companion.hosted.settings import NO_EXTRA, PREFIX, settings_from  # Pydantic is slow to import

    settings = settings_from({**os.environ, PREFIX + "QUEUE": queue})
    try:
        from companion.cli.read.queued_photos import QueuedPhotos  # its libraries are installed only for hosted pages
    except ImportError:
        raise Problem(NO_EXTRA) from None
    return QueuedPhotos(settings, tell).read


def read_batch(
    files: Sequence[str], documents: Iterator[Load], results: Results, lang: str
) -> Iterator[Exception | None]:
    """Write the documents of photos into the file of results, and yield for each why it was not read, if it was not.

    Raises:
        NoRoom: the file cannot be written any more.
    """
    for file, load in zip(files, documents, strict=True):
        try:
            results.add(file, load())
        except NoRoom:
            raise
        except KNOWN as error:
            results.refuse(file, sentence(error, lang))
            yield error
        else:
            yield None
