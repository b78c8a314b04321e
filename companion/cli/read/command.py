"""The command that reads photos."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.answers import (
    Answer,
    FileReader,
    answer_each,
    files_read_with,
    load_json,
    load_or_exit,
    photo_bytes,
    print_json,
    print_left_aside,
    print_problem,
    profile_in,
    using_profile,
    with_output_options,
)
from companion.cli.game import FJORDS, of_game
from companion.cli.output_files import begin_folder
from companion.cli.read.batch import Document, Load, Results, Waiting, photos_at, read_batch, workers_at
from companion.cli.read.documents import Outputs, PhotoRead, PhotoWork, board_document, fjords_document
from companion.cli.read.job_count import usual_jobs
from companion.cli.read.option_checks import check_names, check_options, check_outputs, identity_of, refuse_with_queue
from companion.cli.terminal.progress import steps
from companion.language import N_, translator
from companion.problems import KNOWN, Problem
from companion.scoring.tally import tally_of
from companion.taught_copy import answerable_colours
from vision.imaging.photo import decode_photo
from vision.plugins import games_seen
from vision.profile import Profile
from vision.reading.answers.answer import Answer as PhotoAnswer
from vision.reading.answers.locate import may_be_about
from vision.reading.reading import Reading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from companion.merge_photos import Load as LoadBytes
    from companion.merge_photos import MergedPhotos, Refused
    from vision.imaging.photo import Photo

_OTHER_PHOTO = N_("The answers do not fit this board; give them with the photo whose questions they answer.")
_KEPT_APART = N_(
    "Nothing of this photo is kept in the profile “{name}”, because that would mix two copies of the game; name "
    "another folder with --keep, or leave out --profile if it is the same copy after all."
)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PHOTO|FOLDER...")
@click.option(
    "--picture",
    "pictures",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each photo to this folder with what was seen, and the score, drawn on it.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each board document to this folder.",
)
@click.option("--merge", is_flag=True, help="Read the photos as one: they show one table, from other angles.")
@click.option(
    "--answers",
    metavar="FILE",
    help="What a person answered: the list “ask” of this photo's earlier reading, with “answer” added to each question "
    "that is answered.",
)
@click.option(
    "--keep",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep how pieces, terrain and tiles in this photo look, with what you answered, if anything, in a profile of "
    "this copy: a folder, which may be new.",
)
@click.option(
    "--jobs",
    metavar="NUMBER",
    type=click.IntRange(1, 64),
    help="Read this number of photos at once, each in a process of its own, which takes up to 0.7 GB of memory. "
    "By default many photos are read in as many processes as this machine has cores, in eight at most.",
)
@click.option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all documents into this one file, a line each; what is in it already is not read again.",
)
@click.option(
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
    if (pictures or out) and not merge:
        check_names(files, lang)
    outputs = Outputs(pictures, out)
    check_outputs(files, outputs, lang)
    for folder in filter(None, (pictures, out)):
        load_or_exit(str(folder), lambda name: begin_folder(Path(name)), lang)
    work = PhotoWork(game, profile, outputs, lang)
    if results is not None:
        _read_into(results, files, work, jobs, queue, as_json)
    elif jobs > 1 and len(files) > 1:
        _read_in_processes(files, work, jobs, as_json)
    elif game != FJORDS:
        _read_board(files, work, as_json)
    elif merge:
        _read_as_one(files, work, as_json)
    else:
        _read_each(files, work, answers, keep, as_json)
    if refused:
        sys.exit(1)


def _read_each(files: tuple[str, ...], work: PhotoWork, answers: str | None, keep: Path | None, as_json: bool) -> None:
    """Read photos of Fjords one by one, with a person's answers where they are given."""
    lang = work.lang
    read_file = files_read_with(work.profile, lang)
    if keep is not None:
        _check_kept(keep, lang)
    given = (
        () if answers is None else load_or_exit(answers, lambda file: _answers_in(file, read_file.reader.profile), lang)
    )

    def answer(file: str) -> Answer:
        photo = decode_photo(photo_bytes(file))
        found = read_file.read(file, photo, given)
        reading = found.reading
        if reading.observation is not None and not may_be_about(given, reading.observation.lattice, photo.scale):
            raise Problem(_OTHER_PHOTO)
        shown = _answer_of(fjords_document(file, photo, reading, work.outputs, lang), FJORDS, lang)
        if keep is None:
            return shown
        if found.left_aside and identity_of(keep) == identity_of(str(work.profile)):
            return replace(shown, problem=Problem(_KEPT_APART, name=found.left_aside))
        try:
            return _kept(keep, reading, photo, shown, lang)
        except KNOWN as error:  # the photo was read all the same
            return replace(shown, problem=error)

    answer_each(files, answer, lang, as_json)


def _read_as_one(files: tuple[str, ...], work: PhotoWork, as_json: bool) -> None:
    """Read photos of one table of Fjords as one; the document is that of the first photo that could be used."""
    lang = work.lang
    merged = _read_merged(files, files_read_with(work.profile, lang), lang, as_json)
    photo = decode_photo(photo_bytes(merged.used[0]))

    def answer(file: str) -> Answer:
        return _answer_of(fjords_document(file, photo, merged.reading, work.outputs, lang), FJORDS, lang)

    answer_each([merged.used[0]], answer, lang, as_json)
    if merged.refused:
        sys.exit(1)


def _check_kept(folder: Path, lang: str) -> None:
    """If a folder holds something other than a profile, or a damaged one, print the problem and exit."""
    from calibration.profile.folder import open_profile  # slow to import, and seldom needed

    load_or_exit(str(folder), lambda _: open_profile(folder), lang)


def _kept(folder: Path, reading: Reading, photo: Photo, shown: Answer, lang: str) -> Answer:
    """Keep what a reading shows of a copy, and return the answer to the photo, which tells people what is kept now."""
    from calibration.from_reading import keep_copy  # slow to import, and seldom needed
    from calibration.profile.folder import load_profile
    from companion.cli.calibrate.share import facts_of

    keep_copy(folder, reading, photo)

    def show() -> Iterator[RenderableType]:
        yield from shown.show()
        for facts in facts_of(load_profile(folder), lang).show():
            yield translator(lang)(N_("Kept in the profile {profile}")).format(profile=facts)

    return Answer(shown.data, show)


def _answers_in(file: str, profile: Profile | None) -> tuple[PhotoAnswer, ...]:
    """Return the answers in a file; colours have the usual names, or those of the profile.

    In a whole document of an earlier reading, the questions that have an ``answer`` are answered.
    """
    from vision.reading.answers.parse import parse_answers  # Pydantic is slow to import, and needed for this alone

    given = load_json(file)
    said = given["ask"] if isinstance(given, dict) and "ask" in given else given
    return parse_answers(said, answerable_colours(profile))


def _read_board(files: tuple[str, ...], work: PhotoWork, as_json: bool) -> None:
    """Read photos of another game, each of one player's board."""
    taught = profile_in(work.profile, work.lang)

    def answer(file: str) -> Answer:
        document = board_document(file, work.game, taught, work.outputs, work.lang)
        return _answer_of(document, work.game, work.lang)

    answer_each(files, answer, work.lang, as_json)


def _read_in_processes(files: tuple[str, ...], work: PhotoWork, jobs: int, as_json: bool) -> None:
    """Read photos in several processes, and print what was read in the order of the files."""
    profile_in(work.profile, work.lang)  # a damaged one is reported once, before the processes begin
    with closing(_documents(files, _in_processes(files, work, jobs), work.lang)) as documents:
        answer_each(files, lambda _: _answer_of(next(documents)(), work.game, work.lang), work.lang, as_json)


def _in_processes(files: Sequence[str], work: PhotoWork, jobs: int) -> Waiting:
    """Yield what waits for each photo, read in this number of processes, or in as many as there are photos."""
    from companion.cli.read.parallel import results_in_order  # slow to import, and needed only for many photos

    return results_in_order(files, work, max(1, min(jobs, len(files))), work.lang)


def _documents(files: Sequence[str], photos: Waiting, lang: str) -> Generator[Load, None, None]:
    """Yield for each photo in turn a function that waits for its document, and says if it was read without a profile.

    Args:
        files: the photos' names.
        photos: what waits for each of them.
        lang: language of what is said.
    """

    def document(file: str, load: Callable[[], PhotoRead]) -> Document:
        photo = load()
        print_left_aside(file, photo.left_aside, lang)
        return photo.document

    with closing(photos):
        for file, load in zip(files, photos, strict=True):
            yield partial(document, file, load)


def _read_into(
    file: Path, files: tuple[str, ...], work: PhotoWork, jobs: int, queue: str | None, as_json: bool
) -> None:
    """Read photos into a file of results, and print how many were read; those in it already are left out."""
    lang = work.lang
    profile_in(work.profile, lang)
    by_workers = queue and load_or_exit("--queue", lambda _: workers_at(queue, _print_once("--queue", lang)), lang)
    results = load_or_exit(str(file), lambda _: Results(file, work.game, work.profile), lang)
    left = [photo for photo in files if not results.knows(photo)]
    documents = _documents(left, by_workers(left) if by_workers else _in_processes(left, work, jobs), lang)
    failed = 0
    try:
        with closing(documents):
            done = read_batch(left, documents, results, lang)
            for photo, working in steps(left, lang, as_json):
                with working:
                    error = next(done)
                if error is not None:
                    print_problem(photo, error, lang)
                    failed += 1
    except Problem as problem:
        print_problem(str(file), problem, lang)
        sys.exit(1)
    finally:
        results.close()
    counts = {"read": len(left) - failed, "known": len(files) - len(left), "failed": failed}
    if as_json:
        print_json(str(file), counts)
    else:
        click.echo(translator(lang)(N_("{read} read, {known} known already, {failed} not read.")).format(**counts))
    if failed:
        sys.exit(1)


def _print_once(source: str, lang: str) -> Callable[[Problem], None]:
    """Return a function that prints each problem once, however often it is reported."""
    known: list[Problem] = []
    lock = threading.Lock()

    def tell(problem: Problem) -> None:
        with lock:
            if problem not in known:
                known.append(problem)
                print_problem(source, problem, lang)

    return tell


def _answer_of(document: Mapping[str, Any], game: str, lang: str) -> Answer:
    def show() -> Iterator[RenderableType]:
        from companion.cli.terminal.tables import board_reading, reading_table  # slow to import, and only for people

        return reading_table(document, lang) if game == FJORDS else board_reading(document, tally_of(document), lang)

    return Answer(document, show)


def _read_merged(files: tuple[str, ...], read_file: FileReader, lang: str, as_json: bool) -> MergedPhotos:
    """Read the photos as one, and print why photos cannot be used."""
    from companion.merge_photos import NothingRead, read_merged  # slow to import, and seldom needed

    def photos() -> Iterator[tuple[str, LoadBytes]]:
        for file, working in steps(files, lang, as_json):
            with working:  # each photo is read before the next is requested
                yield file, partial(photo_bytes, file)

    try:
        merged = read_merged(photos(), lambda file, data: read_file(file, decode_photo(data)))
    except NothingRead as nothing:
        _print_refused(nothing.refused, lang)
        sys.exit(1)
    _print_refused(merged.refused, lang)
    return merged


def _print_refused(refused: Refused, lang: str) -> None:
    for file, error in refused:
        print_problem(file, error, lang)
