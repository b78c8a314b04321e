"""The command that reads photos."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2

from companion.cli.answers import Answer, answer_each, answering, many_files
from companion.cli.tables import reading_table
from companion.eye import Eye, Read
from companion.language import N_
from companion.panel import score_panel
from companion.problems import Problem
from companion.tally import tally_reading
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
@answering
def read(files: tuple[str, ...], pictures: Path | None, out: Path | None, lang: str, as_json: bool) -> None:
    """Read the board in each photo: tiles, pieces and what is doubtful."""
    eye: Read = Eye()

    def work(file: str) -> Answer:
        photo = decode_photo(Path(file).read_bytes())
        reading = eye(photo)
        document = reading.to_document()
        if pictures is not None:
            _write(pictures, Path(file).stem + ".jpg", _drawn(photo, reading, lang))
        if out is not None:
            _write(out, Path(file).stem + ".json", json.dumps(document, ensure_ascii=False).encode())
        return Answer(document, lambda: reading_table(document, lang))

    answer_each(files, work, lang, as_json)


def _drawn(photo: Photo, reading: Reading, lang: str) -> bytes:
    drawn = annotate(photo, reading, score_panel(tally_reading(reading), lang))
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    except OSError:
        raise Problem(N_("The folder “{folder}” cannot be written to; choose another."), folder=folder) from None
