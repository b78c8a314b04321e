"""The game that a camera follows at a table: as the pages use it, and the choice of it while it runs and is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.record.events.log import Event
from companion.record.storage.library import Library, StoredGame
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


@dataclass(frozen=True, eq=False)
class ChosenGame:
    """The choice of a game, which is looked up anew each time.

    Attributes:
        library: the games.
        number: that of the chosen game; ``None`` without one.
    """

    library: Library
    number: int | None

    def stored(self) -> StoredGame | None:
        """Return the game; ``None`` if none was chosen, or it is deleted. Raises as `Library.game` does otherwise."""
        try:
            return None if self.number is None else self.library.game(self.number)
        except KeyError:
            return None

    def current(self) -> StoredGame | None:
        """Return the game; ``None`` as `stored` does, or if no camera follows it, or it is over."""
        stored = self.stored()
        return stored if stored is not None and is_followed(stored) else None

    def finished(self) -> StoredGame | None:
        """Return the game if it is over; ``None`` otherwise."""
        stored = self.stored()
        return stored if stored is not None and stored.timeline.position.ended else None


def is_followed(stored: StoredGame) -> bool:
    """Return whether a camera follows the game: it is a watched one, and not over."""
    position = stored.timeline.position
    return position.setup.watched and not position.ended
