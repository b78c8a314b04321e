"""Options, input files, output and errors that the commands share."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.cli.game import FJORDS
from companion.cli.options import option
from companion.cli.terminal.help import language_by_default, language_option
from companion.cli.terminal.progress import erased_line, steps
from companion.language import N_, translator
from companion.problems import KNOWN, Problem, sentence
from companion.reader_service import CopyReading, NetworkReader
from companion.scoring.fjords_tally import tally_document, tally_photo
from companion.scoring.tally import Tally, tally_of
from companion.taught_copy import OTHER_COPY, PIECES_LEFT_ASIDE, read_copy
from games.documents import DocumentError
from games.incoming import LARGEST_DOCUMENT, FileTooLarge, parse_json, read_bounded
from games.rulebook import rulebook_of
from vision.imaging.decoding.limits import LARGEST_FILE

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from vision.imaging.photo import Photo
    from vision.profile import Profile
    from vision.reading.answers.answer import Answer as PhotoAnswer
    from vision.reading.reading import Reading

EXPORTED_GAME = "longhouse-game"
"""The field ``format`` of a game that the page exported, see `companion.record.exchange.files`."""

_Loaded = TypeVar("_Loaded")
Show = Callable[[], "Iterable[RenderableType]"]


@dataclass(frozen=True)
class Answer:
    """A command's answer to one file.

    Attributes:
        data: the fields of the JSON line, beside ``file``.
        show: renders the same for people.
        problem: why something else that was asked for could not be done; one of `companion.problems.KNOWN`.
    """

    data: Mapping[str, Any]
    show: Show
    problem: Exception | None = None


def with_output_options(
    command: Callable[..., Any], json_help: str = N_("Print one JSON line a file.")
) -> Callable[..., Any]:
    """Give a command the options ``--json``, with this help, and ``--lang``."""
    return option("--json", "as_json", is_flag=True, help=json_help)(with_language(command))


def with_language(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``--lang``."""
    return language_option(default=language_by_default)(command)


def using_profile(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``--profile``."""
    return option(
        "--profile",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Calibration of your camera, pieces and tiles, made with “longhouse calibrate”.",
    )(command)


def reader_with(profile: Path | None, lang: str) -> NetworkReader:
    """Return the reader with a profile; if the profile is invalid, print the problem and exit.

    It has the networks that the command line has begun to load, if it has.
    """
    return NetworkReader(profile_in(profile, lang), click.get_current_context().obj)


@dataclass(frozen=True)
class FileReader:
    """Reads the photos that a command is given, and prints which of them were read without the profile.

    Attributes:
        reader: reads with the profile, if there is one.
        lang: language of what is printed.
    """

    reader: NetworkReader
    lang: str

    def __call__(self, file: str, photo: Photo) -> Reading:
        """Return the reading alone of what `read` returns; raises the same."""
        return self.read(file, photo).reading

    def read(self, file: str, photo: Photo, answers: Sequence[PhotoAnswer] = ()) -> CopyReading:
        """Return the reading of the photo in a file; if it shows another copy than the taught one, print that.

        Raises:
            PhotoError: no board can be found in it.
        """
        found = read_copy(self.reader, photo, answers)
        print_left_aside(file, found.left_aside, self.lang)
        return found


def files_read_with(profile: Path | None, lang: str) -> FileReader:
    """Return the reader of photos with a profile; if the profile is invalid, print the problem and exit."""
    return FileReader(reader_with(profile, lang), lang)


def print_left_aside(file: str, profile: str, lang: str) -> None:
    """Print on standard error that a photo was read without the profile of this name, unless that is empty."""
    if profile:
        print_problem(file, Problem(OTHER_COPY, name=profile), lang)


def profile_in(folder: Path | None, lang: str) -> Profile | None:
    """Return the profile in a folder, if one is given; if it is invalid, print the problem and exit.

    A part of it that cannot be used is named on standard error.
    """
    if folder is None:
        return None
    from calibration.profile.folder import load_profile  # slow to import, and needed only with a profile

    profile = load_or_exit(str(folder), lambda _: load_profile(folder), lang)
    if profile.has_outdated_piece_examples:
        click.echo(translator(lang)(PIECES_LEFT_ASIDE).format(name=profile.name), err=True)
    return profile


def many_files(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command one or more files as arguments."""
    return click.argument("files", nargs=-1, required=True, metavar="FILE...")(command)


def answer_each(files: Sequence[str], work: Callable[[str], Answer], lang: str, as_json: bool) -> None:
    """Print the answer to each file; errors go to standard error, and the other files are still processed."""
    failed = False
    for file, working in steps(files, lang, as_json):
        try:
            with working:
                answer = work(file)
        except KNOWN as error:
            print_problem(file, error, lang)
            failed = True
            continue
        if as_json:
            print_json(file, answer.data)
        else:
            print_for_people(_heading(file), *answer.show())
        if answer.problem is not None:
            print_problem(file, answer.problem, lang)
            failed = True
    if failed:
        sys.exit(1)


def print_json(file: str, data: Mapping[str, Any]) -> None:
    """Print one JSON line: the name of a file, and fields about it."""
    click.echo(json.dumps({"file": _printable(file), **data}, ensure_ascii=False))


def print_for_people(*shown: RenderableType) -> None:
    """Print each of these on lines of its own; brackets and colons in a name or a colour are not taken for markup."""
    from rich.console import Console  # slow to import, and needed only by people

    from companion.cli.terminal.without_controls import WithoutControls

    Console(highlight=False, markup=False, emoji=False).print(*map(WithoutControls, shown), sep="")


def _heading(file: str) -> Text:
    from rich.text import Text

    return Text(_on_one_line(Path(file).name), style="bold")


def load_or_exit(file: str, load: Callable[[str], _Loaded], lang: str) -> _Loaded:
    """Return the contents of a required file; if it is invalid, print the problem and exit."""
    try:
        return load(file)
    except KNOWN as error:
        print_problem(file, error, lang)
        sys.exit(1)


def load_usable(
    files: Iterable[str], load: Callable[[str], _Loaded], refused: list[str], lang: str
) -> Iterator[_Loaded]:
    """Yield what is loaded from each file; an unusable one is reported, and its name is added to ``refused``."""
    for file in files:
        try:
            loaded = load(file)
        except KNOWN as error:
            print_problem(file, error, lang)
            refused.append(file)
        else:
            yield loaded


def print_problem(file: str, error: Exception, lang: str) -> None:
    """Print on standard error, in one sentence, what is wrong with a file; progress that is shown goes on below it."""
    line = _on_one_line(f"{file}: {sentence(error, lang)}")  # may repeat names of the document
    click.echo(erased_line() + line, err=True)


def _on_one_line(text: str) -> str:
    """Return a text as it is shown to people: control characters, which could act on the terminal, escaped."""
    return "".join(repr(c)[1:-1] if unicodedata.category(c) == "Cc" else c for c in _printable(text))


def _printable(text: str) -> str:
    """Return a text, such as a file's name, with a replacement character for each byte that is not valid text."""
    return text.encode(errors="surrogateescape").decode(errors="replace")


def load_json(file: str) -> Any:
    """Return the parsed contents of a JSON file."""
    return _parsed(read_bounded(file, LARGEST_DOCUMENT))


def photo_bytes(file: str) -> bytes:
    """Return the bytes of a picture file."""
    return read_bounded(file, LARGEST_FILE)


def tally_in(file: str, read: FileReader) -> Tally:
    """Return the tally of a document of any game, by its field ``game``, of an exported game, or of a photo of Fjords.

    Of an exported game the last board is tallied.

    Args:
        file: its name.
        read: reads photos.

    Raises:
        Exception: the file cannot be read; one of `companion.problems.KNOWN`.
    """
    found = _document_or_photo(file)
    if isinstance(found, bytes):
        return tally_photo(found, partial(read, file))
    if isinstance(found, dict) and found.get("format") == EXPORTED_GAME:
        from companion.record.exchange.files import timeline_in  # slow to import, and seldom needed

        timeline = timeline_in(found)
        return timeline.fjords_tally if timeline.position.game == FJORDS else timeline.position.tally
    return tally_document(found) if rulebook_of(found).name == FJORDS else tally_of(found)


def _document_or_photo(file: str) -> Any:
    """Return the parsed contents of a JSON file, or the bytes of any other."""
    if Path(file).suffix.lower() == ".json":
        return load_json(file)
    data = photo_bytes(file)
    begin = data[:100].decode(json.detect_encoding(data), errors="replace").removeprefix("\ufeff").lstrip()
    return _parsed(data) if begin.startswith(("{", "[")) else data


def _parsed(data: bytes) -> Any:
    """Return the JSON document in some bytes; raises `Problem` or `DocumentError` where they are none."""
    if len(data) > LARGEST_DOCUMENT:
        raise FileTooLarge
    try:
        # Other programs' fields, such as a small picture as text, are ignored; those of games have bounds of their own.
        return parse_json(data, longest=LARGEST_DOCUMENT, most=LARGEST_DOCUMENT)
    except DocumentError:
        raise
    except UnicodeDecodeError:
        raise Problem(N_("This is not a JSON document in UTF-8; save it in that encoding.")) from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise Problem(N_("This is not a JSON document; see line {line}."), line=line) from None
