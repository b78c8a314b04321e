"""The tables of a club that several web processes serve: their camera processes, their phones, and what has changed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial

import redis

from companion.hosted.shared import LEASE_S, SharedState
from companion.language import N_
from companion.live.snapshots import Table
from companion.web.club.links import Claim, Link, Links
from companion.web.club.messages import CameraJob, Report
from companion.web.hosted.shared_link import KINDS, SharedLink

_LOG = logging.getLogger(__name__)
_CHANGED = "TableChanged"
_RENEWAL_INTERVAL_S = LEASE_S / 4
"""Seconds between two renewals of a lease, so that two that fail do no harm."""


class SharedLinks(Links):
    """The links of one web process to the camera processes of all tables."""

    def __init__(self, shared: SharedState, may_hold: bool) -> None:
        """Prepare.

        Args:
            shared: what the web processes share.
            may_hold: whether camera processes may be children of this web process.
        """
        self._shared, self._may_hold = shared, may_hold
        self._links: dict[int, SharedLink] = {}
        self._to_refresh: set[int] = set()
        self._wake, self._closing = threading.Event(), threading.Event()
        self._refresh: Callable[[int], None] = lambda _: None
        self._thread: threading.Thread | None = None
        for name, kind in KINDS.items():
            shared.subscribe(name, partial(self._receive, kind))
        shared.subscribe(_CHANGED, lambda number, _: self._ask_to_refresh(number))
        shared.when_connected(self._catch_up)

    def link(self, number: int, job: Callable[[], CameraJob], table: Table, receive: Callable[[Report], None]) -> Link:
        """Return the link of a table."""
        link = self._links[number] = SharedLink(self._shared, number, job, table, receive, self._may_hold)
        return link

    def claim(self, number: int) -> Claim:
        """Return which phone is a table's camera."""
        return SharedClaim(self._shared, number)

    def begin(self, refresh: Callable[[int], None]) -> None:
        """Begin to keep leases, and to call ``refresh`` with tables that others have changed."""
        self._refresh = refresh
        self._shared.start()
        self._thread = threading.Thread(target=self._keep_leases, name="shared-tables", daemon=True)
        self._thread.start()

    def changed(self, number: int) -> None:
        """Tell the others that a table was changed in the register."""
        self._shared.publish(_CHANGED, number)

    def end(self) -> None:
        """Stop keeping leases, and listening."""
        self._closing.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(_RENEWAL_INTERVAL_S)
        self._shared.close()

    def _receive(self, kind: type, number: int, content: bytes) -> None:
        link = self._links.get(number)
        if link is not None:
            link.receive(kind, content)

    def _ask_to_refresh(self, number: int) -> None:
        self._to_refresh.add(number)
        self._wake.set()

    def _catch_up(self) -> None:
        for number, link in list(self._links.items()):
            link.catch_up()
            self._ask_to_refresh(number)

    def _keep_leases(self) -> None:
        """Renew the leases of all tables, and refresh those that other web processes changed, until this is closed."""
        while not self._closing.is_set():
            self._wake.wait(_RENEWAL_INTERVAL_S)
            self._wake.clear()
            try:
                while self._to_refresh:
                    self._refresh(self._to_refresh.pop())
                for link in list(self._links.values()):
                    link.renew_lease()
            except Exception:
                _LOG.exception(N_("The tables of other web processes cannot be followed; it is tried again."))


class SharedClaim:
    """Which phone is a table's camera, known to all web processes."""

    def __init__(self, shared: SharedState, number: int) -> None:
        """Share the claim of this table."""
        self._shared, self._name = shared, f"phone:{number}"
        self._last: str | None = None

    def get(self) -> str | None:
        """Return the phone, ``None`` without one; while Redis does not answer, what was known last."""
        try:
            found = self._shared.get(self._name)
        except redis.RedisError:
            return self._last
        self._last = None if not found else found.decode()
        return self._last

    def set(self, sender: str | None) -> None:
        """Set the phone, or none."""
        self._last = sender
        self._shared.keep_all({self._name: (sender or "").encode()})
