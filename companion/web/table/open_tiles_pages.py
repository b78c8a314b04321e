"""The open tiles beside the board: where each may be laid, in text and as a drawing."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from companion.language import N_
from companion.open_tiles import Offer, offers, reasons
from companion.scoring.fjords_tally import FjordsTally
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.board.question_drawings import tile_drawing
from companion.web.games.live_record import live_tally
from games.fjords.board import Board
from games.fjords.drawing.board import board_svg
from games.fjords.illegal import IllegalMove
from games.fjords.tiles import Tile

pages = Blueprint("open_row", __name__)

_GONE = N_("This tile is no longer face up.")


@pages.get("/table/open")
def places() -> str | Response:
    """Show where an open tile may be laid."""
    tally = live_tally()
    chosen = request.args.get("tile", "")
    offer = None if tally is None else next((o for o in open_offers(tally) if o.key == chosen), None)
    if tally is None or offer is None:
        return refuse(404, "no-tile", _GONE)
    lang = language()
    against = reasons(tally.board, offer.open.tile)
    return render_template(
        "table/_open_places.html",
        offer=offer,
        drawing=_laid_everywhere(tally.board, offer, lang) if offer.places else None,
        against=[(IllegalMove.rule(code, lang), count) for code, count in against.items()],
    )


def open_offers(tally: FjordsTally) -> list[Offer]:
    """Return the open tiles of a table with the cells where each may be laid."""
    return [] if tally.reading is None else offers(tally.board, tally.reading.draft)


def row_of(tally: FjordsTally) -> list[tuple[Offer, Markup]]:
    """Return the open tiles, each with its drawing."""
    return [(offer, tile_drawing(_bare(offer.open.tile).to_document())) for offer in open_offers(tally)]


def _bare(tile: Tile) -> Tile:
    """Return a tile without its name and its source."""
    return Tile(tile.edges, tile.regions, tile.touching, tile.marks)


def _laid_everywhere(board: Board, offer: Offer, lang: str) -> Markup:
    """Return the drawing of a board with a tile in all cells where it may be laid, each in the first valid turn."""
    for cell, turns in offer.places.items():
        board = board.with_tile(cell, offer.open.tile.turned(turns[0]))
    return board_svg(board, lang, dict.fromkeys(offer.places, "hint"))
