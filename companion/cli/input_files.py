"""Files that a command is given: photos, documents and exported games."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.game import FJORDS
from companion.cli.photo_readers import FileReader
from companion.language import N_
from companion.problems import Problem
from companion.scoring.fjords_tally import tally_document, tally_photo
from companion.scoring.tally import Tally, tally_of
from games.documents import DocumentError
from games.incoming import LARGEST_DOCUMENT, FileTooLarge, parse_json, read_bounded
from games.rulebook import rulebook_of
from vision.imaging.decoding.limits import LARGEST_FILE

_EXPORTED_GAME = "longhouse-game"
"""The field ``format`` of a game that the page exported, see `companion.record.exchange.files`."""


def load_json(file: str) -> Any:
    """Return the parsed contents of a JSON file."""
    return _parsed(read_bounded(file, LARGEST_DOCUMENT))


def photo_bytes(file: str) -> bytes:
    """Return the bytes of a picture file."""
    return read_bounded(file, LARGEST_FILE)


def tally_in(file: str, read: FileReader) -> Tally:
    """Return the tally of a document of any game, by its field ``game``, of an exported game, or of a photo of Fjords.

    Of an exported game the last board is tallied.

    Args:
        file: its name.
        read: reads photos.

    Raises:
        Exception: the file cannot be read; one of `companion.problems.KNOWN`.
    """
    found = _document_or_photo(file)
    if isinstance(found, bytes):
        return tally_photo(found, partial(read, file))
    if isinstance(found, dict) and found.get("format") == _EXPORTED_GAME:
        from companion.record.exchange.files import timeline_in  # slow to import, and seldom needed

        timeline = timeline_in(found)
        return timeline.fjords_tally if timeline.position.game == FJORDS else timeline.position.tally
    return tally_document(found) if rulebook_of(found).name == FJORDS else tally_of(found)


def _document_or_photo(file: str) -> Any:
    """Return the parsed contents of a JSON file, or the bytes of any other."""
    if Path(file).suffix.lower() == ".json":
        return load_json(file)
    data = photo_bytes(file)
    begin = data[:100].decode(json.detect_encoding(data), errors="replace").removeprefix("\ufeff").lstrip()
    return _parsed(data) if begin.startswith(("{", "[")) else data


def _parsed(data: bytes) -> Any:
    """Return the JSON document in some bytes; raises `Problem` or `DocumentError` where they are none."""
    if len(data) > LARGEST_DOCUMENT:
        raise FileTooLarge
    try:
        # Other programs' fields, such as a small picture as text, are ignored; those of games have bounds of their own.
        return parse_json(data, longest=LARGEST_DOCUMENT, most=LARGEST_DOCUMENT)
    except DocumentError:
        raise
    except UnicodeDecodeError:
        raise Problem(N_("This is not a JSON document in UTF-8; save it in that encoding.")) from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise Problem(N_("This is not a JSON document; see line {line}."), line=line) from None
