"""The reading of a photo: its stages in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from games.documents import DocumentError
from vision.board.locate import survey, survey_part
from vision.board.tiles_beside import count_tiles_beside
from vision.facts import Facts
from vision.geometry.lattice import Cell
from vision.imaging.photo import Photo, PhotoError
from vision.networks.models import Networks
from vision.profile import Profile, lens_of_pixels
from vision.reading.answers.answer import Answer
from vision.reading.answers.clamped_edges import known_ground
from vision.reading.answers.locate import added_tiles, facts_of
from vision.reading.caveats import caveats_of
from vision.reading.conclude import conclude
from vision.reading.observation import TaughtData, observe
from vision.reading.reading import Reading
from vision.reading.renewed_cells import renew_cells
from vision.tiles.open_tiles import find_draft
from vision.tiles.tile_set import are_complete

_MAX_BEYOND = 0.25
"""Widths and heights of a photo by which an answer may lie outside: the middle of a tile that the picture cuts off may.
"""
_MIN_TILES = 3
"""Fewest tiles of a board."""


def read_photo(
    photo: Photo, networks: Networks, profile: Profile | None = None, answers: Sequence[Answer] = ()
) -> Reading:
    """Read the board in a photo, with the taught data of a profile if given.

    Args:
        photo: the photo.
        networks: the loaded networks.
        profile: what was taught of this table.
        answers: a person's answers about this photo; the reading keeps to them and weighs everything else with them.

    Raises:
        PhotoError: code ``no-board`` where no tile is visible, where only tiles that lie apart are, or where no tile
            is left.
        DocumentError: an answer is about a place far outside the photo.
    """
    _check_places(answers, photo)
    found = survey(photo.normalised, networks, lens_of_pixels(photo, profile))
    if found is None:
        raise _no_board()
    facts = facts_of(answers, found.lattice, photo.scale)
    if not any(facts.tiles.get(cell, True) for cell in found.lattice.centres):
        raise _no_board()
    found = replace(found, lattice=added_tiles(found.lattice, facts))
    taught = TaughtData.of(profile)
    known = replace(known_ground(facts), taught=None if profile is None else profile.ground)
    observed = observe(found, photo.normalised, networks, taught, known=known)
    reading = conclude(observed, photo, networks, facts)
    beside = 0 if found.overview is None else count_tiles_beside(found.overview, found.lattice)
    reading = replace(reading, caveats=caveats_of(photo, reading, beside))
    if not are_complete(taught.sets):
        return reading
    on_board = [(tile.set_name, tile.name) for tile in reading.tiles]
    return replace(reading, draft=find_draft(photo.normalised, networks, found, taught.sets, on_board, photo.scale))


def read_again(photo: Photo, networks: Networks, before: Reading, cells: Collection[Cell]) -> Reading | None:
    """Read some cells again in a later photo by a camera that has not moved; the rest of the reading stays.

    A person's answers about the ground on the other cells still count.

    Args:
        photo: the later photo, of the same size.
        networks: the loaded networks.
        before: an earlier reading of `read_photo` or of this function.
        cells: at least one, on the board or beside it, in the coordinates of `before`.

    Returns:
        The whole board, or None where too little of it would be left.
    """
    earlier = before.observation
    if earlier is None:
        return None
    part = survey_part(photo.normalised, networks, earlier.lattice, cells)
    later = observe(part, photo.normalised, networks, earlier.taught, cells, earlier)
    renewed = renew_cells(earlier, later, cells, networks.executor)
    if len(renewed.lattice.centres) < _MIN_TILES:
        return None
    named = tuple(fact for fact in before.facts.terrains if fact.cell not in cells)
    reading = conclude(renewed, photo, networks, Facts(terrains=named))
    laid = {(tile.set_name, tile.name) for tile in reading.tiles if tile.name}
    return replace(reading, draft=tuple(t for t in before.draft if (t.set_name, t.tile.name) not in laid))


def _no_board() -> PhotoError:
    return PhotoError(
        "no-board",
        "No board of Fjords can be seen in the picture; take it from above, nearer, and with all of the tiles in it.",
    )


def _check_places(answers: Sequence[Answer], photo: Photo) -> None:
    """Raise `DocumentError` for an answer about a place far outside the photo: it belongs to another one."""
    for answer in answers:
        x, y = answer.px or (0.0, 0.0)
        beyond = max(-x, x - photo.width) / photo.width, max(-y, y - photo.height) / photo.height
        if max(beyond) > _MAX_BEYOND:
            raise DocumentError(f"answers[{answer.number}].px", "value", list(answer.px or ()))
