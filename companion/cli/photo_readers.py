"""Readers of the photos that a command is given, with the profile that it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.answers import load_or_exit, print_problem
from companion.cli.options import option
from companion.language import translator
from companion.problems import Problem
from companion.reader_service import CopyReading, NetworkReader
from companion.taught_copy import OTHER_COPY, PIECES_LEFT_ASIDE, read_copy

if TYPE_CHECKING:
    from vision.imaging.photo import Photo
    from vision.profile import Profile
    from vision.reading.answers.answer import Answer as PhotoAnswer
    from vision.reading.reading import Reading


def using_profile(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``--profile``."""
    return option(
        "--profile",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Calibration of your camera, pieces and tiles, made with “longhouse calibrate”.",
    )(command)


def reader_with(profile: Path | None, lang: str) -> NetworkReader:
    """Return the reader with a profile; if the profile is invalid, print the problem and exit.

    It has the networks that the command line has begun to load, if it has.
    """
    return NetworkReader(profile_in(profile, lang), click.get_current_context().obj)


@dataclass(frozen=True)
class FileReader:
    """Reads the photos that a command is given, and prints which of them were read without the profile.

    Attributes:
        reader: reads with the profile, if there is one.
        lang: language of what is printed.
    """

    reader: NetworkReader
    lang: str

    def __call__(self, file: str, photo: Photo) -> Reading:
        """Return the reading alone of what `read` returns; raises the same."""
        return self.read(file, photo).reading

    def read(self, file: str, photo: Photo, answers: Sequence[PhotoAnswer] = ()) -> CopyReading:
        """Return the reading of the photo in a file; if it shows another copy than the taught one, print that.

        Raises:
            PhotoError: no board can be found in it.
        """
        found = read_copy(self.reader, photo, answers)
        print_left_aside(file, found.left_aside, self.lang)
        return found


def files_read_with(profile: Path | None, lang: str) -> FileReader:
    """Return the reader of photos with a profile; if the profile is invalid, print the problem and exit."""
    return FileReader(reader_with(profile, lang), lang)


def print_left_aside(file: str, profile: str, lang: str) -> None:
    """Print on standard error that a photo was read without the profile of this name, unless that is empty."""
    if profile:
        print_problem(file, Problem(OTHER_COPY, name=profile), lang)


def profile_in(folder: Path | None, lang: str) -> Profile | None:
    """Return the profile in a folder, if one is given; if it is invalid, print the problem and exit.

    A part of it that cannot be used is named on standard error.
    """
    if folder is None:
        return None
    from calibration.profile.folder import load_profile  # slow to import, and needed only with a profile

    profile = load_or_exit(str(folder), lambda _: load_profile(folder), lang)
    if profile.has_outdated_piece_examples:
        click.echo(translator(lang)(PIECES_LEFT_ASIDE).format(name=profile.name), err=True)
    return profile
