"""The page, or its fragment, that shows the tally of photos with what is asked about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, make_response, render_template

from companion.merge_photos import Refused
from companion.problems import sentence
from companion.reader_service import CopyUsed, ReadsAnswers, ReadsFiles
from companion.record.doubts.certainty import doubts_in, has_winner, questions_that_matter
from companion.scoring.caveats import caveats_in
from companion.scoring.fjords_tally import FjordsTally
from companion.taught_copy import PIECES_LEFT_ASIDE
from companion.web.base.languages import language
from companion.web.base.replies import wants_fragment
from companion.web.base.store import library
from companion.web.board.overlay import CloseUp, close_up
from companion.web.board.tappable import tiles_to_tap
from companion.web.board.view import view_of
from companion.web.games.last_players import last_players
from companion.web.photos.keeping import Keeping, keeping_of
from companion.web.photos.other_photos import OtherPhoto, close_up_in_photos, to_field
from companion.web.photos.questions import PhotoQuestion, photo_question
from companion.web.photos.verdict import verdict_of
from companion.web.table_context import services
from games.hexgrid import Cell

_MAX_QUESTIONS = 6
"""Questions that come with a tally: the first is shown, and the next one where that cannot be answered."""


@dataclass(frozen=True)
class SentPhotos:
    """What is known of the photos that were sent.

    Attributes:
        name: their file names.
        first: the index of the photo that the overlay belongs to.
        refused: those that could not be read, with the errors.
        size: width and height of the photo in pixels, where there is no reading.
        answers: all answers so far, as JSON.
        used: the profile that the photo was read with.
        is_at_hand: whether the page can send the one photo again.
        others: where further photos of the table show its tiles.
        id: what tells the photos from all others, see `companion.merge_photos.MergedPhotos`; empty where unknown.
    """

    name: str
    first: int = 0
    refused: Refused = ()
    size: tuple[int, int] = (0, 0)
    answers: str = "[]"
    used: CopyUsed | None = None
    is_at_hand: bool = False
    others: tuple[OtherPhoto, ...] = ()
    id: str = ""


def tally_page(counted: FjordsTally, sent: SentPhotos) -> Response:
    """Return the page, or the fragment of it, that shows the tally of the photos that were sent."""
    lang = language()
    doubts = doubts_in(counted.document)
    asked = questions_that_matter(counted.document, doubts)
    shown = asked or doubts  # once no doubt can change the score, what is left in doubt may still be answered
    view, caveats = view_of(counted, lang), caveats_in(counted.document, lang)
    return make_response(
        render_template(
            "photos/_tally.html" if wants_fragment() else "photos/page.html",
            view=view,
            verdict=verdict_of(view, has_winner(counted, asked)),
            caveats=caveats,
            taps=tiles_to_tap(counted.board, view.board, lang, lambda _: "#tally-state", "tallied-tile"),
            names=_names(),
            name=sent.name,
            first=sent.first,
            refused=refusals(sent.refused, lang),
            to_ask=[_question(counted, doubt, sent, lang) for doubt in shown[:_MAX_QUESTIONS]],
            doubtful=dict.fromkeys(f"{doubt['q']},{doubt['r']}" for doubt in shown),
            questions=len(asked),
            other_doubts=len(doubts) - len(asked),
            answers=sent.answers,
            others=to_field(sent.others),
            id=sent.id,
            used=sent.used,
            pieces_left_aside=PIECES_LEFT_ASIDE,
            keeping=_keeping(counted, sent),
            rereads=isinstance(services().read, ReadsAnswers | ReadsFiles),
            document=json.dumps(counted.document, separators=(",", ":")),
            size=sent.size if counted.reading is None else (counted.reading.width, counted.reading.height),
        )
    )


def refusals(refused: Refused, lang: str) -> list[tuple[str, str]]:
    """Return the names of photos that were refused with the reason; those with the same one are named together."""
    names: dict[str, list[str]] = {}
    for name, error in refused:
        names.setdefault(sentence(error, lang), []).append(name)
    return [(", ".join(named), why) for why, named in names.items()]


def _question(counted: FjordsTally, doubt: Mapping[str, Any], sent: SentPhotos, lang: str) -> PhotoQuestion:
    """Return the question about a doubt, with the detail of the photo that it is about."""
    return photo_question(counted.board, doubt, lang, _close_up(counted, (doubt["q"], doubt["r"]), sent))


def _keeping(counted: FjordsTally, sent: SentPhotos) -> Keeping | None:
    """Return what is offered for keeping the photo, which the page has to send again for that."""
    if counted.reading is None or not sent.is_at_hand:
        return None
    return keeping_of(counted.reading, sent.used, sent.answers != "[]")


def _names() -> dict[str, str]:
    """Return the names of the last game's players by their colours; without those called by a colour."""
    return {seat.colours[0]: seat.name for seat in last_players(library()) if seat.name not in seat.colours}


def _close_up(counted: FjordsTally, cell: Cell, sent: SentPhotos) -> CloseUp | None:
    """Return the detail of a photo that shows a cell, from the tiles' pixel positions where there is no reading."""
    found = close_up(counted.reading, cell)
    return found if found is not None else close_up_in_photos(counted.board, cell, sent.size, sent.others)
