"""What is being taught: views and photos that have not been learned from yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import cast

from flask import Flask, current_app

from calibration.camera.views import View
from calibration.colours.detect import PiecesPhoto
from calibration.stones.learn import LearnedStones, StonesPhoto
from calibration.tiles.session import TileSession
from companion.profiles import ProfileStore
from companion.reader_service import NetworkReader
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo
from vision.profile import Profile

_KEY = "longhouse-teaching"


@dataclass(frozen=True, eq=False)
class StonesToName:
    """A photo whose rune stones are being named, and the stones that were found in it."""

    photo: StonesPhoto
    found: LearnedStones


@dataclass
class Workspace:
    """What is being taught to an app; only the host teaches.

    Attributes:
        profiles: those that can be chosen.
        reader: the reader that uses the chosen profile.
        lens_views: views of the calibration target, gathered so far.
        last_examined: the last picture that was examined for one, so that none is examined twice.
        pieces_to_name: the photo whose pieces are being named.
        stones_to_name: the photo whose rune stones are being named.
        tile_session: the open tile set.
        tile_photos: its photos, by name, as JPEGs to show.
        of_games: what is being taught of other games, by the name of the game.
        lock: held while any of these is changed.
    """

    profiles: ProfileStore
    reader: NetworkReader
    lens_views: list[View] = field(default_factory=list)
    last_examined: Photo | None = None
    pieces_to_name: PiecesPhoto | None = None
    stones_to_name: StonesToName | None = None
    tile_session: TileSession | None = None
    tile_photos: dict[str, bytes] = field(default_factory=dict)
    of_games: dict[str, object] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    @property
    def chosen_profile(self) -> Profile | None:
        """The chosen profile as it is stored; ``None`` where none is chosen, or it is damaged."""
        profiles = self.profiles
        return None if profiles.chosen is None else profiles.entry(profiles.chosen).profile

    def lens_of(self, photo: Photo) -> Lens | None:
        """Return the lens that a photo was taken with, if the profile in use has it."""
        return None if self.reader.profile is None else self.reader.profile.lens_of(photo)


def set_up_workspace(app: Flask, made: Workspace) -> None:
    """Store the workspace of an app."""
    app.extensions[_KEY] = made


def workspace() -> Workspace:
    """Return the workspace of the current app."""
    return cast(Workspace, current_app.extensions[_KEY])
