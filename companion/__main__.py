"""The ``longhouse`` command."""

from __future__ import annotations

import sys
from io import TextIOWrapper

_NO_OPENCV = (
    "longhouse: OpenCV cannot be loaded because a system library is missing ({detail}); "
    "install it, on Debian and Ubuntu with: apt install libgl1 libglib2.0-0"
)


def main() -> None:
    """Run the command line; where OpenCV lacks a system library, say in one sentence what to install."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal without a letter must not end a command; written so, JSON lines even keep their meaning.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        from companion.cli import longhouse

        longhouse(prog_name="longhouse")
    except ImportError as error:
        # Commands are imported when they are called, so a library that OpenCV wants is first missed here.
        if "cannot open shared object file" not in str(error):
            raise
        print(_NO_OPENCV.format(detail=str(error).split(":")[0]), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
