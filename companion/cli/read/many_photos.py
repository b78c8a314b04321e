"""Reading many photos in several processes, or by workers that a queue reaches, into one file of results if wanted."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from companion.cli.answers import answer_each, load_or_exit, print_json, print_problem
from companion.cli.photo_readers import print_left_aside, profile_in
from companion.cli.read.batch import Document, Load, Results, Waiting, read_batch, workers_at
from companion.cli.read.documents import PhotoRead, PhotoWork, answer_with
from companion.cli.terminal.progress import steps
from companion.language import N_, translator
from companion.problems import KNOWN, Problem


def read_in_processes(files: tuple[str, ...], work: PhotoWork, jobs: int, as_json: bool) -> None:
    """Read photos in several processes, and print what was read in the order of the files."""
    profile_in(work.profile, work.lang)  # a damaged one is reported once, before the processes begin
    with closing(_documents(files, _in_processes(files, work, jobs), work.lang)) as documents:
        answer_each(files, lambda _: answer_with(next(documents)(), work.game, work.lang), work.lang, as_json)


def _in_processes(files: Sequence[str], work: PhotoWork, jobs: int) -> Waiting:
    """Yield for each photo a function that waits for it, read in this number of processes, or in one for each photo."""
    from companion.cli.read.parallel import results_in_order  # slow to import, and needed only for many photos

    return results_in_order(files, work, max(1, min(jobs, len(files))), work.lang)


def _documents(files: Sequence[str], photos: Waiting, lang: str) -> Generator[Load, None, None]:
    """Yield for each photo in turn a function that waits for its document, and says if it was read without a profile.

    Args:
        files: the photos' names.
        photos: yields a function for each of them that waits for it.
        lang: language of what is said.
    """

    def document(file: str, load: Callable[[], PhotoRead]) -> Document:
        photo = load()
        print_left_aside(file, photo.left_aside, lang)
        return photo.document

    with closing(photos):
        for file, load in zip(files, photos, strict=True):
            yield partial(document, file, load)


def read_into(file: Path, files: tuple[str, ...], work: PhotoWork, jobs: int, queue: str | None, as_json: bool) -> None:
    """Read photos into a file of results, and print how many were read.

    Those in it already are not read again, unless their pictures are wanted and missing; their documents are written
    from it.
    """
    lang = work.lang
    profile_in(work.profile, lang)
    by_workers = queue and load_or_exit("--queue", lambda _: workers_at(queue, _print_once("--queue", lang)), lang)
    results = load_or_exit(str(file), lambda _: Results(file, work.game, work.profile), lang)
    left, unkept = _left_to_read(files, results, work)
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
    if failed or unkept:
        sys.exit(1)


def _left_to_read(files: Sequence[str], results: Results, work: PhotoWork) -> tuple[list[str], int]:
    """Write the documents of photos that were read already, where that is wanted.

    Args:
        files: the photos.
        results: with the documents.
        work: says what is written for each photo.

    Returns:
        The photos that are to be read, each once, and the number of documents that cannot be written; those are
        reported.
    """
    left, unkept = [], 0
    for photo in dict.fromkeys(files):
        document = results.document_of(photo)
        if document is None or work.outputs.lacks_picture_of(photo):
            left.append(photo)
            continue
        try:
            work.outputs.keep_document(photo, document)
        except KNOWN as error:
            print_problem(photo, error, work.lang)
            unkept += 1
    return left, unkept


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
