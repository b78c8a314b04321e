"""What web processes behind one address share, in Redis: messages to each other, small values, and who does what.

A message reaches the processes that listen when it is sent. Whoever was away is told so once Redis can be reached
again, and then looks at the values that are kept.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from companion.faults import FaultLog
from companion.hosted.packing import FORM, packed, unpacked
from companion.language import N_

_LOG = logging.getLogger(__name__)
_NAME = f"longhouse:{FORM}:shared:"
_CHANNEL = _NAME + "notes"
LEASE_S = 8.0
"""Seconds after which the work of a process that has vanished may be taken over by another."""
_TIMEOUT_S = 2.0
"""Seconds that Redis has to answer: far less than a lease, so that one that hangs is noticed before the lease ends."""
_PAUSE_S = 0.3
"""Seconds before another attempt to listen: short, since messages of the meantime are missed; without a pause, a Redis
that refuses at once would keep a processor busy."""
_POLL_S = 1.0
"""Seconds that the thread waits for one message, which is how long `close` may have to wait for the thread."""

_LEASE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
if not holder and ARGV[3] == '0' then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
"""Takes a lease that is free, unless one may only renew, or renews one's own."""
_RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

Handler = Callable[[int, bytes], None]
"""Takes a message's table and its content."""


@dataclass(frozen=True)
class Message:
    """A message of one process to all others.

    Attributes:
        sender: the process.
        kind: what kind of message it is.
        table: the number of the table that it is about; 0 for none.
        content: what it says, packed.
    """

    sender: str
    kind: str
    table: int = 0
    content: bytes = b""


class SharedState:
    """One web process' access to what is shared; safe to use from many threads."""

    def __init__(self, address: str) -> None:
        """Use the Redis of this address; `start` begins to listen."""
        # Each connection that is kept fails once after Redis was started again.
        self._redis = _client(address, tries_again=1)
        # For messages, a connection that is made again in silence would hide that some were missed.
        self._messages = _client(address, tries_again=0)
        self._name = secrets.token_hex(8)
        self._lease, self._release = self._redis.register_script(_LEASE), self._redis.register_script(_RELEASE)
        self._handlers: dict[str, list[Handler]] = defaultdict(list)
        self._returned: list[Callable[[], None]] = []
        self._faults = FaultLog(_LOG, N_("Redis cannot be reached. %s"))
        self._broken = FaultLog(_LOG, N_("Notes of other web processes cannot be received; trying again. %s"))
        self._held: set[str] = set()
        self._takes_over_at = 0.0
        self._is_connected = False
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def subscribe(self, kind: str, handler: Handler) -> None:
        """Call ``handler`` with the table and the content of each message of this kind from another process."""
        self._handlers[kind].append(handler)

    def when_connected(self, call: Callable[[], None]) -> None:
        """Call a function each time that messages begin to arrive, so that it catches up with what was missed."""
        self._returned.append(call)

    @property
    def is_connected(self) -> bool:
        """Whether messages arrive now."""
        return self._is_connected

    def start(self) -> None:
        """Start the thread that listens for messages."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._receive, name="shared-notes", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop listening, and leave the work to others."""
        self._closing.set()
        for name in tuple(self._held):
            self.release_lease(name)
        if self._thread is not None:
            self._thread.join(2 * _POLL_S)

    def publish(self, kind: str, table: int = 0, content: bytes = b"") -> bool:
        """Send a message to all others; returns whether Redis took it."""
        message = packed(Message(self._name, kind, table, content))
        return self._try(lambda: self._redis.publish(_CHANNEL, message)) is not None

    def get(self, name: str) -> bytes | None:
        """Return a value that is kept, ``None`` without one; raises `redis.RedisError` where Redis does not answer."""
        found: bytes | None = self._redis.get(_NAME + name)
        return found

    def keep(self, name: str, value: bytes) -> None:
        """Keep a value for good; raises as `get` does."""
        self._redis.set(_NAME + name, value)

    def keep_all(self, values: Mapping[str, bytes], seconds: float | None = None) -> bool:
        """Keep values, for so many seconds or for good, and return whether Redis took them."""
        lasts = None if seconds is None else round(1000 * seconds)

        def keep() -> Any:
            with self._redis.pipeline() as all_at_once:
                for name, value in values.items():
                    all_at_once.set(_NAME + name, value, px=lasts)
                return all_at_once.execute()

        return self._try(keep) is not None

    def keep_first(self, name: str, value: bytes) -> bytes:
        """Keep a value unless there is one, and return the one that is kept; raises as `get` does."""
        found: bytes | None = self._redis.set(_NAME + name, value, nx=True, get=True)
        return value if found is None else found

    def take_lease(self, name: str) -> bool:
        """Take or renew the lease of a work, and return whether this process is to do it.

        While Redis does not answer, the process that did the work continues. Afterwards no process takes work over
        before the others have had the time to renew their leases.
        """
        held, may_take = name in self._held, time.monotonic() >= self._takes_over_at
        given: list[str | int] = [self._name, round(1000 * LEASE_S), int(held or may_take)]
        found = self._try(lambda: self._lease(keys=[_NAME + "lease:" + name], args=given))
        if found is None:
            return held
        (self._held.add if found else self._held.discard)(name)
        return bool(found)

    def release_lease(self, name: str) -> None:
        """Give a lease back, so that another process may do the work."""
        self._held.discard(name)
        self._try(lambda: self._release(keys=[_NAME + "lease:" + name], args=[self._name]))

    def _try(self, call: Callable[[], Any]) -> Any:
        """Return what a call gives; ``None`` where Redis does not answer."""
        try:
            return call()
        except redis.RedisError as fault:
            self._faults.report(fault)
            self._takes_over_at = time.monotonic() + LEASE_S
            return None

    def _receive(self) -> None:
        while not self._closing.is_set():
            try:
                with self._messages.pubsub() as line:
                    line.subscribe(_CHANNEL)
                    self._handle_all(line)
            except Exception as fault:  # whatever it is, a process that no longer listens would miss all messages
                self._is_connected = False
                (self._faults if isinstance(fault, redis.RedisError) else self._broken).report(fault)
                self._takes_over_at = time.monotonic() + LEASE_S
                self._closing.wait(_PAUSE_S)

    def _handle_all(self, line: Any) -> None:
        while not self._closing.is_set():
            found = line.get_message(timeout=_POLL_S) or {"type": None}
            # From the confirmation on no message is missed.
            if found["type"] == "subscribe":
                self._is_connected = True
                for call in self._returned:
                    _guarded(call)
            if found["type"] == "message":
                _guarded(partial(self._handle, found["data"]))

    def _handle(self, data: bytes) -> None:
        message = unpacked(data, Message)
        if message.sender != self._name:
            for handler in self._handlers.get(message.kind, ()):
                handler(message.table, message.content)


def _client(address: str, tries_again: int) -> Any:
    return redis.Redis.from_url(
        address, socket_timeout=_TIMEOUT_S, socket_connect_timeout=_TIMEOUT_S, retry=Retry(NoBackoff(), tries_again)
    )


def _guarded(call: Callable[[], None]) -> None:
    """Call a function, whose faults must not end the listening."""
    try:
        call()
    except Exception:
        _LOG.exception(N_("A note of another web process cannot be taken."))
