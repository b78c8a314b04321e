"""Commands with a profile read photos of another copy of the game without it, and say so once a photo."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profile.folder import COLOURS, keep
from calibration.profile.schema import palette_document
from companion.cli import longhouse
from companion.cli.read import parallel
from tests.support.readers.truth_reader import SAMPLES
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.profile import Profile

PHOTOS = [str(SAMPLES / f"table{n}.jpg") for n in (11, 12)]
SAID = {
    "en": "This is not the copy of the game that was taught as “kitchen”; it was read as if nothing had been taught.",
    "ru": "Это не тот экземпляр игры, которому обучен профиль «kitchen»; поле прочитано без обучения.",
}


@pytest.fixture
def others_profile(truth, monkeypatch, tmp_path):
    """The folder of a profile of another copy, by which one piece is not found."""
    looks = np.zeros(3), np.full(11, -2.4), np.array([0.9, 0.05, 0.05]), np.zeros(3)
    pieces = tuple(TaughtPiece(name, "viking", *looks) for name in ("Ann", "Ben"))
    keep(tmp_path / "kitchen", COLOURS, palette_document(Palette(pieces, None)))

    class Misled:
        profile = None

        def __init__(self, profile: Profile | None = None, networks: object = None) -> None:
            self.profile = profile

        def __call__(self, photo):
            return self.read_with(photo, ())

        def read_with(self, photo, answers):
            reading = truth(photo)
            return reading if self.profile is None else replace(reading, pieces=reading.pieces[1:])

        def read_untaught(self, photo, answers):
            return truth(photo)

    monkeypatch.setattr("companion.cli.photo_readers.NetworkReader", Misled)
    monkeypatch.setattr("companion.cli.read.documents.NetworkReader", Misled)
    return tmp_path / "kitchen"


def run(*words, code=0):
    result = CliRunner().invoke(longhouse, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result


def complaints(*photos, lang="en"):
    return "".join(f"{photo}: {SAID[lang]}\n" for photo in photos)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_photos_of_another_copy_are_read_without_the_profile_and_that_is_said_of_each(others_profile, lang):
    result = run("read", *PHOTOS, "--jobs", 1, "--json", "--profile", others_profile, "--lang", lang)
    assert result.stderr == complaints(*PHOTOS, lang=lang)
    untaught = run("read", *PHOTOS, "--jobs", 1, "--json")
    assert (result.stdout, untaught.stderr) == (untaught.stdout, "")


@pytest.mark.parametrize(
    "words",
    [
        ("score",),
        ("check",),
        ("moves", "--player", "white"),
        ("hint", "--player", "white", "--time-limit", 0),
        ("judge", SAMPLES / "table11.json"),
    ],
    ids=lambda words: words[0],
)
def test_what_is_told_of_a_photo_of_another_copy_is_told_without_the_profile(others_profile, words):
    result = run(*words, PHOTOS[0], "--json", "--profile", others_profile)
    assert result.stderr == complaints(PHOTOS[0])
    assert result.stdout == run(*words, PHOTOS[0], "--json").stdout


def test_of_photos_that_are_read_as_one_each_is_said_to_show_another_copy(others_profile, tmp_path):
    other = tmp_path / "other.jpg"
    other.write_bytes(Path(PHOTOS[0]).read_bytes() + b"another file with the same picture")
    result = run("read", "--merge", PHOTOS[0], other, "--json", "--profile", others_profile)
    assert result.stderr == complaints(PHOTOS[0], other)
    assert len(json.loads(result.stdout)["pieces"]) == 44


def in_this_process(files, work, jobs, lang):
    yield from (partial(work, file) for file in files)


def test_what_is_read_in_processes_or_into_a_file_is_said_to_show_another_copy_too(
    others_profile, tmp_path, monkeypatch
):
    monkeypatch.setattr(parallel, "results_in_order", in_this_process)
    printed = run("read", *PHOTOS, "--jobs", 2, "--json", "--profile", others_profile)
    assert printed.stderr == complaints(*PHOTOS)
    assert printed.stdout == run("read", *PHOTOS, "--jobs", 1, "--json", "--profile", others_profile).stdout
    file = tmp_path / "results.jsonl"
    assert run("read", *PHOTOS, "--results", file, "--profile", others_profile).stderr == complaints(*PHOTOS)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert [sorted({"file", "sha256", "profile", "pieces"} & line.keys()) for line in lines] == [
        ["file", "pieces", "profile", "sha256"]
    ] * 2
    assert all(line["pieces"] and "left_aside" not in line for line in lines)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            "Nothing of this photo is kept in the profile “kitchen”, because that would mix two copies of the game;",
        ),
        ("ru", "Из этого снимка в профиль «kitchen» ничего не сохранено: смешались бы два экземпляра игры."),
    ],
)
def test_a_photo_of_another_copy_is_printed_and_not_kept_in_the_profile_in_use(others_profile, tmp_path, lang, said):
    before = {path: path.read_bytes() for path in others_profile.iterdir()}
    (tmp_path / "link").symlink_to(others_profile)
    words = ["read", PHOTOS[0], "--json", "--lang", lang]
    result = run(*words, "--profile", others_profile, "--keep", tmp_path / "link", code=1)
    assert result.stdout == run(*words).stdout
    assert result.stderr.startswith(complaints(PHOTOS[0], lang=lang) + f"{PHOTOS[0]}: {said}")
    assert {path: path.read_bytes() for path in others_profile.iterdir()} == before


def test_answers_about_a_photo_of_another_copy_may_name_colours_as_its_questions_do(others_profile, tmp_path):
    answers = tmp_path / "answers.json"
    asked = {"about": "colour", "q": 0, "r": 0, "px": [300, 300], "answer": "white"}
    answers.write_text(json.dumps([asked]), encoding="utf-8")
    result = run("read", PHOTOS[0], "--answers", answers, "--json", "--profile", others_profile)
    assert result.stderr == complaints(PHOTOS[0])
