"""Which pictures are held: the camera's newest, in the memory, until it is deleted or the next one comes."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug import Response

from companion.web.games_store import demand_token
from companion.web.services import services

pages = Blueprint("pictures", __name__, url_prefix="/pictures")
pages.before_request(demand_token)


@pages.post("/delete")
def delete() -> Response:
    """Delete the newest picture; no other is held."""
    services().pictures.forget()
    return redirect(url_for("table.page"), 303)
