"""The moves of a game, including chance: figures drawn from the bag and cards from the stacks."""

from __future__ import annotations

from dataclasses import dataclass

from games.vikings.figures import Cell, Figure, Row
from games.vikings.play.offer import Card
from games.vikings.specials import Special


@dataclass(frozen=True)
class Draw:
    """Chance: figures come out of the bag, 12 or in the advanced version 13, and special cards are opened."""

    figures: tuple[Figure, ...]
    specials: tuple[str, ...] = ()


@dataclass(frozen=True)
class Deal:
    """Chance: a stack of 12 cards is laid out around the wheel; an unknown card is None."""

    cards: tuple[Card | None, ...]


@dataclass(frozen=True)
class Bid:
    """A bid in gold for beginning the round; None leaves the auction."""

    gold: int | None


@dataclass(frozen=True)
class Remove:
    """The first player of an advanced round puts one of the 13 figures into the box."""

    figure: Figure


@dataclass(frozen=True)
class Arrange:
    """All drawn figures of a colour are laid out beside the dearest places that are free."""

    figure: Figure


@dataclass(frozen=True)
class Buy:
    """The combination in a place of the wheel is bought, and its card laid.

    `at` is the cell of an island tile, the column of a ship, or None for a tile that fits nowhere. `settle` places the
    figure on the tile.
    """

    place: int
    at: Cell | int | None
    settle: bool = False


@dataclass(frozen=True)
class Start:
    """The starting tile is laid into a row, at the home fjord."""

    row: Row


@dataclass(frozen=True)
class Take:
    """One of the open special cards is taken for the dearest combination; None leaves them."""

    card: str | None


@dataclass(frozen=True)
class Use:
    """A special card takes effect: points and gold at once, other effects in every scoring that they concern."""

    special: Special


@dataclass(frozen=True)
class Carry:
    """One boatswain carries figures to these cells."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Finish:
    """The player carries no more figures, and the player's big scoring is booked."""


Move = Draw | Deal | Bid | Remove | Arrange | Buy | Start | Take | Use | Carry | Finish
