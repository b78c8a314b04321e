"""Nusfjord's blueprint: the shared pages of a game entered by tapping, and those that only Nusfjord has."""

from __future__ import annotations

from companion.boardgames.blueprint import board_pages
from companion.boardgames.board_game import BoardGame
from companion.nusfjord import campaign_pages, catalogue_pages, dividends_pages
from companion.nusfjord.card_drawing import draw_harbour
from companion.nusfjord.changes import new_player
from companion.nusfjord.harbour_view import variables
from companion.nusfjord.photo.questions import next_question, seen_in_photo
from companion.nusfjord.tapping import change
from companion.nusfjord.village import pages as village_pages

BOARD_GAME = BoardGame(
    name="nusfjord",
    template="nusfjord/board_page.html",
    start_template="nusfjord/start.html",
    new_player=new_player,
    change=change,
    min_players=1,
    max_players=5,
    variables=variables,
    draw=draw_harbour,
    question=next_question,
    seen=seen_in_photo,
    needs_teaching=True,
    unseen=("gold", "unissued"),
)

pages = board_pages(BOARD_GAME, __name__)
for _more in (catalogue_pages, campaign_pages, dividends_pages, village_pages):
    _more.add_to(pages)
