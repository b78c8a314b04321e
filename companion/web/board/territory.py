"""Territory as an overlay of the board, marked by shapes and lines beside colours.

A tile that only one player can still take has that player's mark in a solid ring; a contested one
has the marks of all contestants, over hatching, in a dashed ring.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin
from zlib import crc32

from companion.language import N_, player_name, translator
from games.fjords.board import Board, Player
from games.fjords.drawing.land import SIZE, hexagon, number
from games.fjords.drawing.pieces import mark_of, paint
from games.fjords.settlement import claims
from games.hexgrid import Cell, centre

_SURE, _FOUGHT = N_("Only {names} can settle here"), N_("Contested by {names}")
_SECURE, _SEVERAL, _AROUND = 1.9, 1.25, 27.0
_HATCH = "M-6 6L6-6M0 24L24 0M18 30L30 18"
_LIGHT = ("white", "yellow", "orange", "pink", "grey")


def territory_svg(board: Board, view_box: str, lang: str) -> str:
    """Return the overlay of secure and contested tiles.

    Args:
        board: the board.
        view_box: of the drawing that it is laid over.
        lang: the language of titles, ``en`` or ``ru``.
    """
    takers = _takers(board)
    # Each overlay has its own pattern, because browsers ignore a pattern in a hidden drawing.
    pattern = f"hatch-{crc32(repr(sorted(takers.items())).encode()):x}"
    body = "".join(_tile(cell, players, lang, pattern) for cell, players in sorted(takers.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="territory" viewBox="{escape(view_box)}" aria-hidden="true">'
        f'<defs><pattern id="{pattern}" patternUnits="userSpaceOnUse" width="24" height="24">'
        f'<path d="{_HATCH}" fill="none" stroke="#1b2a31" stroke-width="3" stroke-opacity=".45"/></pattern></defs>'
        f"{body}</svg>"
    )


def _takers(board: Board) -> dict[Cell, list[Player]]:
    """Return the players who can still take each tile."""
    takers: dict[Cell, list[Player]] = {}
    for name, claim in claims(board).items():
        for cell in claim.reach:
            takers.setdefault(cell, []).append(board.player(name))
    return takers


def _tile(cell: Cell, players: list[Player], lang: str, pattern: str) -> str:
    x, y = centre(cell, SIZE)
    names = ", ".join(player_name(player.name, lang) for player in players)
    secure = len(players) == 1
    said = translator(lang)(_SURE if secure else _FOUGHT).format(names=names)
    inside = "".join(_secure(players[0]) if secure else _contested(players, pattern))
    kind = "secure" if secure else "contested"
    return (
        f'<g class="{kind}" data-q="{cell[0]}" data-r="{cell[1]}" transform="translate({number(x)} {number(y)})">'
        f"<title>{escape(said)}</title>{inside}</g>"
    )


def _secure(player: Player) -> Iterator[str]:
    colour = player.colours[0]
    yield f'<path d="{hexagon(0.86)}" fill="{escape(paint(colour))}" fill-opacity=".42"/>'
    yield _ring("", 0.86)
    yield _medal(colour, 0, 0, _SECURE)


def _contested(players: list[Player], pattern: str) -> Iterator[str]:
    yield f'<path d="{hexagon(0.86)}" fill="#fff" fill-opacity=".35"/>'
    yield f'<path d="{hexagon(0.86)}" fill="url(#{pattern})"/>'
    yield _ring(' stroke-dasharray="16 12"', 0.86)
    for index, player in enumerate(players):
        angle = 2 * pi * index / len(players) - (pi if len(players) == 2 else pi / 2)
        yield _medal(player.colours[0], _AROUND * cos(angle), _AROUND * sin(angle), _SEVERAL)


def _ring(dashes: str, scale: float) -> str:
    outline = f'd="{hexagon(scale)}" fill="none" stroke-linejoin="round"{dashes}'
    return f'<path {outline} stroke="#fffaf0" stroke-width="8"/><path {outline} stroke="#1b2a31" stroke-width="4"/>'


def _medal(colour: str, x: float, y: float, scale: float) -> str:
    ink = "#222" if colour in _LIGHT else "#fff"
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({scale:g})">'
        f'<circle r="14" fill="{escape(paint(colour))}" stroke="#1b2a31" stroke-width="2.5"/>'
        f'<path d="{mark_of(colour)}" fill="{ink}" fill-rule="evenodd"/></g>'
    )
