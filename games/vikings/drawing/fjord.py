"""A player's fjord drawn as SVG, seen from above; impossible boards are drawn too.

Ships lie in the first row, the five rows of islands below, the home fjord with the figures in it on the left. Each
tile is ``<g class="tile" data-row data-column>``, a ship the same with ``class="ship"``, so that a page can find them.
Threatened figures lie flat, as at the table. All looks are presentation attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from games.vikings.board import Board, Player
from games.vikings.drawing.parts import INK, PAINT, SIDE, figure, island, ship
from games.vikings.figures import BOATSWAIN, COLOURS, ROWS, SAILS, Figure, depth
from games.vikings.islands import IslandTile
from games.vikings.ships import Ship, repelled
from games.vikings.words import word

HOME = 140
"""The width of the home fjord, in units of the drawing."""
LEAST_COLUMNS = 5
_CAPTION = 56


def board_svg(board: Board, lang: str = "en", player: str | None = None) -> str:
    """Return a drawing of one player's fjord, or of all fjords one below the other if `player` is None.

    Raises `KeyError` if no player has that name, `ValueError` for a language that is neither ``en`` nor ``ru``.
    """
    if player is not None:
        one = board.player(player)
        return _picture(width(one), height(), fjord_body(one, lang), one.name, lang)
    drawn = [
        f'<g transform="translate(0 {number * (height() + _CAPTION)})">'
        f'<text x="6" y="38" font-family="Georgia, serif" font-size="36" font-weight="bold" fill="currentColor">'
        f'{escape(one.name)}</text><g transform="translate(0 {_CAPTION})">{fjord_body(one, lang)}</g></g>'
        for number, one in enumerate(board.players)
    ]
    names = ", ".join(one.name for one in board.players)
    widest = max(map(width, board.players), default=HOME)
    return _picture(widest, max(1, len(drawn)) * (height() + _CAPTION), "".join(drawn), names, lang)


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


def _picture(wide: int, high: int, body: str, names: str, lang: str) -> str:
    label = escape(word("fjord", lang, player=names))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="vikings-board" viewBox="-3 -3 {wide + 6} {high + 6}" '
        f'role="img" aria-label="{label}">{body}</svg>'
    )


def fjord_body(player: Player, lang: str, spare: int = 0) -> str:
    """Return the elements of a drawing without its ``svg`` frame, with `spare` columns more than `columns` says."""
    return "".join(_fjord(player, lang, columns(player) + spare))


def _fjord(player: Player, lang: str, across: int) -> Iterator[str]:
    yield from _home(player, lang)
    yield from _grid(across)
    for tile in player.island_tiles:
        yield _tile(player, tile, lang)
    for laid in player.ships:
        yield _ship(player, laid, lang)


def _home(player: Player, lang: str) -> Iterator[str]:
    frame = f'rx="10" fill="#b9ad8d" stroke="{INK}" stroke-width="3"'
    yield f'<rect class="home" width="{HOME}" height="{height()}" {frame}/>'
    kinds: tuple[Figure, ...] = (BOATSWAIN, *ROWS)
    for level, kind in enumerate(kinds):
        top, count = SIDE * level, player.home[kind]
        paint = PAINT[COLOURS[kind]]
        yield f'<rect x="{HOME - 16}" y="{top + 8}" width="10" height="{SIDE - 16}" rx="4" fill="{paint}"/>'
        dim = "" if count else ' opacity=".35"'
        about = escape(f"{word(kind, lang)}, {word('home', lang)}: {count}")
        yield (
            f'<g class="waiting" data-figure="{kind}"{dim}><title>{about}</title>'
            f'<g transform="translate(36 {top + 52}) scale(1.15)">{figure(kind)}</g>'
            f'<text x="66" y="{top + 66}" font-family="Georgia, serif" font-size="42" font-weight="bold" '
            f'fill="{INK}">{count}</text></g>'
        )


def _grid(across: int) -> Iterator[str]:
    """Yield a faint band for each row, in the row's colour."""
    colours = ["#3f7fa6", *(PAINT[COLOURS[row]] for row in ROWS)]
    for level, colour in enumerate(colours):
        yield (
            f'<rect class="row" x="{HOME}" y="{SIDE * level}" width="{SIDE * across}" height="{SIDE}" '
            f'fill="{colour}" fill-opacity=".13" stroke="{colour}" stroke-opacity=".45" stroke-width="2"/>'
        )


def tile_name(player: Player, tile: IslandTile, lang: str = "en") -> str:
    """Return the words for a tile: its part, the figure on it, and whether a ship threatens it."""
    about = [word(tile.part, lang)] + ([word(tile.figure, lang)] if tile.figure is not None else [])
    return ", ".join([*about, word("threatened", lang)] if tile.cell in player.threatened else about)


def ship_name(laid: Ship, lang: str = "en") -> str:
    """Return the words for a ship: its sail and the amount it pays."""
    pays = word("pays gold", lang, amount=laid.gold) if laid.gold else word("pays points", lang, amount=laid.points)
    return f"{word('ship', lang, sail=word(laid.sail, lang))}, {pays}"


def _tile(player: Player, tile: IslandTile, lang: str) -> str:
    level = depth(tile.row) + 1
    x, y = middle(level, tile.column)
    stands, danger = "", ""
    threat = tile.cell in player.threatened
    if tile.figure is not None:
        turn = " rotate(90)" if threat else ""
        stands = f'<g class="figure" transform="translate(0 2){turn} scale(1.25)">{figure(tile.figure)}</g>'
    if threat:
        danger = '<rect class="threat" x="-48" y="-48" width="96" height="96" fill="#7a0f12" fill-opacity=".34"/>'
    return (
        f'<g class="tile" data-row="{level}" data-column="{tile.column}" transform="translate({x} {y})">'
        f"<title>{escape(tile_name(player, tile, lang))}</title>{island(tile.part)}{danger}{stands}</g>"
    )


def _ship(player: Player, laid: Ship, lang: str) -> str:
    x, y = middle(0, laid.column)
    safe = repelled(laid, player.island_tiles)
    line = "" if safe else _reach(laid)
    return (
        f'<g class="ship" data-row="0" data-column="{laid.column}" transform="translate({x} {y})">'
        f"<title>{escape(ship_name(laid, lang))}</title>{ship(laid, safe)}</g>{line}"
    )


def _reach(laid: Ship) -> str:
    """Return a line on the left of a ship's column, down to the last row that it threatens."""
    x = HOME + SIDE * laid.column + 4
    bottom = SIDE * (depth(SAILS[laid.sail]) + 2) - 6
    return (
        f'<path class="reach" d="M{x} {SIDE - 8}V{bottom}" fill="none" stroke="{INK}" stroke-width="9"/>'
        f'<path class="reach" d="M{x} {SIDE - 8}V{bottom}" fill="none" stroke="{PAINT[laid.sail]}" stroke-width="5"/>'
    )
