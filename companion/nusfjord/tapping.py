"""Applies taps on Nusfjord's page to the board, and records new cards and ships in the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.boardgames.photos import doubts_of
from companion.nusfjord import catalogue_file
from companion.nusfjord.card_form import card_in
from companion.nusfjord.changes import changed
from companion.nusfjord.photo.answers import ANSWER, with_answer
from companion.nusfjord.photo.doubts import field_of
from companion.web.base.store import kept_folder
from games.nusfjord.cards import Card
from games.nusfjord.catalogue import Catalogue


def change(document: Document, player: int, form: Form) -> dict[str, Any]:
    """Return the document after a tap; cards and ships that it describes are stored in the catalogue.

    Raises `companion.problems.Problem` where the tap cannot be, or the catalogue cannot be written.
    """
    if form.get("tap") == ANSWER:
        seats = list(document["players"])
        seats[player] = with_answer(dict(seats[player]), form, catalogue_file.load(kept_folder()))
        return {**document, "players": seats}
    after = _answered(changed(document, player, form), document, player)
    if form.get("keep") and form.get("name", "").strip():
        card = card_in(form)
        catalogue_file.alter(
            kept_folder(), lambda known: known.with_card(_completed(card, known.card(card.name), form))
        )
    elif form.get("tap") == "points" and form.get("field") == "ships":
        ship = after["players"][player]["ships"][int(form["index"])]
        catalogue_file.alter(kept_folder(), lambda known: _with_points(known, ship))
    return after


def _answered(after: dict[str, Any], before: Document, player: int) -> dict[str, Any]:
    """Return the document after a tap without the questions about the things that it changed."""
    now, then = after["players"][player], before["players"][player]
    doubts = doubts_of(now)
    left = [doubt for doubt in doubts if now.get(field_of(doubt)) == then.get(field_of(doubt))]
    if len(left) == len(doubts):
        return after
    kept = {key: value for key, value in now.items() if key != "ask"} | ({"ask": left} if left else {})
    players = [kept if seat == player else one for seat, one in enumerate(after["players"])]
    return {**after, "players": players}


def _completed(card: Card, before: Card | None, form: Form) -> Card:
    """Return the card completed from the catalogue if the form has only its name and points."""
    if before is None or "deck" in form:
        return card if before is None else replace(card, effect=before.effect)
    return before if before.points is None else replace(before, points=card.points)


def _with_points(known: Catalogue, ship: dict[str, Any]) -> Catalogue:
    return known.with_ship(ship["kind"], ship["points"])
