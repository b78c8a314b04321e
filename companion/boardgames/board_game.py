"""What is a game's own on the pages on which its boards are entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PIL import ImageDraw

from companion.boardgames.questions import BoardQuestion
from companion.boardgames.seen import SeenThing
from companion.record.storage.library import StoredGame

Document = Mapping[str, Any]
Form = Mapping[str, str]
Box = tuple[float, float, float, float]


def _no_question(_document: Document, _player: int, _lang: str) -> BoardQuestion | None:
    return None


def _nothing_seen(_document: Document, _player: int, _lang: str) -> Iterable[SeenThing]:
    return ()


def _no_variables(_stored: StoredGame, _player: int, _lang: str) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class BoardGame:
    """A game whose players each have a board that is entered by tapping.

    Attributes:
        name: of the rulebook and of the blueprint.
        template: the page of a board, which extends ``boardgames/board_page.html`` and fills its blocks ``board`` and
            ``tools``.
        new_player: returns the part of the document of a player with this name and an empty board.
        change: returns the document after a tap, from the document, the player's index and the fields of the tap and
            the tools; raises `companion.problems.Problem` if the tap is invalid.
        min_players, max_players: smallest and largest number of players.
        envelope: fields of a new document beside ``format``, ``version``, ``game`` and ``players``.
        variables: returns further variables of the template, from the kept game, the player's index and the language.
        question: returns the first open question of a photo about the board of a player, in a language; without it
            the places in doubt are only marked.
        seen: returns what is drawn on the photo that a player's board was read from, in a language.
        needs_teaching: whether photos can be read only once a copy's cards were taught, in the game's `teaching_pages`.
        unseen: fields of a player that are not visible in photos; a reading leaves them unchanged.
        start_template: the start page; a game's own extends ``boardgames/start.html``, block ``more``.
        draw: draws the board of a player (by index) into a box of the result card, left, top, right, bottom in
            pixels; without it the card shows the points alone.
    """

    name: str
    template: str
    new_player: Callable[[str], dict[str, Any]]
    change: Callable[[Document, int, Form], Document]
    min_players: int = 1
    max_players: int = 5
    envelope: Mapping[str, Any] = field(default_factory=dict)
    variables: Callable[[StoredGame, int, str], Mapping[str, Any]] = _no_variables
    question: Callable[[Document, int, str], BoardQuestion | None] = _no_question
    seen: Callable[[Document, int, str], Iterable[SeenThing]] = _nothing_seen
    needs_teaching: bool = False
    unseen: tuple[str, ...] = ()
    start_template: str = "boardgames/start.html"
    draw: Callable[[ImageDraw.ImageDraw, Any, int, Box], None] | None = None

    def document(self, names: list[str]) -> dict[str, Any]:
        """Return a new document for these players."""
        return {
            "format": "longhouse-board",
            "version": 1,
            "game": self.name,
            **self.envelope,
            "players": [self.new_player(name) for name in names],
        }
