"""A profile as a folder of JSON files, each checked when it is read and written whole or not at all.

::

    profile.json     format, version, name
    lenses.json      one entry for each camera and picture size
    colours.json     the players' pieces
    tiles/*.json     one tile set a file
    stones.json      the rune stones
    games/*.json     the tiles or cards of another game, each in a file of its name
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from calibration.files import write_whole
from calibration.problems import N_, CalibrationError
from calibration.profile.schema import lenses_document, parse_lenses, parse_palette, parse_stones, parse_tiles
from games.envelope import DocumentError, Model
from games.incoming import FileTooLarge, parse_json, read_bounded
from vision.geometry.lens import Lens
from vision.plugins import calibrator_of, games_calibrated
from vision.profile import Profile

_Part = TypeVar("_Part")
HEAD, LENSES, COLOURS, STONES = "profile.json", "lenses.json", "colours.json", "stones.json"
TILES, GAMES = "tiles", "games"
LARGEST_FILE = 32_000_000
"""Bytes of the largest file that belongs in a profile."""


class ProfileHead(Model):
    """What says that a folder is a profile."""

    format: Literal["longhouse-profile"]
    version: Literal[1]
    name: str


def load_profile(folder: Path) -> Profile:
    """Return what was taught into a folder.

    Raises:
        CalibrationError: the folder is none, or no profile.
        DocumentError: a file in it is damaged; its field is given as ``file: field``.
    """
    if not folder.is_dir():
        raise CalibrationError(N_("There is no profile folder “{folder}”; check the name."), folder=folder)
    if not (folder / HEAD).is_file():
        raise CalibrationError(N_("The folder “{folder}” is not a profile: it has no profile.json."), folder=folder)
    head = _read(folder, HEAD, ProfileHead.parse)
    sets = sorted(f"{TILES}/{path.name}" for path in (folder / TILES).glob("*.json"))
    return Profile(
        name=head.name,
        lenses=_read_optional(folder, LENSES, parse_lenses) or (),
        palette=_read_optional(folder, COLOURS, parse_palette),
        tiles=tuple(_read(folder, name, parse_tiles) for name in sets),
        stones=_read_optional(folder, STONES, parse_stones),
        games=_games(folder),
    )


def open_profile(folder: Path) -> Profile:
    """Return what was taught into a folder so far; nothing where it is new or empty. Nothing is written yet.

    Raises:
        CalibrationError: the folder holds something else.
        DocumentError: a file in it is damaged.
    """
    if (folder / HEAD).exists():
        return load_profile(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CalibrationError(
            N_("“{folder}” holds something else than a profile; name a new or an empty folder."), folder=folder
        )
    return Profile(name=folder.resolve().name)


def keep_game(folder: Path, game: str, document: Mapping[str, Any]) -> None:
    """Keep what was taught of another game in place of what was known of it; raises as `keep` does."""
    keep(folder, f"{GAMES}/{game}.json", document)


def _games(folder: Path) -> dict[str, Any]:
    """Return what was taught of each game; of one that is not known here, a newer program's, nothing."""
    found: dict[str, Any] = {}
    for game in games_calibrated():
        calibrator, name = calibrator_of(game), f"{GAMES}/{game}.json"
        if calibrator is not None and (folder / name).exists():
            found[game] = _read(folder, name, calibrator.parse)
    return found


def rename(folder: Path, name: str) -> None:
    """Give a profile a name, and make it where there is none."""
    _write(folder, HEAD, {"format": "longhouse-profile", "version": 1, "name": name})


def keep(folder: Path, name: str, document: Mapping[str, Any]) -> None:
    """Write one file of a profile (such as ``tiles/mine.json``); one that stood there is replaced in one step.

    A folder that is no profile yet becomes one, named like the folder.

    Raises:
        CalibrationError: the folder cannot be written to.
    """
    if not (folder / HEAD).exists():
        rename(folder, folder.resolve().name)
    _write(folder, name, document)


def keep_lens(folder: Path, lens: Lens) -> None:
    """Keep a lens in a profile in place of an older one of the same camera and size."""
    own = (lens.camera, lens.width, lens.height)
    others = [o for o in open_profile(folder).lenses if (o.camera, o.width, o.height) != own]
    keep(folder, LENSES, lenses_document((*others, lens)))


def _write(folder: Path, name: str, document: Mapping[str, Any]) -> None:
    target = folder / name
    data = json.dumps(document, ensure_ascii=False, indent=1)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data.encode())
    except OSError:
        raise CalibrationError(
            N_("The folder “{folder}” cannot be written to; choose another."), folder=folder
        ) from None


def _read_optional(folder: Path, name: str, parse: Callable[[object], _Part]) -> _Part | None:
    return _read(folder, name, parse) if (folder / name).exists() else None


def _read(folder: Path, name: str, parse: Callable[[object], _Part]) -> _Part:
    path = folder / name
    try:
        data = parse_json(read_bounded(path, LARGEST_FILE), longest=LARGEST_FILE, most=LARGEST_FILE)
    except FileTooLarge:
        raise CalibrationError(N_("The profile's file “{name}” is too large to be one of ours."), name=name) from None
    except DocumentError as error:
        raise DocumentError(f"{name}: {error.field}", error.code, error.given) from None
    except (ValueError, RecursionError):
        raise CalibrationError(
            N_("The profile's file “{name}” is not JSON; teach that part again."), name=name
        ) from None
    except OSError:
        raise CalibrationError(N_("The profile's file “{name}” cannot be read."), name=name) from None
    try:
        return parse(data)
    except DocumentError as error:
        raise type(error)(f"{name}: {error.field}", error.code, error.given) from None
