"""What lies on the teacher's desk while somebody teaches: views and photos that are not learned yet."""

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
class Desk:
    """One for each app: only the host teaches.

    Attributes:
        shelf: the profiles.
        reader: the reader, which sees pieces, too.
        views: of the camera's sheet, gathered so far.
        last: the newest picture that was looked at, so that none is looked at twice.
        table: the photo of pieces that is being named.
        tiles: the tile set on its way.
        stones: the photo of rune stones that is being named, and those found in it.
        shots: the photos of tiles, by name, as JPEGs to show.
        lock: held while any of these is changed.
    """

    shelf: ProfileStore
    reader: NetworkReader
    views: list[View] = field(default_factory=list)
    last: Photo | None = None
    table: PiecesPhoto | None = None
    tiles: TileSession | None = None
    stones: tuple[StonesPhoto, LearnedStones] | None = None
    shots: dict[str, bytes] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def lens_of(self, photo: Photo) -> Lens | None:
        """Return the lens before which a photo was taken, if the profile in use knows it."""
        return None if self.reader.profile is None else self.reader.profile.lens_of(photo)


def keep_desk(app: Flask, made: Desk) -> None:
    """Put the desk where the pages find it."""
    app.extensions[_KEY] = made


def desk() -> Desk:
    """Return the desk of the app that answers the current request."""
    return cast(Desk, current_app.extensions[_KEY])
