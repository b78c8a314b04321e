"""Sessions that ended before their cookie expired, so that a copy of the cookie is refused."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from pathlib import Path

from companion.web.access.sessions import LIFETIME
from companion.web.lan.secret_files import read_private, write_private

_FILE = "ended.json"
_MAX_SESSIONS = 10_000
"""Sessions that are remembered, 400 kB of file. To push one out, somebody has to join and leave as often in a day."""


class EndedSessions:
    """The sessions that ended within the lifetime of a cookie."""

    def __init__(self, folder: Path | None) -> None:
        """Load those in a folder; without a folder they last as long as the process."""
        self._path = folder / _FILE if folder is not None else None
        self._lock = threading.Lock()
        self._until = _loaded(self._path)

    def __contains__(self, session: object) -> bool:
        """Return whether a session has ended."""
        return session in self._until

    def add(self, session: str) -> None:
        """Mark a session as ended; on a full disk only until the process stops."""
        now = time.time()
        with self._lock:
            lasting = {name: until for name, until in self._until.items() if until > now}
            lasting[session] = now + LIFETIME.total_seconds()
            self._until = dict(list(lasting.items())[-_MAX_SESSIONS:])
            if self._path is not None:
                with suppress(OSError):
                    write_private(self._path, json.dumps(self._until).encode())


def _loaded(path: Path | None) -> dict[str, float]:
    """Return the sessions in a file, by their expiry as a POSIX time; none where it is missing or damaged."""
    if path is None:
        return {}
    try:
        found = json.loads(read_private(path))
        return {str(name): float(until) for name, until in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
