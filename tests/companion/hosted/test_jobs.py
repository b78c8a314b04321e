"""Photos that workers read: each once, bounded, none lost though workers and the broker are killed, none kept."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import redis

from companion.hosted.celery_app import sender
from companion.hosted.jobs import Jobs, QueueFull
from companion.hosted.reader import QueueReader, StillWaiting
from companion.hosted.worker import run_workers
from companion.problems import sentence
from vision.imaging.photo import PhotoError

pytestmark = pytest.mark.hosted

PHOTOS = 10


@pytest.fixture
def jobs(settings):
    return Jobs(settings, sender(settings))


@pytest.fixture
def workers(settings):
    """Two worker processes, which are begun again when they are killed; gives their identifiers."""
    stopping, pids = threading.Event(), []
    thread = threading.Thread(target=run_workers, args=(settings, 2, None, stopping.is_set, pids.append))
    thread.start()
    yield pids
    stopping.set()
    thread.join()


def entries(broker, pattern):
    return list(redis.Redis(port=broker.port).scan_iter(f"longhouse:*:{pattern}:*"))


def test_the_line_is_bounded_knows_places_and_takes_no_photo_twice(settings, broker, photos):
    jobs = Jobs(settings.model_copy(update={"queue_length": 3}), sender(settings))
    first, second, third, fourth = photos(4)
    names = [jobs.enqueue(data) for data in (first, second, third, second)]
    assert names[1] == names[3]
    assert [jobs.queue_position(name) for name in names[:3]] == [1, 2, 3]
    with pytest.raises(QueueFull):
        jobs.enqueue(fourth)
    assert jobs.counts().waiting == 3
    with pytest.raises(StillWaiting) as waiting:
        QueueReader(jobs, 0.1).read_file(third)
    assert waiting.value.place == 3


def test_a_photo_is_read_once_and_deleted_with_its_job(jobs, broker, photos):
    calls = []

    def read(photo, answers):
        calls.append(photo)
        raise PhotoError("no-board", "There is no board.")

    name = jobs.enqueue(photos(1)[0])
    assert entries(broker, "photo")
    assert [jobs.work(name, read) for _ in range(3)] == [True, False, False]
    assert len(calls) == 1
    assert entries(broker, "photo") == entries(broker, "lock") == entries(broker, "sent") == []
    with pytest.raises(PhotoError) as error:
        jobs.outcome(name)
    assert error.value.code == "no-board"
    assert jobs.counts().waiting == 0


def test_what_was_read_before_is_forgotten_only_by_workers_that_were_taught_something_else(jobs, photos):
    def read(photo, answers):
        raise PhotoError("no-board", "There is no board.")

    name = jobs.enqueue(photos(1)[0])
    jobs.forget_outcomes_of_others("kitchen")
    jobs.work(name, read)
    jobs.forget_outcomes_of_others("kitchen")
    with pytest.raises(PhotoError):
        jobs.outcome(name)
    jobs.forget_outcomes_of_others("")
    assert jobs.outcome(name) is None


def test_a_photo_that_the_reader_cannot_handle_leaves_the_line_with_a_sentence(jobs, broker, photos, caplog):
    def read(photo, answers):
        raise ValueError("a fault of the reader")

    name = jobs.enqueue(photos(1)[0])
    assert jobs.work(name, read)
    assert jobs.queue_position(name) == 0
    assert entries(broker, "photo") == entries(broker, "lock") == []
    with pytest.raises(PhotoError) as error:
        jobs.outcome(name)
    assert sentence(error.value, "en").startswith("The photo could not be read in the time that one may take;")
    assert sentence(error.value, "ru").startswith("Снимок не удалось прочитать за отведённое время;")
    assert jobs.counts().failed == 1
    assert "a fault of the reader" in caplog.text


def test_a_photo_over_which_workers_vanish_again_and_again_is_given_up(settings, photos):
    jobs = Jobs(settings.model_copy(update={"job_seconds": 1}), sender(settings))

    class Vanished(BaseException):
        pass

    def read(photo, answers):
        raise Vanished

    name = jobs.enqueue(photos(1)[0])
    for _ in range(3):
        with pytest.raises(Vanished):
            jobs.work(name, read)
        time.sleep(1.1)
    assert jobs.work(name, read)
    with pytest.raises(PhotoError):
        jobs.outcome(name)


def test_no_photo_is_lost_or_read_twice_when_a_worker_and_the_broker_are_killed(
    settings, jobs, workers, broker, photos
):
    files = photos(PHOTOS)
    reader = QueueReader(jobs, 2.0)
    results = {}

    def ask(number):
        while number not in results:
            try:
                results[number] = reader.read_file(files[number])
            except (StillWaiting, QueueFull, redis.RedisError):
                time.sleep(0.2)
            except Exception as error:
                if "OperationalError" not in type(error).__name__:
                    raise
                time.sleep(0.2)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(PHOTOS)]
    for thread in threads:
        thread.start()
    _until(lambda: len(results) >= 2)
    os.kill(workers[0], signal.SIGKILL)
    _until(lambda: len(results) >= 4)
    broker.kill()
    time.sleep(0.5)
    broker.start()
    for thread in threads:
        thread.join(200)
    assert len(results) == PHOTOS
    assert all(len(found.reading.tiles) > 5 for found in results.values())
    assert jobs.counts().done == PHOTOS
    assert jobs.counts().waiting == 0
    assert entries(broker, "photo") == []


def _until(condition, seconds=200.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def test_worker_processes_end_with_the_command_that_began_them_however_early_it_is_killed(broker, wait_for):
    environment = {**os.environ, "LONGHOUSE_QUEUE": broker.url}
    for patience in (0.0, 0.5):
        command = subprocess.Popen([sys.executable, "-m", "companion", "worker"], env=environment)
        (child,) = wait_for(lambda command=command: children(command.pid))
        time.sleep(patience)
        command.kill()
        command.wait()
        wait_for(lambda child=child: not is_alive(child))


def test_a_worker_that_is_begun_before_its_redis_says_so_and_reads_once_it_answers(jobs, broker, photos):
    broker.kill()
    environment = {**os.environ, "LONGHOUSE_QUEUE": broker.url, "LC_ALL": "C"}
    worker = subprocess.Popen(
        [sys.executable, "-m", "companion", "worker"], env=environment, stderr=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert worker.stderr.readline().startswith(f"No Redis runs at 127.0.0.1:{broker.port};")
        broker.start()
        assert worker.stderr.readline() == "Redis answers; photos are read.\n"
        assert QueueReader(jobs, 120.0).read_file(photos(1)[0]).reading.tiles
    finally:
        worker.terminate()
        worker.communicate(timeout=120)


def children(pid):
    """Return the processes that read photos for a command."""
    listed = [file.read_text(encoding="utf-8").split() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for found in listed for child in found if "spawn_main" in command_line(child)]


def command_line(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


def is_alive(pid):
    return "spawn_main" in command_line(pid)
