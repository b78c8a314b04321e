"""Descriptions of tiles, and the marks that may be printed on them."""

from __future__ import annotations

from companion.language import N_, translator
from companion.record.entered_tile import EDGES
from games.fjords.runes import MARK_RUNES
from games.fjords.sentences import word
from games.fjords.tiles import Tile
from games.fjords.tilesets.document import PLAYER_MARKS

MARKS = (*PLAYER_MARKS, *MARK_RUNES)
"""The marks that may be printed on a tile."""
_PLAYERS = {"3": N_("only with three or four players"), "4": N_("only with four players")}


def spoken(tile: Tile, lang: str) -> str:
    """Return the description of a tile: its edges clockwise from the right, and its marks."""
    say = translator(lang)
    edges = [say(EDGES[edge]) if edge in EDGES else edge for edge in tile.edges]
    return "; ".join([*edges, *(mark_word(mark, lang) for mark in tile.marks)])


def mark_name(mark: str, lang: str) -> str:
    """Return the name of a mark."""
    return mark if mark in PLAYER_MARKS else word(mark, lang)


def mark_word(mark: str, lang: str) -> str:
    """Return the name of a mark with its meaning."""
    meaning = f" ({translator(lang)(_PLAYERS[mark])})" if mark in _PLAYERS else ""
    return mark_name(mark, lang) + meaning
