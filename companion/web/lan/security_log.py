"""The security log: who joined, left, was refused or guessed codes, one line each, in a file in the data folder.

The pages write to the logger ``longhouse.security``; the server configures its handler.
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
_PER_ADDRESS = RateLimitItemPerMinute(20)
"""Lines a minute of one event from one address, so that nobody can fill the log or rotate others' lines out."""
_IN_TOTAL = RateLimitItemPerMinute(200)
"""Lines a minute in total."""
_FILE_BYTES, _BACKUPS = 256_000, 3
"""A file holds about 5 000 events; with the backups the log takes a megabyte."""


def note(event: str, address: str | None) -> None:
    """Write a line to the security log.

    Args:
        event: the event, one of a fixed set of words, and never received data.
        address: the visitor's address.
    """
    logging.getLogger(LOGGER).warning("%s %s", address or "-", event)


@contextmanager
def written_to(folder: Path | None) -> Iterator[None]:
    """Write the security log to a file in this folder, or to standard error without one, and nowhere else."""
    handler = _PrivateFile(folder / FILE) if folder is not None else logging.StreamHandler()
    handler.addFilter(_RateLimit())
    formatter = logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    # The terminal's log has no limit, and strangers decide how many lines there are.
    propagated, logger.propagate = logger.propagate, False
    try:
        yield
    finally:
        logger.propagate = propagated
        logger.removeHandler(handler)
        handler.close()


class _PrivateFile(RotatingFileHandler):
    """A log file that only its owner may read, created with the first line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_FILE_BYTES, backupCount=_BACKUPS, encoding="utf-8", delay=True)

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", opener=_opened_private)

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop a line that cannot be written, as on a full disk: the game must go on."""


def _opened_private(path: str, how: int) -> int:
    opened = os.open(path, how, 0o600)
    os.chmod(path, 0o600)
    return opened


class _RateLimit(logging.Filter):
    """A rate limit of lines; the next line that passes says how many were dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._dropped = 0

    def filter(self, record: logging.LogRecord) -> bool:
        line = record.getMessage()
        if not (self._limiter.hit(_PER_ADDRESS, line) and self._limiter.hit(_IN_TOTAL)):
            self._dropped += 1
            return False
        if self._dropped:
            record.msg, record.args = f"{line} ({self._dropped} other lines were left out)", ()
            self._dropped = 0
        return True
