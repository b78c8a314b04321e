"""The effect of a card's text as the fields of a form: a number for each part, and its targets."""

from __future__ import annotations

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.nusfjord.form_fields import number_in
from companion.problems import Problem
from games.nusfjord.effect import MOST, PART_NAMES, Effect, effect_of
from games.nusfjord.play.company import Company
from games.nusfjord.play.texts import Targets
from games.nusfjord.play.village import Village

_NO_EFFECT = N_("Say what the text changes, or choose a card whose text is known.")


def effect_in(form: Form, prefix: str = "") -> Effect:
    """Return the effect in a form's fields ``wood``, ``forest``…, after `prefix`; an empty one counts as zero.

    Raises:
        Problem: A field is no whole number, or too large.
    """
    fields = {what: prefix + what for what in PART_NAMES}
    given = {what: field for what, field in fields.items() if form.get(field, "").strip()}
    return effect_of({what: number_in(form, field, -MOST, MOST) for what, field in given.items()})


def some_effect(effect: Effect) -> Effect:
    """Return the effect; raises `Problem` where it changes nothing."""
    if not effect:
        raise Problem(_NO_EFFECT)
    return effect


def targets_in(form: Form, village: Village, company: Company) -> Targets:
    """Return the targets of a text: ``on-plot`` from 1, ``on-building``, ``on-elder``, ``on-company``, a seat.

    Raises:
        Problem: There is no such ground or seat.
    """
    plot = number_in(form, "on-plot", 1, len(company.plots)) - 1 if form.get("on-plot") else -1
    seat = number_in(form, "on-company", 0, len(village.companies) - 1) if form.get("on-company") else None
    shares_of = "" if seat is None else village.companies[seat].name
    return Targets(plot, form.get("on-building", ""), form.get("on-elder", ""), shares_of)
