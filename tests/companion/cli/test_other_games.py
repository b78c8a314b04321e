"""Photos of other games' boards in the terminal: cameras found by name, taught, read, drawn, refused in a sentence."""

import json
import zipfile
from io import BytesIO

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profile.archive import export_profile, import_profile
from calibration.profile.folder import keep_game, load_profile, rename
from companion.cli import longhouse
from tests.support.readers.fake_game_readers import fake_game_reader

READER = """
from vision.imaging.photo import UnreadablePhoto

def read(photo, profile):
    if photo.pixels.mean() < 20:
        raise UnreadablePhoto("no-board", ("Light the {thing}.", "Осветите {thing}."), thing="lamp")
    terrain = profile.games["hokkaido"]["terrain"] if profile else "desert"
    squares = [{"x": 0, "y": 0, "terrain": terrain, "px": [300.0, 200.0]}]
    asked = [{"about": "square", "x": 0, "y": 0, "candidates": ["lake"], "confidence": 0.5}]
    player = {"name": "Player", "squares": squares, "cubes": [], "goals": []}
    return {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [player], "ask": asked}
"""
CALIBRATION = """
from games.documents import DocumentError
from vision.plugins import CalibrationResult

def parse(document):
    if "terrain" not in document:
        raise DocumentError("terrain", "missing")
    return document

def parse_answers(data):
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    return data

def detect(photo, name, answers, profile):
    return answers[0]["terrain"] if answers else "lake"

def learn(seen, before):
    known = [before["terrain"]] if before else []
    shown = {"tiles": [{"id": "a", "px": [1.0, 2.0]}], "ask": []}
    return CalibrationResult({"terrain": seen[0], "all": known + seen}, shown)
"""


@pytest.fixture(autouse=True)
def camera(tmp_path):
    with fake_game_reader("hokkaido", tmp_path / "rooms", {"reader": READER, "calibration": CALIBRATION}):
        yield


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.full((600, 800, 3), 140, np.uint8))
    return path


def run(*words, code=0):
    result = CliRunner().invoke(longhouse, [str(w) for w in words])
    assert result.exit_code == code, result.output
    return result


def test_a_board_is_read_written_and_drawn_by_the_camera_of_its_game(tmp_path, photo):
    said = run("read", "--game", "hokkaido", photo, "--out", tmp_path / "o", "--picture", tmp_path / "p", "--json")
    document = json.loads(said.stdout)
    assert (document["file"], document["game"], len(document["ask"])) == (str(photo), "hokkaido", 1)
    assert json.loads((tmp_path / "o" / "table.json").read_bytes()) == {
        k: v for k, v in document.items() if k != "file"
    }
    drawn = cv2.imread(str(tmp_path / "p" / "table.jpg"))
    assert np.ptp(drawn[180:240, 250:350].astype(int)) > 50
    assert np.ptp(drawn[400:, 600:].astype(int)) < 20
    table = run("read", "--game", "hokkaido", photo, "--lang", "ru").stdout
    assert "Player" in table and "Всего" in table


def test_a_calibration_is_stored_shared_and_used_by_the_reader(tmp_path, photo):
    profile, taps = tmp_path / "mine", tmp_path / "taps.json"
    taps.write_text('[{"terrain": "forest"}]', encoding="utf-8")
    teach = ("calibrate", "tiles", "--game", "hokkaido", photo, "--profile", profile)
    assert json.loads(run(*teach, "--json").stdout)["tiles"][0]["id"] == "a"
    assert "a" in run(*teach, "--answers", taps, "--add").stdout
    assert load_profile(profile).games["hokkaido"] == {"terrain": "forest", "all": ["lake", "forest"]}
    read = json.loads(run("read", "--game", "hokkaido", photo, "--profile", profile, "--json").stdout)
    assert read["players"][0]["squares"][0]["terrain"] == "forest"
    import_profile(export_profile(profile), tmp_path / "again")
    assert load_profile(tmp_path / "again").games == load_profile(profile).games


def test_what_is_in_a_profile_is_told_when_it_is_shared_other_games_too(tmp_path):
    profile, zipped = tmp_path / "mine", tmp_path / "mine.zip"
    share = ("calibrate", "export", "--profile", profile, "--out", zipped)
    rename(profile, "Kitchen")
    assert "Kitchen: nothing yet" in run(*share).stdout
    keep_game(profile, "hokkaido", {"terrain": "forest"})
    assert "Kitchen: Hokkaido\n" in run(*share).stdout
    assert "Kitchen: Хоккайдо\n" in run(*share, "--lang", "ru").stdout
    assert json.loads(run(*share, "--json").stdout)["games"] == ["hokkaido"]


def test_a_photo_that_cannot_be_read_is_said_in_the_games_own_words_and_the_others_are_read(tmp_path, photo):
    dark = tmp_path / "dark.jpg"
    cv2.imwrite(str(dark), np.zeros((600, 800, 3), np.uint8))
    said = run("read", "--game", "hokkaido", dark, photo, "--lang", "ru", "--json", code=1)
    assert said.stderr == f"{dark}: Осветите lamp.\n"
    assert len(said.stdout.splitlines()) == 1


def test_what_is_wrong_in_answers_or_a_profile_is_said_by_field(tmp_path, photo):
    taps, profile = tmp_path / "taps.json", tmp_path / "mine"
    taps.write_text("{}", encoding="utf-8")
    said = run("calibrate", "tiles", "--game", "hokkaido", photo, "--profile", profile, "--answers", taps, code=1)
    assert "“answers”" in said.stderr and not profile.exists()
    run("calibrate", "tiles", "--game", "hokkaido", photo, "--profile", profile)
    (profile / "games" / "hokkaido.json").write_text("{}", encoding="utf-8")
    assert "games/hokkaido.json: terrain" in run("read", photo, "--profile", profile, code=1).stderr


def test_a_game_without_a_camera_and_options_of_fjords_alone_are_wrong_usage(tmp_path, photo):
    run("read", "--game", "chess", photo, code=2)
    run("read", "--game", "hokkaido", "--merge", photo, code=2)
    teach = ("calibrate", "tiles", "--game", "hokkaido", photo, "--profile", tmp_path / "mine")
    run(*teach, "--set", "2005", code=2)
    run(*teach, "--sheet", tmp_path / "sheet.svg", code=2)


def test_a_zip_file_with_what_is_no_game_is_refused(tmp_path):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        out.writestr("profile.json", '{"format": "longhouse-profile", "version": 1, "name": "a"}')
        out.writestr("games/../../out.json", "{}")
    with pytest.raises(ValueError, match="no part of a profile"):
        import_profile(packed.getvalue(), tmp_path / "in")
