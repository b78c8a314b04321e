"""The blueprint with the templates, styles and scripts that the pages of all board games share."""

from __future__ import annotations

from flask import Blueprint

from companion.boardgames.undo_words import to_redo, to_undo
from companion.plugins import games_with_pages
from companion.web.base.languages import language
from games.rulebook import find

pages = Blueprint("boardgames", __name__, url_prefix="/boardgames", template_folder="templates", static_folder="static")


@pages.app_context_processor
def _words() -> dict[str, object]:
    """Give every page the links to the games' pages, as names of blueprints and titles, and the words of undoing."""
    lang = language()
    return {
        "games_with_boards": [(name, find(name).title(lang)) for name in games_with_pages()],
        "board_undo_words": lambda timeline: to_undo(timeline, lang),
        "board_redo_words": lambda timeline: to_redo(timeline, lang),
    }
