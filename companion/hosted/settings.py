"""The settings of a hosted Longhouse, all from the environment, in one typed place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from companion.language import N_
from companion.problems import Problem

PREFIX = "LONGHOUSE_"
NO_EXTRA = N_("Photos cannot be read by workers: install Longhouse with its extra “hosted”.")
"""What is said where the libraries of the extra are missing."""
_WRONG = N_("The setting {name} in the environment is wrong: “{given}”; see docs/hosting.md.")
_WRONG_UNSAID = N_("The setting {name} in the environment is wrong; see docs/hosting.md.")
_UNSAID = ("secret", "metrics_token")
"""Settings whose values are not repeated in error messages, which may end up in a log."""
_TOO_SOON = N_(
    "The setting LONGHOUSE_VISIBILITY_SECONDS ({visibility}) must be more than LONGHOUSE_JOB_SECONDS ({job}), "
    "or photos would be read twice."
)
_SHORTEST_SECRET = 16
"""Letters."""
_Seconds = Annotated[int, Field(ge=1, le=86_400)]


class HostedSettings(BaseModel):
    """What the web processes and the workers share; each is set by ``LONGHOUSE_`` and its name in capitals.

    Attributes:
        queue: the address of Redis, such as ``redis://redis:6379/0``; empty to read photos in the web process.
        broker: the address of RabbitMQ, such as ``amqp://rabbitmq//``, where that is to carry the jobs' names to the
            workers; by default Redis does.
        listen: the address to listen on, such as ``0.0.0.0``; by default only this computer can reach the page.
        secret: signs the visitors' sessions; the same for all web processes.
        hosts: names by which visitors call the page, with commas between them.
        public: whether strangers may tally photos without a code.
        cameras: whether the camera processes of tables may be children of this web process.
        metrics_token: what Prometheus sends as its bearer token; without one only this computer is told the figures.
        proxies: how many proxies pass requests on, each of which names the visitor in ``X-Forwarded-For``.
        queue_length: most photos that wait or are read; further ones are refused with 503.
        photos_a_minute: most photos of one address in a minute; further ones are refused with 429.
        wait_seconds: longest time that a request waits for its photo before the page is told its place in the queue.
        job_seconds: longest time that one photo may take; the worker process is then given up and begun anew.
        visibility_seconds: time after which the job of a worker that has vanished is given to another one.
        photo_seconds: time after which a photo that nobody has read is deleted.
        result_seconds: time for which a reading is kept, so that the same photo is not read again.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    queue: str = ""
    broker: str = ""
    listen: str = ""
    secret: str = ""
    hosts: str = ""
    public: bool = False
    cameras: bool = True
    metrics_token: str = ""
    proxies: Annotated[int, Field(ge=0, le=5)] = 0
    queue_length: Annotated[int, Field(ge=1, le=100_000)] = 200
    photos_a_minute: Annotated[int, Field(ge=1, le=100_000)] = 30
    wait_seconds: Annotated[float, Field(gt=0, le=60)] = 8.0
    job_seconds: _Seconds = 20
    visibility_seconds: _Seconds = 30
    photo_seconds: _Seconds = 3600
    result_seconds: _Seconds = 600

    @field_validator("secret")
    @classmethod
    def _check_secret(cls, secret: str) -> str:
        if secret and len(secret) < _SHORTEST_SECRET:
            raise ValueError
        return secret

    @model_validator(mode="after")
    def _check_times(self) -> HostedSettings:
        if self.visibility_seconds <= self.job_seconds:
            raise Problem(_TOO_SOON, visibility=self.visibility_seconds, job=self.job_seconds)
        return self

    @property
    def host_names(self) -> tuple[str, ...]:
        """The names by which visitors call the page."""
        return tuple(name.strip().lower() for name in self.hosts.split(",") if name.strip())


def settings_from(environment: Mapping[str, str]) -> HostedSettings:
    """Return the settings in an environment.

    Raises:
        Problem: one of them is wrong.
    """
    names = HostedSettings.model_fields
    given = {name: environment[PREFIX + name.upper()] for name in names if PREFIX + name.upper() in environment}
    try:
        return HostedSettings.model_validate(given)
    except ValidationError as error:
        name = str(error.errors(include_url=False)[0]["loc"][0])
        message = _WRONG_UNSAID if name in _UNSAID else _WRONG
        raise Problem(message, name=PREFIX + name.upper(), given=given[name]) from None
