"""What a command prints when it is stopped, or when it cannot write any more."""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

import click

from companion.language import N_, translator

_STOPPED = N_("Stopped.")
_FULL = N_("The disk is full: make room on it, then give the same command again.")
_INTERRUPTED = 128 + 2
"""Exit code of a command that was stopped with Ctrl+C, as in shells: 128 and the signal's number."""


def end_with_a_sentence(error: BaseException, lang: str, is_ended_by_interrupts: bool) -> None:
    """End the process if the user stopped the command, or if a disk is full; otherwise just return.

    Args:
        error: what ended the command.
        lang: the language of the sentence.
        is_ended_by_interrupts: whether Ctrl+C is the way to end the command, and no failure.
    """
    if isinstance(error, KeyboardInterrupt):
        message, code = _STOPPED, 0 if is_ended_by_interrupts else _INTERRUPTED
    elif isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        message, code = _FULL, 1
        drop_output()
    else:
        return
    click.echo(translator(lang)(message), err=True)
    sys.exit(code)


def give_up(sentence: str) -> NoReturn:
    """Print on standard error why the command cannot be carried out, and end it with exit code 1."""
    click.echo(sentence, err=True)
    sys.exit(1)


def drop_output() -> None:
    """Discard output that is not written yet: Python would try to write it once more when it ends, and fail."""
    if sys.stdout is sys.__stdout__ and sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
