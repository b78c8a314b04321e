"""Finds the messages of the catalogues that all games share, as ``make translations`` does but faster."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

from babel.messages.extract import extract_python

_MARKED = re.compile(rb"(?:_|gettext)\s*\(")
"""A call of a function that marks a message for Babel; the names of all of them end in this way."""


def without_folders_of_their_own(package: Path) -> Callable[[str], bool]:
    """Return the filter of folders for `extract_from_dir` that leaves out games with a catalogue of their own."""
    own = {folder.parent for folder in package.glob("*/translations")}
    return lambda folder: Path(folder) not in own and not Path(folder).name.startswith((".", "_"))


def extract_marked(file: IO[bytes], keywords: Any, comments: Any, options: Any) -> Iterable[Any]:
    """Extract messages as Babel does for ``python``, but do not parse the many files in which nothing is marked."""
    text = file.read()
    file.seek(0)
    return extract_python(file, keywords, comments, options) if _MARKED.search(text) else ()
