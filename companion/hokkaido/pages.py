"""The pages of Hokkaido."""

from __future__ import annotations

from typing import Any

from companion.boardgames.blueprint import board_pages
from companion.boardgames.board_game import BoardGame
from companion.hokkaido import rounds_pages
from companion.hokkaido.board import city_to_tap
from companion.hokkaido.brushes import palette
from companion.hokkaido.city_document import new_player
from companion.hokkaido.doubts import doubtful_places
from companion.hokkaido.drawing import draw_city
from companion.hokkaido.questions import next_question, seen_in_photo
from companion.hokkaido.tapping import change
from companion.record.storage.library import StoredGame
from games.hokkaido.city import Board
from games.hokkaido.play.terraforming import BECOMES
from games.hokkaido.words import word

_GOALS = (2, 3, 4, 5, 6)
"""Points of goals for which there is a button."""


def _variables(stored: StoredGame, player: int, lang: str) -> dict[str, Any]:
    document = stored.timeline.position.document()
    city = Board.from_document(document).cities[player]
    asked = doubtful_places(document["players"][player])
    return {
        "city": city_to_tap(city, lang, asked),
        "brushes": palette(lang),
        "goals": _GOALS,
        "terraforming": [(colour, word(colour, lang), word(terrain, lang)) for colour, terrain in BECOMES.items()],
        "known_cards": rounds_pages.known_cards(),
    }


pages = board_pages(
    BoardGame(
        name="hokkaido",
        template="hokkaido/board_page.html",
        new_player=new_player,
        change=change,
        min_players=1,
        max_players=5,
        variables=_variables,
        question=next_question,
        seen=seen_in_photo,
        draw=draw_city,
    ),
    __name__,
)
rounds_pages.add_to(pages)
