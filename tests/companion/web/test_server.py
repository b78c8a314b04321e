"""The page over real sockets: event streams, many viewers, one that reads nothing, the command itself."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.web import Config
from tests.support.readers.truth_reader import GAME
from tests.support.servers.home_network import listening_addresses
from tests.support.servers.ports import free_port


def listen(address):
    """Open the event stream and return its file, past the headers."""
    host, port = address.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), timeout=120)
    line.sendall(f"GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    stream = line.makefile("rb")
    status = stream.readline()
    while stream.readline().strip():
        pass
    return line, stream, status


def events(stream):
    """Yield the names of events."""
    for line in stream:
        if line.startswith(b"event: "):
            yield line[7:].strip().decode()


def get(address, path):
    with urllib.request.urlopen(address + path, timeout=120) as answer:
        return answer.read()


def test_every_viewer_hears_of_the_recorded_game(serve, truth, wait_for):
    with serve(Config(camera=str(GAME), pace=0.4, viewers=12), truth) as (address, here):
        here.demonstration.pause()  # else all tiles might lie before the last viewer has come
        first = len(wait_for(lambda: here.table.snapshot.tally).board.tiles)
        lines = [listen(address) for _ in range(10)]
        assert all(b"200" in status for *_, status in lines)
        heard = [events(stream) for _, stream, _ in lines]
        assert [[next(told), next(told)] for told in heard] == [["table", "live"]] * 10
        here.demonstration.resume()
        wait_for(lambda: len(here.table.snapshot.tally.board.tiles) > first)
        assert all("table" in told for told in heard)
        assert len(json.loads(get(address, "/board.json"))["tiles"]) >= first
        assert get(address, "/camera.jpg").startswith(b"\xff\xd8")
        for line, *_ in lines:
            line.close()


def test_viewers_who_read_nothing_do_not_slow_the_camera(serve, truth, wait_for):
    with serve(Config(camera=str(GAME), pace=0.2, viewers=8, heartbeat=0.2), truth) as (address, here):
        deaf = [listen(address) for _ in range(6)]
        wait_for(lambda: here.table.snapshot.tally and len(here.table.snapshot.tally.board.tiles) >= 16)
        assert json.loads(get(address, "/healthz"))["status"] == "ok"
        for line, *_ in deaf:
            line.close()


@pytest.fixture
def command(tmp_path):
    """The command as a process; ended however the test ends."""
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "companion", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.getcwd(), "XDG_DATA_HOME": str(tmp_path)},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_the_command_prints_its_address_on_this_computer_alone_and_ends_on_a_signal(command, tmp_path):
    process = command("serve", "--port", "0", "--camera", "nowhere")
    said = process.stdout.readline()
    address = said.split()[3]
    assert address.startswith("http://127.0.0.1:")
    if os.path.exists("/proc/net/tcp"):  # only Linux says there who listens
        assert listening_addresses(int(address.rsplit(":", 1)[1])) == {"0100007F"}
    assert not list(tmp_path.rglob("lan.pem"))
    assert json.loads(get(address, "/healthz"))["status"] == "ok"
    assert "nowhere" in get(address, "/live").decode()
    process.send_signal(signal.SIGTERM)
    assert process.wait(120) == 0
    assert process.stderr.read() == ""


@pytest.mark.long
def test_a_server_whose_output_cannot_be_written_is_served_all_the_same(tmp_path, wait_for):
    port = free_port()
    words = ["-m", "companion", "serve", "--port", str(port), "--data", str(tmp_path)]

    def healthy():
        with suppress(OSError):
            return b"ok" in get(f"http://127.0.0.1:{port}", "/healthz")

    with open("/dev/full", "wb") as full:
        process = subprocess.Popen([sys.executable, *words], stdout=full, stderr=subprocess.PIPE)
    try:
        wait_for(lambda: process.poll() is not None or healthy(), 120)
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=120)[1] == b""
        assert process.returncode == 0
    finally:
        process.kill()


@pytest.mark.long
def test_a_server_that_is_killed_has_kept_every_tap_it_answered_in_the_folder_that_is_named(command, tmp_path):
    data = ("serve", "--port", "0", "--data", str(tmp_path / "games"))
    process = command(*data)
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def post(path, **fields):
        return visitor.open(address + path, urlencode(fields).encode(), timeout=120)

    address = process.stdout.readline().split()[3]
    assert b"/games/new" in get(address, "/games/")
    assert (tmp_path / "games" / "games.db").is_file()
    form = visitor.open(f"{address}/games/new").read().decode()
    token = re.search('name="csrf_token" value="([^"]+)"', form).group(1)
    game = post("/games/new", csrf_token=token, **{"colour-0": "red"}).url.rsplit("/", 2)[0].removeprefix(address)
    edges = {f"edge-{side}": "P" for side in range(6)}
    for q in range(5):
        post(f"{game}/build/tile", csrf_token=token, cell=f"{q},0", **edges)
    process.kill()
    process.wait(120)
    address = command(*data).stdout.readline().split()[3]
    assert b"5 tiles" in get(address, "/games/")
    # The session is signed with the key that the first process made, so the open page's forms go on working.
    post(f"{game}/build/tile", csrf_token=token, cell="5,0", **edges)
    assert b"6 tiles" in get(address, "/games/")


def refused(tmp_path, *words):
    """The sentence of a server that does not start."""
    done = CliRunner().invoke(longhouse, ["serve", "--lang", "ru", "--data", str(tmp_path), *words])
    assert (done.exit_code, done.stdout) == (1, "")
    (said,) = done.stderr.splitlines()
    return said


def test_a_database_that_cannot_be_used_is_said_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:  # so that nothing is served, whatever is refused
        assert "nonsense" in refused(tmp_path, "--port", str(taken.getsockname()[1]), "--db", "nonsense")


def test_a_port_that_is_taken_is_said_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert refused(tmp_path, "--port", str(taken.getsockname()[1])).startswith("Порт")


def test_a_user_without_an_account_and_a_home_folder_is_told_to_choose_a_folder(monkeypatch):
    def no_account(_):
        raise KeyError  # as for `docker run --user 1234`

    monkeypatch.setattr(pytest.importorskip("pwd"), "getpwuid", no_account)
    done = CliRunner(env={"HOME": None, "XDG_DATA_HOME": None}).invoke(longhouse, ["serve", "--port", "0"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "You have no home folder on this computer to keep games in; choose a folder with --data.\n"
