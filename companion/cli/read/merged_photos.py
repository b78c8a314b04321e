"""Reading several photos of one table as one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from companion.cli.answers import Answer, answer_each, print_problem
from companion.cli.game import FJORDS
from companion.cli.input_files import photo_bytes
from companion.cli.photo_readers import FileReader, files_read_with
from companion.cli.read.documents import PhotoWork, answer_with, fjords_document
from companion.cli.terminal.progress import steps
from companion.language import N_
from companion.problems import Problem
from vision.imaging.photo import decode_photo

_REPEATED = N_("This is the same picture as “{name}”; the two count as one.")

if TYPE_CHECKING:
    from companion.merge_photos import Load as LoadBytes
    from companion.merge_photos import MergedPhotos, Refused


def read_as_one(files: tuple[str, ...], work: PhotoWork, as_json: bool) -> None:
    """Read photos of one table of Fjords as one; the document is that of the first photo that could be used."""
    lang = work.lang
    merged = _read_merged(files, files_read_with(work.profile, lang), lang, as_json)
    photo = decode_photo(photo_bytes(merged.used[0]))

    def answer(file: str) -> Answer:
        return answer_with(fjords_document(file, photo, merged.reading, work.outputs, lang), FJORDS, lang)

    answer_each([merged.used[0]], answer, lang, as_json)
    if merged.refused:
        sys.exit(1)


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
    for file, other in merged.repeated:
        print_problem(file, Problem(_REPEATED, name=PurePath(other).name), lang)
    return merged


def _print_refused(refused: Refused, lang: str) -> None:
    for file, error in refused:
        print_problem(file, error, lang)
