"""How often a wrong code may be tried."""

from __future__ import annotations

import threading

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from companion.web.joining_codes import CodeSet

FROM_ONE = RateLimitItemPerMinute(8, 5)
"""Wrong codes that one address may try in five minutes: enough for slips of the finger."""
FROM_ALL = RateLimitItemPerMinute(60, 5)
"""Wrong codes that all together may try, because a guesser may have many addresses."""
_ALL = "all"


class TooManyTries(Exception):
    """So many wrong codes were tried that none is heard for a while."""


class Doorkeeper:
    """Says what role a code gives, and hears no more codes after too many wrong ones."""

    def __init__(self) -> None:
        """Begin with no wrong codes."""
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._one_at_a_time = threading.Lock()

    def role_of(self, typed: str, codes: CodeSet, address: str) -> str | None:
        """Return the role that a code gives; ``None`` for a wrong one, which is counted.

        Args:
            typed: the code.
            codes: the codes that are valid.
            address: where it came from.

        Raises:
            TooManyTries: neither right nor wrong codes are heard at present.
        """
        with self._one_at_a_time:
            if not (self._limiter.test(FROM_ONE, address) and self._limiter.test(FROM_ALL, _ALL)):
                raise TooManyTries
            found = codes.role_of(typed)
            if found is None:
                self._limiter.hit(FROM_ONE, address)
                self._limiter.hit(FROM_ALL, _ALL)
        return found
