"""What decides who may join: codes, sessions that have ended, and the limit of wrong codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.web.access.ended_sessions import EndedSessions
from companion.web.access.rate_limits import CodeChecker
from companion.web.access_codes import Codes

_TABLES_FOLDER = "tables"


@dataclass(frozen=True)
class AccessControl:
    """What decides who may join.

    Attributes:
        codes: makes the codes of a table of a club, given its number, or those of everything, given 0.
        ended: the sessions that have ended.
        checker: finds the role of a code.
    """

    codes: Callable[[int], Codes]
    ended: EndedSessions
    checker: CodeChecker


def access_control_in(folder: Path | None) -> AccessControl:
    """Return those of one process, kept in a folder; without one they last as long as the process.

    Raises:
        Problem: nothing can be written into the folder.
    """

    def codes(number: int) -> Codes:
        if folder is None or number == 0:
            return Codes(folder)
        own = folder_of_table(folder, number)
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Codes(own)

    return AccessControl(codes, EndedSessions(folder), CodeChecker())


def folder_of_table(folder: Path, number: int) -> Path:
    """Return the folder of a table's codes in the data folder."""
    return folder / _TABLES_FOLDER / str(number)
