"""The reader of a page whose photos are read by workers."""

from __future__ import annotations

from companion.hosted.settings import NO_EXTRA, HostedSettings
from companion.problems import Problem
from companion.reader_service import ReadsFiles


def queue_reader(settings: HostedSettings) -> ReadsFiles:
    """Return the reader that has workers read photos.

    Raises:
        Problem: what it needs is not installed.
    """
    try:
        from companion.hosted.celery_app import sender
        from companion.hosted.jobs import Jobs
        from companion.hosted.reader import QueueReader
    except ImportError:
        raise Problem(NO_EXTRA) from None
    return QueueReader(Jobs(settings, sender(settings)), settings.wait_seconds)
