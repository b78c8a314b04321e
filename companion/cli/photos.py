"""The command that reads photos."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

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
from companion.cli.game import FJORDS, of_game
from companion.cli.progress import steps
from companion.cli.tables import board_reading, reading_table
from companion.language import N_
from companion.merge_photos import Load, MergedPhotos, NothingRead, Refused, read_merged
from companion.open_tiles import with_places
from companion.problems import Problem
from companion.reader_service import PhotoReader
from companion.scoring.fjords_tally import tally_reading
from companion.scoring.panel import fjords_panel, score_panel
from companion.scoring.tally import tally_of
from vision.drawing.annotate import annotate, annotate_marks
from vision.drawing.marks import marks_on
from vision.imaging.photo import Photo, decode_photo
from vision.plugins import games_seen, reader_of
from vision.profile import Profile
from vision.reading.answers.parse import Answer as PhotoAnswer
from vision.reading.answers.parse import parse_answers
from vision.reading.reading import Reading
from vision.vocabulary import COLOURS


@dataclass(frozen=True)
class _Wanted:
    """The folders for annotated photos and documents; ``None`` for no output."""

    pictures: Path | None
    out: Path | None

    def keep(self, file: str, document: dict[str, Any], draw: Callable[[], np.ndarray]) -> None:
        """Write the document and the annotated photo of a reading."""
        if self.pictures is not None:
            data = cv2.imencode(".jpg", draw(), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
            _write(self.pictures, Path(file).stem + ".jpg", data)
        if self.out is not None:
            _write(self.out, Path(file).stem + ".json", json.dumps(document, ensure_ascii=False).encode())


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
    game: str,
    profile: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Read the board in each photo: tiles, pieces and what is doubtful."""
    if merge or len(files) > 1:
        _refuse_for_several({"--answers": answers, "--keep": keep})
    if game != FJORDS:
        option = next((o for o, given in (("--merge", merge), ("--answers", answers), ("--keep", keep)) if given), None)
        if option is not None:
            raise click.UsageError(f"{option} is for photos of Fjords; read the others one by one.")
        _read_board(files, _Wanted(pictures, out), game, profile, lang, as_json)
        return
    reader = reader_with(profile, lang)
    taps = () if answers is None else need(answers, lambda file: _answers_in(file, reader.profile), lang)
    wanted = _Wanted(pictures, out)

    def answer(file: str, photo: Photo, reading: Reading) -> Answer:
        document = with_places(reading.to_document())
        wanted.keep(file, document, lambda: annotate(photo, reading, fjords_panel(tally_reading(reading), lang)))
        return Answer(document, lambda: reading_table(document, lang))

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
    files: tuple[str, ...], wanted: _Wanted, game: str, profile: Path | None, lang: str, as_json: bool
) -> None:
    """Read photos of another game, each of one player's board."""
    reader, taught = reader_of(game), profile_in(profile, lang)
    assert reader is not None  # --game accepts no other

    def work(file: str) -> Answer:
        photo = decode_photo(photo_bytes(file))
        document = reader(photo, taught)
        tally = tally_of(document)
        wanted.keep(file, document, lambda: annotate_marks(photo, marks_on(document), score_panel(tally, lang)))
        return Answer(document, lambda: board_reading(document, tally, lang))

    answer_each(files, work, lang, as_json)


def _read_merged(files: tuple[str, ...], reader: PhotoReader, lang: str, as_json: bool) -> MergedPhotos:
    """Read the photos as one, and print why photos cannot be used."""

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


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    except OSError:
        raise Problem(N_("The folder “{folder}” cannot be written to; choose another."), folder=folder) from None
