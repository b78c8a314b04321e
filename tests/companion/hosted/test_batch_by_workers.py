"""A folder of photos is read by the command `worker`, and gone on with after the command that asks was killed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
import redis

from calibration.profile.folder import SEEN_TILES, keep
from calibration.profile.schema import seen_tiles_document
from tests.support.readers.seen_tiles import tiles_of_photos
from tests.support.readers.truth_reader import GAME

pytestmark = pytest.mark.hosted

COMMAND = [sys.executable, "-m", "companion"]
PHOTOS = 6


def test_a_killed_batch_is_gone_on_with_and_reads_nothing_twice(broker, photos, tmp_path):
    folder, file = tmp_path / "photos", tmp_path / "results.jsonl"
    folder.mkdir()
    for number, data in enumerate(photos(PHOTOS)):
        (folder / f"{number}.jpg").write_bytes(data)
    environment = {**os.environ, "LONGHOUSE_SECRET": "only for these tests", "LC_ALL": "C"}
    queue = {"LONGHOUSE_QUEUE": broker.url}
    worker = subprocess.Popen([*COMMAND, "worker"], env=environment | queue, stdout=subprocess.DEVNULL)
    read = [*COMMAND, "read", str(folder), "--results", str(file), "--queue", broker.url]
    try:
        first = subprocess.Popen(read, env=environment)
        end = time.monotonic() + 120
        while not (file.exists() and file.read_bytes().count(b"\n") >= 2) and time.monotonic() < end:
            time.sleep(0.05)
        first.kill()
        first.wait()
        second = subprocess.run(read, env=environment, capture_output=True, encoding="utf-8", timeout=200)
    finally:
        worker.terminate()
        worker.wait(120)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert second.returncode == 0, second.stderr
    assert sorted(line["file"] for line in lines) == sorted(str(path) for path in folder.iterdir())
    assert all(line["tiles"] for line in lines)
    assert not second.stdout.startswith(f"{PHOTOS} read")


def test_of_a_photo_of_another_copy_the_batch_says_that_the_worker_left_its_profile_aside(broker, tmp_path):
    profile, photo, file = tmp_path / "kitchen", GAME / "game_18.jpg", tmp_path / "results.jsonl"
    keep(profile, SEEN_TILES, seen_tiles_document(tiles_of_photos(20).tiles))
    environment = {**os.environ, "LONGHOUSE_QUEUE": broker.url, "LC_ALL": "C"}
    worker = subprocess.Popen([*COMMAND, "worker", "--profile", str(profile)], env=environment)
    read = [*COMMAND, "read", str(photo), "--results", str(file), "--queue", broker.url]
    try:
        done = subprocess.run(read, env=environment, capture_output=True, encoding="utf-8", timeout=120)
    finally:
        worker.terminate()
        worker.wait(120)
    assert (done.returncode, done.stderr) == (
        0,
        f"{photo}: This is not the copy of the game that was taught as “kitchen”; it was read as if nothing had been "
        "taught.\n",
    )
    assert json.loads(file.read_text(encoding="utf-8"))["tiles"]


def test_a_batch_tells_once_that_redis_went_away_and_ends_when_it_is_stopped(broker, photos, tmp_path, wait_for):
    photo, file = tmp_path / "photo.jpg", tmp_path / "results.jsonl"
    photo.write_bytes(photos(1)[0])
    words = [*COMMAND, "read", str(photo), "--results", str(file), "--queue", broker.url]
    batch = subprocess.Popen(words, env={**os.environ, "LC_ALL": "C"}, stderr=subprocess.PIPE, encoding="utf-8")
    client = redis.Redis(port=broker.port)
    wait_for(lambda: list(client.scan_iter("longhouse:*:photo:*")))
    broker.kill()
    told = batch.stderr.readline()
    batch.send_signal(signal.SIGINT)
    assert (told + batch.communicate(timeout=60)[1]).splitlines() == [
        f"--queue: No Redis runs at 127.0.0.1:{broker.port}; start it there, or correct its address.",
        "Stopped.",
    ]
    assert file.read_bytes() == b""
