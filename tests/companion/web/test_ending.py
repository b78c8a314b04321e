"""The server's process ends when it is told, whatever is open, and another takes its port at once."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress

import pytest

from companion.web.ending import GRACE
from tests.support.readers.truth_reader import GAME
from tests.support.servers.ports import free_port

HANG = 60
"""Seconds after which something hangs, on however busy a machine."""


@pytest.fixture
def start(tmp_path):
    """Start the command, and return the process; ended however the test ends."""
    started = []

    def begin(*words, code="from companion.__main__ import main; main()"):
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", code, "serve", "--data", str(tmp_path), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONIOENCODING": "utf-8"},
        )
        started.append(process)
        assert process.stdout.readline(), process.stderr.read()
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def say(port, text):
    line = socket.create_connection(("127.0.0.1", port), timeout=HANG)
    line.sendall(text.replace("\n", "\r\n").encode())
    return line


def busy_connections(port):
    """Event streams that are read, uploads that are slow, a head that stays half, and one who says nothing."""
    streams = [say(port, "GET /events HTTP/1.1\nHost: localhost\n\n") for _ in range(5)]
    for stream in streams:
        assert stream.recv(15).startswith(b"HTTP/1.1 200")
    upload = "POST /tally HTTP/1.1\nHost: localhost\nContent-Type: multipart/form-data; boundary=x\n"
    uploads = [say(port, f"{upload}Content-Length: 1000000\n\n--x\n") for _ in range(5)]
    return [*streams, *uploads, say(port, "GET / HTTP/1.1\nHost:"), say(port, "")]


def is_well(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=HANG) as answer:
        return answer.status == 200


def is_inherited(process):
    """The sockets of a process that a child would hold open, as Linux tells it."""
    for fd in os.listdir(f"/proc/{process.pid}/fd"):
        # The process goes on opening and closing files meanwhile.
        with suppress(FileNotFoundError):
            if os.readlink(f"/proc/{process.pid}/fd/{fd}").startswith("socket:") and not _closes_on_exec(process, fd):
                yield fd


def _closes_on_exec(process, fd):
    with open(f"/proc/{process.pid}/fdinfo/{fd}", encoding="utf-8") as told:
        flags = int(re.search(r"flags:\s+([0-7]+)", told.read())[1], 8)
    return bool(flags & os.O_CLOEXEC)


@pytest.mark.long
def test_the_server_ends_in_time_whatever_is_open_and_its_port_is_free_at_once(start):
    port = free_port()
    words = ("--port", str(port), "--lan", "--camera", str(GAME))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        process = start(*words)
        lines = busy_connections(port)
        assert is_well(port)
        assert not (os.path.exists("/proc/self/fdinfo") and list(is_inherited(process)))
        for _ in range(3):  # An impatient person tells it again.
            process.send_signal(number)
            time.sleep(0.05)
        assert process.wait(HANG) == (-number if number == signal.SIGKILL else 0)
        assert process.stderr.read() == ""
        for line in lines:
            line.close()
    start(*words)
    assert is_well(port)


STUCK = """
import threading, time
from companion.web import create_app, ending, server

ending.GRACE = 1.0  # it is waited for

def stuck(config, read):
    app = create_app(config, read)
    app.add_url_rule("/stuck", view_func=lambda: time.sleep(1000))
    app.before_request_funcs[None].clear()
    return app

server.create_app = stuck
from companion.__main__ import main
main()
"""


@pytest.mark.long
def test_a_request_that_never_ends_does_not_keep_the_process_alive(start):
    port = free_port()
    process = start("--port", str(port), code=STUCK)
    lines = [say(port, "GET /stuck HTTP/1.1\nHost: localhost\n\n") for _ in range(3)]
    assert is_well(port)
    process.send_signal(signal.SIGTERM)
    assert process.wait(GRACE + HANG) == 0
    for line in lines:
        line.close()
