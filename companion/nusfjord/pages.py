"""Nusfjord's blueprint: the shared pages of a game entered by tapping, and those that only Nusfjord has."""

from __future__ import annotations

from companion.boardgames.blueprint import board_pages
from companion.boardgames.entry import Entry
from companion.nusfjord import campaign_pages, catalogue_pages, dividends_pages
from companion.nusfjord.card_drawing import draw_harbour
from companion.nusfjord.changes import fresh
from companion.nusfjord.harbour_view import words
from companion.nusfjord.photo.questions import next_question, seen_in_photo
from companion.nusfjord.tapping import change
from companion.nusfjord.village import pages as village_pages

ENTRY = Entry(
    game="nusfjord",
    template="nusfjord/entry.html",
    start="nusfjord/start.html",
    fresh=fresh,
    change=change,
    least=1,
    most=5,
    words=words,
    draw=draw_harbour,
    question=next_question,
    seen=seen_in_photo,
    needs_teaching=True,
    unseen=("gold", "unissued"),
)

pages = board_pages(ENTRY, __name__)
for _more in (catalogue_pages, campaign_pages, dividends_pages, village_pages):
    _more.add_to(pages)
