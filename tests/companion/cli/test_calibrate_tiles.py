"""The commands that teach tiles and stones: JSON forms, what is kept, and one sentence for every wrong input."""

import json
from shutil import copytree

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image, ImageDraw

from calibration.profile.folder import load_profile
from companion.cli import longhouse
from tests.calibration.taught import DATA, photo, rotations, truth
from vision.drawing.font import font

pytestmark = pytest.mark.usefixtures("cached_tile_search")


def run(*words):
    return CliRunner().invoke(longhouse, [str(w) for w in words])


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A photo of a few tiles, whose first photo's worth of work all tests share."""
    path = tmp_path_factory.mktemp("few") / "few.jpg"
    cv2.imwrite(str(path), photo("tiles_spread").pixels[:420, :560], [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


@pytest.fixture(scope="module")
def learned(tmp_path_factory, few):
    """The profile into which these few tiles were taught, and what the command said of them."""
    profile = tmp_path_factory.mktemp("learned") / "mine"
    return profile, json.loads(run("calibrate", "tiles", few, "--profile", profile, "--json").stdout)


def test_tiles_are_learned_corrected_kept_and_drawn(tmp_path, few, learned):
    answers, sheet = tmp_path / "taps.json", tmp_path / "sheet.svg"
    profile, first = copytree(learned[0], tmp_path / "mine"), learned[1]
    assert first["file"] == str(few)
    assert {"id", "edges", "regions", "touching", "marks", "px", "turned_deg"} <= set(first["tiles"][0])
    assert all(0 <= tile["turned_deg"] < 360 for tile in first["tiles"])
    told = ["OPO", *first["tiles"][0]["edges"][1:]]
    answers.write_text(json.dumps([{"px": first["tiles"][0]["px"], "edges": told, "marks": ["4"]}]), encoding="utf-8")
    again = run(
        "calibrate",
        "tiles",
        few,
        "--profile",
        profile,
        "--answers",
        answers,
        "--sheet",
        sheet,
        "--set",
        "2021",
        "--json",
    )
    tile = json.loads(again.stdout)["tiles"][0]
    assert tuple(tile["edges"]) in rotations(tuple(told))
    assert tile["marks"] == ["4"]
    assert "<svg" in sheet.read_text(encoding="utf-8")
    assert sorted(known.name for known in load_profile(profile).tiles) == ["2021", "tiles"]


def test_signs_printed_on_tiles_are_read(tmp_path, few, learned):
    bare = learned[1]["tiles"]
    assert not any(tile["marks"] for tile in bare)
    pixels = cv2.imread(str(few))
    for tile, text in zip(bare, "34", strict=False):
        _print(pixels, tile["px"], text)
    marked = tmp_path / "marked.png"
    cv2.imwrite(str(marked), pixels)
    seen = json.loads(run("calibrate", "tiles", marked, "--profile", tmp_path / "mine", "--json").stdout)["tiles"]
    assert [tile["marks"] for tile in seen] == [["3"], ["4"]] + [[]] * (len(bare) - 2)


def _print(pixels, at, text):
    """Print a digit into the middle of a tile, a fifth of it high."""
    picture = Image.fromarray(pixels)
    ImageDraw.Draw(picture).text(tuple(at), text, "white", font(32), "mm")
    pixels[:] = np.asarray(picture)


def test_a_photo_that_cannot_be_used_is_said_and_the_others_are_learned(tmp_path, few):
    bad = tmp_path / "bad.jpg"
    cv2.imwrite(str(bad), np.full((600, 800, 3), 140, np.uint8))
    result = run("calibrate", "tiles", bad, few, "--profile", tmp_path / "mine", "--lang", "ru", "--json")
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["tiles"]) > 3
    assert str(bad) in result.stderr and len(result.stderr.strip().splitlines()) == 1


def test_where_nothing_is_learned_nothing_is_kept(tmp_path):
    bad = tmp_path / "bad.jpg"
    cv2.imwrite(str(bad), np.full((600, 800, 3), 140, np.uint8))
    result = run("calibrate", "tiles", bad, "--profile", tmp_path / "mine", "--json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("name", [" ", "a" * 61, "two\nlines", "no text \udcff"])
def test_a_name_of_a_set_that_would_damage_the_profile_is_wrong_usage(tmp_path, name):
    result = run("calibrate", "tiles", "missing.jpg", "--profile", tmp_path / "mine", "--set", name, "--lang", "ru")
    assert result.exit_code == 2
    assert "Набору в --set нужно имя не длиннее 60 букв." in result.stderr


def test_answers_that_are_wrong_are_refused_in_one_sentence_with_the_field(tmp_path, few):
    answers = tmp_path / "taps.json"
    answers.write_text(json.dumps([{"px": [1, 2], "edges": ["P"] * 4}]), encoding="utf-8")
    for command in ("tiles", "stones"):
        result = run("calibrate", command, few, "--profile", tmp_path / "mine", "--answers", answers)
        assert result.exit_code == 1
        assert "answers[0]." in result.stderr and len(result.stderr.strip().splitlines()) == 1


def test_a_tap_on_no_tile_of_any_photo_is_said_and_all_else_is_learned(tmp_path, few, learned):
    answers, first = tmp_path / "taps.json", learned[1]["tiles"][0]
    answers.write_text(json.dumps([{"px": [5, 5], "marks": ["3"]}, {"px": first["px"], "marks": ["4"]}]))
    result = run("calibrate", "tiles", few, "--profile", tmp_path / "mine", "--answers", answers, "--json")
    assert result.exit_code == 1
    assert result.stderr == f"{answers}: There is no tile at 5, 5 in the picture; tap the middle of a tile.\n"
    assert json.loads(result.stdout)["tiles"][0]["marks"] == ["4"]
    assert load_profile(tmp_path / "mine").tiles


def test_stones_are_learned_and_then_named_when_a_photo_is_read(tmp_path):
    profile, answers = tmp_path / "mine", tmp_path / "taps.json"
    stones = truth("stones_spread")["stones"]
    answers.write_text(json.dumps([{k: v for k, v in s.items() if v is not None} for s in stones]), encoding="utf-8")
    taught = run(
        "calibrate", "stones", DATA / "stones_spread.jpg", "--profile", profile, "--answers", answers, "--json"
    )
    assert [(s["kind"], s["colour"]) for s in json.loads(taught.stdout)["stones"]] == [
        (s["kind"], s["colour"]) for s in stones
    ]
    read = json.loads(run("read", DATA / "stones_table.jpg", "--profile", profile, "--json").stdout)
    assert sorted(r["kind"] for r in read["runes"]) == sorted(r["kind"] for r in truth("stones_table")["runes"])


def test_the_tables_for_people_name_what_is_to_be_looked_at(tmp_path, few):
    shown = run("calibrate", "tiles", few, "--profile", tmp_path / "mine")
    assert shown.exit_code == 0
    assert "t01" in shown.stdout and "tiles" in shown.stdout
