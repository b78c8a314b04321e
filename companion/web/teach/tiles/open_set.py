"""The tile set that is open, and the sets of the chosen profile."""

from __future__ import annotations

from calibration.tiles.session import TileSession
from companion.web.teach.workspace import workspace
from vision.tiles.tile_set import KnownSet

LONGEST_NAME = 60
"""Letters of a set's name, at most; chosen by hand."""


def stored_sets() -> tuple[KnownSet, ...]:
    """Return the sets in the chosen profile."""
    profile = workspace().chosen_profile
    return () if profile is None else profile.tiles


def stored_set(name: str) -> KnownSet | None:
    """Return the set of this name in the chosen profile."""
    return next((known for known in stored_sets() if known.name == name), None)


def is_unsaved() -> bool:
    """Return whether the open set has unsaved changes."""
    open_set = workspace().tile_session
    if open_set is None or not open_set.known.tiles:
        return False
    return not _have_same_tiles(open_set.known, stored_set(open_set.name))


def replace_open_set(open_set: TileSession | None) -> None:
    """Make this the open set, or close it; what was open is lost unless it is stored."""
    here = workspace()
    with here.lock:
        here.tile_session = open_set
        here.tile_photos.clear()


def _have_same_tiles(known: KnownSet, kept: KnownSet | None) -> bool:
    """Return whether the tiles of a set, and their names, are those of a stored set; never where none is stored."""

    def tiles(one: KnownSet) -> list[object]:
        return [(k.tile.name, k.tile) for k in one.tiles]

    return kept is not None and tiles(known) == tiles(kept)
