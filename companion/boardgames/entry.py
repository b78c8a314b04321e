"""What a game says of how its boards are entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PIL import ImageDraw

Document = Mapping[str, Any]
Form = Mapping[str, str]
Box = tuple[float, float, float, float]


def _nothing(_document: Document, _player: int, _lang: str) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Entry:
    """How the boards of a game are entered.

    Attributes:
        game: the rulebook's name, which is the blueprint's, too.
        template: the page, which extends ``boardgames/entry.html`` and fills its blocks ``board`` and ``tools``.
        fresh: makes a player's part of the document from the name, with nothing on the board yet.
        change: makes the document after a tap, from the document, the player's index and the tap's fields together
            with those of the tools; raises `companion.problems.Problem` where that cannot be.
        least, most: how many people play.
        envelope: fields of a new document beside ``format``, ``version``, ``game`` and ``players``.
        words: what the template needs beside what every such page has, from the document, player's index, language.
        unseen: fields of a player that no photo shows; filling in from a photo leaves them as they are.
        start: the page that a game begins on; a game's own extends ``boardgames/start.html``, block ``more``.
        draw: draws the board of a player (by index) into a box of the result card, left, top, right, bottom in
            pixels; without it the card shows the points alone.
    """

    game: str
    template: str
    fresh: Callable[[str], dict[str, Any]]
    change: Callable[[Document, int, Form], Document]
    least: int = 1
    most: int = 5
    envelope: Mapping[str, Any] = field(default_factory=dict)
    words: Callable[[Document, int, str], Mapping[str, Any]] = _nothing
    unseen: tuple[str, ...] = ()
    start: str = "boardgames/start.html"
    draw: Callable[[ImageDraw.ImageDraw, Any, int, Box], None] | None = None

    def document(self, names: list[str]) -> dict[str, Any]:
        """Return a new document for these players."""
        return {
            "format": "longhouse-board",
            "version": 1,
            "game": self.game,
            **self.envelope,
            "players": [self.fresh(name) for name in names],
        }
