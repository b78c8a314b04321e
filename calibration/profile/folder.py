"""A profile as a folder of JSON files, each validated when read and written atomically.

::

    profile.json     format, version, name
    lenses.json      one lens per camera and picture size
    colours.json     the palette of the players' pieces
    pieces.json      pieces of the copy in an earlier photo
    ground.json      the looks of the tiles' grounds
    seen-tiles.json  tiles of the copy in earlier photos
    tiles/*.json     one tile set per file
    stones.json      the rune stones
    games/NAME.json  the calibration of the tiles or cards of another game
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

from calibration.files import write_whole
from calibration.problems import N_, CalibrationError, why_not_written
from calibration.profile.schema import (
    lenses_document,
    parse_ground,
    parse_lenses,
    parse_palette,
    parse_pieces,
    parse_seen_tiles,
    parse_stones,
    parse_tiles,
)
from games.documents import DocumentError
from games.envelope import Model
from games.incoming import FileTooLarge, parse_json, read_bounded
from vision.geometry.lens import Lens
from vision.plugins import calibrator_of, games_calibrated
from vision.profile import Profile

_Part = TypeVar("_Part")
HEAD, LENSES, COLOURS, PIECES, GROUND, SEEN_TILES, STONES = (
    f"{part}.json" for part in ("profile", "lenses", "colours", "pieces", "ground", "seen-tiles", "stones")
)
TILES, GAMES = "tiles", "games"
LARGEST_FILE = 32_000_000
"""Size of the largest file of a profile, bytes."""
_EXPORTED = N_(
    "“{folder}” is a file, and a profile is a folder; import an exported one with “longhouse calibrate import”."
)


class ProfileHead(Model):
    """The document that identifies a folder as a profile."""

    format: Literal["longhouse-profile"]
    version: Literal[1]
    name: str


def load_profile(folder: Path) -> Profile:
    """Return the profile in a folder; one whose name is blank is called as its folder.

    Examples of pieces that other networks saw are checked, and left aside.

    Raises:
        CalibrationError: there is no such folder, or it is not a profile, such as the file of an exported one.
        DocumentError: a file in it is damaged; its field is given as ``file: field``.
    """
    if folder.is_file():
        raise CalibrationError(_EXPORTED, folder=folder)
    if not folder.is_dir():
        raise CalibrationError(N_("There is no profile folder “{folder}”; check the name."), folder=folder)
    if not (folder / HEAD).is_file():
        raise CalibrationError(N_("The folder “{folder}” is not a profile: it has no profile.json."), folder=folder)
    head = _read(folder, HEAD, ProfileHead.parse)
    sets = sorted(f"{TILES}/{path.name}" for path in (folder / TILES).glob("*.json"))
    pieces = _read_optional(folder, PIECES, parse_pieces)
    comparable = pieces is None or pieces.are_comparable
    return Profile(
        name=head.name.strip() or _name_of(folder),
        lenses=_read_optional(folder, LENSES, parse_lenses) or (),
        palette=_read_optional(folder, COLOURS, parse_palette),
        pieces=pieces if comparable else None,
        has_outdated_piece_examples=not comparable,
        ground=_read_optional(folder, GROUND, parse_ground),
        tiles=tuple(_read(folder, name, parse_tiles) for name in sets),
        seen_tiles=_read_optional(folder, SEEN_TILES, parse_seen_tiles),
        stones=_read_optional(folder, STONES, parse_stones),
        games=_games(folder),
    )


def open_profile(folder: Path) -> Profile:
    """Return the profile in a folder, or a new one if the folder is missing or empty; writes nothing.

    Raises:
        CalibrationError: the folder contains something else.
        DocumentError: a file in it is damaged.
    """
    if (folder / HEAD).exists():
        return load_profile(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CalibrationError(
            N_("“{folder}” holds something other than a profile; name a new or empty folder."), folder=folder
        )
    return Profile(name=_name_of(folder))


def keep_game(folder: Path, game: str, document: Mapping[str, Any]) -> None:
    """Store the calibration of another game in place of an older one; raises as `keep` does."""
    keep(folder, f"{GAMES}/{game}.json", document)


def _games(folder: Path) -> dict[str, Any]:
    """Return the calibration of each other game; games that only a newer version knows are ignored."""
    found: dict[str, Any] = {}
    for game in games_calibrated():
        calibrator, name = calibrator_of(game), f"{GAMES}/{game}.json"
        if calibrator is not None and (folder / name).exists():
            found[game] = _read(folder, name, calibrator.parse)
    return found


def rename(folder: Path, name: str) -> None:
    """Name a profile, and create it if there is none."""
    _write(folder, HEAD, {"format": "longhouse-profile", "version": 1, "name": name})


def keep(folder: Path, name: str, document: Mapping[str, Any]) -> None:
    """Write one file of a profile (such as ``tiles/mine.json``) atomically, replacing an older one.

    A folder that is not a profile yet becomes one, named after the folder.

    Raises:
        CalibrationError: the folder cannot be written to.
    """
    if not (folder / HEAD).exists():
        rename(folder, _name_of(folder))
    _write(folder, name, document)


def _name_of(folder: Path) -> str:
    """Return the name of a folder as text, with a replacement character for each byte that is none."""
    return os.fsencode(folder.resolve().name).decode(errors="replace")


def keep_lens(folder: Path, lens: Lens) -> None:
    """Store a lens in a profile in place of an older one for the same camera and picture size."""
    own = (lens.camera, lens.width, lens.height)
    others = [o for o in open_profile(folder).lenses if (o.camera, o.width, o.height) != own]
    keep(folder, LENSES, lenses_document((*others, lens)))


def _write(folder: Path, name: str, document: Mapping[str, Any]) -> None:
    target = folder / name
    data = json.dumps(document, ensure_ascii=False, indent=1)
    is_new = not folder.exists()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data.encode())
    except OSError as error:
        if is_new:  # an empty folder would be listed as a damaged profile
            with suppress(OSError):
                folder.rmdir()
        raise CalibrationError(why_not_written(error), folder=folder) from None


def _read_optional(folder: Path, name: str, parse: Callable[[object], _Part]) -> _Part | None:
    return _read(folder, name, parse) if (folder / name).exists() else None


def _read(folder: Path, name: str, parse: Callable[[object], _Part]) -> _Part:
    path = folder / name
    try:
        data = parse_json(read_bounded(path, LARGEST_FILE), longest=LARGEST_FILE, most=LARGEST_FILE)
    except FileTooLarge:
        raise CalibrationError(N_("The profile's file “{name}” is too large to be valid."), name=name) from None
    except DocumentError as error:
        raise error.prefixed(f"{name}: ") from None
    except (ValueError, RecursionError):
        raise CalibrationError(
            N_("The profile's file “{name}” is not JSON; teach that part again."), name=name
        ) from None
    except OSError:
        raise CalibrationError(N_("The profile's file “{name}” cannot be read."), name=name) from None
    try:
        return parse(data)
    except DocumentError as error:
        raise error.prefixed(f"{name}: ") from None
