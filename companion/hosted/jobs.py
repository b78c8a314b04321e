"""The jobs of reading photos, in Redis: each is known by the hash of its photo, runs once, and has a place in a line.

A job's photo is kept until it is read, its outcome for some minutes. Celery carries only the jobs' names to workers: a
message that comes twice finds the outcome of the first, and one that was lost is sent again for whoever still waits.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from companion.hosted.packing import FORM, packed, unpacked
from companion.hosted.settings import HostedSettings
from companion.language import N_
from companion.problems import GIVEN_UP
from companion.reader_service import CopyReading
from vision.imaging.photo import Photo, PhotoError, decode_photo
from vision.reading.answers.answer import Answer

_LOG = logging.getLogger(__name__)
_NAME = f"longhouse:{FORM}:"
"""How keys begin, so that older workers and newer pages do not mix."""
_WAITING, _ORDER, _TAUGHT = _NAME + "waiting", _NAME + "order", _NAME + "taught"
_LENGTH_BYTES = 4
_MOST_TRIES = 3
"""Workers that may vanish with a photo before it counts as one that cannot be read."""
_POLL_S, _LONGEST_POLL_S = 0.03, 0.3
"""Seconds between two looks for a reading: the first pause, and the longest, since each is half as long again as the
one before. Chosen by hand."""
_RETRIES = 6
"""Attempts to reach Redis, up to 3 s in all: it is away that long while it is started again."""
_GIVEN_UP = PhotoError("given-up", GIVEN_UP)

_ENQUEUE = """
if redis.call('EXISTS', KEYS[3]) == 1 then return 'done' end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[4])
  return 'known'
end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 'full' end
redis.call('ZADD', KEYS[1], redis.call('INCR', KEYS[4]), ARGV[1])
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[4])
return 'new'
"""
"""Puts a job into the queue in one step: whatever dies in between, a job in the queue has its photo."""


ReadWith = Callable[[Photo, Sequence[Answer]], CopyReading]
"""Reads a photo, and keeps to a person's answers about it."""


class QueueFull(Exception):
    """No more photos are taken in now."""


@dataclass(frozen=True)
class JobCounts:
    """Counts of jobs: those that wait or are being read, those that are done, and those that could not be read."""

    waiting: int
    done: int
    failed: int


class Jobs:
    """The jobs in one Redis; safe to use from many threads and processes."""

    def __init__(self, settings: HostedSettings, send: Callable[[str], None]) -> None:
        """Use the Redis of the settings; ``send`` gives a job's name to the workers."""
        self._settings, self._send = settings, send
        retry = Retry(ExponentialBackoff(cap=1.0, base=0.05), _RETRIES)
        errors: list[type[Exception]] = [redis.ConnectionError, redis.TimeoutError]
        self._redis: Any = redis.Redis.from_url(
            settings.queue, socket_timeout=10, socket_connect_timeout=3, retry=retry, retry_on_error=errors
        )
        self._enqueue = self._redis.register_script(_ENQUEUE)

    def check(self) -> None:
        """Raise `redis.RedisError` where Redis does not answer."""
        self._redis.ping()

    def forget_outcomes_of_others(self, taught: str) -> None:
        """Delete the outcomes of workers that used another profile.

        Args:
            taught: identifies the profile of these workers by its contents; empty without one.
        """
        if self._redis.getset(_TAUGHT, taught) != taught.encode():
            for key in self._redis.scan_iter(_key("outcome", "*"), count=1000):
                self._redis.delete(key)

    def enqueue(self, data: bytes, answers: Sequence[Answer] = ()) -> str:
        """Put a photo into the queue, unless it is there already or was read, and return the job's name.

        Raises:
            QueueFull: too many photos wait.
            redis.RedisError: Redis does not answer.
        """
        content = _joined(data, answers)
        job = hashlib.sha256(content).hexdigest()
        keys = [_WAITING, _key("photo", job), _key("outcome", job), _ORDER]
        settings = self._settings
        found = self._enqueue(keys=keys, args=[job, content, settings.queue_length, settings.photo_seconds])
        if found == b"full":
            raise QueueFull
        # Sent once for as long as a worker may take; whoever still waits after that sends it again.
        marker = _key("sent", job)
        if found != b"done" and self._redis.set(marker, 1, nx=True, ex=2 * settings.visibility_seconds):
            try:
                self._send(job)
            except Exception:
                self._redis.delete(marker)
                raise
        return job

    def outcome(self, job: str) -> CopyReading | None:
        """Return the reading of a job's photo; ``None`` while there is none.

        Raises:
            PhotoError: no board can be read in the photo.
        """
        data = self._redis.get(_key("outcome", job))
        if data is None:
            return None
        if data[:1] == b"{":
            failed = json.loads(data)
            raise PhotoError(failed["code"], failed["message"])
        return unpacked(data, CopyReading)

    def wait(self, job: str, seconds: float) -> CopyReading | None:
        """Return the reading as soon as there is one; ``None`` after so many seconds. Raises as `outcome` does."""
        until, pause = time.monotonic() + seconds, _POLL_S
        while (found := self.outcome(job)) is None and time.monotonic() < until:
            time.sleep(pause)
            pause = min(_LONGEST_POLL_S, 1.5 * pause)
        return found

    def queue_position(self, job: str) -> int:
        """Return a job's place in the queue, from 1; 0 where it is not in it."""
        rank = self._redis.zrank(_WAITING, job)
        return 0 if rank is None else int(rank) + 1

    def counts(self) -> JobCounts:
        """Return the counts of jobs."""
        with self._redis.pipeline(transaction=False) as many:
            waiting, done, failed = many.zcard(_WAITING).get(_NAME + "done").get(_NAME + "failed").execute()
        return JobCounts(int(waiting), int(done or 0), int(failed or 0))

    def work(self, job: str, read: ReadWith) -> bool:
        """Do a job, unless it is done or another worker does it; return whether it was done here."""
        settings = self._settings
        if self._redis.exists(_key("outcome", job)):
            self._redis.zrem(_WAITING, job)
            return False
        # Shorter than the visibility timeout: when the job of a dead worker comes to another, its lock is gone.
        if not self._redis.set(_key("lock", job), 1, nx=True, ex=settings.job_seconds):
            return False
        content = self._redis.get(_key("photo", job))
        if content is None:
            self._redis.zrem(_WAITING, job)
            self._redis.delete(_key("lock", job), _key("sent", job))
            return False
        tries = self._redis.incr(_key("tries", job))
        self._redis.expire(_key("tries", job), settings.photo_seconds)
        outcome, counter = _outcome(content, read) if tries <= _MOST_TRIES else (_failure(_GIVEN_UP), "failed")
        with self._redis.pipeline() as all_at_once:
            all_at_once.set(_key("outcome", job), outcome, ex=settings.result_seconds)
            all_at_once.zrem(_WAITING, job)
            all_at_once.delete(*(_key(kind, job) for kind in ("photo", "lock", "tries", "sent")))
            all_at_once.incr(_NAME + counter)
            all_at_once.execute()
        return True


def _outcome(content: bytes, read: ReadWith) -> tuple[bytes, str]:
    """Return the outcome of a job, and which counter it belongs to."""
    try:
        data, answers = _parted(content)
        found = read(decode_photo(data), answers)
        # The evidence is of use only to the process that has made the reading: 16 kB are left without it.
        return packed(replace(found, reading=replace(found.reading, observation=None))), "done"
    except PhotoError as error:
        return _failure(error), "failed"
    except Exception:
        # A photo that the reader cannot handle must not stay in the queue: nobody would take it out.
        _LOG.exception(N_("A picture could not be read."))
        return _failure(_GIVEN_UP), "failed"


def _failure(error: PhotoError) -> bytes:
    return json.dumps({"code": error.code, "message": str(error)}).encode()


def _key(kind: str, job: str) -> str:
    return f"{_NAME}{kind}:{job}"


def _joined(data: bytes, answers: Sequence[Answer]) -> bytes:
    """Return a photo with the answers about it before it: their length, then they themselves."""
    said = packed(tuple(answers)) if answers else b""
    return len(said).to_bytes(_LENGTH_BYTES, "big") + said + data


def _parted(content: bytes) -> tuple[bytes, tuple[Answer, ...]]:
    """Return a photo and the answers about it."""
    end = _LENGTH_BYTES + int.from_bytes(content[:_LENGTH_BYTES], "big")
    said = content[_LENGTH_BYTES:end]
    return content[end:], unpacked(said, tuple[Answer, ...]) if said else ()
