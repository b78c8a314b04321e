"""The moves of a game, each written as one line of words.

======================================  ==============================================================
``draw T``                              the tile ``T`` comes out of the bag
``lay T 2,-1 turn 3``                   tile ``T`` is laid, turned three sixths clockwise
``lay T 2,-1 turn 3 house white``       … with a white longhouse on it
``lay T 2,-1 turn 3 house white home``  … on the player's Home rune
``lay T 2,-1 turn 3 secret 0,1 1,1``    … and the Secret rune moves a longhouse instead
``settle 2,-1 white``                   a white viking is placed
``journey 2,-1 white``                  … by the Journey rune; likewise ``horse``
``wisdom 3,-1 4,-1 white``              … by the Wisdom rune, laid in the space 3,-1
======================================  ==============================================================

Words with spaces are quoted as in a shell.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from games.fjords.runes import RIDES, WISDOM
from games.hexgrid import Cell


@dataclass(frozen=True)
class Draw:
    """A tile is drawn from the bag, by chance; in the Classic game to draw at all is the player's choice."""

    tile: str

    def __str__(self) -> str:
        """Return the move as a line of a record."""
        return f"draw {shlex.quote(self.tile)}"


@dataclass(frozen=True)
class Lay:
    """A turn of exploration: a tile laid, and a longhouse built on it or moved.

    `rotation` is the tile's, in sixths of a turn clockwise, `house` the colour of a longhouse built on the tile, `home`
    whether it stands on the player's Home rune, `secret` where the Secret rune moves a longhouse from and to.
    """

    tile: str
    cell: Cell
    rotation: int
    house: str | None = None
    home: bool = False
    secret: tuple[Cell, Cell] | None = None

    def __str__(self) -> str:
        """Return the move as a line of a record."""
        text = f"lay {shlex.quote(self.tile)} {_written(self.cell)} turn {self.rotation}"
        if self.house is not None:
            text += f" house {shlex.quote(self.house)}"
        if self.home:
            text += " home"
        if self.secret is not None:
            text += f" secret {_written(self.secret[0])} {_written(self.secret[1])}"
        return text


@dataclass(frozen=True)
class Settle:
    """A viking placed on a vacant tile that plains join to an own piece beside it."""

    cell: Cell
    colour: str

    def __str__(self) -> str:
        """Return the move as a line of a record."""
        return f"settle {_written(self.cell)} {shlex.quote(self.colour)}"


@dataclass(frozen=True)
class Ride:
    """A viking placed with the Journey or the Horse rune, which is spent."""

    rune: str
    cell: Cell
    colour: str

    def __str__(self) -> str:
        """Return the move as a line of a record."""
        return f"{self.rune} {_written(self.cell)} {shlex.quote(self.colour)}"


@dataclass(frozen=True)
class Wisdom:
    """A viking placed across an empty space, in which the Wisdom rune is laid."""

    space: Cell
    cell: Cell
    colour: str

    def __str__(self) -> str:
        """Return the move as a line of a record."""
        return f"wisdom {_written(self.space)} {_written(self.cell)} {shlex.quote(self.colour)}"


Move = Draw | Lay | Settle | Ride | Wisdom


def parse_move(text: str) -> Move:
    """Return the move that a line of a record describes; raises `ValueError` if it describes none.

    >>> parse_move("lay t07 2,-1 turn 3 house white")
    Lay(tile='t07', cell=(2, -1), rotation=3, house='white', home=False, secret=None)
    """
    match shlex.split(text, comments=True):
        case ["draw", tile]:
            return Draw(tile)
        case ["lay", tile, cell, "turn", rotation, *more]:
            return _lay(Lay(tile, _cell(cell), int(rotation)), more, text)
        case ["settle", cell, colour]:
            return Settle(_cell(cell), colour)
        case [rune, cell, colour] if rune in RIDES:
            return Ride(rune, _cell(cell), colour)
        case [rune, space, cell, colour] if rune == WISDOM:
            return Wisdom(_cell(space), _cell(cell), colour)
    raise ValueError(f"not a move: {text.strip()!r}")


def _lay(move: Lay, more: list[str], text: str) -> Lay:
    match more:
        case []:
            return move
        case ["house", colour]:
            return Lay(move.tile, move.cell, move.rotation, colour)
        case ["house", colour, "home"]:
            return Lay(move.tile, move.cell, move.rotation, colour, home=True)
        case ["secret", start, end]:
            return Lay(move.tile, move.cell, move.rotation, secret=(_cell(start), _cell(end)))
    raise ValueError(f"not a move: {text.strip()!r}")


def _written(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _cell(text: str) -> Cell:
    q, comma, r = text.partition(",")
    if not comma:
        raise ValueError(f"not a cell: {text!r}")
    return int(q), int(r)
