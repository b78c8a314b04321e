"""Harbours drawn as SVG: the store and the shares at the left, building spaces at the right, ships at the bottom.

Impossible harbours are drawn too. All looks are presentation attributes, which a style sheet overrides; parts carry
classes (``building``, ``free``, ``ship``, ``gold``, ``share``, ``unissued``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.nusfjord.board import Board, Building, Harbour
from games.nusfjord.drawing.glyphs import CREAM, INK, SPACE, badge, coin, house, number, paint, safe, share, ship, text
from games.nusfjord.ships import FIRST_CATCH, LENGTHS, TRACK, fleet_length
from games.nusfjord.words import word

WIDTH, GAP = 760.0, 18.0
_LAND, _WATER = 290.0, 96.0
_LEFT, _COLUMNS = 250.0, 4
_ROW_OF_COINS, _ROW_OF_SHARES = 8, 7
_MOST_DRAWN = 24
"""Coins, shares or free spaces beyond this number are not drawn, but counted in their badge."""
_CELL = ((WIDTH - _LEFT - 24) / _COLUMNS, 64.0)


def board_svg(board: Board, lang: str = "en", player: str | None = None) -> str:
    """Return a drawing of the harbour of `player`, or of all of them, one below the other.

    Raises `KeyError` if no player has this name.
    """
    harbours = board.harbours if player is None else (board.harbour(player),)
    label = word("harbours", lang) if player is None else word("harbour", lang).format(player=player)
    drawn, top = [], 0.0
    for harbour in harbours:
        drawn.append(f'<g transform="translate(0 {number(top)})">{"".join(_harbour(harbour, lang))}</g>')
        top += _height(harbour) + GAP
    view = f"0 0 {number(WIDTH)} {number(max(top - GAP, 1))}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nusfjord-board" viewBox="{view}" role="img" '
        f'aria-label="{safe(label)}" font-family="inherit">{"".join(drawn)}</svg>'
    )


def _land(harbour: Harbour) -> float:
    cells = len(harbour.buildings) + min(harbour.free_spaces, _MOST_DRAWN)
    rows = -(-cells // _COLUMNS)
    return max(_LAND, rows * (_CELL[1] + 6) + 56)


def _height(harbour: Harbour) -> float:
    return _land(harbour) + _WATER


def _harbour(harbour: Harbour, lang: str) -> Iterator[str]:
    land = _land(harbour)
    colour = paint(harbour.colour)
    yield (
        f'<rect x="2" y="2" width="{number(WIDTH - 4)}" height="{number(land + _WATER - 4)}" rx="16" fill="#b9c59a"/>'
        f'<path d="M2 {number(land)} H{number(WIDTH - 2)} V{number(land + _WATER - 18)} q0 16 -16 16 H18 '
        f'q-16 0 -16 -16 Z" fill="#5d9cba"/>'
        f'<path d="M2 {number(land)} q30 -10 63 0 t63 0 63 0 63 0 63 0 63 0 63 0 63 0 63 0 63 0 63 0 63 0" '
        f'fill="none" stroke="{CREAM}" stroke-opacity=".7" stroke-width="3"/>'
        f'<rect x="2" y="2" width="{number(WIDTH - 4)}" height="{number(land + _WATER - 4)}" rx="16" fill="none" '
        f'stroke="{colour}" stroke-width="5"/>'
    )
    yield text(WIDTH / 2, 30, harbour.name, 20, weight=800)
    yield from _supply(harbour, colour, lang)
    yield from _ground(harbour, lang)
    yield f'<g transform="translate(0 {number(land)})">{"".join(_fleet(harbour, colour, lang))}</g>'


def _supply(harbour: Harbour, colour: str, lang: str) -> Iterator[str]:
    """Yield shares held, shares never issued and gold, each with its number."""
    yield f'<g class="shares">{_label(46, word("share", lang), harbour.shares_owned)}'
    yield _row((share(x, y, True, colour) for x, y in _spots(harbour.shares_owned, _ROW_OF_SHARES, 56, (30, 36))))
    yield f'</g><g class="unissued">{_label(142, word("unissued", lang), -harbour.unissued)}'
    yield _row((share(x, y, False, colour) for x, y in _spots(harbour.unissued, _ROW_OF_SHARES, 152, (30, 36))))
    yield f'</g><g class="gold">{_label(206, word("gold", lang), harbour.gold)}'
    yield _row((coin(x + 11, y + 11) for x, y in _spots(harbour.gold, _ROW_OF_COINS, 214, (26, 25))))
    yield "</g>"


def _label(y: float, words: str, points: int) -> str:
    return (
        f'<text x="20" y="{number(y)}" font-size="15" font-weight="700" fill="{INK}">{safe(words)}</text>'
        f"{badge(_LEFT - 22, y - 5, points)}"
    )


def _row(glyphs: Iterable[str]) -> str:
    return "".join(glyphs)


def _spots(count: int, wide: int, top: float, step: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield the places of `count` things in two rows; the more there are, the closer they lie."""
    shown = min(count, _MOST_DRAWN)
    each = max(wide, -(-shown // 2))
    pitch = step[0] * wide / each
    for index in range(shown):
        row, column = divmod(index, each)
        yield 20 + column * pitch, top + row * step[1]


def _ground(harbour: Harbour, lang: str) -> Iterator[str]:
    spaces: list[Building | None] = [*harbour.buildings, *[None] * min(harbour.free_spaces, _MOST_DRAWN)]
    for index, building in enumerate(spaces):
        row, column = divmod(index, _COLUMNS)
        x, y = _LEFT + column * _CELL[0], 46 + row * (_CELL[1] + 6)
        kind, inside = ("free", _free(lang)) if building is None else ("building", _building(building))
        yield f'<g class="{kind}" transform="translate({number(x)} {number(y)})">{inside}</g>'
    if harbour.free_spaces > _MOST_DRAWN:
        yield badge(WIDTH - 22, 30, -harbour.free_spaces)


def _building(building: Building) -> str:
    wide, high = _CELL[0] - 8, _CELL[1]
    lines = _wrapped(building.name)
    middle = high * 0.66 - 6.5 * (len(lines) - 1)
    size = min(12.5, 155 / max(1, *map(len, lines)))
    words = "".join(text(wide / 2, middle + 13 * n, line, size) for n, line in enumerate(lines))
    return f"<title>{safe(building.name)}</title>{house(wide, high)}{words}{badge(wide - 10, 12, building.points, 11)}"


def _wrapped(name: str, most: int = 15) -> list[str]:
    """Return a name in one line or two, cut where it is still too long."""
    if len(name) <= most:
        return [name]
    cut = name.rfind(" ", 0, most + 1)
    first, rest = (name[:cut], name[cut + 1 :]) if cut > 0 else (name[: most - 1] + "-", name[most - 1 :])
    return [first, rest if len(rest) <= most else rest[: most - 1] + "…"]


def _free(lang: str) -> str:
    wide, high = _CELL[0] - 8, _CELL[1]
    return (
        f'<rect x="4" y="4" width="{number(wide - 8)}" height="{number(high - 8)}" rx="8" fill="{CREAM}" '
        f'fill-opacity=".35" stroke="{INK}" stroke-opacity=".6" stroke-width="2" stroke-dasharray="7 5"/>'
        f"{text(wide / 2, high / 2 + 5, word('free', lang), 13, weight=400)}{badge(wide - 12, 14, -1, 10)}"
    )


def _fleet(harbour: Harbour, colour: str, lang: str) -> Iterator[str]:
    """Yield the track: ships from the left, then the numbers that still show, and the catch."""
    length = fleet_length(ship.kind for ship in harbour.ships)
    track = SPACE * max(TRACK, length) + 10
    yield f'<g transform="translate(84 44) scale({number((WIDTH - 170) / track * 100)}e-2)">'
    covered = 0
    for vessel in harbour.ships:
        units = LENGTHS[vessel.kind]
        x = covered * SPACE
        yield f'<g class="ship" transform="translate({number(x)} 0)"><title>{safe(word(vessel.kind, lang))}</title>'
        yield f"{ship(vessel.kind, units, colour)}{badge(units * SPACE / 2, 12, vessel.points, 11)}</g>"
        covered += units
    for unit in range(max(covered, 1), TRACK):
        x, wide = (unit - (unit == 1)) * SPACE, SPACE * (2 if unit == 1 else 1)
        yield _track_space(x, wide, FIRST_CATCH + unit - 1)
    yield "</g>"
    yield f'<g transform="translate(40 40)">{_boat(colour)}</g>'
    yield text(WIDTH - 42, 34, word("catch", lang), 14)
    yield text(WIDTH - 42, 66, str(harbour.catch), 30, weight=800)


def _track_space(x: float, wide: float, shown: int) -> str:
    return (
        f'<rect x="{number(x + 3)}" y="-6" width="{number(wide - 6)}" height="34" rx="6" fill="{CREAM}" '
        f'fill-opacity=".3" stroke="{CREAM}" stroke-opacity=".8" stroke-width="1.5"/>'
        f"{text(x + wide / 2, 17, str(shown), 18)}"
    )


def _boat(colour: str) -> str:
    """Return the small boat that every harbour has from the start."""
    return (
        f'<path d="M0 -4 V-30 L18 -8 Z" fill="{CREAM}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M-22 0 H24 L14 16 H-14 Z" fill="{colour}" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>'
    )
