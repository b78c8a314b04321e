"""The reader of a page whose photos are read by workers."""

from __future__ import annotations

from companion.hosted.settings import HostedSettings
from companion.language import N_
from companion.problems import Problem
from companion.reader_service import ReadsFiles

_NO_EXTRA = N_("Photos cannot be read by workers: install Longhouse with its extra “hosted”.")


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
        raise Problem(_NO_EXTRA) from None
    return QueueReader(Jobs(settings, sender(settings)), settings.wait_seconds)
