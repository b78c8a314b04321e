"""The pages of the catalogue: every card that was entered, and the whole of it as one file, out and in."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.language import N_
from companion.nusfjord import catalogue_file
from companion.nusfjord.card_form import EFFECT, card_in
from companion.nusfjord.form_fields import name_in
from companion.nusfjord.text_form import effect_in
from companion.problems import Problem, sentence
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import kept_folder
from games.documents import DocumentError
from games.incoming import parse_json
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.effect import PART_NAMES
from games.nusfjord.ships import KINDS
from games.nusfjord.words import part_word, word

_MAX_CATALOGUE_BYTES = 1_000_000
_NO_FILE = N_("No file was sent; choose one and try again.")
_TOO_LARGE = N_("This file is too large for a catalogue; choose a file that Longhouse exported.")
_NO_NAME = N_("An elder needs a name.")
_NO_CATALOGUE = N_("This is not a catalogue of buildings; choose a JSON file that Longhouse exported as one.")


def add_to(pages: Blueprint) -> None:
    """Add the pages to Nusfjord's; what is posted there needs the form's token like every post."""
    pages.add_url_rule("/catalogue", "catalogue", show)
    pages.add_url_rule("/catalogue", "keep_card", keep, methods=["POST"])
    pages.add_url_rule("/catalogue/elder", "keep_elder", keep_elder, methods=["POST"])
    pages.add_url_rule("/catalogue/drop", "drop_card", drop, methods=["POST"])
    pages.add_url_rule("/catalogue/import", "import_catalogue", import_catalogue, methods=["POST"])
    pages.add_url_rule("/catalogue.json", "export_catalogue", export_catalogue)


def show() -> str:
    """Show all cards, and the one whose name is ``card`` in a form to correct it."""
    return _page(None)


def keep() -> AnyResponse | tuple[str, int]:
    """Store the card of the form; its previous name (field ``was``) is removed."""
    was = request.form.get("was", "")
    try:
        card = card_in(request.form)
        catalogue_file.alter(kept_folder(), lambda known: (known.without(was) if was else known).with_card(card))
    except Problem as problem:
        return _page(problem.sentence(language())), 422
    return _back()


def keep_elder() -> AnyResponse | tuple[str, int]:
    """Store the elder of the form, with what the text does."""
    name = name_in(request.form)
    try:
        if not name:
            raise Problem(_NO_NAME)
        effect = effect_in(request.form, EFFECT)
    except Problem as problem:
        return _page(problem.sentence(language())), 422
    catalogue_file.alter(kept_folder(), lambda known: known.with_effect(name, effect))
    return _back()


def drop() -> AnyResponse:
    """Remove a card or an elder from the catalogue."""
    name = request.form.get("name", "")
    catalogue_file.alter(kept_folder(), lambda known: known.without(name))
    return _back()


def import_catalogue() -> AnyResponse:
    """Add the catalogue in the file of the field ``catalogue``; its cards replace those of the same name."""
    file = request.files.get("catalogue")
    if file is None or not file.filename:
        return refuse(400, "no-catalogue", _NO_FILE)
    data = file.read(_MAX_CATALOGUE_BYTES + 1)
    if len(data) > _MAX_CATALOGUE_BYTES:
        return refuse(413, "too-large", _TOO_LARGE)
    try:
        theirs = Catalogue.from_document(parse_json(data))
    except DocumentError as error:
        return refuse_sentence(422, error.code, sentence(error, language()))
    except (ValueError, RecursionError):
        return refuse(422, "no-catalogue", _NO_CATALOGUE)
    catalogue_file.alter(kept_folder(), lambda known: known.merged_with(theirs))
    return _back()


def export_catalogue() -> Response:
    """Answer with the whole catalogue as one file."""
    answer = Response(catalogue_file.written(catalogue_file.load(kept_folder())), mimetype="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="nusfjord-catalogue.json"'
    return answer


def _page(problem: str | None) -> str:
    known = catalogue_file.load(kept_folder())
    card = known.card(request.args.get("card", ""))
    elder = known.elder(request.args.get("elder", ""))
    lang = language()
    ships = [(word(kind, lang), known.ships[kind]) for kind in KINDS if kind in known.ships]
    return render_template(
        "nusfjord/catalogue.html",
        cards=known.cards,
        ships=ships,
        card=card,
        elders=known.elders,
        elder=elder,
        parts=[(what, part_word(what, lang)) for what in PART_NAMES],
        problem=problem,
    )


def _back() -> AnyResponse:
    return redirect(url_for(".catalogue"), 303)
