"""The part of the page that distributes a harbour's catch."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from werkzeug import Response

from companion.language import N_
from companion.nusfjord.form_fields import number_in
from companion.problems import Problem
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import stored_game
from games.nusfjord.play.company import SEATS, SHARES
from games.nusfjord.play.fishing import Demand, dividends
from games.nusfjord.ships import catch_size

_MAX_STORED = 99
"""The most of a good that may be entered as stored; chosen by hand."""
_NONE = {"elders": "0", "on_board": "0", "elsewhere": "0", "stored": "0"}
"""What is distributed where the address says nothing of it."""
_NO_HARBOUR = N_("There is no such harbour in this game.")
_TOO_MANY = N_("More shares lie on the action board and with others than this company has issued: {issued}.")


def add_to(pages: Blueprint) -> None:
    """Add the part to Nusfjord's pages."""
    pages.add_url_rule("/<int:game>/dividends", "dividends", show)


def show(game: int) -> Response | str:
    """Show the distribution of the catch of the player with index ``player``, for the numbers of the form."""
    document = stored_game(game).timeline.position.document()
    player = request.args.get("player", 0, type=int)
    if document.get("game") != "nusfjord" or not 0 <= player < len(document["players"]):
        return refuse(404, "no-harbour", _NO_HARBOUR)
    seat = document["players"][player]
    issued = max(0, SHARES - seat["unissued"])
    given = _NONE | request.args.to_dict()
    try:
        elders, board = number_in(given, "elders", 0, SEATS), number_in(given, "on_board", 0, SHARES)
        others = number_in(given, "elsewhere", 0, SHARES)
        stored = number_in(given, "stored", 0, _MAX_STORED)
        if board + others > issued:
            raise Problem(_TOO_MANY, issued=issued)
    except Problem as problem:
        return refuse_sentence(422, "dividends", problem.sentence(language()))
    catch = catch_size(ship["kind"] for ship in seat["ships"])
    shared = dividends(catch, Demand(elders, board, ("",) * others, issued - board - others, stored))
    return render_template("nusfjord/dividends.html", shared=shared, catch=catch)
