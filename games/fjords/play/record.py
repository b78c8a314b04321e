"""The record of a game as text with one line for each move, which can be read back.

Grammar, version 1 (words are split and quoted as in a shell, ``#`` begins a comment, empty lines are ignored)::

    record  = "longhouse-record 1" heading* move*
    heading = "game fjords"
            | "variant" ("base" | "epic" | "classic")
            | "runes" rune*
            | "tiles" NAME DIGEST
            | "seat" NAME COLOUR COLOUR?          one for each player, clockwise
            | "first" NAME
    move    = see games.fjords.play.moves

The tile set is identified by its name and a checksum; a set that is not shipped must be given to `read_record`.

Example::

    longhouse-record 1
    game fjords
    variant base
    runes horse
    tiles made-up-64 4f1c02aa
    seat Ann white
    seat 'Bo the Red' red
    first Ann
    draw t31
    draw t05
    draw t17
    draw t60
    lay t05 1,-1 turn 2 house white   # Ann
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import cast

from games.fjords.illegal import IllegalMove
from games.fjords.play.game import Game
from games.fjords.play.moves import Draw, Move, parse_move
from games.fjords.setup import BASE, Seat, Setup
from games.fjords.tilesets.document import SHIPPED, TileSet, shipped
from games.fjords.vocabulary import RuneSet, Variant

FIRST_LINE = "longhouse-record 1"
LONGEST = 200_000
"""Characters; a whole game of four players takes 10 000. Splitting lines into words takes a second for a million."""


class RecordError(ValueError):
    """A record that cannot be read; `line` is the number of the line with the fault, from 1."""

    def __init__(self, line: int, problem: str) -> None:
        """Keep the line's number, counted from one."""
        self.line = line
        super().__init__(f"line {line}: {problem}")


def write_record(game: Game) -> str:
    """Return the record of `game`, with the player's name as a comment on each line and the score at the end."""
    setup = game.setup
    lines = [
        FIRST_LINE,
        "game fjords",
        f"variant {setup.variant}",
        " ".join(["runes", *sorted(setup.runes)]),
        f"tiles {shlex.quote(setup.tiles.name)} {setup.tiles.digest}",
        *(shlex.join(["seat", seat.name, *seat.colours]) for seat in setup.seats),
        shlex.join(["first", setup.first]),
    ]
    lines += [_line(move, who) for move, who in zip(game.moves, game.movers, strict=True)]
    if game.is_over:
        lines += [f"# {score.player}: {score.total}" for score in game.score().scores]
    return "\n".join(lines) + "\n"


def _line(move: Move, who: str) -> str:
    return str(move) if isinstance(move, Draw) else f"{move}   # {who}"


def read_record(text: str, tiles: TileSet | None = None) -> Game:
    """Return the game of a record, played again move by move.

    Args:
        text: the record.
        tiles: the tile set it was played with; not needed for a set that is shipped.

    Raises:
        RecordError: The record is too long, breaks the grammar, names another tile set, or has a forbidden move.
    """
    if len(text) > LONGEST:
        raise RecordError(1, f"a record is no longer than {LONGEST} characters")
    heading = _Heading()
    game: Game | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if not heading.begun:
                heading.begin(words)
            elif game is None and words[0] in _Heading.FIELDS:
                heading.take(words)
            else:
                game = game or Game(heading.setup(tiles))
                game.push(parse_move(line))
        except IllegalMove as error:
            raise RecordError(number, str(error)) from error
        except (ValueError, IndexError) as error:
            raise RecordError(number, f"{error}") from error
    if game is None:
        try:
            game = Game(heading.setup(tiles))
        except ValueError as error:
            raise RecordError(len(text.splitlines()), f"{error}") from error
    return game


@dataclass
class _Heading:
    """The heading of a record as it is read, line by line."""

    FIELDS = ("game", "variant", "runes", "tiles", "seat", "first")

    begun: bool = False
    variant: str = BASE
    runes: frozenset[str] = frozenset()
    tile_set: str = SHIPPED[0]
    digest: str = ""
    seats: list[Seat] = field(default_factory=list)
    first: str = ""

    def begin(self, words: list[str]) -> None:
        if " ".join(words) != FIRST_LINE:
            raise ValueError(f"a record begins with {FIRST_LINE!r}")
        self.begun = True

    def take(self, words: list[str]) -> None:
        match words:
            case ["game", "fjords"]:
                pass
            case ["variant", name]:
                self.variant = name
            case ["runes", *names]:
                self.runes = frozenset(names)
            case ["tiles", name, digest]:
                self.tile_set, self.digest = name, digest
            case ["seat", name, *colours]:
                self.seats.append(Seat(name, tuple(colours)))
            case ["first", name]:
                self.first = name
            case _:
                raise ValueError(f"not a heading: {shlex.join(words)!r}")

    def setup(self, tiles: TileSet | None) -> Setup:
        if tiles is None and self.tile_set not in SHIPPED:
            raise ValueError(f"the tile set {self.tile_set!r} is needed to read this record")
        tiles = tiles or shipped(self.tile_set)
        if self.digest and tiles.digest != self.digest:
            raise ValueError(f"the record was played with another tile set than {tiles.name!r}")
        # A name of no variant or rune set is refused by `Setup`, whose error says so.
        variant, runes = cast("Variant", self.variant), cast("frozenset[RuneSet]", self.runes)
        return Setup(tuple(self.seats), variant, runes, tiles, self.first)
