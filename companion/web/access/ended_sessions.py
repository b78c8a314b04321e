"""Sessions that have ended before their cookie runs out: a copy of the cookie must not go on working."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from pathlib import Path

from companion.web.access.sessions import LASTS
from companion.web.lan.secret_files import read_private, write_private

_FILE = "ended.json"
_MOST = 10_000
"""Sessions that are remembered: 400 kB of file. Who would push one out has to join and leave as often in a day."""


class Ended:
    """The sessions that have ended within the time for which a cookie lasts."""

    def __init__(self, folder: Path | None) -> None:
        """Take those that are kept in a folder; without a folder they go with the process."""
        self._path = folder / _FILE if folder is not None else None
        self._lock = threading.Lock()
        self._until = _kept(self._path)

    def __contains__(self, session: object) -> bool:
        """Say whether a session has ended."""
        return session in self._until

    def add(self, session: str) -> None:
        """End a session; on a full disk it has ended for as long as the process runs."""
        now = time.time()
        with self._lock:
            lasting = {name: until for name, until in self._until.items() if until > now}
            lasting[session] = now + LASTS.total_seconds()
            self._until = dict(list(lasting.items())[-_MOST:])
            if self._path is not None:
                with suppress(OSError):
                    write_private(self._path, json.dumps(self._until).encode())


def _kept(path: Path | None) -> dict[str, float]:
    """Return the sessions in a file; a file that is not there, or no longer what was written, gives none."""
    if path is None:
        return {}
    try:
        found = json.loads(read_private(path))
        return {str(name): float(until) for name, until in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
