"""A Redis that cannot be reached is told of in one sentence, at once, and costs nothing that was recorded."""

import re
import socket
import threading
from contextlib import contextmanager, suppress

import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.hosted.reach import find_redis, problem_of, wait_for_redis
from companion.problems import Problem
from tests.support.readers.truth_reader import SAMPLES
from tests.support.servers.ports import free_port

SECRET = {"LONGHOUSE_SECRET": "sixteen letters and more"}
CYRILLIC = re.compile("[а-яё]")


@contextmanager
def server_that(answers):
    """A server on a free port that gives each command of its first caller an answer, if it has one for it."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with suppress(OSError), server.accept()[0] as caller:
                while said := caller.recv(4096):
                    for command in re.findall(rb"\*\d+\r\n\$\d+\r\n(\w+)", said):
                        caller.sendall(answers(command.decode()))

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def failure_sentence(address, seconds=5.0):
    with pytest.raises(Problem) as problem:
        find_redis(address, seconds)
    english, russian = (problem.value.sentence(lang) for lang in ("en", "ru"))
    assert CYRILLIC.search(russian)
    assert "secret" not in english + russian
    return english


@pytest.mark.parametrize("address", ["", "nonsense", "http://ann:secret@localhost", "redis://localhost:many/0"])
def test_what_is_no_address_is_shown_with_one_that_is(address):
    assert failure_sentence(address).endswith("is not an address of Redis; give one such as redis://localhost:6379/0.")


def test_a_refused_connection_an_unknown_host_and_silence_are_told_apart():
    port = free_port()
    assert failure_sentence(f"redis://:secret@127.0.0.1:{port}/0").startswith(f"No Redis runs at 127.0.0.1:{port};")
    assert failure_sentence("redis://nowhere.invalid/0").startswith(
        "The host “nowhere.invalid” in the address of Redis"
    )
    with server_that(lambda _: b"") as port:
        assert failure_sentence(f"redis://127.0.0.1:{port}", 0.1).startswith(
            f"Redis at 127.0.0.1:{port} does not answer;"
        )


def test_a_wrong_password_and_another_server_are_told_apart():
    with server_that(lambda _: b"-WRONGPASS invalid username-password pair\r\n") as port:
        assert "does not let this computer in" in failure_sentence(f"redis://ann:secret@127.0.0.1:{port}")
    with server_that(lambda _: b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        assert failure_sentence(f"redis://127.0.0.1:{port}").startswith(
            f"What answers at 127.0.0.1:{port} is not Redis;"
        )


def test_who_waits_for_redis_is_told_why_once_until_it_is_stopped(monkeypatch, wait_for):
    monkeypatch.setattr("companion.hosted.reach._PAUSE_S", 0.01)
    address, stopping, found, tried = f"redis://127.0.0.1:{free_port()}", threading.Event(), [], []

    def looked_for(*given):
        tried.append(given)
        return find_redis(*given)

    monkeypatch.setattr("companion.hosted.reach.find_redis", looked_for)
    waiting = threading.Thread(target=wait_for_redis, args=(address, stopping, found.append))
    waiting.start()
    wait_for(lambda: len(tried) > 3)
    stopping.set()
    waiting.join()
    assert found == [problem_of(address, ConnectionRefusedError())]


def test_who_waits_for_redis_goes_on_as_soon_as_it_answers():
    with server_that(lambda command: b"%1\r\n+proto\r\n:3\r\n" if command == "HELLO" else b"+PONG\r\n") as port:
        assert not wait_for_redis(f"redis://127.0.0.1:{port}", threading.Event(), pytest.fail)


def test_photos_for_workers_are_not_begun_and_results_stay(tmp_path):
    results = tmp_path / "results.jsonl"
    words = ["read", str(SAMPLES / "table11.jpg"), "--results", str(results), "--lang", "ru", "--queue"]
    refused = CliRunner().invoke(longhouse, [*words, f"redis://:secret@127.0.0.1:{free_port()}/0"])
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    assert refused.stderr.startswith("--queue: По адресу 127.0.0.1:")
    assert not results.exists()
    results.write_text('{"file": "a.jpg"}\n', encoding="utf-8")
    assert CliRunner().invoke(longhouse, [*words, "nonsense"]).exit_code == 1
    assert results.read_text(encoding="utf-8") == '{"file": "a.jpg"}\n'


@pytest.mark.parametrize("command", ["worker", "serve"])
def test_an_address_that_is_none_ends_the_command(command):
    ended = CliRunner().invoke(longhouse, [command], env={**SECRET, "LONGHOUSE_QUEUE": "nonsense"})
    assert ended.exit_code == 1
    assert ended.stderr.startswith("“nonsense” is not an address of Redis;")
    assert ended.stderr.count("\n") == 1
