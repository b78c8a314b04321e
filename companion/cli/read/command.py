"""The command that reads photos."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.answers import load_or_exit, with_output_options
from companion.cli.game import FJORDS, of_game
from companion.cli.options import option
from companion.cli.output_files import begin_folder
from companion.cli.photo_readers import using_profile
from companion.cli.read.batch import photos_at
from companion.cli.read.documents import Outputs, PhotoWork
from companion.cli.read.job_count import usual_jobs
from companion.cli.read.many_photos import read_in_processes, read_into
from companion.cli.read.merged_photos import read_as_one
from companion.cli.read.option_checks import (
    check_names,
    check_options,
    check_outputs,
    outputs_of,
    refuse_with_queue,
)
from companion.cli.read.single_photos import read_boards, read_each
from vision.plugins import games_seen


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PHOTO|FOLDER...")
@option(
    "--picture",
    "pictures",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each photo to this folder with what was seen, and the score, drawn on it.",
)
@option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each board document to this folder.",
)
@option("--merge", is_flag=True, help="Read the photos as one: they show one table, from other angles.")
@option(
    "--answers",
    metavar="FILE",
    help="What a person answered: the list “ask” of this photo's earlier reading, with “answer” added to each question "
    "that is answered.",
)
@option(
    "--keep",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep how pieces, terrain and tiles in this photo look, with what you answered, if anything, in a profile of "
    "this copy: a folder, which may be new.",
)
@option(
    "--jobs",
    metavar="NUMBER",
    type=click.IntRange(1, 64),
    help="Read this number of photos at once, each in a process of its own, which takes up to 0.7 GB of memory. "
    "By default many photos are read in as many processes as this machine has cores, in eight at most.",
)
@option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all documents into this one file, a line each; what is in it already is not read again.",
)
@option(
    "--queue",
    metavar="URL",
    help="Address of the Redis through which worker processes read the photos; needs --results.",
)
@of_game(games_seen)
@using_profile
@with_output_options
def read(
    files: tuple[str, ...],
    pictures: Path | None,
    out: Path | None,
    merge: bool,
    answers: str | None,
    keep: Path | None,
    jobs: int | None,
    results: Path | None,
    queue: str | None,
    game: str,
    profile: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Read the board in each photo, of folders too: tiles, pieces and what is doubtful."""
    refused: list[str] = []
    files = photos_at(files, refused, lang)
    for_one = {"--answers": answers, "--keep": keep}
    if jobs is None:
        jobs = 1 if merge else usual_jobs(len(files))
    check_options(files, {"--merge": merge or None, **for_one}, game, jobs, results, queue, lang)
    if queue:
        refuse_with_queue({"--profile": profile, "--picture": pictures, "--out": out}, lang)
    outputs = Outputs(pictures, out) if merge else outputs_of(files, pictures, out)
    if (pictures or out) and not merge:
        check_names(files, outputs, lang)
    check_outputs(files, outputs, lang)
    for folder in filter(None, (pictures, out)):
        load_or_exit(str(folder), lambda name: begin_folder(Path(name)), lang)
    work = PhotoWork(game, profile, outputs, lang)
    if results is not None:
        read_into(results, files, work, jobs, queue, as_json)
    elif jobs > 1 and len(files) > 1:
        read_in_processes(files, work, jobs, as_json)
    elif game != FJORDS:
        read_boards(files, work, as_json)
    elif merge:
        read_as_one(files, work, as_json)
    else:
        read_each(files, work, answers, keep, as_json)
    if refused:
        sys.exit(1)
