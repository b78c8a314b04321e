"""Photos read in several processes give the same output, in the same order, as one after the other."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.cli.read.parallel import results_in_order
from companion.problems import Problem
from tests.support.processes.pool_work import exit_if_bad, return_name, touch_file
from tests.support.readers.truth_reader import GAME

_PHOTOS = [str(GAME / f"game_0{k}.jpg") for k in range(3)]


@pytest.mark.long
def test_reading_in_two_processes_prints_and_writes_what_one_does(tmp_path):
    wrong = tmp_path / "no_photo.jpg"
    wrong.write_text("no photo", encoding="utf-8")
    results = []
    for jobs in ("1", "2"):
        words = ["read", _PHOTOS[0], str(wrong), *_PHOTOS[1:], "--json", "--out", str(tmp_path / jobs), "--jobs", jobs]
        results.append(CliRunner().invoke(longhouse, words))
    alone, together = results
    assert [json.loads(line)["file"] for line in together.stdout.splitlines()] == _PHOTOS
    lines = [[json.loads(line)["tiles"] for line in result.stdout.splitlines()] for result in results]
    assert [len(tiles) for tiles in lines[0]] == [len(tiles) for tiles in lines[1]]
    assert alone.stderr == together.stderr
    assert "no_photo.jpg: " in together.stderr
    assert alone.exit_code == together.exit_code == 1
    assert {path.name for path in (tmp_path / "2").iterdir()} == {f"game_0{k}.json" for k in range(3)}


def test_stopping_a_command_at_a_terminal_stops_its_processes_without_a_word_of_theirs(tmp_path, wait_for):
    empty = [str(tmp_path / name) for name in "ab"]
    for file in empty:
        Path(file).touch()
    words = [sys.executable, "-m", "longhouse", "read", "--jobs", "2", *empty]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True)
    begun = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for(lambda: len(begun.read_text(encoding="utf-8").split()) >= 2)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    assert process.communicate(timeout=300)[1] == "Stopped.\n"
    assert process.returncode == 130


@pytest.mark.long
def test_photos_of_another_game_are_read_in_processes_too(tmp_path):
    grey = [str(tmp_path / f"{name}.png") for name in "ab"]
    for file in grey:
        cv2.imwrite(file, np.full((300, 400, 3), 128, np.uint8))
    said = {
        jobs: CliRunner().invoke(longhouse, ["read", "--game", "hokkaido", *grey, "--json", "--jobs", jobs]).stderr
        for jobs in ("1", "2")
    }
    assert said["1"] == said["2"]
    assert [line.split(": ")[0] for line in said["2"].splitlines()] == grey


def test_documents_come_in_the_order_of_the_files():
    files = ["slow", "a", "b", "c"]
    assert [document()["name"] for document in results_in_order(files, return_name, 2, "en")] == files


def test_only_a_few_files_are_begun_before_their_documents_are_taken(tmp_path):
    documents = results_in_order([str(k) for k in range(30)], partial(touch_file, tmp_path), 2, "en")
    for document in islice(documents, 2):
        document()
    documents.close()
    assert len(list(tmp_path.iterdir())) <= 6


def test_a_process_that_was_killed_is_reported_in_a_sentence_of_each_language():
    for document in results_in_order(["bad", "good", "bad"], exit_if_bad, 1, "en"):
        with pytest.raises(Problem) as problem:
            document()
        assert "was stopped" in problem.value.sentence("en")
        assert "прерван" in problem.value.sentence("ru")


def test_several_photos_that_are_merged_are_read_in_one_process():
    result = CliRunner().invoke(longhouse, ["read", "--merge", *_PHOTOS, "--jobs", "2"])
    assert (result.exit_code, "--jobs" in result.stderr) == (2, True)


@pytest.mark.parametrize("jobs", ["0", "65", "two"])
def test_a_wrong_number_of_processes_is_refused(jobs):
    assert CliRunner().invoke(longhouse, ["read", *_PHOTOS, "--jobs", jobs]).exit_code == 2
