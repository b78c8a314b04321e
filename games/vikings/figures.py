"""The figures of *Vikings*, their colours, and the rows that they live in."""

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
"""The rows of islands from the top, right under the ships; each is named after the figures that live there."""

FIGURES: tuple[Figure, ...] = (*ROWS, BOATSWAIN)
FIGURES_OF_A_KIND = 13
"""How many figures of each colour are in the bag."""

SAILS: dict[Sail, Row] = {
    "black": WARRIOR,
    "red": JARL,
    "green": SCOUT,
    "yellow": GOLDSMITH,
    "blue": FISHERMAN,
}
"""The row of each sail's colour: the last row that a ship with this sail threatens."""

COLOURS: dict[str, str] = {**{row: sail for sail, row in SAILS.items()}, BOATSWAIN: "grey"}
"""The colour of each figure."""

Cell = tuple[Row, int]
"""A place for an island tile: its row, and its column counted from 0 at the home fjord."""


def depth(row: Row) -> int:
    """Return how many rows lie between the ships and this one: 0 for warriors, 4 for fishermen."""
    return ROWS.index(row)
