"""``longhouse bench``: the times of photos and folders, stage by stage, what is typical of them, and outliers."""

import json
import shutil

import pytest
from click.testing import CliRunner

from calibration.profile.folder import SEEN_TILES, keep
from calibration.profile.schema import seen_tiles_document
from companion.cli import longhouse
from companion.cli.bench_photos import Comparison
from tests.support.readers.seen_tiles import tiles_of_photos
from tests.support.readers.truth_reader import GAME

_STAGES = ["decode", "locate", "terrain", "pieces", "conclude"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("photos")
    for name in ("game_00.jpg", "game_01.jpg"):
        shutil.copy(GAME / name, place / name)
    return place


@pytest.mark.long
def test_a_folder_is_measured_photo_by_photo_and_as_a_whole(folder):
    result = CliRunner().invoke(longhouse, ["bench", str(folder), "--json", "--repeat", "1"])
    assert result.exit_code == 0, result.output
    first, second, whole = map(json.loads, result.stdout.splitlines())
    for line, name in ((first, "game_00.jpg"), (second, "game_01.jpg")):
        assert line["file"] == str(folder / name)
        assert list(line["stages_ms"]) == _STAGES
        assert line["ratio"] == pytest.approx(line["read_ms"] / line["decode_ms"], rel=0.05)
    assert whole["photos"] == 2
    assert whole["worst"] in {first["file"], second["file"]}
    assert whole["worst_read_ms"] == max(first["read_ms"], second["read_ms"])
    assert list(whole["median_stages_ms"]) == _STAGES


@pytest.mark.long
@pytest.mark.parametrize("live", [(), ("--live",)], ids=["photo", "live"])
def test_it_is_said_once_of_a_photo_or_a_table_with_another_copy_that_the_profile_is_left_aside(tmp_path, live):
    profile, game = tmp_path / "kitchen", tmp_path / "game"
    keep(profile, SEEN_TILES, seen_tiles_document(tiles_of_photos(20).tiles))
    game.mkdir()
    photo = shutil.copy(GAME / "game_18.jpg", game)
    source = game if live else photo
    words = ["bench", *live, str(source), "--repeat", "1", "--profile", str(profile)]
    result = CliRunner().invoke(longhouse, words)
    assert (result.exit_code, result.stderr) == (
        0,
        f"{source}: This is not the copy of the game that was taught as “kitchen”; it was read as if nothing had been "
        "taught.\n",
    )


def test_a_folder_without_pictures_is_named(tmp_path):
    result = CliRunner().invoke(longhouse, ["bench", str(tmp_path)])
    assert result.exit_code == 1
    assert "There are no pictures in the folder" in result.stderr


def _times(read, megapixels=2.0, decode=5.0, stages=None):
    return {"megapixels": megapixels, "decode_ms": decode, "read_ms": read, "stages_ms": stages or {"decode": decode}}


def test_the_unit_is_the_decoding_of_twelve_megapixels_as_the_largest_photo_shows_it():
    compared = Comparison()
    compared.add("a", _times(100.0))
    compared.add("b", _times(120.0, megapixels=6.0, decode=20.0))
    compared.add("c", _times(300.0))
    found = compared.summary()
    assert found["decode_12mp_ms"] == 40.0
    assert (found["median_ratio"], found["worst_ratio"], found["worst"]) == (3.0, 7.5, "c")
    assert found["outliers"] == ["c"]


def test_a_photo_without_a_board_counts_only_for_the_stages_that_it_reached():
    compared = Comparison()
    compared.add("a", _times(100.0, stages={"decode": 5.0, "locate": 40.0, "conclude": 8.0}))
    compared.add("b", _times(110.0, stages={"decode": 7.0, "locate": 60.0}))
    assert compared.summary()["median_stages_ms"] == {"decode": 6.0, "locate": 50.0, "conclude": 8.0}
