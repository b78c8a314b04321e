"""The timeline on the live page: the followed game, step by step."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.base.languages import language
from companion.web.base.store import recorder
from companion.web.games.view import moment_of

pages = Blueprint("timelines", __name__, url_prefix="/table")


@pages.get("/timeline")
def of_table() -> str:
    """Show the scrubber of the followed game."""
    stored = recorder().current()
    if stored is None:
        return render_template("games/_timeline.html", stored=None)
    moment = moment_of(stored, None, language())
    return render_template("games/_timeline.html", stored=stored, number=stored.id, moment=moment)
