"""Photos that workers read, many at once; it needs the libraries that only hosted pages install."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor

import redis
from kombu.exceptions import OperationalError

from companion.cli.input_files import photo_bytes
from companion.cli.read.documents import PhotoRead
from companion.hosted.celery_app import sender
from companion.hosted.jobs import Jobs, QueueFull
from companion.hosted.reach import find_redis, problem_of
from companion.hosted.reader import QueueReader, StillWaiting
from companion.hosted.settings import HostedSettings
from companion.language import N_
from companion.open_tiles import with_places
from companion.problems import Problem

_ASKED_AT_ONCE = 16
"""Photos that wait at the workers at once: enough to keep sixteen of them busy."""
_PATIENCE_S = 600.0
"""Seconds for which one photo is waited for, even while the queue is full or Redis is being restarted."""
_PAUSE_S = 0.5
"""Seconds before a photo that the queue did not take is sent once more; chosen by hand."""
_NO_ANSWER = N_("The workers did not read this photo in ten minutes; see that some of them run, and try again.")


class QueuedPhotos:
    """Hands photos to the workers, and waits for what they read."""

    def __init__(self, settings: HostedSettings, tell: Callable[[Problem], None]) -> None:
        """Check that Redis answers.

        Args:
            settings: the address of Redis, and how long the workers take.
            tell: called, in any thread, with why Redis does not answer any more; it is tried again meanwhile.

        Raises:
            Problem: no Redis answers.
        """
        find_redis(settings.queue)
        self._queue, self._tell = settings.queue, tell
        self._reader = QueueReader(Jobs(settings, sender(settings)), settings.wait_seconds)
        self._stopped = threading.Event()

    def read(self, files: Sequence[str]) -> Generator[Callable[[], PhotoRead], None, None]:
        """Yield for each photo in turn a function that waits for what is read in it."""
        pool = ThreadPoolExecutor(_ASKED_AT_ONCE)
        try:
            for future in [pool.submit(self._read, file) for file in files]:
                yield future.result
        finally:
            self._stopped.set()  # a command that is stopped does not wait for the remaining photos
            pool.shutdown(cancel_futures=True)

    def _read(self, file: str) -> PhotoRead:
        """Return what workers read in a photo; raises `Problem` where none has answered for a long time."""
        data, until = photo_bytes(file), time.monotonic() + _PATIENCE_S
        while time.monotonic() < until and not self._stopped.is_set():
            try:
                found = self._reader.read_file(data)
                return PhotoRead(with_places(found.reading.to_document()), found.left_aside)
            except StillWaiting:
                continue
            except QueueFull:
                time.sleep(_PAUSE_S)
            except (redis.RedisError, OperationalError) as error:
                self._tell(problem_of(self._queue, error))
                time.sleep(_PAUSE_S)
        raise Problem(_NO_ANSWER)
