"""Tile sets in a profile, and in files that are shared by themselves."""

from __future__ import annotations

import re
from pathlib import Path
from zlib import crc32

from calibration.problems import N_, CalibrationError
from calibration.profile.folder import LARGEST_FILE, TILES, keep
from games.documents import DocumentError
from games.incoming import parse_json, read_bounded
from vision.tiles.tile_set import KnownSet


def keep_tiles(folder: Path, known: KnownSet) -> None:
    """Store a set in a profile, replacing one of the same name; its file can be shared by itself."""
    word = "-".join(re.findall(r"\w+", known.name.lower()))[:40]
    # Two names that differ only in punctuation get different files.
    plain = word == known.name and len(known.name) <= 40
    file = word if plain else f"{word}-{crc32(known.name.encode()):08x}"
    target = f"{TILES}/{file}.json"
    keep(folder, target, known.to_document())
    # An imported profile may store the set under another file name.
    _drop(folder, known.name, target)


def drop_tiles(folder: Path, name: str) -> None:
    """Delete a set from a profile; does nothing if there is none of that name."""
    _drop(folder, name, "")


def read_set(data: bytes) -> KnownSet:
    """Return the set in a shared file.

    Raises:
        CalibrationError: it is too large, or not JSON.
        DocumentError: it is not a tile set with pictures; names the field that is wrong.
    """
    if len(data) > LARGEST_FILE:
        raise CalibrationError(N_("The file is too large to be a tile set."))
    try:
        document = parse_json(data, longest=LARGEST_FILE, most=LARGEST_FILE)
    except DocumentError:
        raise
    except (ValueError, RecursionError):
        raise CalibrationError(
            N_("The file is no tile set; choose one that was exported here, a file whose name ends in .json.")
        ) from None
    return KnownSet.from_document(document)


def _drop(folder: Path, name: str, but: str) -> None:
    for path in (folder / TILES).glob("*.json"):
        if f"{TILES}/{path.name}" != but and read_set(read_bounded(path, LARGEST_FILE)).name == name:
            path.unlink()
