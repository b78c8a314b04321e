"""What was taught of another copy of the game is left aside at the watched table, and the page says so."""

from dataclasses import fields, replace

import pytest

from companion.live.cameras.cameras import Frame
from companion.live.snapshots import Snapshot
from companion.live.watched_copy import WatchedCopyReader
from companion.web import Config, create_app
from companion.web.club.messages import CameraState
from tests.support.games.simulated_table import TrackerRun, event_counts, expected_events, scene
from tests.support.readers.seen_tiles import tiles_of_photos
from vision.imaging.photo import photo_of
from vision.profile import Profile


def taught(name="kitchen", tiles=30):
    return Profile(name, seen_tiles=tiles_of_photos(tiles))


class TaughtReader:
    """Reads what a table shows, recognises a share of its tiles, and loses a piece by a profile of another copy."""

    def __init__(self, read, profile, known_share):
        self.read, self.profile, self.known_share = read, profile, known_share
        self.looks = []

    def __call__(self, photo):
        self.looks.append("taught")
        reading = self.read(photo)
        known = round(self.known_share * len(reading.tiles))
        tiles = tuple(replace(tile, recognised=n < known) for n, tile in enumerate(reading.tiles))
        return replace(reading, tiles=tiles, pieces=reading.pieces[known == 0 :])

    def read_untaught(self, photo, answers):
        self.looks.append("untaught")
        return self.read(photo)

    def reread_cells(self, photo, before, cells):
        self.looks.append("cells")
        return self.read(photo)

    def reread_untaught(self, photo, before, cells):
        self.looks.append("cells untaught")
        return self.read(photo)


class Shown:
    """A table that shows scenes of the recorded game to a reader, and what is told of its copy."""

    def __init__(self, profile, known_share=0.0):
        self.told = []
        self.taught = TaughtReader(lambda number: scene(number).reading, profile, known_share)
        self.read = WatchedCopyReader(self.taught, self.told.append)

    def looks(self, *numbers):
        """How often the reader looked, and with what, at each of these scenes."""
        made = []
        for number in numbers:
            self.taught.looks = []
            self.read(number)
            made.append(self.taught.looks)
        return made


def test_another_copy_is_judged_once_and_then_read_without_what_was_taught():
    shown = Shown(taught())
    assert shown.looks(8, 8, 9) == [["taught", "untaught"], ["untaught"], ["untaught"]]
    assert shown.read(8).pieces == scene(8).reading.pieces
    assert set(shown.told) == {"kitchen"}


def test_cells_on_a_board_of_another_copy_are_read_again_without_what_was_taught():
    shown = Shown(taught())
    before = shown.read(8)
    shown.taught.looks = []
    assert shown.read.reread_cells(9, before, {(0, 0)}) == scene(9).reading
    assert shown.taught.looks == ["cells untaught"]


def test_the_taught_copy_is_read_once_for_each_picture():
    shown = Shown(taught(), known_share=0.8)
    assert shown.looks(0, 2, 8) == [["taught"]] * 3
    assert shown.read.reread_cells(9, shown.read(8), {(0, 0)}) is not None
    assert set(shown.told) == {""}


def test_too_few_tiles_to_tell_are_read_with_what_was_taught_until_there_are_more():
    shown = Shown(taught(tiles=20))
    assert shown.looks(0, 4) == [["taught"], ["taught", "untaught"]]
    assert shown.told == ["", "kitchen"]


def test_a_copy_that_was_taken_for_another_is_judged_anew_once_twice_as_many_tiles_lie_there():
    shown = Shown(taught(tiles=60))
    shown.read(0)
    shown.taught.known_share = 0.8
    assert shown.looks(1, 2, 4) == [["untaught"], ["untaught", "taught"], ["taught"]]
    assert (shown.told[0], shown.told[-1]) == ("kitchen", "")


@pytest.mark.parametrize("profile", [None, taught("other", 60)])
def test_a_profile_that_is_chosen_in_the_place_of_another_is_judged_anew(profile):
    shown = Shown(taught(tiles=60))
    before = shown.read(8)
    shown.taught.profile, shown.taught.known_share = profile, 0.8
    assert shown.read.reread_cells(9, before, {(0, 0)}) is None
    assert shown.looks(8) == [["taught"]]
    assert shown.told[-1] == ""


def test_the_board_of_a_game_is_right_though_the_profile_in_use_is_that_of_another_copy(truth):
    shown = TrackerRun(noisy=False)
    shown.read = WatchedCopyReader(TaughtReader(truth, taught(), 0.0), lambda _: None)
    assert event_counts(shown.show(scene(4), scene(8))) == expected_events(None, scene(8).reading)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This is not the copy of the game that was taught as “kitchen”"),
        ("ru", "Это не тот экземпляр игры, которому обучен профиль «kitchen»; поле прочитано без обучения."),
    ],
)
def test_the_page_of_a_table_says_that_another_copy_lies_there_until_another_profile_is_chosen(
    truth, language, sentence
):
    reader = TaughtReader(truth, taught(), 0.0)
    app = create_app(Config(camera="before the test"), reader)
    pages, live = app.test_client(), app.extensions["longhouse"].live
    headers = {"Accept-Language": language}
    assert sentence not in pages.get("/", headers=headers).text
    show(live, 8)
    assert all(sentence in pages.get(address, headers=headers).text for address in ("/", "/live"))
    reader.profile = None
    show(live, 8)  # nothing has changed on the table
    assert sentence not in pages.get("/live", headers=headers).text


def show(live, number):
    """Show a picture of the recorded game to a live table, for long enough that it is read."""
    photo = photo_of(scene(number).pixels)
    for frame in range(8):
        live.see(Frame(photo, frame, frame / 10))


def test_a_clubs_pages_are_told_everything_of_a_table_that_its_camera_decides():
    of_pages = {"version", "tally", "entered"}
    assert {part.name for part in fields(CameraState)} == {part.name for part in fields(Snapshot)} - of_pages
