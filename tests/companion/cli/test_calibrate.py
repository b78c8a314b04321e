"""The commands that teach: JSON forms, tables, exit codes, one sentence for every wrong input."""

import json
import resource
import subprocess
import sys

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.colours.learn import keep_colours
from calibration.profile.archive import import_profile
from calibration.profile.folder import PIECES, keep, load_profile
from calibration.profile.schema import pieces_document
from companion.cli import longhouse
from tests.calibration.pieces import piece_set, row_of_pieces
from tests.calibration.rendered import Camera, photograph, poses
from tests.support.readers.truth_reader import GAME, SAMPLES
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.pieces.evidence.candidate_network import INPUT_COUNT
from vision.pieces.evidence.examples import PieceExamples
from vision.vocabulary import COLOURS

CAMERA = Camera((960, 720), 800.0, (478.0, 361.0), (-0.15, 0.0, 0.0, 0.0, 0.0))


def run(*words):
    return CliRunner().invoke(longhouse, ["calibrate", *map(str, words)])


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    folder, rng = tmp_path_factory.mktemp("sheets"), np.random.default_rng(6)
    paths = [folder / f"{k}.png" for k in range(5)]
    for path, pose in zip(paths, poses(5, rng, CAMERA), strict=True):
        cv2.imwrite(str(path), photograph(CAMERA, *pose, rng))
    return paths


@pytest.fixture(scope="module")
def learned(sheets, tmp_path_factory):
    """The profile into which a camera was taught, and what the command said of it."""
    profile = tmp_path_factory.mktemp("learned") / "mine"
    done = run("camera", *sheets, "--profile", profile, "--json")
    assert done.exit_code == 0
    return profile, json.loads(done.stdout)


@pytest.fixture(scope="module")
def row(stored, tmp_path_factory):
    photo, pieces = stored(row_of_pieces, piece_set(["white", "black"]), 9)
    path = tmp_path_factory.mktemp("row") / "row.png"
    cv2.imwrite(str(path), photo.pixels)
    return path, pieces


@pytest.mark.parametrize(("name", "begins"), [("a.pdf", b"%PDF"), ("b.png", b"\x89PNG")])
def test_the_sheet_is_written_as_its_name_says(tmp_path, name, begins):
    done = run("sheet", "--paper", "letter", "--out", tmp_path / name, "--json")
    assert done.exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert json.loads(done.stdout)["mm"] == [215.9, 279.4]


def test_a_sheet_of_another_form_is_refused(tmp_path):
    done = run("sheet", "--out", tmp_path / "a.docx")
    assert (done.exit_code, "PDF or PNG" in done.stderr) == (1, True)
    assert run("sheet", "--paper", "a5", "--out", "a.pdf").exit_code == 2


def test_the_camera_is_learned_and_kept(sheets, learned):
    profile, answer = learned
    assert answer["file"] == str(sheets[0])
    assert answer["focal"] == pytest.approx(CAMERA.focal, rel=0.005)
    assert answer["centre"] == pytest.approx(CAMERA.centre, abs=3)
    assert answer["distortion"][0] == pytest.approx(-0.15, rel=0.05)
    assert answer["error_px"] < 0.3
    assert load_profile(profile).lenses[0].focal == pytest.approx(answer["focal"], abs=0.001)


def test_a_photo_and_a_video_that_cannot_be_used_are_each_named_and_the_others_still_teach(sheets, tmp_path):
    bad = [tmp_path / "notes.txt", tmp_path / "bad.mp4"]
    for file in bad:
        file.write_text("neither a photo nor a video", encoding="utf-8")
    done = run("camera", *sheets, *bad, "--profile", tmp_path / "mine", "--json")
    assert done.exit_code == 1
    assert sorted(line.partition(": ")[0] for line in done.stderr.splitlines()) == sorted(map(str, bad))
    assert json.loads(done.stdout)["views"] == 5


def test_of_a_damaged_video_nothing_is_told_but_one_sentence(tmp_path):
    (tmp_path / "cut.mp4").write_bytes((GAME / "game_00.jpg").read_bytes()[:3000])
    # A process of its own: FFmpeg's log cannot be silenced any more once the process has opened a video.
    words = [sys.executable, "-m", "companion", "calibrate", "camera", tmp_path / "cut.mp4"]
    done = subprocess.run([*words, "--profile", tmp_path / "mine"], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)


def test_what_cannot_be_learned_is_refused_in_one_sentence_and_nothing_is_kept(sheets, tmp_path):
    done = run("camera", sheets[0], "--profile", tmp_path / "mine", "--lang", "ru")
    assert (done.exit_code, done.stdout) == (1, "")
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("part", ["camera", "colours", "tiles"])
def test_files_of_which_none_can_be_read_are_each_said_once_and_nothing_more(tmp_path, part):
    files = [tmp_path / "empty.jpg", tmp_path / "gone.jpg"]
    files[0].touch()
    done = run(part, *files, "--profile", tmp_path / "mine")
    assert done.exit_code == 1
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [str(file) for file in files]


def test_a_disk_that_fills_up_leaves_the_older_file_whole(tmp_path):
    sheet, most = tmp_path / "sheet.pdf", resource.getrlimit(resource.RLIMIT_FSIZE)
    sheet.write_bytes(b"older")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        done = run("sheet", "--out", sheet)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"sheet.pdf": b"older"}


def test_another_folder_is_no_profile(sheets, tmp_path):
    (tmp_path / "holiday.txt").write_text("x", encoding="utf-8")
    done = run("camera", *sheets, "--profile", tmp_path)
    assert (done.exit_code, "something other" in done.stderr) == (1, True)


@pytest.mark.long
def test_pieces_are_learned_from_the_networks_and_from_taps(row, tmp_path):
    path, pieces = row
    found = json.loads(run("colours", path, "--profile", tmp_path / "mine", "--json").stdout)["colours"]
    assert sorted((c["name"], c["kind"]) for c in found) == sorted((colour, kind) for colour, kind, _ in pieces)
    taps = [{"px": list(map(float, px)), "name": f"{colour} team", "kind": kind} for colour, kind, px in pieces]
    (tmp_path / "taps.json").write_text(json.dumps(taps), encoding="utf-8")
    run("colours", path, "--profile", tmp_path / "mine", "--answers", tmp_path / "taps.json")
    assert {p.name for p in load_profile(tmp_path / "mine").palette.pieces} == {"white team", "black team"}


@pytest.mark.parametrize("part", [["colours"], ["stones"], ["tiles"], ["tiles", "--game", "hokkaido"]])
def test_an_empty_name_of_an_answers_file_is_no_leave_to_learn_without_answers(tmp_path, part):
    done = run(*part, "photo.jpg", "--profile", tmp_path / "mine", "--answers", "")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith("Option '--answers' requires an argument.\n")


def test_wrong_answers_are_refused_by_field(sheets, tmp_path):
    (tmp_path / "taps.json").write_text('[{"px": [1, 2], "kind": "boat"}]', encoding="utf-8")
    done = run("colours", sheets[0], "--profile", tmp_path / "mine", "--answers", tmp_path / "taps.json")
    assert (done.exit_code, "answers[0].kind" in done.stderr) == (1, True)


def test_a_damaged_profile_is_refused_by_file_and_field_wherever_it_is_used(sheets, tmp_path):
    look = np.zeros(3), np.full(11, -2.4), np.array([0.9, 0.05, 0.05]), np.zeros(3)
    keep_colours(
        tmp_path / "mine", Palette(tuple(TaughtPiece(name, "viking", *look) for name in ("red", "blue")), None)
    )
    assert load_profile(tmp_path / "mine").palette
    path = tmp_path / "mine" / "colours.json"
    document = json.loads(path.read_bytes())
    document["pieces"][1]["look"] = [1, 2]
    path.write_text(json.dumps(document), encoding="utf-8")
    for words in (["read", sheets[0]], ["watch", sheets[0]], ["serve", "--port", "0"]):
        done = CliRunner().invoke(longhouse, [str(w) for w in (*words, "--profile", tmp_path / "mine")])
        assert (done.exit_code, "colours.json: pieces[1].look" in done.stderr) == (1, True)


@pytest.mark.parametrize(("lang", "aside"), [("en", "How the pieces of “mine” look"), ("ru", "фишки из «mine»")])
def test_it_is_said_in_a_sentence_that_pieces_which_another_version_saw_are_left_aside(tmp_path, lang, aside):
    looks = np.zeros((1, INPUT_COUNT), np.float32), np.array([1]), np.array([0]), np.arange(len(COLOURS))
    keep(tmp_path / "mine", PIECES, pieces_document(PieceExamples(*looks, networks="others")))
    words = "score", SAMPLES / "table11.json", "--profile", tmp_path / "mine", "--json", "--lang", lang
    done = CliRunner().invoke(longhouse, [str(word) for word in words])
    assert (done.exit_code, done.stderr.count(aside), done.stderr.count("\n")) == (0, 1, 1)
    assert json.loads(done.stdout)["scores"]
    done = run("export", "--profile", tmp_path / "mine", "--out", tmp_path / "mine.zip", "--lang", lang)
    assert aside in done.stdout
    import_profile((tmp_path / "mine.zip").read_bytes(), tmp_path / "yours")
    assert (tmp_path / "yours" / PIECES).read_bytes() == (tmp_path / "mine" / PIECES).read_bytes()


def test_a_folder_is_no_name_for_the_zip_file_of_a_profile(tmp_path):
    done = run("export", "--profile", tmp_path / "mine", "--out", tmp_path)
    assert (done.exit_code, "is a directory" in done.stderr) == (2, True)


def test_a_profile_goes_into_a_zip_file_and_out_again(learned, tmp_path):
    profile, _ = learned
    assert run("export", "--profile", profile, "--out", tmp_path / "mine.zip").exit_code == 0
    done = run("import", tmp_path / "mine.zip", "--profile", tmp_path / "yours", "--json")
    assert json.loads(done.stdout)["lenses"] == 1
    assert load_profile(tmp_path / "yours").lenses == load_profile(profile).lenses
