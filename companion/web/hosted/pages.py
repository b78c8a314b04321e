"""Readiness, Prometheus figures, and the answers of a page whose photos wait in a line."""

from __future__ import annotations

import hmac
import math
import time
from http import HTTPMethod
from typing import cast

import redis
from flask import Blueprint, Flask, Response, current_app, g, jsonify, make_response, request
from kombu.exceptions import OperationalError
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.hosted.jobs import Jobs, QueueFull
from companion.hosted.reader import QueueReader, StillWaiting
from companion.hosted.settings import HostedSettings
from companion.language import N_
from companion.problems import Problem
from companion.web.access import roles
from companion.web.base.replies import refuse, refuse_for_now
from companion.web.health import health_of
from companion.web.table_context import services

pages = Blueprint("hosted", __name__)

_KEY = "longhouse-hosted"
_PHOTO_ENDPOINTS = frozenset({"photos.tally", "photos.picture", "phone.shot"})
_METHODS, _OTHER_METHOD = frozenset(HTTPMethod), "other"
_SOON_S, _LATER_S = 1, 5
"""Seconds after which a browser asks again for a reading under way, and after which it sends a photo again that was not
taken; chosen by hand."""
_NO_SECRET = N_(
    "Give LONGHOUSE_SECRET, 16 letters or more, and the same to all web processes: it signs their sessions."
)
_NO_TOKEN = N_("Metrics are shown only on this computer and to callers that send LONGHOUSE_METRICS_TOKEN.")
_FULL = N_("Too many photos are waiting; send yours again in a few seconds.")
_WAITING = N_("Your photo waits in line; it is sent again in a moment.")
_AWAY = N_("The line of photos cannot be reached just now; send yours again in a few seconds.")
_OFTEN = N_("You have sent many photos in a short time; wait a moment before you send the next one.")


class Metrics:
    """The metrics of one web process, for Prometheus."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.registry = CollectorRegistry()
        labels = ("endpoint", "method", "status")
        self.requests = Counter("longhouse_requests", "Requests answered", labels, registry=self.registry)
        self.seconds = Histogram("longhouse_request_seconds", "Time to answer", ("endpoint",), registry=self.registry)
        self.waiting = Gauge("longhouse_photos_waiting", "Photos that wait or are being read", registry=self.registry)
        self.done = Gauge("longhouse_photos_done", "Photos that workers have read", registry=self.registry)
        self.failed = Gauge("longhouse_photos_failed", "Photos that could not be read", registry=self.registry)
        self.viewers = Gauge("longhouse_viewers", "Pages that follow a table", registry=self.registry)


def set_up(app: Flask, settings: HostedSettings) -> None:
    """Set up what only a hosted page has: proxies, limits of photos, figures for Prometheus, and errors of the queue.

    Raises:
        Problem: the secret is missing that all web processes of one queue of photos share.
    """
    if settings.queue and not settings.secret:
        raise Problem(_NO_SECRET)
    app.extensions[roles.PUBLIC] = settings.public
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    app.register_blueprint(pages)
    if settings.queue:
        _limit_photos(app, settings)
    app.context_processor(lambda: {"hosted": bool(settings.host_names)})
    _count_requests(app)
    _answer_queue_errors(app)


def _count_requests(app: Flask) -> None:
    """Count all requests, and measure how long their answers take, for `metrics`."""
    counted = app.extensions[_KEY] = Metrics()
    app.before_request(_begin_clock)

    @app.after_request
    def count(answer: Response) -> Response:
        endpoint = request.endpoint or "none"
        # Each label takes memory for good, and strangers may send any word as the method.
        method = request.method if request.method in _METHODS else _OTHER_METHOD
        counted.requests.labels(endpoint, method, answer.status_code).inc()
        if "begun" in g and not answer.is_streamed:
            counted.seconds.labels(endpoint).observe(time.monotonic() - g.begun)
        return answer


def _answer_queue_errors(app: Flask) -> None:
    """Answer with a sentence where the queue of photos is full, takes long or cannot be reached."""

    @app.errorhandler(QueueFull)
    def full(_: QueueFull) -> Response:
        return refuse_for_now(503, "busy", _FULL, _LATER_S)

    @app.errorhandler(StillWaiting)
    def waiting(error: StillWaiting) -> Response:
        answer = refuse_for_now(503, "waiting", _WAITING, _SOON_S)
        answer.headers["X-Queue-Place"] = str(max(1, error.place))
        return answer

    def away(_: Exception) -> Response:
        return refuse_for_now(503, "no-queue", _AWAY, _LATER_S)

    for error in (redis.RedisError, OperationalError):
        app.register_error_handler(error, away)


@pages.get("/readyz")
def ready() -> Response:
    """Return whether this process can answer requests: its database and the queue of photos can be reached."""
    wrong = [] if health_of(current_app).database_answers else ["database"]
    jobs = _jobs()
    if jobs is not None:
        try:
            jobs.check()
        except redis.RedisError:
            wrong.append("queue")
    return make_response(jsonify(status="failing" if wrong else "ok", wrong=wrong), 503 if wrong else 200)


@pages.get("/metrics")
def metrics() -> Response:
    """Return the figures of this process and of the queue, in the text format of Prometheus.

    Only this computer is told them, and whoever has the token of the settings.
    """
    if not (roles.is_local() or _has_token()):
        return refuse(401, "not-allowed", _NO_TOKEN)
    counted, jobs = cast(Metrics, current_app.extensions[_KEY]), _jobs()
    counted.viewers.set(services().seats.taken)
    if jobs is not None:
        try:
            found = jobs.counts()
            counted.waiting.set(found.waiting)
            counted.done.set(found.done)
            counted.failed.set(found.failed)
        except redis.RedisError:
            counted.waiting.set(math.nan)
    return Response(generate_latest(counted.registry), mimetype="text/plain; version=0.0.4")


def _has_token() -> bool:
    settings, sent = services().config.hosted, request.authorization
    if settings is None or not settings.metrics_token or sent is None or sent.type != "bearer":
        return False
    return hmac.compare_digest((sent.token or "").encode(), settings.metrics_token.encode())


def _begin_clock() -> None:
    g.begun = time.monotonic()


def _jobs() -> Jobs | None:
    reader = services().read
    return reader.jobs if isinstance(reader, QueueReader) else None


def _limit_photos(app: Flask, settings: HostedSettings) -> None:
    """Limit the photos of one address in a minute, over all web processes."""
    limiter = MovingWindowRateLimiter(storage_from_string(settings.queue))
    limit = RateLimitItemPerMinute(settings.photos_a_minute)

    @app.before_request
    def refuse_too_many() -> Response | None:
        if request.method != "POST" or request.endpoint not in _PHOTO_ENDPOINTS or roles.is_local():
            return None
        address = request.remote_addr or ""
        if limiter.hit(limit, "photos", address):
            return None
        free_at = limiter.get_window_stats(limit, "photos", address).reset_time
        return refuse_for_now(429, "too-many-photos", _OFTEN, max(1, math.ceil(free_at - time.time())))
