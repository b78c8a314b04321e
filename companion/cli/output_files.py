"""Files that commands are asked to write."""

from __future__ import annotations

import os
from pathlib import Path

from calibration.files import write_whole
from calibration.problems import why_not_written
from companion.language import N_
from companion.problems import Problem

_NOT_WRITABLE = N_("The folder “{folder}” cannot be written to; choose another.")


def begin_folder(folder: Path) -> None:
    """Make a folder for what will be written, so that nothing is computed first that could not be kept.

    Raises:
        Problem: it cannot be made, or nothing can be written into it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_writable = os.access(folder, os.W_OK)
    except OSError:
        is_writable = False
    if not is_writable:
        raise Problem(_NOT_WRITABLE, folder=folder)


def write_output(file: Path, data: bytes) -> None:
    """Write a file, whole or not at all, and the folders above it; an older one is replaced only by a whole one.

    Raises:
        Problem: it cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():
            file.write_bytes(data)  # a device or a pipe, such as /dev/stdout, must stay what it is
        else:
            write_whole(file.resolve(), data)
    except OSError as error:
        raise Problem(why_not_written(error), folder=file.parent) from None
