"""Plugins of the other games: a folder vision/NAME holds what reads photos of its boards and calibrates its tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from games.plugins import game_module, games_with_module
from games.rulebook import known
from vision.imaging.chromaticity import is_black_and_white
from vision.imaging.photo import Photo, UnreadablePhoto

if TYPE_CHECKING:
    from vision.profile import Profile

Reader: TypeAlias = "Callable[[Photo, Profile | None], dict[str, Any]]"
"""Reads a photo, with a profile if there is one, to a board document with the one visible player and ``ask``."""
NO_COLOURS = (
    "The picture is black-and-white, and the board is told by its colours; take it in colour.",
    "Снимок чёрно-белый, а поле распознаётся по цветам; сделайте цветной снимок.",
)


@dataclass(frozen=True)
class CalibrationResult:
    """The result of a calibration from photos of a game's tiles or cards.

    Attributes:
        document: what a profile keeps, as JSON-compatible data that the game's ``parse`` reads back.
        shown: what the command prints: ``tiles``, the detected tiles, each with its ``px``, and ``ask``, the doubts.
    """

    document: dict[str, Any]
    shown: dict[str, Any] = field(default_factory=dict)


class Calibrator(Protocol):
    """The functions that a game's module ``vision.NAME.calibration`` defines.

    ``Profile.games[NAME]`` holds what ``parse`` returned for the game.
    """

    def parse(self, document: object) -> Any:
        """Return the calibration in a profile's file; raises `DocumentError` naming the field that is wrong."""

    def parse_answers(self, data: object) -> Any:
        """Return the user's taps in an answers file; raises `DocumentError` naming the field that is wrong."""

    def detect(self, photo: Photo, name: str, answers: Any, profile: Profile | None) -> Any:
        """Return the detections in one photo, corrected by the taps for this photo and those that name no photo.

        Args:
            photo: the photo.
            name: its file name.
            answers: what `parse_answers` returned, or ``None``.
            profile: what is calibrated already, such as the lens.

        Raises:
            PhotoError: nothing can be learned from the photo.
        """

    def learn(self, seen: Sequence[Any], before: Any) -> CalibrationResult:
        """Combine the detections of several photos with the earlier calibration (``None``: there is none)."""


def games_seen() -> tuple[str, ...]:
    """Return the names of the games whose boards can be read from photos, in alphabetical order."""
    return _games_with("reader")


def games_calibrated() -> tuple[str, ...]:
    """Return the names of the games whose tiles or cards can be calibrated, in alphabetical order."""
    return _games_with("calibration")


def _games_with(module: str) -> tuple[str, ...]:
    """Return the names of the games with this module; packages of `vision` that are no games are left out."""
    found = games_with_module("vision", module)
    return tuple(game for game in known() if game in found)


def reader_of(game: str) -> Reader | None:
    """Return the function that reads photos of a game's boards; ``None`` where the game has none."""
    module = game_module("vision", game, "reader") if game in known() else None
    return None if module is None else partial(_read, module.read)


def _read(read: Reader, photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Read a photo; where nothing is found in a black-and-white one, that is why."""
    try:
        return read(photo, profile)
    except UnreadablePhoto as error:
        if error.code == "no-board" and is_black_and_white(photo.pixels):
            raise UnreadablePhoto("no-colours", NO_COLOURS) from None
        raise


def calibrator_of(game: str) -> Calibrator | None:
    """Return the calibration module of a game; ``None`` where the game has none."""
    module = game_module("vision", game, "calibration") if game in known() else None
    return None if module is None else cast(Calibrator, module)
