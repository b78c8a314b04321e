"""The command that reads photos."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
import cv2

from companion.cli.answers import Answer, answer_each, answering, complain, eye_with, many_files, using_profile
from companion.cli.tables import reading_table
from companion.eye import Read
from companion.language import N_
from companion.open_tiles import with_places
from companion.panel import score_panel
from companion.problems import Problem
from companion.tally import tally_reading
from companion.together import NothingRead, Refused, Together, read_together
from vision.annotate import annotate
from vision.photo import Photo, decode_photo
from vision.reading import Reading


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
@using_profile
@answering
def read(
    files: tuple[str, ...],
    pictures: Path | None,
    out: Path | None,
    merge: bool,
    profile: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Read the board in each photo: tiles, pieces and what is doubtful."""
    eye: Read = eye_with(profile, lang)

    def answer(file: str, photo: Photo, reading: Reading) -> Answer:
        document = with_places(reading.to_document())
        if pictures is not None:
            _write(pictures, Path(file).stem + ".jpg", _drawn(photo, reading, lang))
        if out is not None:
            _write(out, Path(file).stem + ".json", json.dumps(document, ensure_ascii=False).encode())
        return Answer(document, lambda: reading_table(document, lang))

    def work(file: str) -> Answer:
        photo = decode_photo(Path(file).read_bytes())
        return answer(file, photo, eye(photo))

    if not merge:
        answer_each(files, work, lang, as_json)
        return
    together = _together(files, eye, lang)
    first = together.used[0]
    photo = decode_photo(Path(first).read_bytes())
    answer_each([first], lambda file: answer(file, photo, together.reading), lang, as_json)
    if together.refused:
        sys.exit(1)


def _together(files: tuple[str, ...], eye: Read, lang: str) -> Together:
    """Read the photos as one, and say of those that cannot be used why."""
    try:
        together = read_together([(file, Path(file).read_bytes) for file in files], eye)
    except NothingRead as nothing:
        _complain_of(nothing.refused, lang)
        sys.exit(1)
    _complain_of(together.refused, lang)
    return together


def _complain_of(refused: Refused, lang: str) -> None:
    for file, error in refused:
        complain(file, error, lang)


def _drawn(photo: Photo, reading: Reading, lang: str) -> bytes:
    drawn = annotate(photo, reading, score_panel(tally_reading(reading), lang))
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    except OSError:
        raise Problem(N_("The folder “{folder}” cannot be written to; choose another."), folder=folder) from None
