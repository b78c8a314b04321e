"""Celery as this program uses it: one queue of jobs' names, acknowledged only when a job is done."""

from __future__ import annotations

from typing import Any

from celery import Celery

from companion.hosted.settings import HostedSettings

TASK = "longhouse.read"
_QUEUE = "longhouse"


def celery_app(settings: HostedSettings) -> Any:
    """Return the Celery app for these settings."""
    broker = settings.broker or settings.queue
    app = Celery("longhouse", broker=broker, set_as_current=False)
    # RabbitMQ itself notices that a worker has vanished.
    options = {"visibility_timeout": settings.visibility_seconds, "socket_keepalive": True}
    app.conf.update(
        task_default_queue=_QUEUE,
        task_ignore_result=True,
        # A job that a killed worker had begun comes back: at once where its message was never delivered, and after the
        # visibility timeout where it was.
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        broker_transport_options=options if broker.startswith("redis") else {},
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        worker_enable_remote_control=False,
    )
    return app


def sender(settings: HostedSettings) -> Any:
    """Return a function that sends a job's name to the workers."""
    app = celery_app(settings)
    policy = {"max_retries": 5, "interval_start": 0.1, "interval_step": 0.3, "interval_max": 1.0}
    return lambda job: app.send_task(TASK, [job], retry=True, retry_policy=policy)
