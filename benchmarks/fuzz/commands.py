"""The command line, run within this process, with checks of its exit code and its error output."""

from __future__ import annotations

from click.testing import CliRunner

from benchmarks.fuzz.case import Broken
from companion.cli import longhouse


def accepted(*words: str) -> bool:
    """Run ``longhouse`` with these arguments and return whether it succeeded.

    Raises:
        Broken: it ended otherwise than with 0, with 1 and a sentence, or with 2 (called wrongly).
        Exception: whatever the command let through.
    """
    found = CliRunner().invoke(longhouse, words)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    if found.exit_code not in (0, 1, 2) or (found.exit_code and not found.stderr.strip()):
        raise Broken(f"{' '.join(words)} ended with {found.exit_code} and said: {found.stderr[-500:]!r}")
    if "Traceback" in found.stderr:
        raise Broken(found.stderr[-4000:])
    return found.exit_code == 0
