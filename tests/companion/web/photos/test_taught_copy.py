"""A tally with a profile says so, and a photo of another copy of the game is read as if nothing had been taught."""

import io
from dataclasses import replace

import numpy as np
import pytest

from companion.web import Config, create_app
from tests.support.readers.seen_tiles import tiles_of_photos
from tests.support.readers.truth_reader import SAMPLES
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.profile import Profile
from vision.tiles.tile_set import KnownSet

PAGE = {"HX-Request": "true"}


def taught(*names):
    nothing = np.zeros(3), np.full(11, -2.4), np.array([0.9, 0.05, 0.05]), np.zeros(3)
    return Palette(tuple(TaughtPiece(name, "viking", *nothing) for name in names), None)


THESE, OTHERS = taught("white", "purple", "black"), taught("pink", "green")


class TaughtReader:
    """Reads the truth, recognises some tiles by the profile, and loses a piece where it misleads."""

    def __init__(self, truth, profile, known_tiles=0):
        self.truth, self.profile, self.known_tiles = truth, profile, known_tiles

    def __call__(self, photo):
        return self.read_with(photo, ())

    def read_with(self, photo, answers):
        reading = self.truth(photo)
        tiles = [replace(tile, recognised=n < self.known_tiles) for n, tile in enumerate(reading.tiles)]
        return replace(reading, tiles=tuple(tiles), pieces=reading.pieces[1:])

    def read_untaught(self, photo, answers):
        return self.truth(photo)


@pytest.mark.parametrize(
    ("profile", "known_tiles", "is_taught_copy"),
    [
        (Profile("kitchen", palette=THESE), 0, True),
        (Profile("kitchen", palette=OTHERS), 0, False),
        (Profile("kitchen", tiles=(KnownSet("2005", ()),)), 49, True),
        (Profile("kitchen", tiles=(KnownSet("2005", ()),)), 3, False),
        (Profile("kitchen", palette=OTHERS, seen_tiles=tiles_of_photos(20)), 10, True),
        (Profile("kitchen", palette=THESE, seen_tiles=tiles_of_photos(20)), 2, False),
        (Profile("kitchen", palette=THESE, seen_tiles=tiles_of_photos(2)), 0, True),
        (Profile("kitchen", palette=OTHERS, seen_tiles=tiles_of_photos(2)), 0, False),
    ],
)
def test_a_tally_says_whether_it_was_read_with_the_taught_copy(truth, profile, known_tiles, is_taught_copy):
    client = create_app(Config(), TaughtReader(truth, profile, known_tiles)).test_client()
    with (SAMPLES / "table11.jpg").open("rb") as photo:
        shown = client.post("/tally", data={"photo": (photo, "table11.jpg")}, headers=PAGE).text
    assert ("Read with what was taught as “kitchen”." in shown) == is_taught_copy
    assert ("This is not the copy of the game that was taught as “kitchen”" in shown) != is_taught_copy
    assert shown.count("<title>viking, ") + shown.count("<title>longhouse, ") == (43 if is_taught_copy else 44)


@pytest.mark.parametrize("first", [0, 1], ids=["first", "last"])
def test_of_several_photos_it_is_said_that_one_shows_another_copy(truth, first):
    class ReadsTwo(TaughtReader):
        def read_with(self, photo, answers):
            self.known_tiles = 49 - self.known_tiles
            return super().read_with(photo, answers)

    reader = ReadsTwo(truth, Profile("kitchen", tiles=(KnownSet("2005", ()),)), 49 * first)
    data = (SAMPLES / "table11.jpg").read_bytes()
    files = [(io.BytesIO(data + end), "table11.jpg") for end in (b"", b"another file with the same picture")]
    shown = create_app(Config(), reader).test_client().post("/tally", data={"photo": files}, headers=PAGE).text
    assert "This is not the copy of the game that was taught as “kitchen”" in shown


@pytest.mark.parametrize("profile", [None, Profile("new")], ids=["none", "empty"])
def test_without_anything_taught_a_tally_says_nothing_of_a_profile(truth, profile):
    client = create_app(Config(), truth if profile is None else TaughtReader(truth, profile)).test_client()
    with (SAMPLES / "table11.jpg").open("rb") as photo:
        assert "used-profile" not in client.post("/tally", data={"photo": (photo, "a.jpg")}, headers=PAGE).text
