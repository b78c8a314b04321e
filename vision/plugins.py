"""The cameras of the other games, found by name: a folder of a game here, with what reads its boards and learns it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from games.plugins import room, rooms
from games.rulebook import known
from vision.imaging.photo import Photo

if TYPE_CHECKING:
    from vision.profile import Profile

Reader: TypeAlias = "Callable[[Photo, Profile | None], dict[str, Any]]"
"""From a photo and what was taught to the board document with the one player that is seen, and ``ask``."""


@dataclass(frozen=True)
class Lesson:
    """What photos taught of a game.

    Attributes:
        document: what a profile keeps, as data for JSON that the game's ``parse`` reads back.
        shown: what the command prints: ``tiles``, a list of what was seen, each with its ``px``, and ``ask``.
    """

    document: dict[str, Any]
    shown: dict[str, Any] = field(default_factory=dict)


class Teacher(Protocol):
    """What the module ``vision.NAME.teaching`` of a game holds: functions with these names.

    What a profile keeps of the game is in `Profile.games` under the game's name, as ``parse`` returns it.
    """

    def parse(self, document: object) -> Any:
        """Return what a profile's file holds; raises `DocumentError` naming the field that is wrong."""

    def parse_answers(self, data: object) -> Any:
        """Return a person's taps in an answers file; raises `DocumentError` naming the field that is wrong."""

    def see(self, photo: Photo, name: str, answers: Any, profile: Profile | None) -> Any:
        """Return what one photo teaches, corrected by the taps that are for it or for no photo by name.

        ``answers`` is what `parse_answers` returned, or ``None``. Raises `PhotoError` where nothing can be learned.
        """

    def learn(self, seen: Sequence[Any], before: Any) -> Lesson:
        """Put together what photos teach, and what was known before (``None``: nothing)."""


def games_seen() -> tuple[str, ...]:
    """Return the names of the games that photos of boards can be read of, in alphabetical order."""
    return _games_with("reader")


def games_taught() -> tuple[str, ...]:
    """Return the names of the games whose tiles or cards can be taught, in alphabetical order."""
    return _games_with("teaching")


def _games_with(module: str) -> tuple[str, ...]:
    """Return the names of the games with this module here; packages of `vision` that are no games may have one, too."""
    found = rooms("vision", module)
    return tuple(game for game in known() if game in found)


def reader_of(game: str) -> Reader | None:
    """Return what reads photos of a game's boards; ``None`` where nothing does."""
    module = room("vision", game, "reader") if game in known() else None
    return None if module is None else module.read


def teacher_of(game: str) -> Teacher | None:
    """Return what learns a game's tiles; ``None`` where nothing does."""
    module = room("vision", game, "teaching") if game in known() else None
    return None if module is None else cast(Teacher, module)
