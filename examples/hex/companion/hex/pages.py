"""The page of Hex: a board whose cells are tapped."""

from __future__ import annotations

from typing import Any

from companion.boardgames.blueprint import board_pages
from companion.boardgames.board_game import BoardGame, Document, Form
from companion.language import N_
from companion.problems import Problem

_NO_CELL = N_("Tap a cell of the board.")


def change(document: Document, player: int, form: Form) -> dict[str, Any]:
    """Return the document after a tap on ``cell``: a stone of the player whose page it is, or no stone any more."""
    try:
        q, r = map(int, form.get("cell", "").split(","))
    except ValueError:
        raise Problem(_NO_CELL) from None
    left = [stone for stone in document["stones"] if (stone["q"], stone["r"]) != (q, r)]
    if len(left) == len(document["stones"]):
        left.append({"q": q, "r": r, "player": player})
    return {**document, "stones": left}


BOARD_GAME = BoardGame(
    name="hex",
    template="hex/board_page.html",
    new_player=lambda name: {"name": name},
    change=change,
    min_players=2,
    max_players=2,
    envelope={"size": 11, "stones": []},
)
pages = board_pages(BOARD_GAME, __name__)
