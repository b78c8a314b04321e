"""Refuses options of the command that reads photos which exclude each other, or by which a file would be lost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click

from companion.cli.game import FJORDS
from companion.cli.read.documents import Outputs
from companion.language import N_, translator


def check_options(
    files: tuple[str, ...],
    single: Mapping[str, object],
    game: str,
    jobs: int,
    results: Path | None,
    queue: str | None,
    lang: str,
) -> None:
    """Raise the usage error of options that exclude each other.

    Args:
        files: the photos.
        single: ``--merge``, ``--answers`` and ``--keep`` with their values, ``None`` for one that is not given.
        game: the game of the photos.
        jobs: number of processes.
        results: the file of results.
        queue: where workers are reached.
        lang: language of the error.
    """
    given = [option for option, value in single.items() if value is not None]
    merge = "--merge" in given
    for_one = [option for option in given if option != "--merge"]
    for wrong, message in (
        (for_one and (merge or len(files) > 1), N_("{option} is for a single photo; read it by itself.")),
        (merge and jobs > 1, N_("--jobs is for photos that are read one by one; leave out --merge.")),
        (given and game != FJORDS, N_("{option} is for photos of Fjords; read the others one by one.")),
        (queue and (results is None or game != FJORDS), N_("--queue is for photos of Fjords, and needs --results.")),
        (given and results is not None, N_("{option} and --results exclude each other; leave one of them out.")),
    ):
        if wrong:
            option = (for_one or given or [""])[0]
            raise click.UsageError(translator(lang)(message).format(option=option))


def refuse_with_queue(options: Mapping[str, object], lang: str) -> None:
    """Raise the usage error of the first option that is given, with its value, though workers would not follow it."""
    message = N_(
        "{option} means nothing to workers, which use their own profile and send documents only; leave it out."
    )
    given = next((option for option, value in options.items() if value is not None), None)
    if given is not None:
        raise click.UsageError(translator(lang)(message).format(option=given))


def outputs_of(files: tuple[str, ...], pictures: Path | None, out: Path | None) -> Outputs:
    """Return where what is wanted of each of these photos is written; one that is given twice counts as one."""
    named = {(identity_of(file) or file, Path(file).name) for file in files}
    stems = Counter(Path(name).stem.casefold() for _, name in named)
    return Outputs(pictures, out, frozenset(stem for stem, count in stems.items() if count > 1))


def check_names(files: tuple[str, ...], outputs: Outputs, lang: str) -> None:
    """Raise a usage error if what is written for one photo would replace what was written for another."""
    names = Counter(name for _, name in {(identity_of(file) or file, outputs.name_of(file)) for file in files})
    twice = next((name for name, count in names.items() if count > 1), None)
    if twice is not None:
        message = N_(
            "Several of these photos are called “{name}”; with --out or --picture, read them one by one, each with "
            "another folder."
        )
        raise click.UsageError(translator(lang)(message).format(name=twice))


def check_outputs(files: tuple[str, ...], outputs: Outputs, lang: str) -> None:
    """Raise a usage error if one of the photos would be replaced by what is written for a photo."""
    targets = [target for file in files for target in (outputs.picture_of(file), outputs.document_of(file)) if target]
    photos = {identity_of(file) for file in files} if targets else set()
    replaced = next((target for target in targets if identity_of(target) in photos - {None}), None)
    if replaced is not None:
        message = N_("The photo “{name}” would be replaced by what is written for it; name another folder.")
        raise click.UsageError(translator(lang)(message).format(name=replaced.name))


def identity_of(file: str | Path) -> tuple[int, int] | None:
    """Return what tells a file from all others, whatever name it is given; ``None`` if it cannot be found."""
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
