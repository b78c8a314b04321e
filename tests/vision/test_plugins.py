import numpy as np
import pytest

from games.rulebook import known
from vision.imaging.photo import PhotoError, photo_of
from vision.plugins import games_calibrated, games_seen, reader_of


def test_only_games_are_listed_and_not_the_packages_that_read_fjords():
    assert games_seen() == ("hokkaido", "nusfjord", "vikings")
    assert set(games_calibrated()) <= set(known())


def test_every_game_that_is_listed_has_a_reader_and_no_other_package_has_one():
    assert all(callable(reader_of(game)) for game in games_seen())
    assert reader_of("reading") is None
    assert reader_of("../vision") is None


@pytest.mark.parametrize("game", ["hokkaido", "vikings"])
@pytest.mark.parametrize(
    ("colour", "code"), [((90, 90, 90), "no-colours"), ((60, 90, 120), "no-board"), ((9, 9, 9), "no-board")]
)
def test_where_nothing_is_found_in_a_black_and_white_picture_that_is_said_to_be_why(game, colour, code):
    with pytest.raises(PhotoError) as refused:
        reader_of(game)(photo_of(np.full((240, 320, 3), colour, np.uint8)), None)
    assert refused.value.code == code
    assert ("black-and-white" in str(refused.value)) == (code == "no-colours")
