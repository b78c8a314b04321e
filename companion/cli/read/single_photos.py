"""Reading photos one by one: with a person's answers, and kept in a profile, where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.answers import Answer, answer_each, load_or_exit
from companion.cli.game import FJORDS
from companion.cli.input_files import load_json, photo_bytes
from companion.cli.photo_readers import files_read_with, profile_in
from companion.cli.read.documents import PhotoWork, answer_with, board_document, fjords_document
from companion.cli.read.option_checks import identity_of
from companion.language import N_, translator
from companion.problems import KNOWN, Problem
from companion.taught_copy import answerable_colours
from vision.imaging.photo import decode_photo
from vision.profile import Profile
from vision.reading.answers.answer import Answer as PhotoAnswer
from vision.reading.answers.locate import may_be_about
from vision.reading.reading import Reading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from vision.imaging.photo import Photo

_OTHER_PHOTO = N_("The answers do not fit this board; give them with the photo whose questions they answer.")
_KEPT_APART = N_(
    "Nothing of this photo is kept in the profile “{name}”, because that would mix two copies of the game; name "
    "another folder with --keep, or leave out --profile if it is the same copy after all."
)


def read_each(files: tuple[str, ...], work: PhotoWork, answers: str | None, keep: Path | None, as_json: bool) -> None:
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
        shown = answer_with(fjords_document(file, photo, reading, work.outputs, lang), FJORDS, lang)
        if keep is None:
            return shown
        if found.left_aside and identity_of(keep) == identity_of(str(work.profile)):
            return replace(shown, problem=Problem(_KEPT_APART, name=found.left_aside))
        try:
            return _kept(keep, reading, photo, shown, lang)
        except KNOWN as error:  # the photo was read all the same
            return replace(shown, problem=error)

    answer_each(files, answer, lang, as_json)


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


def read_boards(files: tuple[str, ...], work: PhotoWork, as_json: bool) -> None:
    """Read photos of another game, each of one player's board."""
    taught = profile_in(work.profile, work.lang)

    def answer(file: str) -> Answer:
        document = board_document(file, work.game, taught, work.outputs, work.lang)
        return answer_with(document, work.game, work.lang)

    answer_each(files, answer, work.lang, as_json)
