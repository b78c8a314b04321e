from games.rulebook import known
from vision.plugins import games_calibrated, games_seen, reader_of


def test_only_games_are_listed_and_not_the_packages_that_read_fjords():
    assert games_seen() == ("hokkaido", "nusfjord", "vikings")
    assert set(games_calibrated()) <= set(known())


def test_every_game_that_is_listed_has_a_reader_and_no_other_package_has_one():
    assert all(callable(reader_of(game)) for game in games_seen())
    assert reader_of("reading") is None
    assert reader_of("../vision") is None
