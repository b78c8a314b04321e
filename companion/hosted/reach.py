"""Whether a Redis can be reached, and in one sentence why not."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from companion.language import N_
from companion.problems import Problem

PATIENCE_S = 5.0
"""Seconds for which an answer is waited for: from another continent it takes half a second, after a lost packet 3."""
_PAUSE_S = 1.0
"""Seconds before Redis is tried once more; chosen by hand."""
_NO_ADDRESS = N_("“{address}” is not an address of Redis; give one such as redis://localhost:6379/0.")
_UNKNOWN = N_("The host “{host}” in the address of Redis is not known; check its name.")
_REFUSED = N_("No Redis runs at {place}; start it there, or correct its address.")
_SILENT = N_("Redis at {place} does not answer; check its address, and that no firewall stands between.")
_NOT_LET_IN = N_(
    "Redis at {place} does not let this computer in; check name and password in its address, and its protected mode."
)
_ANOTHER = N_("What answers at {place} is not Redis; correct the address of Redis.")


class WrongAddress(Problem):
    """What was given is no address of Redis, so that trying again is of no use."""


def find_redis(address: str, seconds: float = PATIENCE_S) -> None:
    """Return if a Redis answers at an address.

    Args:
        address: the address, such as ``redis://localhost:6379/0``.
        seconds: time after which nothing is expected any more; the name of the host is looked up within it too.

    Raises:
        WrongAddress: it is none.
        Problem: no Redis answers there.
    """
    client, ended = _client(address, seconds), threading.Event()
    errors: list[Exception] = []

    def ask() -> None:
        try:
            client.ping()
        except Exception as error:  # the client raises many kinds of errors where the server is not Redis
            errors.append(error)
        finally:
            ended.set()

    # Nothing bounds the time in which the system looks up a name, hence the thread.
    threading.Thread(target=ask, daemon=True).start()
    if not ended.wait(1.2 * seconds):
        errors.append(TimeoutError())
    if errors:
        raise problem_of(address, errors[0])


def wait_for_redis(
    address: str,
    stopping: threading.Event,
    tell: Callable[[Problem], None],
    seconds: float = PATIENCE_S,
) -> bool:
    """Wait until a Redis answers at an address, and return whether one was waited for.

    Args:
        address: the address.
        stopping: ends the waiting.
        tell: called with each new problem, once.
        seconds: as for `find_redis`.

    Raises:
        WrongAddress: the address is none.
    """
    told: Problem | None = None
    while not stopping.is_set():
        try:
            find_redis(address, seconds)
            break
        except WrongAddress:
            raise
        except Problem as problem:
            if problem != told:
                tell(problem)
            told = problem
        stopping.wait(_PAUSE_S)
    return told is not None


def problem_of(address: str, error: Exception) -> Problem:
    """Return the problem that an error of Redis, or of the way to it, means; passwords are left out.

    Args:
        address: a valid address of Redis.
        error: what the client of Redis, or a socket, raised.
    """
    known = redis.ConnectionPool.from_url(address).connection_kwargs
    host, port = known.get("host") or "localhost", known.get("port") or 6379
    place = known.get("path") or f"{host}:{port}"
    causes = list(_causes(error))
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Problem(_UNKNOWN, host=host)
    if any(isinstance(cause, (ConnectionRefusedError, FileNotFoundError)) for cause in causes):
        return Problem(_REFUSED, place=place)
    if isinstance(error, (redis.AuthenticationError, redis.ResponseError)):
        return Problem(_NOT_LET_IN, place=place)
    if isinstance(error, (redis.ConnectionError, redis.TimeoutError, OSError)):
        return Problem(_SILENT, place=place)
    return Problem(_ANOTHER, place=place)


def _client(address: str, seconds: float) -> redis.Redis:
    once = Retry(NoBackoff(), 0)
    try:
        client = redis.Redis.from_url(address, socket_timeout=seconds, socket_connect_timeout=seconds, retry=once)
        client.connection_pool.make_connection()
    except (ValueError, TypeError):
        raise WrongAddress(_NO_ADDRESS, address=address.rpartition("@")[2]) from None
    return client


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
