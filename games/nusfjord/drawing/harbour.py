"""Harbours drawn as SVG: the store and the shares at the left, building spaces at the right, ships at the bottom.

Impossible harbours are drawn too. All looks are presentation attributes, which a style sheet overrides; parts carry
classes (``building``, ``free``, ``ship``, ``gold``, ``share``, ``unissued``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from games.hexgrid import Point
from games.nusfjord.board import Board, Building, Harbour
from games.nusfjord.drawing.glyphs import SPACE, paint, ship
from games.nusfjord.ships import FIRST_CATCH, LENGTHS, TRACK, fleet_length
from games.nusfjord.words import word
from games.svg_templates import SvgTemplates

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, GAP = 760.0, 18.0
_LAND, _WATER = 290.0, 96.0
_LEFT, _COLUMNS = 250.0, 4
_ROW_OF_COINS, _ROW_OF_SHARES = 8, 7
_MOST_DRAWN = 24
"""Coins, shares or free spaces beyond this number are not drawn, but counted in their badge."""
_CELL = ((WIDTH - _LEFT - 24) / _COLUMNS, 64.0)


_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Space:
    """A building space: its corner, and of a building the name, in lines, and the points."""

    x: float
    y: float
    building: bool = False
    name: str = ""
    lines: tuple[str, ...] = ()
    first_line: float = 0.0
    letters: float = 0.0
    points: int = 0


@dataclass(frozen=True)
class _Vessel:
    """A ship on the track: where it begins, its length, its name, points and drawing."""

    x: float
    wide: float
    about: str
    points: int
    glyph: Markup


@dataclass(frozen=True)
class _HarbourView:
    """A harbour with the places of everything on it.

    Attributes:
        name: the player's.
        paint: the player's colour.
        top: where it begins below the first harbour.
        land: height of the land, above the water.
        height: height of the whole.
        shares, unissued, coins: the places of the tokens.
        shares_owned, shares_unissued, gold: their numbers.
        spaces: the building spaces.
        more_free_spaces: the number of free spaces where not all are drawn, else 0.
        scale: of the track.
        vessels: the ships on it.
        numbers: its uncovered numbers, each with its place and length.
        catch: the fish of a fish phase.
    """

    name: str
    paint: str
    top: float
    land: float
    height: float
    shares: list[Point]
    unissued: list[Point]
    coins: list[Point]
    shares_owned: int
    shares_unissued: int
    gold: int
    spaces: list[_Space]
    more_free_spaces: int
    scale: float
    vessels: list[_Vessel]
    numbers: list[tuple[float, float, int]]
    catch: int


def board_svg(board: Board, lang: str = "en", player: str | None = None) -> Markup:
    """Return a drawing of the harbour of `player`, or of all of them, one below the other.

    Raises `KeyError` if no player has this name.
    """
    harbours = board.harbours if player is None else (board.harbour(player),)
    tops = list(accumulate((_height(harbour) + GAP for harbour in harbours), initial=0.0))
    return _TEMPLATES.draw(
        "board.svg",
        title=word("harbours", lang) if player is None else word("harbour", lang).format(player=player),
        width=WIDTH,
        height=max(tops[-1] - GAP, 1),
        cell=(_CELL[0] - 8, _CELL[1]),
        words={name: word(name, lang) for name in ("share", "unissued", "gold", "free", "catch")},
        harbours=[_view(harbour, top, lang) for harbour, top in zip(harbours, tops, strict=False)],
    )


def _land(harbour: Harbour) -> float:
    cells = len(harbour.buildings) + min(harbour.free_spaces, _MOST_DRAWN)
    rows = -(-cells // _COLUMNS)
    return max(_LAND, rows * (_CELL[1] + 6) + 56)


def _height(harbour: Harbour) -> float:
    return _land(harbour) + _WATER


def _view(harbour: Harbour, top: float, lang: str) -> _HarbourView:
    length = fleet_length(ship.kind for ship in harbour.ships)
    return _HarbourView(
        name=harbour.name,
        paint=paint(harbour.colour),
        top=top,
        land=_land(harbour),
        height=_height(harbour),
        shares=list(_spots(harbour.shares_owned, _ROW_OF_SHARES, 56, (30, 36))),
        unissued=list(_spots(harbour.unissued, _ROW_OF_SHARES, 152, (30, 36))),
        coins=list(_spots(harbour.gold, _ROW_OF_COINS, 214, (26, 25))),
        shares_owned=harbour.shares_owned,
        shares_unissued=harbour.unissued,
        gold=harbour.gold,
        spaces=list(_spaces(harbour)),
        more_free_spaces=harbour.free_spaces if harbour.free_spaces > _MOST_DRAWN else 0,
        scale=(WIDTH - 170) / (SPACE * max(TRACK, length) + 10),
        vessels=list(_vessels(harbour, lang)),
        numbers=list(_numbers(length)),
        catch=harbour.catch,
    )


def _spots(count: int, wide: int, top: float, step: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield the places of `count` things in two rows; the more there are, the closer they lie."""
    shown = min(count, _MOST_DRAWN)
    each = max(wide, -(-shown // 2))
    pitch = step[0] * wide / each
    for index in range(shown):
        row, column = divmod(index, each)
        yield 20 + column * pitch, top + row * step[1]


def _spaces(harbour: Harbour) -> Iterator[_Space]:
    spaces: list[Building | None] = [*harbour.buildings, *[None] * min(harbour.free_spaces, _MOST_DRAWN)]
    for index, building in enumerate(spaces):
        row, column = divmod(index, _COLUMNS)
        x, y = _LEFT + column * _CELL[0], 46 + row * (_CELL[1] + 6)
        yield _Space(x, y) if building is None else _building(building, x, y)


def _building(building: Building, x: float, y: float) -> _Space:
    lines = tuple(_wrapped(building.name))
    first = _CELL[1] * 0.66 - 6.5 * (len(lines) - 1)
    letters = min(12.5, 155 / max(1, *map(len, lines)))
    return _Space(x, y, True, building.name, lines, first, letters, building.points)


def _wrapped(name: str, most: int = 15) -> list[str]:
    """Return a name in one line or two, cut where it is still too long."""
    if len(name) <= most:
        return [name]
    cut = name.rfind(" ", 0, most + 1)
    first, rest = (name[:cut], name[cut + 1 :]) if cut > 0 else (name[: most - 1] + "-", name[most - 1 :])
    return [first, rest if len(rest) <= most else rest[: most - 1] + "…"]


def _vessels(harbour: Harbour, lang: str) -> Iterator[_Vessel]:
    """Yield the ships on the track, from the left."""
    covered = 0
    for vessel in harbour.ships:
        units = LENGTHS[vessel.kind]
        glyph = ship(vessel.kind, units, paint(harbour.colour))
        yield _Vessel(covered * SPACE, units * SPACE, word(vessel.kind, lang), vessel.points, glyph)
        covered += units


def _numbers(covered: int) -> Iterator[tuple[float, float, int]]:
    """Yield the place, length and number of each space of the track that ships do not cover."""
    for unit in range(max(covered, 1), TRACK):
        yield (unit - (unit == 1)) * SPACE, SPACE * (2 if unit == 1 else 1), FIRST_CATCH + unit - 1
