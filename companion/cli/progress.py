"""How far a command has come with its files, for whoever waits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from companion.language import N_, translator

Step = tuple[str, AbstractContextManager[object]]
"""A file, and what shows how far the command has come for as long as it is entered."""


def is_wanted(count: int, as_json: bool) -> bool:
    """Say whether somebody at a terminal waits for several files, and JSON lines do not go to the same terminal.

    A terminal that cannot go back in a line (``TERM=dumb``) is shown nothing.
    """
    able = sys.stderr.isatty() and not Console(stderr=True).is_dumb_terminal
    return able and count > 1 and not (as_json and sys.stdout.isatty())


def steps(files: Sequence[str], lang: str, as_json: bool) -> Iterator[Step]:
    """Yield each file with what shows its number on standard error; nothing is left there afterwards.

    Args:
        files: the files in the order in which they are worked on.
        lang: the language of what is shown.
        as_json: whether standard output takes JSON lines.
    """
    if not is_wanted(len(files), as_json):
        yield from ((file, nullcontext()) for file in files)
        return
    # An answer is printed between two steps, while nothing is shown, so its lines stay clean.
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = shown.add_task("", total=len(files))
    words = translator(lang)(N_("{number} of {total}"))
    for number, file in enumerate(files, 1):
        shown.update(task, completed=number - 1, description=words.format(number=number, total=len(files)))
        yield file, shown
