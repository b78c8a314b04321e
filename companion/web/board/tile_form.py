"""Tiles from a form, and the drawing of the tile that a form has at the moment."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response

from companion.problems import Problem
from companion.record.entered_tile import tile_of
from companion.web.base.languages import language
from companion.web.base.replies import refuse_sentence
from companion.web.board.tappable import tile_to_tap
from games.hexgrid import SIDES


def edges_of(form: Mapping[str, str]) -> tuple[str, ...]:
    """Return the six edges in a form's fields ``edge-0`` to ``edge-5``."""
    return tuple(form.get(f"edge-{side}", "") for side in SIDES)


def preview_of(form: Mapping[str, str]) -> str | Response:
    """Return the answer to a request for the drawing of a form's tile; it is refused where the edges are none."""
    try:
        tile = tile_of(edges_of(form), form.get("join", ""))
    except Problem as problem:
        return refuse_sentence(422, "edges", problem.sentence(language()))
    return tile_to_tap(tile, language())
