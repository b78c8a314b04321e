"""The page of the rules."""

from __future__ import annotations

from flask import Blueprint, Flask, render_template

from companion.web.base.languages import language
from companion.web.rules.pictures import pictures, rune_pictures
from companion.web.rules.sections import section_of
from games.fjords.board import EPIC_LONGHOUSES, EPIC_VIKINGS, LONGHOUSES, VIKINGS

pages = Blueprint("rules", __name__, url_prefix="/rules", template_folder="templates")


def set_up(app: Flask) -> None:
    """Register the page with the app, and the templates' function from a warning to the section about its rule."""
    app.register_blueprint(pages)
    app.jinja_env.globals["rule_of"] = section_of


@pages.get("/")
def page() -> str:
    """Show the short rules."""
    return render_template(
        "rules/page.html",
        pictures=pictures(language()),
        runes=rune_pictures(),
        vikings=VIKINGS,
        longhouses=LONGHOUSES,
        epic_vikings=EPIC_VIKINGS,
        epic_longhouses=EPIC_LONGHOUSES,
    )
