"""The calibration in progress: views and photos that have not been learned from yet."""

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

_KEY = "longhouse-teaching"


@dataclass
class Workspace:
    """The calibration in progress of an app; only the host calibrates.

    Attributes:
        profiles: those that can be chosen.
        reader: the reader that uses the chosen profile.
        views: of the calibration target, gathered so far.
        last: the last picture that was examined, so that none is examined twice.
        table: the photo whose pieces are being named.
        tiles: the open tile set.
        stones: the photo whose rune stones are being named, and the detected stones.
        of_games: what is being taught of other games, by the name of the game.
        shots: the photos of tiles, by name, as JPEGs to show.
        lock: held while any of these is changed.
    """

    profiles: ProfileStore
    reader: NetworkReader
    views: list[View] = field(default_factory=list)
    last: Photo | None = None
    table: PiecesPhoto | None = None
    tiles: TileSession | None = None
    stones: tuple[StonesPhoto, LearnedStones] | None = None
    of_games: dict[str, object] = field(default_factory=dict)
    shots: dict[str, bytes] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def lens_of(self, photo: Photo) -> Lens | None:
        """Return the lens that a photo was taken with, if the profile in use has it."""
        return None if self.reader.profile is None else self.reader.profile.lens_of(photo)


def set_up_workspace(app: Flask, made: Workspace) -> None:
    """Store the workspace of an app."""
    app.extensions[_KEY] = made


def workspace() -> Workspace:
    """Return the workspace of the current app."""
    return cast(Workspace, current_app.extensions[_KEY])
