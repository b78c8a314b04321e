"""The security log: who joined, left, was refused or guessed codes, one line each, in a file in the data folder.

The pages write to the logger ``longhouse.security``; where the lines go is decided where the server starts.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

LOGGER = "longhouse.security"
FILE = "security.log"
_FROM_ONE = RateLimitItemPerMinute(20)
"""Lines a minute of one event from one address: nobody fills the log, or pushes out what others did."""
_FROM_ALL = RateLimitItemPerMinute(200)
"""Lines a minute in all."""
_BYTES, _BACKUPS = 256_000, 3
"""One file holds about 5 000 events; a megabyte in all is kept."""


def note(event: str, address: str | None) -> None:
    """Write a line.

    Args:
        event: what happened, a fixed word; never anything that was sent.
        address: the address of the line that it came over.
    """
    logging.getLogger(LOGGER).warning("%s %s", address or "-", event)


@contextmanager
def written_to(folder: Path | None) -> Iterator[None]:
    """Write the lines into a file in this folder, or to standard error where there is none."""
    handler = _PrivateFile(folder / FILE) if folder is not None else logging.StreamHandler()
    handler.addFilter(_Fewer())
    formatter = logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()


class _PrivateFile(RotatingFileHandler):
    """A file that only its owner may read, and that is made with the first line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_BYTES, backupCount=_BACKUPS, encoding="utf-8", delay=True)

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", opener=_opened_for_its_owner)

    def handleError(self, record: logging.LogRecord) -> None:
        """Let a line go that cannot be written, as on a full disk: the game must go on."""


def _opened_for_its_owner(path: str, how: int) -> int:
    opened = os.open(path, how, 0o600)
    os.chmod(path, 0o600)
    return opened


class _Fewer(logging.Filter):
    """Lets only so many lines a minute through, and says with the next one how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        line = record.getMessage()
        if not (self._limiter.hit(_FROM_ONE, line) and self._limiter.hit(_FROM_ALL)):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{line} ({self._left_out} other lines were left out)", ()
            self._left_out = 0
        return True
