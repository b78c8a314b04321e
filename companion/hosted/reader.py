"""A reader of photos that has workers read them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.hosted.jobs import Jobs
from companion.reader_service import CopyReading
from vision.reading.answers.answer import Answer


class StillWaiting(Exception):
    """A photo was not read in the time that its request may take; it stays in the queue.

    Attributes:
        place: its place in the queue, from 1.
    """

    def __init__(self, place: int) -> None:
        """Create the error for a photo at this place in the queue."""
        super().__init__(place)
        self.place = place


class QueueReader:
    """Has workers read photos, from the bytes of their files; it decodes nothing itself.

    What was taught is the workers' own.

    Attributes:
        jobs: the queue of photos.
    """

    def __init__(self, jobs: Jobs, wait_seconds: float) -> None:
        """Wait up to ``wait_seconds`` for each photo."""
        self.jobs, self._wait_s = jobs, wait_seconds

    def read_file(self, data: bytes, answers: Sequence[Answer] = ()) -> CopyReading:
        """Return the reading of a picture file, with the workers' profile or, of another copy, without it.

        Raises:
            PhotoError: no board can be read in it.
            QueueFull: too many photos wait.
            StillWaiting: it was not read in time; the same file asked for again goes on waiting where it was.
            redis.RedisError: Redis does not answer.
        """
        job = self.jobs.enqueue(data, answers)
        found = self.jobs.wait(job, self._wait_s)
        if found is None:
            raise StillWaiting(self.jobs.queue_position(job))
        return found
