"""The figures of *Vikings*, their colours, and the rows of islands for them."""

from __future__ import annotations

from typing import Literal

Row = Literal["warrior", "jarl", "scout", "goldsmith", "fisherman"]
Figure = Literal[Row, "boatswain"]
Sail = Literal["black", "red", "green", "yellow", "blue"]

WARRIOR: Row = "warrior"
JARL: Row = "jarl"
SCOUT: Row = "scout"
GOLDSMITH: Row = "goldsmith"
FISHERMAN: Row = "fisherman"
BOATSWAIN: Figure = "boatswain"

ROWS: tuple[Row, ...] = (WARRIOR, JARL, SCOUT, GOLDSMITH, FISHERMAN)
"""The rows of islands from the ships downwards; each is named after its figures."""

FIGURES: tuple[Figure, ...] = (*ROWS, BOATSWAIN)
FIGURES_OF_A_KIND = 13
"""The number of figures of each colour in the bag (rule book)."""

SAILS: dict[Sail, Row] = {
    "black": WARRIOR,
    "red": JARL,
    "green": SCOUT,
    "yellow": GOLDSMITH,
    "blue": FISHERMAN,
}
"""The last row that a ship with a sail of this colour threatens."""

COLOURS: dict[str, str] = {**{row: sail for sail, row in SAILS.items()}, BOATSWAIN: "grey"}
"""The colour of each figure."""

Cell = tuple[Row, int]
"""A place for an island tile: its row, and its column counted from 0 at the home fjord."""


def depth(row: Row) -> int:
    """Return the number of rows between the ships and this one: 0 for warriors to 4 for fishermen."""
    return ROWS.index(row)
