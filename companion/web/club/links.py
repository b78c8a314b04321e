"""How a club's pages reach the camera processes of its tables: each is a child of this process, or of another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.live.loop import REST_AFTER
from companion.live.snapshots import Table
from companion.web.club.camera_link import CameraLink
from companion.web.club.messages import CameraJob, Command, Report


class Link(Protocol):
    """Reaches one table's camera process."""

    failing: tuple[str, ...]

    @property
    def failing_threads(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def pid(self) -> int | None: ...  # noqa: D102

    def start(self) -> None: ...  # noqa: D102

    def stop(self, patience: float = 5.0) -> None: ...  # noqa: D102

    def send(self, command: Command) -> bool: ...  # noqa: D102


class Claim(Protocol):
    """Which phone is a table's camera: the key of its session."""

    def get(self) -> str | None: ...  # noqa: D102

    def set(self, sender: str | None) -> None: ...  # noqa: D102


class OwnClaim:
    """A claim that only this process knows."""

    def __init__(self) -> None:
        """Begin without a phone."""
        self._sender: str | None = None

    def get(self) -> str | None:
        """Return the phone; ``None`` without one."""
        return self._sender

    def set(self, sender: str | None) -> None:
        """Set the phone, or none."""
        self._sender = sender


class Links:
    """Links to camera processes that are children of this process, which is the only one that has the club."""

    def link(self, number: int, job: Callable[[], CameraJob], table: Table, receive: Callable[[Report], None]) -> Link:
        """Return the link of a table.

        Args:
            number: the table's number.
            job: returns what its camera process is begun with, anew each time.
            table: the pages' side of the table.
            receive: called with each report of the process.
        """
        return CameraLink(job, lambda: table.is_watched(REST_AFTER), receive)

    def claim(self, number: int) -> Claim:
        """Return which phone is a table's camera."""
        return OwnClaim()

    def begin(self, refresh: Callable[[int], None]) -> None:
        """Begin to call ``refresh`` with the number of each table that another process has changed."""

    def changed(self, number: int) -> None:
        """Tell other processes that a table was changed in the register."""

    def end(self) -> None:
        """Stop what `begin` has begun."""
