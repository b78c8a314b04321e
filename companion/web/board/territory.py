"""Territory as an overlay of the board, marked by shapes and lines beside colours.

A tile that only one player can still take has that player's mark in a solid ring; a contested one
has the marks of all contestants, over hatching, in a dashed ring.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from zlib import crc32

from markupsafe import Markup

from companion.language import N_, player_name, translator
from games.fjords.board import Board, Player
from games.fjords.drawing.colours import Look, mark_of, paint
from games.fjords.drawing.land import SIZE, hexagon
from games.fjords.settlement import claims
from games.hexgrid import Cell, Point, centre
from games.svg_templates import SvgTemplates

_SURE, _FOUGHT = N_("Only {names} can settle here"), N_("Contested by {names}")
_AROUND = 27.0
"""Distance of the contestants' marks from the tile's centre."""
_LIGHT = ("white", "yellow", "orange", "pink", "grey")
_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Claim:
    """A tile that players can still take: their marks, each with its place on the tile, and the sentence about it."""

    cell: Cell
    centre: Point
    sentence: str
    marks: tuple[tuple[Look, Point], ...]


def territory_svg(board: Board, view_box: str, lang: str) -> Markup:
    """Return the overlay of secure and contested tiles.

    Args:
        board: the board.
        view_box: of the drawing that it is laid over.
        lang: the language of titles, ``en`` or ``ru``.
    """
    takers = _takers(board)
    return _TEMPLATES.draw(
        "territory.svg",
        view_box=view_box,
        # Each overlay has its own pattern, because browsers ignore a pattern in a hidden drawing.
        pattern=f"hatch-{crc32(repr(sorted(takers.items())).encode()):x}",
        outline=hexagon(0.86),
        claims=[_claim(cell, players, lang) for cell, players in sorted(takers.items())],
    )


def _takers(board: Board) -> dict[Cell, list[Player]]:
    """Return the players who can still take each tile."""
    takers: dict[Cell, list[Player]] = {}
    for name, claim in claims(board).items():
        for cell in claim.reach:
            takers.setdefault(cell, []).append(board.player(name))
    return takers


def _claim(cell: Cell, players: list[Player], lang: str) -> _Claim:
    names = ", ".join(player_name(player.name, lang) for player in players)
    sentence = translator(lang)(_SURE if len(players) == 1 else _FOUGHT).format(names=names)
    looks = (_look(player.colours[0]) for player in players)
    return _Claim(cell, centre(cell, SIZE), sentence, tuple(zip(looks, _places(len(players)), strict=True)))


def _places(count: int) -> list[Point]:
    """Return the places of this number of marks on a tile: its centre, or around it."""
    if count == 1:
        return [(0.0, 0.0)]
    start = -pi if count == 2 else -pi / 2
    angles = [start + 2 * pi * index / count for index in range(count)]
    return [(_AROUND * cos(angle), _AROUND * sin(angle)) for angle in angles]


def _look(colour: str) -> Look:
    return Look(paint(colour), mark_of(colour), "#222" if colour in _LIGHT else "#fff")
