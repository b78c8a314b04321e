"""Events about a game of Fjords as a whole: who plays by which rules, and how its log goes on."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass as checked

from companion.record.events.cells import Word
from games.documents import DocumentError
from games.fjords.vocabulary import RuneSet, Variant

_STRICT = ConfigDict(extra="ignore")


@checked(frozen=True, config=_STRICT)
class Seat:
    """A player and the player's colours."""

    name: Word
    colours: Annotated[tuple[Word, ...], Field(min_length=1, max_length=2)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class SetUp:
    """The players and rules of a game; the last set-up of a log is valid.

    Attributes:
        title: the title that people gave the game.
        players: the players, clockwise.
        variant: the variant of the rules.
        runes: the rune sets in play.
        settlement_order: names of the players in the order of settlement; empty until it is known.
        first: name of the player who began the game; empty if unknown.
        tiles: name of the tile set; empty if unknown.
        watched: whether a camera follows the game.
    """

    event: Literal["set-up"] = "set-up"
    title: Annotated[str, Field(max_length=80)] = ""
    players: Annotated[tuple[Seat, ...], Field(max_length=8)] = ()
    variant: Variant = "base"
    runes: Annotated[tuple[RuneSet, ...], Field(max_length=8)] = ()
    settlement_order: Annotated[tuple[Word, ...], Field(max_length=8)] = ()
    first: Annotated[str, Field(max_length=60)] = ""
    tiles: Annotated[str, Field(max_length=60)] = ""
    watched: bool = False

    def __post_init__(self) -> None:
        """Refuse two players of one name or colour."""
        names = [seat.name for seat in self.players]
        colours = [colour for seat in self.players for colour in seat.colours]
        if len(set(names)) < len(names) or len(set(colours)) < len(colours):
            raise DocumentError("players", "twice", sorted(names))


@checked(frozen=True, kw_only=True, config=_STRICT)
class MoveRecorded:
    """A move in the notation of record texts. It precedes the events of its changes, and changes nothing itself."""

    event: Literal["move-told"] = "move-told"
    move: Annotated[str, Field(min_length=1, max_length=200)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class Paused:
    """Events of the camera are ignored from now on."""

    event: Literal["paused"] = "paused"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Resumed:
    """Events of the camera are accepted again."""

    event: Literal["resumed"] = "resumed"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Ended:
    """The game is over and its score final."""

    event: Literal["ended"] = "ended"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Undone:
    """The entry of this number is undone; an undoing can be undone, too."""

    event: Literal["undone"] = "undone"
    entry: Annotated[int, Field(ge=1)]
