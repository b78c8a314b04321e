"""The setup of a game: players and colours, the variant, the runes, the tiles, and the first player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.fjords.board import (
    EPIC_LONGHOUSES,
    EPIC_VIKINGS,
    LONGHOUSES,
    VIKINGS,
    Board,
    Player,
    Rules,
)
from games.fjords.landscape import Landscape
from games.fjords.runes import FRIENDSHIP, HOME, HORSE, JOURNEY, SECRET, STRENGTH, WATER, WISDOM
from games.fjords.tiles import Tile
from games.fjords.tilesets.document import TileSet, shipped
from games.fjords.vocabulary import RuneSet, Variant

BASE: Final = "base"
EPIC: Final = "epic"
CLASSIC: Final = "classic"
RUNE_SETS: tuple[RuneSet, ...] = (STRENGTH, WATER, JOURNEY, HORSE, FRIENDSHIP, WISDOM, HOME, SECRET)
ROW = 4
"""How many tiles lie open to choose from (rule book)."""


@dataclass(frozen=True)
class Seat:
    """A player and the player's colours: one, or in the Epic game two, that of the larger supply first."""

    name: str
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """Everything that is decided before the first tile is drawn; seats are in clockwise order.

    Raises `ValueError` where the rules do not allow the setup: two to four players with a colour each; Epic and
    Classic for two players, Epic with two colours each, Classic without runes.

    The game as printed in 2005 is the Classic variant with a set like ``made-up-37``.
    """

    seats: tuple[Seat, ...]
    variant: Variant = BASE
    runes: frozenset[RuneSet] = frozenset()
    tiles: TileSet = field(default_factory=lambda: shipped("made-up-64"))
    first: str = ""

    def __post_init__(self) -> None:
        """Check the setup; without a first player the first seat begins."""
        if not self.first and self.seats:
            object.__setattr__(self, "first", self.seats[0].name)
        problem = _problem(self)
        if problem:
            raise ValueError(problem)

    def board(self) -> Board:
        """Return the board before the first draw: the start tiles, and the players with their supplies."""
        epic = self.variant == EPIC
        vikings, longhouses = (EPIC_VIKINGS, EPIC_LONGHOUSES) if epic else (VIKINGS, LONGHOUSES)
        return Board(
            landscape=Landscape(dict(self.tiles.start)),
            players=tuple(Player(seat.name, seat.colours, vikings, longhouses) for seat in self.seats),
            rules=Rules(self.variant, self.runes),
        )

    def bag(self) -> tuple[Tile, ...]:
        """Return the tiles to draw, those marked for more players left out."""
        return self.tiles.for_players(len(self.seats), epic=self.variant == EPIC)


def stone_count(players: int, rune: str) -> int:
    """Return the number of stones of a rune that lies on marked tiles: one, of Friendship one for each player."""
    return players if rune == FRIENDSHIP else 1


def larger_share(whole: int) -> int:
    """Return how many pieces of a player's `whole` supply of a kind are of the first colour in the Epic game."""
    return whole * 2 // 3


def colour_supply(player: Player, colour: str, whole: int) -> int:
    """Return how many of a supply of `whole` pieces are of `colour`.

    In the Epic game two thirds of a player's pieces are of the first colour, the others of the second (rule book).
    """
    if len(player.colours) == 1:
        return whole
    first = larger_share(whole)
    return first if colour == player.colours[0] else whole - first


def _problem(setup: Setup) -> str:
    names = [seat.name for seat in setup.seats]
    colours = [colour for seat in setup.seats for colour in seat.colours]
    each = 2 if setup.variant == EPIC else 1
    checks = (
        (setup.variant in (BASE, EPIC, CLASSIC), f"there is no variant {setup.variant!r}"),
        (2 <= len(names) <= 4, "two to four players play Fjords"),
        (setup.variant == BASE or len(names) == 2, f"the {setup.variant} variant is for two players"),
        (all(len(seat.colours) == each for seat in setup.seats), f"each player needs {each} colours here"),
        (len(set(names)) == len(names) and len(set(colours)) == len(colours), "names and colours must differ"),
        (all(text and text.isprintable() for text in (*names, *colours)), "names and colours must be printable"),
        (setup.runes <= set(RUNE_SETS), f"there are no runes {sorted(setup.runes - set(RUNE_SETS))}"),
        (setup.variant != CLASSIC or not setup.runes, "the classic variant has no runes"),
        (setup.first in names, f"nobody at the table is named {setup.first!r}"),
    )
    return next((problem for holds, problem in checks if not holds), "")
