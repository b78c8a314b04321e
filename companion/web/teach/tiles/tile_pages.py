"""One tile of the open set: corrections of its edges, regions and marks."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.problems import CalibrationError
from calibration.tiles.contact_sheet import tile_picture
from calibration.tiles.region_editor import (
    Pair,
    joinable_pairs,
    joined_pairs,
    lakes_in,
    read_tile,
    with_joined,
    without_lakes,
)
from calibration.tiles.session import TileSession
from companion.language import N_
from companion.problems import sentence
from companion.record.entered_tile import EDGES, is_edge
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.store import demand_token
from companion.web.board.tappable import tile_to_tap
from companion.web.board.tile_form import edges_of
from companion.web.teach.tiles.sheet import NO_TILE, picture_address
from companion.web.teach.tiles.words import MARKS, mark_word, spoken
from companion.web.teach.workspace import workspace
from games.fjords.rim import rim_stretches
from games.fjords.tiles import Tile
from vision.tiles.tile_set import KnownTile

pages = Blueprint("teach_tile", __name__, url_prefix="/teach/tiles/tile")
pages.before_request(demand_token)

_UNKNOWN = N_("These edges are not valid; choose them again.")
_SEEN_ONCE = N_("This tile was seen only once.")
_DIRECTIONS = (
    N_("at the right"),
    N_("at the bottom right"),
    N_("at the bottom left"),
    N_("at the left"),
    N_("at the top left"),
    N_("at the top right"),
)


@pages.get("/<name>")
def page(name: str) -> str:
    """Show a tile for review."""
    open_set, known = _open_tile(name)
    following = next((other for other in open_set.to_review if other != name), None)
    return render_template(
        "teach/tile.html",
        name=name,
        tile=known.tile,
        edges=EDGES,
        marks=[(mark, mark_word(mark, language())) for mark in dict.fromkeys(_marks(known.tile))],
        doubtful=open_set.doubts.get(name, ()),
        doubtful_marks=open_set.doubtful_marks.get(name, ()),
        left_out=name in open_set.left_out,
        following=following,
        can_split=open_set.can_split(name),
        **_drawn(known, known.tile, known.tile, open_set.doubts.get(name, ())),
    )


@pages.get("/<name>/preview")
def preview(name: str) -> Response | str:
    """Show the tile of the form's values."""
    (_, known), problem = _open_tile(name), ""
    edges = edges_of(request.args)
    if not all(map(is_edge, edges)):
        return refuse(422, "edges", _UNKNOWN)
    begun = _with_edges(known, edges)
    try:
        tile = _with_regions_sent(begun, request.args)
    except CalibrationError as error:
        tile, problem = begun, sentence(error, language())
    return render_template("teach/_tile_preview.html", problem=problem, name=name, **_drawn(known, begun, tile))


@pages.post("/<name>")
def correct(name: str) -> Response | str:
    """Record the correction of a tile."""
    here, (_, known) = workspace(), _open_tile(name)
    edges = edges_of(request.form)
    if not all(map(is_edge, edges)):
        return refuse(422, "edges", _UNKNOWN)
    try:
        tile = _with_regions_sent(_with_edges(known, edges), request.form)
    except CalibrationError as error:
        return refuse_sentence(422, "regions", sentence(error, language()))
    marks = tuple(mark for mark in dict.fromkeys(_marks(known.tile)) if request.form.get(f"mark-{mark}"))
    with here.lock:
        here.tile_session = _open_tile(name)[0].restored(name).with_land(name, replace(tile, marks=marks))
        following = next(iter(here.tile_session.to_review), None)
    if following is not None and request.form.get("on"):
        return redirect(url_for(".page", name=following), 303)
    return redirect(url_for("teach_tiles.page", _anchor=f"tile-{name}"), 303)


@pages.post("/<name>/out")
def leave_out(name: str) -> Response:
    """Exclude a tile from the set, or include it again."""
    here = workspace()
    with here.lock:
        open_set, _ = _open_tile(name)
        here.tile_session = open_set.restored(name) if name in open_set.left_out else open_set.without(name)
    return redirect(url_for("teach_tiles.page", _anchor=f"tile-{name}"), 303)


@pages.post("/<name>/part")
def split_merged_tile(name: str) -> Response:
    """Split a tile that was detected in two photos into two tiles."""
    here = workspace()
    with here.lock:
        open_set, _ = _open_tile(name)
        if not open_set.can_split(name):
            return refuse(409, "seen-once", _SEEN_ONCE)
        here.tile_session = open_set.split(name)
    return redirect(url_for("teach_tiles.page"), 303)


def _open_tile(name: str) -> tuple[TileSession, KnownTile]:
    """Return the open set and its tile of this name; the request ends with 404 where there is none."""
    open_set = workspace().tile_session
    if open_set is not None:
        with suppress(KeyError):
            return open_set, open_set.tile(name)
    abort(refuse(404, "no-tile", NO_TILE))


def _marks(tile: Tile) -> tuple[str, ...]:
    """Return the known marks, and any others of the tile."""
    return (*MARKS, *tile.marks)


def _with_edges(known: KnownTile, edges: tuple[str, ...]) -> Tile:
    """Return the tile with these edges; if they differ, its regions are read again from its picture."""
    return known.tile if edges == known.tile.edges else read_tile(known.art, edges, workspace().reader.networks())


def _with_regions_sent(tile: Tile, form: Mapping[str, str]) -> Tile:
    """Return the tile with the regions of a form, if the form was made for the same edges.

    Raises:
        CalibrationError: regions would have to cross.
    """
    if form.get("rim") != _rim(tile):
        return tile
    pairs = joinable_pairs(rim_stretches(tile.edges))
    filled = [lake for lake in lakes_in(tile) if not form.get(f"lake-{lake}")]
    return with_joined(without_lakes(tile, filled), [pair for pair in pairs if form.get(_field(pair))])


def _drawn(known: KnownTile, begun: Tile, tile: Tile, doubtful: tuple[int, ...] = ()) -> dict[str, object]:
    """Return the template variables of a tile as corrected, and of the joins and lakes of the tile as read."""
    lang = language()
    stretches = rim_stretches(tile.edges)
    joined, named = joined_pairs(tile), replace(tile, name=known.tile.name)
    return {
        "shown": tile,
        "label": spoken(tile, lang),
        "picture": tile_picture(replace(known, tile=named), picture_address(known), doubtful),
        "drawing": tile_to_tap(tile.to_document(), lang),
        "rim": _rim(tile),
        "joins": [
            (_field(pair), stretches[pair[0]].terrain, *(_place(stretches[k].ports) for k in pair), pair in joined)
            for pair in joinable_pairs(stretches)
        ],
        "lakes": [(f"lake-{k}", begun.regions[k].terrain, begun.regions[k] in tile.regions) for k in lakes_in(begun)],
    }


def _field(pair: Pair) -> str:
    return f"join-{pair[0]}-{pair[1]}"


def _rim(tile: Tile) -> str:
    return "-".join(tile.edges)


def _place(ports: tuple[tuple[int, int], ...]) -> str:
    """Return the message that describes where the middle of a stretch of the rim is."""
    return _DIRECTIONS[ports[len(ports) // 2][0]]
