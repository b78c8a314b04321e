"""Storage of the catalogue of cards: one file in the data folder, written atomically, for all games."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from calibration.files import write_whole
from companion.language import N_
from companion.problems import Problem
from games.documents import DocumentError
from games.nusfjord.catalogue import Catalogue

_LOG = logging.getLogger(__name__)
_FILE_NAME = "nusfjord-catalogue.json"
_FULL = N_("The catalogue cannot be written; check that the disk is not full and can be written to.")
_WRITE_LOCK = threading.Lock()


def load(folder: Path) -> Catalogue:
    """Return the catalogue in a data folder; an empty one if there is none.

    A file that was damaged from outside is set aside under an unused name, so that nothing in it is lost.
    """
    path = folder / _FILE_NAME
    try:
        return Catalogue.from_document(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return Catalogue()
    except (ValueError, RecursionError, DocumentError):
        aside = _unused(path)
        _LOG.error(N_("The catalogue cannot be read; it is kept as %s"), aside)
        with suppress(FileNotFoundError):  # another request has done so at the same moment
            os.replace(path, aside)
        return Catalogue()


def alter(folder: Path, change: Callable[[Catalogue], Catalogue]) -> Catalogue:
    """Change the catalogue in a data folder and return it as it is now; raises `Problem` where it cannot be written."""
    with _WRITE_LOCK:
        before = load(folder)
        after = change(before)
        if after != before:
            _write(folder / _FILE_NAME, after)
    return after


def written(catalogue: Catalogue) -> str:
    """Return the catalogue as the text of a file."""
    return json.dumps(catalogue.to_document(), ensure_ascii=False, indent=1) + "\n"


def _unused(path: Path) -> Path:
    """Return the name under which a damaged file is kept, which no earlier one has."""
    names = (path.with_suffix(f".spoilt{f'-{number}' if number > 1 else ''}.json") for number in count(1))
    return next(name for name in names if not name.exists())


def _write(path: Path, catalogue: Catalogue) -> None:
    try:
        write_whole(path, written(catalogue).encode())
    except OSError:
        raise Problem(_FULL) from None
