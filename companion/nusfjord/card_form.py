"""A building card as a form gives it."""

from __future__ import annotations

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.nusfjord.form_fields import amount_in, name_in, points_in
from companion.nusfjord.text_form import effect_in
from companion.problems import Problem
from games.nusfjord.cards import DECKS, FISH_DECKS, Card
from games.nusfjord.stock import Stock

_NO_NAME = N_("A card needs a name.")
_NO_DECK = N_("A building belongs to deck A, B or C.")
EFFECT = "effect-"
"""Prefix of the fields of a card's text; the others are those of its price."""


def card_in(form: Form) -> Card:
    """Return the card that a form describes.

    Args:
        form: its fields are ``name``, ``deck``, ``points`` (not with a ``star``), ``wood``, ``fish`` and ``gold``,
            ``fish-deck``, and ``effect-wood``… for what its text does.

    Raises:
        Problem: One of the fields is wrong.
    """
    name, deck = name_in(form), form.get("deck", "")
    if not name:
        raise Problem(_NO_NAME)
    if deck and deck not in DECKS:
        raise Problem(_NO_DECK)
    points = None if form.get("star") else points_in(form)
    return Card(
        name,
        deck,
        Stock(*(amount_in(form, field) for field in ("wood", "fish", "gold"))),
        points,
        effect_in(form, EFFECT),
        fish_deck_in(form),
    )


def fish_deck_in(form: Form) -> str:
    """Return the fish deck in a form's field ``fish-deck``; empty if it names none."""
    given = form.get("fish-deck", "")
    return given if given in FISH_DECKS else ""
