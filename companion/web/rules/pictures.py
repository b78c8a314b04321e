"""The pictures of the rules: small boards, drawn as every board is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from companion.record.entered_tile import tile_of
from games.fjords.board import Board, Rune
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.pieces import rune_glyph
from games.fjords.setup import RUNE_SETS
from games.hexgrid import Cell

_Tiles = Mapping[Cell, str]
_Pieces = Sequence[tuple[str, str, Cell]]
_PLAIN = "P P P P P P"
# Tiles by their edges, from the right one clockwise.
_FITTING: _Tiles = {
    (0, 0): "O O P P P P",
    (1, 0): "P P O O P P",
    (-1, 1): _PLAIN,
    (0, 1): "P P P P O O",
    (1, 1): _PLAIN,
}
_MISFIT: _Tiles = {**_FITTING, (1, 0): "P P O M P P"}
_LONE: _Tiles = {(0, 0): _PLAIN, (0, 1): _PLAIN, (1, 0): _PLAIN, (2, 0): _PLAIN}
_STRIP: _Tiles = {
    (0, 0): _PLAIN,
    (1, 0): "P P M P P P",
    (2, 0): "O P P P P O",
    (0, 1): "P P P P P M",
    (1, 1): "M P P P P P",
    (2, 1): "P P P M P P",
}
_DIVIDED: _Tiles = {(0, 0): "M P P P P P", (0, 1): "M P P P P M", (1, 0): "P P M M P P", (1, 1): "P P P M P P"}


def pictures(lang: str) -> dict[str, Markup]:
    """Return the pictures by their names, with titles in a language, ``en`` or ``ru``."""
    settled = (("longhouse", "red", (0, 0)), ("viking", "red", (1, 0)))
    return {
        "fits": _drawn(_FITTING, (), lang, {(1, 0): "hint"}),
        "misfits": _drawn(_MISFIT, (), lang, {(1, 0): "warning", (0, 0): "warning"}),
        "lone": _drawn(_LONE, (), lang, {(2, 0): "warning"}),
        "house": _drawn(_STRIP, (("longhouse", "red", (2, 0)),), lang, {(2, 0): "hint"}),
        "joined": _drawn(_STRIP, (*settled, ("viking", "red", (2, 0))), lang, {(2, 0): "hint"}),
        "apart": _drawn(_STRIP, (*settled, ("viking", "red", (2, 1))), lang, {(2, 1): "warning"}),
        "undisputed": _drawn(
            _DIVIDED,
            (("longhouse", "red", (0, 0)), ("longhouse", "white", (1, 1))),
            lang,
            {(0, 1): "colour-red", (1, 0): "colour-white"},
        ),
    }


def rune_pictures() -> dict[str, Markup]:
    """Return the drawing of each rune stone, by the name of its rune."""
    return {rune: rune_glyph(Rune(rune, (0, 0))) for rune in RUNE_SETS}


def _drawn(tiles: _Tiles, pieces: _Pieces, lang: str, shade: Mapping[Cell, str]) -> Markup:
    document: dict[str, Any] = {
        "format": "longhouse-board",
        "version": 1,
        "game": "fjords",
        "tiles": [{"q": q, "r": r, **tile_of(edges.split())} for (q, r), edges in tiles.items()],
        "pieces": [{"kind": kind, "colour": colour, "q": q, "r": r} for kind, colour, (q, r) in pieces],
    }
    return board_svg(Board.from_document(document), lang, shade)
