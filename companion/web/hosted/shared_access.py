"""Codes, ended sessions and wrong codes that all web processes behind one address know."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict

import redis
from limits.storage import Storage, storage_from_string

from companion.hosted.settings import HostedSettings
from companion.hosted.shared import SharedState
from companion.web.access.access_control import AccessControl
from companion.web.access.ended_sessions import EndedSessions
from companion.web.access.rate_limits import CodeChecker
from companion.web.access.sessions import LIFETIME
from companion.web.access_codes import Codes, CodeSet, new_set

_CHANGED = "CodesChanged"


def shared_access_control(settings: HostedSettings, shared: SharedState) -> AccessControl:
    """Return what decides who may join, shared by all web processes of these settings."""
    return AccessControl(
        codes=lambda number: SharedCodes(shared, number),
        ended=SharedEndedSessions(shared),
        checker=CodeChecker(_storage(settings.queue)),
    )


class SharedCodes(Codes):
    """The codes of one table, or of everything, in Redis; while that does not answer, the last ones known are valid."""

    def __init__(self, shared: SharedState, number: int) -> None:
        """Share the codes of this table; 0 for those of everything."""
        self._shared, self._number, self._name = shared, number, f"codes:{number}"
        self._lock = threading.Lock()
        self._known: CodeSet | None = None
        self._is_current = False
        shared.subscribe(_CHANGED, self._receive)
        shared.when_connected(self._forget)

    def now(self) -> CodeSet:
        """Return the codes that are valid now."""
        with self._lock:
            if self._known is None or not self._is_current:
                try:
                    self._is_current = self._shared.is_connected
                    self._known = self._kept()
                except redis.RedisError:
                    self._is_current = False
                    # Nobody can know the new ones: joining has to wait until Redis answers.
                    return self._known or new_set()
            return self._known

    def change(self) -> CodeSet:
        """Make new codes, which ends the sessions of everybody who joined by the old ones.

        Raises:
            redis.RedisError: they cannot be kept.
        """
        new = new_set()
        self._shared.keep(self._name, _written(new))
        with self._lock:
            self._known = new
        self._shared.publish(_CHANGED, self._number)
        return new

    def _kept(self) -> CodeSet:
        return CodeSet(**json.loads(self._shared.keep_first(self._name, _written(new_set()))))

    def _receive(self, number: int, _: bytes) -> None:
        if number == self._number:
            self._forget()

    def _forget(self) -> None:
        self._is_current = False


class SharedEndedSessions(EndedSessions):
    """The sessions that ended in any web process."""

    def __init__(self, shared: SharedState) -> None:
        """Keep the ended sessions in Redis, through ``shared``."""
        super().__init__(None)
        self._shared = shared

    def __contains__(self, session: object) -> bool:
        """Return whether a session has ended, as far as is known while Redis does not answer."""
        try:
            return super().__contains__(session) or self._shared.get(f"ended:{session}") is not None
        except redis.RedisError:
            return False

    def add(self, session: str) -> None:
        """Mark a session as ended."""
        super().add(session)
        self._shared.keep_all({f"ended:{session}": b"1"}, LIFETIME.total_seconds())


def _storage(address: str) -> Storage:
    found = storage_from_string(address)
    assert isinstance(found, Storage)
    return found


def _written(codes: CodeSet) -> bytes:
    return json.dumps(asdict(codes)).encode()
