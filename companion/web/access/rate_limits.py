"""Rate limits of wrong codes.

A code has 8 letters of 31: 31**8 = 8.5e11 codes, or 39.6 bits. Three codes are valid at a time, so that a guess is
right with a chance of 3 / 8.5e11; a club has three more for each table, so that twenty tables multiply the chances
below by 21. One address that tries 8 codes in every five minutes makes 2 304 guesses a day, and
all addresses of a usual home network (254) make 585 000: a chance of 2e-6 a day. Above `FROM_ALL` each address has one
wrong code only, so that 65 534 addresses (a /16, the largest that homes have) make 1.9e7 guesses: 7e-5 a day.
"""

from __future__ import annotations

import math
import threading
import time
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Protocol

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.strategies import MovingWindowRateLimiter

FROM_ONE = RateLimitItemPerMinute(8, 5)
"""Wrong codes that one address may try in five minutes: enough for slips of the finger."""
FROM_ALL = RateLimitItemPerMinute(300, 5)
"""Wrong codes in five minutes that indicate an attack from many addresses: 37 must have used up their limit. An address
is then refused after its first wrong code. Nobody is locked out: a right code is accepted from every address that has
sent no wrong one."""
FROM_ONE_WHILE_GUESSED = RateLimitItemPerMinute(1, 5)
"""Wrong codes that one address may try during such an attack."""
_ALL = "all"
_SUBNET = 64
"""Prefix length of an IPv6 network; a device chooses the other bits of its address freely."""


class KnowsCodes(Protocol):
    """Knows codes that are valid: one `CodeSet`, or those of a club and of its tables."""

    def role_of(self, typed: str) -> str | None: ...  # noqa: D102


class TooManyTries(Exception):
    """An address has sent too many wrong codes, and is refused for a while.

    Attributes:
        seconds: how long it is refused still.
    """

    def __init__(self, seconds: int) -> None:
        """Keep how long the address is refused still."""
        super().__init__(seconds)
        self.seconds = seconds


class CodeChecker:
    """Finds the role of a code, with a rate limit of wrong codes for each address."""

    def __init__(self, storage: Storage | None = None) -> None:
        """Count wrong codes in this storage, which several processes may share; by default in memory."""
        self._limiter = MovingWindowRateLimiter(storage or MemoryStorage())
        self._one_at_a_time = threading.Lock()

    def role_of(self, typed: str, codes: KnowsCodes, address: str) -> str | None:
        """Return the role of a code; ``None`` for a wrong one, which is counted.

        Args:
            typed: the code.
            codes: the codes that are valid.
            address: the visitor's address.

        Raises:
            TooManyTries: no codes are accepted from this address at present.
        """
        origin = _origin(address)
        with self._one_at_a_time:
            limit = self._allowed()
            if not self._limiter.test(limit, origin):
                free_at = self._limiter.get_window_stats(limit, origin).reset_time
                raise TooManyTries(max(1, math.ceil(free_at - time.time())))
            found = codes.role_of(typed)
            if found is None:
                for counted in (FROM_ONE, FROM_ONE_WHILE_GUESSED):
                    self._limiter.hit(counted, origin)
                self._limiter.hit(FROM_ALL, _ALL)
        return found

    def _allowed(self) -> RateLimitItem:
        return FROM_ONE if self._limiter.test(FROM_ALL, _ALL) else FROM_ONE_WHILE_GUESSED


def _origin(address: str) -> str:
    """Return the key of the rate limit: an IPv4 address, or the network of an IPv6 address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, _SUBNET), strict=False))
