"""The game that a camera follows, as the pages use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.record.events.log import Event
from companion.record.storage.library import StoredGame
from vision.merging.alignment import Transform


class FollowedGame(Protocol):
    """The game that a camera follows: `companion.record.recorder.Recorder`, or what another process records."""

    @property
    def state(self) -> str: ...  # noqa: D102

    @property
    def way(self) -> Transform: ...  # noqa: D102

    def current(self) -> StoredGame | None: ...  # noqa: D102

    def finished(self) -> StoredGame | None: ...  # noqa: D102

    def follow(self, game: int) -> None: ...  # noqa: D102

    def record_board(self, document: Mapping[str, Any]) -> None: ...  # noqa: D102

    def record(self, event: Event) -> bool: ...  # noqa: D102
