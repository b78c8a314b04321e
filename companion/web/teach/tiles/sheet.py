"""The sheet of the tiles of the open set, doubtful ones first, with its photos and the sets of the profile."""

from __future__ import annotations

from collections.abc import Iterator

from flask import render_template, url_for

from calibration.tiles.contact_sheet import tile_picture
from calibration.tiles.detected_photo import DetectedPhoto
from calibration.tiles.session import TileSession, tiles_of_other_sets
from companion.language import N_
from companion.web.base.languages import language
from companion.web.table_context import services
from companion.web.teach.pictures import polygon_points
from companion.web.teach.tiles.open_set import is_unsaved, stored_sets
from companion.web.teach.tiles.words import MARKS, mark_name, spoken
from companion.web.teach.workspace import workspace
from vision.tiles.tile_set import KnownTile

NO_TILE = N_("There is no such tile; go back to the sheet.")


def picture_address(known: KnownTile) -> str:
    """Return the address of a tile's picture."""
    return url_for("teach_tiles.art", name=known.tile.name)


def sheet_page(problems: list[str] | None = None, gain: tuple[int, int, int] | None = None) -> str:
    """Return the page with the sheet.

    Args:
        problems: sentences that say what could not be done.
        gain: what `calibration.tiles.session.edges_at_distance` returned for the set, once it was stored.
    """
    here = workspace()
    open_set = here.tile_session
    return render_template(
        "teach/tiles.html",
        live=services().watches,
        chosen=here.profiles.chosen,
        problems=problems or [],
        gain=gain,
        open_set=open_set,
        mark_words=[(mark, mark_name(mark, language())) for mark in MARKS],
        sets=stored_sets(),
        cards=[] if open_set is None else list(_tile_variables(open_set)),
        photos=[] if open_set is None else [_photo_variables(open_set, photo) for photo in open_set.photos],
        is_kept=not is_unsaved(),
    )


def _tile_variables(open_set: TileSession) -> Iterator[dict[str, object]]:
    """Yield the template variables of each tile, doubtful ones first."""
    others = [known for known in stored_sets() if known.name != open_set.name]
    strange = tiles_of_other_sets(open_set.known, others)
    for known in sorted(open_set.all, key=lambda k: k.tile.name not in open_set.to_review):
        name = known.tile.name
        doubtful = open_set.doubts.get(name, ())
        yield {
            "name": name,
            "picture": tile_picture(known, picture_address(known), doubtful),
            "doubtful": len(doubtful),
            "to_review": name in open_set.to_review,
            "label": spoken(known.tile, language()),
            "marks": [mark_name(mark, language()) for mark in known.tile.marks],
            "maybe": [mark_name(mark, language()) for mark in open_set.doubtful_marks.get(name, ())],
            "left_out": name in open_set.left_out,
            "times": len(open_set.sightings(name)),
            "alike": open_set.possible_duplicates.get(name),
            "strange": strange.get(name),
        }


def _photo_variables(open_set: TileSession, photo: DetectedPhoto) -> dict[str, object]:
    """Return the template variables of a photo of the open set."""
    names = {(seen, px): name for name in open_set.detected for seen, px in open_set.sightings(name)}
    return {
        "name": photo.name,
        "size": photo.size,
        "tiles": [
            (polygon_points(t.outline), t.px, names.get((photo.name, t.px), ""), t.fineness) for t in photo.tiles
        ],
        "face_down": photo.face_down,
    }
