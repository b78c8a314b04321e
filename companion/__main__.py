"""The ``longhouse`` command."""

from __future__ import annotations

import os
import signal
import sys
from io import TextIOWrapper

from companion.threads import shorten_switch_interval

_NO_OPENCV = (
    "longhouse: OpenCV cannot be loaded because a system library is missing ({detail}); "
    "install it, on Debian and Ubuntu with: apt install libgl1 libglib2.0-0"
)


def main() -> None:
    """Run the command line; if OpenCV lacks a system library, print which package to install."""
    # Set before NumPy is loaded. The matrices here are small: further threads of OpenBLAS wait busily for work, which
    # took a quarter of the processor time of a reading, and of its duration, on two cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Pydantic would look for plug-ins in all installed distributions, which takes a thirtieth of the imports.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    shorten_switch_interval()
    if isinstance(sys.stdout, TextIOWrapper):
        # A character that the terminal cannot show must not end a command; escaped like this, JSON stays valid.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        from companion.cli import longhouse

        longhouse(prog_name="longhouse")
    except ImportError as error:
        # Commands are imported when they are called, so a missing library of OpenCV is first noticed here.
        if "cannot open shared object file" not in str(error):
            raise
        print(_NO_OPENCV.format(detail=str(error).split(":")[0]), file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:  # before a command has begun
        sys.exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interpreter would print where its own end was interrupted


if __name__ == "__main__":
    main()
