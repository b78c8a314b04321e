"""The answers of commands to each file, their printing, and that of errors; options that go with them."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.cli.options import option
from companion.cli.terminal.help import language_by_default, language_option
from companion.cli.terminal.progress import erased_line, steps
from companion.language import N_
from companion.problems import KNOWN, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

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
