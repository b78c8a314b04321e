"""Batches: a folder is read into one file, which is gone on with where it was left, here or by workers."""

import json
import os
import resource
import shutil
from functools import partial
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.cli.read import parallel
from companion.cli.read.batch import NoRoom, Results, pictures_at, read_batch
from companion.problems import Problem
from tests.support.readers.truth_reader import GAME


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "photos"
    made.mkdir()
    for number in (1, 2, 3):
        shutil.copy(GAME / f"game_0{number}.jpg", made)
    (made / "notes.txt").write_text("no photo", encoding="utf-8")
    return made


def lines_of(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_folder_stands_for_the_pictures_in_it(folder):
    other = str(GAME / "game_05.jpg")
    assert [name.rpartition("/")[2] for name in (*pictures_at(str(folder)), *pictures_at(other))] == [
        "game_01.jpg",
        "game_02.jpg",
        "game_03.jpg",
        "game_05.jpg",
    ]


def test_a_folder_stands_for_pictures_of_every_usual_name(tmp_path):
    ends = ["JPG", "avif", "bmp", "heic", "heif", "hif", "jfif", "jpe", "jpeg", "png", "tif", "tiff", "webp"]
    names = [f"photo.{end}" for end in ends]
    for name in (*names, "photo.json", "photo.mp4", "photo"):
        (tmp_path / name).touch()
    assert [Path(name).name for name in pictures_at(str(tmp_path))] == sorted(names)


def test_what_was_read_is_known_and_what_was_refused_or_changed_is_not(folder, tmp_path):
    files, file = pictures_at(str(folder)), tmp_path / "results.jsonl"

    def load(document):
        def loaded():
            if document is None:
                raise Problem("It is no board.")
            return document

        return loaded

    results = Results(file)
    assert list(read_batch(files, iter([load({"tiles": []}), load(None), load({"tiles": []})]), results, "en")) == [
        None,
        Problem("It is no board."),
        None,
    ]
    results.close()
    assert [line.get("problem") for line in lines_of(file)] == [None, "It is no board.", None]
    (folder / "game_03.jpg").write_bytes((folder / "game_01.jpg").read_bytes())
    again = Results(file)
    assert [name for name in files if again.document_of(name)] == files[:1]


def test_a_photo_read_as_another_game_or_with_another_profile_is_read_again(folder, tmp_path):
    photo, file = str(folder / "game_01.jpg"), tmp_path / "results.jsonl"
    results = Results(file, "hokkaido", Path("mine"))
    results.add(photo, {"game": "hokkaido", "players": []})
    results.close()
    asked = [("hokkaido", "mine"), ("hokkaido", "other"), ("hokkaido", None), ("fjords", "mine")]
    known = [Results(file, game, profile and Path(profile)).document_of(photo) for game, profile in asked]
    assert known == [{"game": "hokkaido", "players": []}, None, None, None]


def test_a_photo_in_a_file_of_results_from_before_profiles_were_named_stays_known(folder, tmp_path):
    photo, file = str(folder / "game_01.jpg"), tmp_path / "results.jsonl"
    results = Results(file)
    results.add(photo, {"game": "fjords", "tiles": []})
    results.close()
    (line,) = lines_of(file)
    del line["profile"]
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    for profile in (None, Path("mine")):
        assert Results(file, "fjords", profile).document_of(photo) == {"game": "fjords", "tiles": []}
    assert Results(file, "hokkaido").document_of(photo) is None


def test_a_photo_whose_name_is_no_text_is_known_too(folder, tmp_path):
    odd, file = os.fsdecode(os.fsencode(folder) + b"/odd\xff.jpg"), tmp_path / "results.jsonl"
    shutil.copy(GAME / "game_05.jpg", odd)
    results = Results(file)
    results.add(odd, {"tiles": []})
    results.close()
    assert Results(file).document_of(odd) == {"tiles": []}


def test_a_line_that_was_cut_short_is_read_again(folder, tmp_path):
    files, file = pictures_at(str(folder)), tmp_path / "results.jsonl"
    results = Results(file)
    results.add(files[0], {"tiles": []})
    results.add(files[1], {"tiles": []})
    results.close()
    file.write_bytes(file.read_bytes()[:-20])
    results = Results(file)
    assert [name for name in files if results.document_of(name)] == files[:1]
    results.add(files[1], {"tiles": []})
    results.close()
    assert [line["file"] for line in lines_of(file)] == list(files[:2])


def test_removing_a_line_that_was_cut_short_needs_no_room_and_loses_no_other_line(folder, tmp_path):
    files, file = pictures_at(str(folder)), tmp_path / "results.jsonl"
    results = Results(file)
    results.add(files[0], {"tiles": []})
    results.close()
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:20])
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most[1]))
    try:
        Results(file).close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert file.read_bytes() == whole


@pytest.mark.parametrize("results", ["missing/results.jsonl", "/dev/null"])
def test_a_file_of_results_that_cannot_be_written_is_said_before_any_photo_is_read(folder, tmp_path, results):
    answer = CliRunner().invoke(longhouse, ["read", str(folder), "--results", str(tmp_path / results), "--lang", "en"])
    assert (answer.exit_code, answer.stdout, answer.stderr.count("\n")) == (1, "", 1)
    assert f"{results}” cannot be written; choose another." in answer.stderr


@pytest.mark.parametrize("command", ["read", "watch", "bench"])
def test_an_empty_name_does_not_stand_for_the_folder_that_one_is_in(folder, monkeypatch, command):
    monkeypatch.chdir(folder)
    answer = CliRunner().invoke(longhouse, [command, "", "--lang", "en"])
    assert (answer.exit_code, answer.stdout, answer.stderr.count("\n")) == (1, "", 1)
    assert "check the name" in answer.stderr


@pytest.mark.parametrize("held", [b"\xff\xd8\xff\xe0 a photo\n and more", b'{"format": "longhouse-board"}', b"words\n"])
def test_a_file_that_holds_something_else_is_not_written_into(folder, tmp_path, held):
    other = tmp_path / "other"
    other.write_bytes(held)
    answer = CliRunner().invoke(longhouse, ["read", str(folder), "--results", str(other), "--lang", "en"])
    assert (answer.exit_code, answer.stderr.count("\n")) == (1, 1)
    assert "is no file of results" in answer.stderr
    assert other.read_bytes() == held


def test_a_folder_without_pictures_is_said_in_a_sentence(tmp_path):
    answer = CliRunner().invoke(longhouse, ["read", str(tmp_path), "--lang", "ru"])
    assert (answer.exit_code, answer.stderr) == (1, f"{tmp_path}: В папке «{tmp_path.name}» нет снимков.\n")


@pytest.mark.parametrize("command", ["read", "bench"])
def test_a_folder_without_pictures_does_not_keep_other_files_from_being_read(tmp_path, command):
    empty, other = tmp_path / "empty", tmp_path / "other.jpg"
    empty.mkdir()
    other.write_bytes(b"no picture")
    answer = CliRunner().invoke(longhouse, [command, str(empty), str(other), "--lang", "en"])
    assert answer.exit_code == 1
    assert [line.split(": ")[0] for line in answer.stderr.splitlines()] == [str(empty), str(other)]


def test_a_folder_without_pictures_counts_as_not_read_though_all_else_is(folder, tmp_path):
    file, empty, photo = tmp_path / "results.jsonl", tmp_path / "empty", str(folder / "game_01.jpg")
    empty.mkdir()
    results = Results(file)
    results.add(photo, {"tiles": []})
    results.close()
    words = ["read", str(empty), photo, "--results", str(file), "--lang", "en"]
    answer = CliRunner().invoke(longhouse, words)
    assert (answer.exit_code, answer.stdout) == (1, "0 read, 1 known already, 0 not read.\n")
    assert answer.stderr == f"{empty}: There are no pictures in the folder “empty”.\n"


def in_this_process(files, work, jobs, lang):
    yield from (partial(work, file) for file in files)


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ([], "0 read, 1 known already, 1 not read.\n"),
        (["--json"], '{"file": "results.jsonl", "read": 0, "known": 1, "failed": 1}\n'),
    ],
)
def test_a_batch_tells_why_a_photo_was_not_read_and_counts_for_people_or_in_json(folder, monkeypatch, more, counts):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(parallel, "results_in_order", in_this_process)
    results = Results(Path("results.jsonl"))
    results.add("game_01.jpg", {"tiles": []})
    results.close()
    words = ["read", "game_01.jpg", "missing.jpg", "--results", "results.jsonl", "--lang", "en", *more]
    answer = CliRunner().invoke(longhouse, words)
    assert (answer.exit_code, answer.stdout) == (1, counts)
    assert answer.stderr == "missing.jpg: There is no such file; check the name.\n"


def test_documents_that_are_in_the_file_already_are_written_into_the_folder_without_reading_them_again(
    folder, tmp_path, monkeypatch
):
    photo, file, out = str(folder / "game_01.jpg"), tmp_path / "results.jsonl", tmp_path / "out"
    document = {"format": "longhouse-board", "tiles": [], "ask": [{"about": "tile"}]}
    results = Results(file)
    results.add(photo, {**document, "ask": []})
    results.add(photo, document)
    results.close()
    monkeypatch.setattr(parallel, "results_in_order", in_this_process)
    words = ["read", photo, "--results", str(file), "--out", str(out), "--lang", "en"]
    answer = CliRunner().invoke(longhouse, words)
    assert (answer.exit_code, answer.output) == (0, "0 read, 1 known already, 0 not read.\n")
    assert json.loads((out / "game_01.json").read_bytes()) == document
    (out / "game_01.json").unlink()
    (out / "game_01.json").mkdir()
    answer = CliRunner().invoke(longhouse, words)
    assert (answer.exit_code, answer.stdout) == (1, "0 read, 1 known already, 0 not read.\n")
    assert answer.stderr.startswith(f"{photo}: ")


def test_a_photo_that_is_in_the_file_already_is_read_again_only_for_a_picture_that_is_missing(
    folder, tmp_path, monkeypatch, truth
):
    monkeypatch.setattr(parallel, "results_in_order", in_this_process)
    monkeypatch.setattr("companion.cli.read.documents._reader", lambda _: truth)
    photos = [str(folder / f"game_0{k}.jpg") for k in (1, 2)]
    file, drawn = tmp_path / "results.jsonl", tmp_path / "drawn"
    words = ["read", *photos, "--results", str(file), "--lang", "en"]
    first = CliRunner().invoke(longhouse, words)
    before = file.read_bytes()
    drawn.mkdir()
    (drawn / "game_02.jpg").touch()
    second = CliRunner().invoke(longhouse, [*words, "--picture", str(drawn)])
    third = CliRunner().invoke(longhouse, [*words, "--picture", str(drawn)])
    assert [answer.output for answer in (first, second, third)] == [
        "2 read, 0 known already, 0 not read.\n",
        "1 read, 1 known already, 0 not read.\n",
        "0 read, 2 known already, 0 not read.\n",
    ]
    assert (drawn / "game_01.jpg").read_bytes().startswith(b"\xff\xd8")
    assert file.read_bytes() == before


def test_a_batch_on_a_disk_that_fills_up_ends_in_a_sentence_and_keeps_what_was_read(folder, tmp_path):
    files, file = pictures_at(str(folder)), tmp_path / "results.jsonl"
    results = Results(file)
    batch = read_batch(files, iter([lambda: {"tiles": []}, lambda: {"tiles": ["much"] * 5000}]), results, "en")
    assert next(batch) is None
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 1000, most[1]))
    try:
        with pytest.raises(NoRoom, match="its disk is full"):
            next(batch)
        results.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert [name for name in files if Results(file).document_of(name)] == files[:1]


def test_a_queue_needs_a_file_of_results(folder):
    assert CliRunner().invoke(longhouse, ["read", str(folder), "--queue", "redis://localhost/0"]).exit_code == 2


@pytest.mark.parametrize("option", ["--profile", "--picture", "--out"])
def test_an_option_that_workers_would_not_follow_is_refused_with_a_queue(folder, tmp_path, option):
    words = ["read", str(folder), "--results", str(tmp_path / "results.jsonl"), "--queue", "redis://localhost/0"]
    answer = CliRunner().invoke(longhouse, [*words, option, str(tmp_path / "other"), "--lang", "en"])
    assert answer.exit_code == 2
    assert f"{option} means nothing to workers" in answer.stderr


@pytest.mark.long
def test_a_batch_is_gone_on_with_where_it_was_left(folder, tmp_path):
    file = tmp_path / "results.jsonl"
    (folder / "broken.jpg").write_bytes(b"no photo")
    words = ["read", str(folder), "--results", str(file), "--jobs", "2", "--lang", "en"]
    first = CliRunner().invoke(longhouse, words)
    assert first.output.splitlines()[-1] == "3 read, 0 known already, 1 not read."
    (folder / "broken.jpg").unlink()
    second = CliRunner().invoke(longhouse, words)
    assert second.output.splitlines()[-1] == "0 read, 3 known already, 0 not read."
    assert sum("tiles" in line for line in lines_of(file)) == 3


def test_photos_of_one_name_do_not_replace_each_others_documents(folder, tmp_path):
    photos = [str(folder / "one.jpg"), str(tmp_path / "other" / "one.jpg")]
    answer = CliRunner().invoke(longhouse, ["read", *photos, "--out", str(tmp_path / "out"), "--lang", "en"])
    assert answer.exit_code == 2
    assert "Several of these photos are called “one.jpg”" in answer.stderr


def test_two_formats_of_one_shot_have_documents_and_pictures_of_their_own(tmp_path, monkeypatch, truth):
    monkeypatch.setattr("companion.cli.photo_readers.NetworkReader", lambda *_: truth)
    picture = cv2.imread(str(GAME / "game_01.jpg"))
    shutil.copy(GAME / "game_01.jpg", tmp_path / "one.jpg")
    cv2.imwrite(str(tmp_path / "ONE.png"), picture)
    cv2.imwrite(str(tmp_path / "two.png"), picture)
    photos = [str(tmp_path / name) for name in ("one.jpg", "ONE.png", "two.png", "two.png")]
    out, drawn = tmp_path / "out", tmp_path / "drawn"
    answer = CliRunner().invoke(longhouse, ["read", *photos, "--out", str(out), "--picture", str(drawn), "--json"])
    assert answer.exit_code == 0
    assert [json.loads(line)["file"] for line in answer.stdout.splitlines()] == photos
    assert sorted(path.name for path in out.iterdir()) == ["ONE.png.json", "one.jpg.json", "two.json"]
    assert sorted(path.name for path in drawn.iterdir()) == ["ONE.png.jpg", "one.jpg.jpg", "two.jpg"]


@pytest.mark.parametrize("more", [[], ["--merge"], ["--results", "results.jsonl"]])
def test_no_photo_is_replaced_by_the_picture_that_is_written_for_it(folder, monkeypatch, more):
    monkeypatch.chdir(folder)
    before = Path("game_01.jpg").read_bytes()
    Path("link").symlink_to(folder)
    for written in (".", "link"):
        answer = CliRunner().invoke(longhouse, ["read", "game_01.jpg", "--picture", written, *more, "--lang", "en"])
        assert answer.exit_code == 2
        assert "The photo “game_01.jpg” would be replaced" in answer.stderr
    assert Path("game_01.jpg").read_bytes() == before


def test_a_folder_that_cannot_be_written_is_said_before_any_photo_is_read(folder, tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    out = tmp_path / "file" / "out"
    answer = CliRunner().invoke(longhouse, ["read", str(folder), "--out", str(out), "--lang", "en"])
    assert answer.exit_code == 1
    assert answer.stderr == f"{out}: The folder “{out}” cannot be written to; choose another.\n"
