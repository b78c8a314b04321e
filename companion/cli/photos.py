"""The command that reads photos."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.answers import (
    Answer,
    answer_each,
    answering,
    complain,
    load_json,
    many_files,
    need,
    photo_bytes,
    profile_in,
    reader_with,
    using_profile,
)
from companion.cli.batch import Results, documents_of_workers, expanded, read_batch
from companion.cli.game import FJORDS, of_game
from companion.cli.photo_documents import Outputs, PhotoWork, board_document, fjords_document
from companion.cli.terminal.progress import steps
from companion.language import N_, translator
from companion.problems import Problem
from companion.reader_service import PhotoReader
from companion.scoring.tally import tally_of
from vision.imaging.photo import Photo, decode_photo
from vision.plugins import games_seen
from vision.profile import Profile
from vision.reading.answers.parse import Answer as PhotoAnswer
from vision.reading.answers.parse import parse_answers
from vision.reading.reading import Reading
from vision.vocabulary import COLOURS

if TYPE_CHECKING:
    from rich.console import RenderableType

    from companion.merge_photos import Load, MergedPhotos, Refused


@click.command()
@many_files
@click.option(
    "--picture",
    "pictures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each photo to this folder with what was seen, and the score, drawn on it.",
)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Write each board document to this folder."
)
@click.option("--merge", is_flag=True, help="Read the photos as one: they show one table, from other angles.")
@click.option(
    "--answers",
    metavar="FILE",
    help="What a person answered: the list “ask” of this photo's earlier reading, each question with “answer” added.",
)
@click.option(
    "--keep",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep how pieces and grounds in this photo look, with what you answered, as a profile for this copy.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Read this number of photos at once, each in a process of its own, which takes up to 0.7 GB of memory.",
)
@click.option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all documents into this one file, a line each; what is in it already is not read again.",
)
@click.option("--queue", metavar="URL", help="Have workers read the photos, which this Redis reaches; with --results.")
@of_game(games_seen)
@using_profile
@answering
def read(
    files: tuple[str, ...],
    pictures: Path | None,
    out: Path | None,
    merge: bool,
    answers: str | None,
    keep: Path | None,
    jobs: int,
    results: Path | None,
    queue: str | None,
    game: str,
    profile: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Read the board in each photo: tiles, pieces and what is doubtful."""
    files = expanded(files)
    if merge or len(files) > 1:
        _refuse_for_several({"--answers": answers, "--keep": keep})
    if merge and jobs > 1:
        raise click.UsageError("--jobs is for photos that are read one by one; leave out --merge.")
    if game != FJORDS:
        option = next((o for o, given in (("--merge", merge), ("--answers", answers), ("--keep", keep)) if given), None)
        if option is not None:
            raise click.UsageError(f"{option} is for photos of Fjords; read the others one by one.")
    outputs = Outputs(pictures, out)
    if queue is not None and (results is None or game != FJORDS):
        raise click.UsageError("--queue is for photos of Fjords, and needs --results.")
    if results is not None:
        if merge or answers or keep:
            raise click.UsageError("--results is for photos that are read one by one.")
        _read_into(results, files, PhotoWork(game, profile, outputs, lang), jobs, queue)
        return
    if jobs > 1 and len(files) > 1:
        _read_in_processes(files, PhotoWork(game, profile, outputs, lang), jobs, as_json)
        return
    if game != FJORDS:
        _read_board(files, outputs, game, profile, lang, as_json)
        return
    reader = reader_with(profile, lang)
    taps = () if answers is None else need(answers, lambda file: _answers_in(file, reader.profile), lang)

    def answer(file: str, photo: Photo, reading: Reading) -> Answer:
        return _answer_of(fjords_document(file, photo, reading, outputs, lang), FJORDS, lang)

    def work(file: str) -> Answer:
        photo = decode_photo(photo_bytes(file))
        reading = reader.read_with(photo, taps)
        if keep is not None:
            _keep(keep, reading)
        return answer(file, photo, reading)

    if not merge:
        answer_each(files, work, lang, as_json)
        return
    merged = _read_merged(files, reader, lang, as_json)
    first = merged.used[0]
    photo = decode_photo(photo_bytes(first))
    answer_each([first], lambda file: answer(file, photo, merged.reading), lang, as_json)
    if merged.refused:
        sys.exit(1)


def _refuse_for_several(options: Mapping[str, object]) -> None:
    """Raise the usage error of an option that needs a single photo."""
    for option, given in options.items():
        if given is not None:
            raise click.UsageError(f"{option} is for a single photo; read it by itself.")


def _keep(folder: Path, reading: Reading) -> None:
    from calibration.from_reading import keep_copy  # slow to import, and seldom needed

    keep_copy(folder, reading)


def _answers_in(file: str, profile: Profile | None) -> tuple[PhotoAnswer, ...]:
    """Return the answers in a file; colours have the names of the profile."""
    palette = None if profile is None else profile.palette
    return parse_answers(load_json(file), COLOURS if palette is None else palette.names)


def _read_board(
    files: tuple[str, ...], outputs: Outputs, game: str, profile: Path | None, lang: str, as_json: bool
) -> None:
    """Read photos of another game, each of one player's board."""
    taught = profile_in(profile, lang)

    def work(file: str) -> Answer:
        return _answer_of(board_document(file, game, taught, outputs, lang), game, lang)

    answer_each(files, work, lang, as_json)


def _read_in_processes(files: tuple[str, ...], work: PhotoWork, jobs: int, as_json: bool) -> None:
    """Read photos in several processes, and print what was read in the order of the files."""
    profile_in(work.profile, work.lang)  # a damaged one is reported once, before the processes begin
    from companion.cli.parallel import documents_in_order  # slow to import, and needed only with --jobs

    documents = documents_in_order(files, work, min(jobs, len(files)), work.lang)
    with closing(documents):
        answer_each(files, lambda _: _answer_of(next(documents)(), work.game, work.lang), work.lang, as_json)


def _read_into(file: Path, files: tuple[str, ...], work: PhotoWork, jobs: int, queue: str | None) -> None:
    """Read photos into a file of results, and print how many were read; those in it already are left out."""
    from companion.cli.parallel import documents_in_order  # slow to import, and needed only for many photos

    lang, say = work.lang, translator(work.lang)
    profile_in(work.profile, lang)
    results = need(str(file), lambda _: Results(file), lang)
    left = [photo for photo in files if not results.knows(photo)]
    read = 0
    try:
        documents = (
            documents_in_order(left, work, max(1, min(jobs, len(left))), lang)
            if queue is None
            else documents_of_workers(left, queue)
        )
        done = read_batch(left, documents, results, lang)
        for _, working in steps(left, lang, as_json=False):
            with working:
                read += next(done)
    except Problem as problem:
        complain(str(file), problem, lang)
        sys.exit(1)
    finally:
        results.close()
    words = say(N_("{read} read, {known} known already, {failed} not read."))
    click.echo(words.format(read=read, known=len(files) - len(left), failed=len(left) - read))
    if read < len(left):
        sys.exit(1)


def _answer_of(document: Mapping[str, Any], game: str, lang: str) -> Answer:
    def show() -> Iterator[RenderableType]:
        from companion.cli.terminal.tables import board_reading, reading_table  # slow to import, and only for people

        return reading_table(document, lang) if game == FJORDS else board_reading(document, tally_of(document), lang)

    return Answer(document, show)


def _read_merged(files: tuple[str, ...], reader: PhotoReader, lang: str, as_json: bool) -> MergedPhotos:
    """Read the photos as one, and print why photos cannot be used."""
    from companion.merge_photos import NothingRead, read_merged  # slow to import, and seldom needed

    def photos() -> Iterator[tuple[str, Load]]:
        for file, working in steps(files, lang, as_json):
            with working:  # each photo is read before the next is requested
                yield file, partial(photo_bytes, file)

    try:
        merged = read_merged(photos(), reader)
    except NothingRead as nothing:
        _complain_of(nothing.refused, lang)
        sys.exit(1)
    _complain_of(merged.refused, lang)
    return merged


def _complain_of(refused: Refused, lang: str) -> None:
    for file, error in refused:
        complain(file, error, lang)
