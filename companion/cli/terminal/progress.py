"""Progress of a command over its files, for a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

from companion.language import N_, translator

_ERASE = "\x1b[1G\x1b[2K"
"""Moves to the beginning of a terminal's line, and erases it."""

Step = tuple[str, AbstractContextManager[object]]
"""A file, and a context manager that shows the progress while it is entered."""


def is_wanted(count: int, as_json: bool) -> bool:
    """Return whether to show progress: for several files, on a terminal that does not receive JSON lines as well.

    Dumb terminals (``TERM=dumb``), which cannot overwrite a line, show nothing.
    """
    if count < 2 or not sys.stderr.isatty() or (as_json and sys.stdout.isatty()):
        return False
    from rich.console import Console  # slow to import

    return not Console(stderr=True).is_dumb_terminal


def erased_line() -> str:
    """Return what erases the line of standard error on which progress may stand; empty where none can be shown."""
    dumb = os.environ.get("TERM", "").lower() in {"dumb", "unknown"}
    return "" if dumb or not sys.stderr.isatty() else _ERASE


def steps(files: Sequence[str], lang: str, as_json: bool) -> Iterator[Step]:
    """Yield each file with a context manager that shows the progress on standard error, without a trace afterwards.

    Args:
        files: the files in the order of work.
        lang: the language of the progress.
        as_json: whether standard output takes JSON lines.
    """
    if not is_wanted(len(files), as_json):
        yield from ((file, nullcontext()) for file in files)
        return
    from rich.console import Console  # slow to import, like the next ones
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    # Answers are printed between two steps, while no progress is shown.
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
