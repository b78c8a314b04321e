"""The editor, in which a board is built by tapping; every tap is an event of the game's log."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug import Response

from companion.language import N_
from companion.problems import Problem, sentence
from companion.record.entered_tile import EDGES, JOINS, join_of, likely_edges, tile_of
from companion.record.events.cells import (
    CellEntered,
    PiecePlaced,
    PieceRemoved,
    RunePlaced,
    RuneRemoved,
    TileLaid,
    TileRemoved,
)
from companion.record.events.log import HAND, event_of
from companion.record.storage.library import StoredGame
from companion.scoring.fjords_tally import FjordsTally
from companion.web.base.cells import cell_from, text_of
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import demand_token, game_with_tally, library, stored_game
from companion.web.board.suggestions import suggested_tiles, suggestion_drawing
from companion.web.board.tappable import board_to_tap, tile_to_tap
from companion.web.board.territory import territory_svg
from companion.web.board.tile_form import edges_of, preview_of
from companion.web.board.view import mark_for, status_of, view_box_of
from companion.web.games.live_record import tell_viewers
from companion.web.games.redirect import to_own_page
from companion.web.games.setup_form import form_of
from companion.web.games.view import phase_at
from games.documents import DocumentError
from games.fjords.board import Board
from games.hexgrid import Cell

pages = Blueprint("hand", __name__, url_prefix="/games/<int:game>/build")
pages.before_request(demand_token)
pages.before_request(to_own_page)

_REPLACES_PIECE = "cell-told"
_TAPS = {
    kind.__dataclass_fields__["event"].default
    for kind in (PiecePlaced, PieceRemoved, RunePlaced, RuneRemoved, CellEntered)
}
_LAST_EVENT = "X-Last-Event"
_NO_CELL = N_("Choose a space on the board first.")


@dataclass(frozen=True)
class Chosen:
    """The selected cell, with the initial values of its forms.

    Attributes:
        cell: the cell.
        is_tile: whether a tile lies there.
        tile_first: whether the form of the tile comes first, because laying it was the last event, so that its edges
            are likely to be changed next, or because the tile is in doubt.
        edges: the edges of the tile, or those that are likely.
        join: the terrain whose patches are joined inside the tile.
        preview: the drawing of the tile.
        pieces: the pieces on it.
        runes: the rune stones on it.
        suggestions: tiles that may lie in an empty space: their edges as the form's value, and their drawings.
    """

    cell: Cell
    is_tile: bool
    tile_first: bool
    edges: tuple[str, ...]
    join: str
    preview: Markup
    pieces: tuple[object, ...]
    runes: tuple[object, ...]
    suggestions: tuple[tuple[str, Markup], ...]


@pages.get("/")
def build(game: int) -> Response:
    """Show the editor, and what can be changed in a ``cell``, with its tile first where ``tile`` is given.

    A header holds the number of the game's last event, by which the page orders the answers.
    """
    stored, tally = game_with_tally(game)
    cell = cell_from(request.args.get("cell", ""))
    tile_first = "tile" in request.args or _last_laid(stored) == cell
    lang = language()
    board = board_to_tap(tally.board, cell, lang, lambda c: url_for(".build", game=game, cell=text_of(c)))
    page = render_template(
        "games/editor.html",
        stored=stored,
        setup=stored.timeline.position.setup,
        form=form_of(stored.timeline.position.setup),
        can_end=tally.is_decided and not stored.timeline.position.ended,
        view=status_of(tally, lang, phase_at(stored.timeline.position, tally)),
        board=board,
        land=territory_svg(tally.board, view_box_of(board), lang),
        chosen=None if cell is None else _chosen(tally.board, cell, lang, tile_first),
        cell="" if cell is None else text_of(cell),
        colours=_colours(stored, tally),
        mark_for=mark_for,
        runes=stored.timeline.position.setup.runes,
        edges=EDGES,
        joins=JOINS,
    )
    answer = make_response(page)
    answer.headers[_LAST_EVENT] = str(stored.timeline.last_number)
    return answer


@pages.get("/preview")
def preview(game: int) -> str | Response:
    """Show the tile of the form's edges."""
    stored_game(game)
    return preview_of(request.args)


@pages.post("/tile")
def lay(game: int) -> Response:
    """Lay the tile of the form's edges in a cell, or replace the one there."""
    stored_game(game)
    cell = cell_from(request.form.get("cell", ""))
    if cell is None:
        return refuse(422, "no-cell", _NO_CELL)
    try:
        suggested = request.form.get("edges", "").split(",")
        edges = suggested if len(suggested) > 1 else edges_of(request.form)
        tile = tile_of(edges, request.form.get("join", ""))
    except Problem as problem:
        return refuse_sentence(422, "edges", problem.sentence(language()))
    library().add(game, HAND, TileLaid(q=cell[0], r=cell[1], tile=tile))
    return _back(game, cell)


@pages.post("/take")
def take(game: int) -> Response:
    """Remove a tile, with the pieces and stones on it."""
    position = stored_game(game).timeline.position
    cell = cell_from(request.form.get("cell", ""))
    if cell is None or cell not in position.tiles:
        return refuse(422, "no-cell", _NO_CELL)
    library().add(game, HAND, TileRemoved(q=cell[0], r=cell[1]))
    return _back(game, cell)


@pages.post("/tap")
def tap(game: int) -> Response:
    """Place or remove a piece or a rune stone."""
    position = stored_game(game).timeline.position
    cell = cell_from(request.form.get("cell", ""))
    name = request.form.get("event", "")
    if cell is None or name not in _TAPS:
        return refuse(422, "no-cell", _NO_CELL)
    about: dict[str, object] = {key: request.form[key] for key in ("kind", "colour") if request.form.get(key)}
    if name == _REPLACES_PIECE:
        stones = [{"kind": r.kind, "colour": r.colour} for r in position.runes if r.cell == cell]
        about = {"things": [about, *stones]}
    try:
        event = event_of({"event": name, "q": cell[0], "r": cell[1], **about})
    except DocumentError as error:
        return refuse_sentence(422, error.code, sentence(error, language()))
    library().add(game, HAND, event)
    return _back(game, cell)


def _back(game: int, cell: Cell) -> Response:
    tell_viewers()
    return redirect(url_for(".build", game=game, cell=text_of(cell)), 303)


def _last_laid(stored: StoredGame) -> Cell | None:
    """Return the cell in which the last event laid a tile; ``None`` where it was another event."""
    last = stored.timeline.entries[-1].event if stored.timeline.entries else None
    return last.cell if isinstance(last, TileLaid) else None


def _chosen(board: Board, cell: Cell, lang: str, tile_first: bool) -> Chosen:
    """Return what the page shows of the selected cell."""
    edges, join = likely_edges(board, cell), join_of(board, cell)
    shown = board.tiles[cell].to_document() if cell in board.tiles else tile_of(edges, join)
    return Chosen(
        cell=cell,
        is_tile=cell in board.tiles,
        tile_first=tile_first and cell in board.tiles,
        edges=edges,
        join=join,
        preview=tile_to_tap(shown, lang),
        pieces=board.pieces_at.get(cell, ()),
        runes=board.runes_at.get(cell, ()),
        suggestions=tuple((",".join(e), suggestion_drawing(e)) for e in suggested_tiles(board, cell))
        if cell not in board.tiles
        else (),
    )


def _colours(stored: StoredGame, tally: FjordsTally) -> list[str]:
    played = [colour for seat in stored.timeline.position.setup.players for colour in seat.colours]
    return list(dict.fromkeys([*played, *(colour for p in tally.board.players for colour in p.colours)]))
