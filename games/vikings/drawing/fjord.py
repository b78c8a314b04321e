"""A player's fjord drawn as SVG, seen from above; impossible boards are drawn too.

Ships lie in the first row, the five rows of islands below, the home fjord with the figures in it on the left. Each
tile is ``<g class="tile" data-row data-column>``, a ship the same with ``class="ship"``, so that a page can find them.
Threatened figures lie flat, as at the table. All looks are presentation attributes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.svg_templates import SvgTemplates
from games.vikings.board import Board, Player
from games.vikings.drawing.parts import PAINT, SIDE, figure, island, ship
from games.vikings.figures import BOATSWAIN, COLOURS, ROWS, SAILS, Figure, depth
from games.vikings.islands import IslandTile
from games.vikings.ships import Ship, repelled
from games.vikings.words import word

if TYPE_CHECKING:
    from markupsafe import Markup

HOME = 140
"""The width of the home fjord, in units of the drawing."""
LEAST_COLUMNS = 5
_CAPTION = 56
_BANDS = ("#3f7fa6", *(PAINT[COLOURS[row]] for row in ROWS))
"""The colours of the rows, from the ships' down."""
_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Waiting:
    """The figures of a kind at home."""

    kind: Figure
    paint: str
    count: int
    about: str
    glyph: Markup


@dataclass(frozen=True)
class _TileView:
    """A tile with its middle, the words for it, and the figure on it if there is one."""

    level: int
    column: int
    x: int
    y: int
    about: str
    glyph: Markup
    threatened: bool
    figure: Markup | None


@dataclass(frozen=True)
class _ShipView:
    """A ship with its middle and the words for it; `reach` is the path down to what it threatens, empty for nothing."""

    column: int
    x: int
    y: int
    about: str
    glyph: Markup
    paint: str
    reach: str


def board_svg(board: Board, lang: str = "en", player: str | None = None) -> Markup:
    """Return a drawing of one player's fjord, or of all fjords one below the other if `player` is None.

    Raises `KeyError` if no player has that name, `ValueError` for a language that is neither ``en`` nor ``ru``.
    """
    players = board.players if player is None else (board.player(player),)
    each = height() + _CAPTION
    return _TEMPLATES.draw(
        "board.svg",
        width=max(map(width, players), default=HOME),
        height=height() if player is not None else max(1, len(players)) * each,
        label=word("fjord", lang, player=", ".join(one.name for one in players)),
        single=player is not None,
        fjords=[(one.name, fjord_body(one, lang)) for one in players],
        each=each,
        caption=_CAPTION,
    )


def columns(player: Player) -> int:
    """Return the number of columns drawn: those in use, at least `LEAST_COLUMNS`."""
    taken = [*(tile.column for tile in player.island_tiles), *(laid.column for laid in player.ships)]
    return max(LEAST_COLUMNS, max(taken, default=0) + 1)


def width(player: Player) -> int:
    """Return the width of a player's drawing, in units of the drawing."""
    return HOME + SIDE * columns(player)


def height() -> int:
    """Return the height of a player's drawing, in units of the drawing."""
    return SIDE * (1 + len(ROWS))


def middle(level: int, column: int) -> tuple[int, int]:
    """Return the middle of a place: `level` 0 is the ships' row, 1 to 5 the rows of islands."""
    return HOME + SIDE * column + SIDE // 2, SIDE * level + SIDE // 2


def fjord_body(player: Player, lang: str, spare: int = 0) -> Markup:
    """Return the elements of a drawing without its ``svg`` frame, with `spare` columns more than `columns` says."""
    return _TEMPLATES.macro("fjord.svg", "fjord")(
        HOME,
        SIDE,
        [_waiting(player, kind, lang) for kind in (BOATSWAIN, *ROWS)],
        _BANDS,
        columns(player) + spare,
        [_tile(player, tile, lang) for tile in player.island_tiles],
        [_ship(player, laid, lang) for laid in player.ships],
    )


def _waiting(player: Player, kind: Figure, lang: str) -> _Waiting:
    count = player.home[kind]
    about = f"{word(kind, lang)}, {word('home', lang)}: {count}"
    return _Waiting(kind, PAINT[COLOURS[kind]], count, about, figure(kind))


def tile_name(player: Player, tile: IslandTile, lang: str = "en") -> str:
    """Return the words for a tile: its part, the figure on it, and whether a ship threatens it."""
    about = [word(tile.part, lang)] + ([word(tile.figure, lang)] if tile.figure is not None else [])
    return ", ".join([*about, word("threatened", lang)] if tile.cell in player.threatened else about)


def ship_name(laid: Ship, lang: str = "en") -> str:
    """Return the words for a ship: its sail and the amount it pays."""
    pays = word("pays gold", lang, amount=laid.gold) if laid.gold else word("pays points", lang, amount=laid.points)
    return f"{word('ship', lang, sail=word(laid.sail, lang))}, {pays}"


def _tile(player: Player, tile: IslandTile, lang: str) -> _TileView:
    level = depth(tile.row) + 1
    stands = figure(tile.figure) if tile.figure is not None else None
    about = tile_name(player, tile, lang)
    threatened = tile.cell in player.threatened
    return _TileView(level, tile.column, *middle(level, tile.column), about, island(tile.part), threatened, stands)


def _ship(player: Player, laid: Ship, lang: str) -> _ShipView:
    safe = repelled(laid, player.island_tiles)
    bottom = SIDE * (depth(SAILS[laid.sail]) + 2) - 6
    reach = "" if safe else f"M{HOME + SIDE * laid.column + 4} {SIDE - 8}V{bottom}"
    about = ship_name(laid, lang)
    return _ShipView(laid.column, *middle(0, laid.column), about, ship(laid, safe), PAINT[laid.sail], reach)
