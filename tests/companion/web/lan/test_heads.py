"""The heads of requests over real sockets: what has no bound or two meanings is refused, and what is right is not."""

from __future__ import annotations

import socket

import pytest

from tests.companion.conftest import PATIENCE


def connect(home):
    return socket.create_connection(("127.0.0.1", home.port), timeout=PATIENCE)


def answer_to(home, *pieces):
    """Send pieces until the server wants no more, and return what it says."""
    with connect(home) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
            line.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It has said no and closed the line.
        said = b""
        try:
            while more := line.recv(65536):
                said += more
        except ConnectionResetError:
            pass
        return said


def status_of(home, *pieces):
    return int(answer_to(home, *pieces).split(b" ", 2)[1])


def asking(*lines, method=b"GET", target=b"/healthz"):
    return b"%s %s HTTP/1.1\r\n" % (method, target) + b"".join(line + b"\r\n" for line in lines) + b"\r\n"


HERE = b"Host: localhost"


def test_an_ordinary_head_is_answered(home):
    assert status_of(home, asking(HERE)) == 200
    assert status_of(home, asking(HERE, *(b"X-%d: y" % n for n in range(60)), b"Cookie: " + b"a" * 20_000)) == 200


@pytest.mark.parametrize(
    ("pieces", "statuses"),
    [
        ([b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", *[b"X: " + b"y" * 2**20] * 64], {413, 431}),
        ([b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", *[b"X-A: " + b"y" * 4000 + b"\r\n"] * 9000], {413, 431}),
        ([b"GET /", *[b"y" * 2**20] * 64], {414}),
        ([b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", *[b"X: y\r\n"] * 101, b"\r\n"], {413, 431}),
    ],
    ids=["one long line", "many long lines", "the first line", "many lines"],
)
def test_a_head_without_bound_is_refused_before_it_is_read(home, pieces, statuses):
    assert status_of(home, *pieces) in statuses
    assert status_of(home, asking(HERE)) == 200


@pytest.mark.parametrize(
    "lines",
    [
        [b"Host : localhost"],
        [b"Host\t: localhost"],
        [HERE, HERE],
        [HERE, b"host: evil.example"],
        [HERE, b"X-A: b", b" folded"],
        [HERE, b"X-A: b\rc"],
        [HERE, b"X-A: \x00"],
        [HERE, b"X A: b"],
        [HERE, b": b"],
        [HERE, b"no colon"],
        [HERE, b"Content-Length: 1", b"Content-Length: 2"],
        [HERE, b"Content-Length: -1"],
        [HERE, b"Content-Length: +1"],
        [HERE, b"Content-Length: 1_0"],
        [HERE, b"Content-Length: "],
        [HERE, b"Content-Length: " + b"9" * 5000],
        [],
    ],
)
def test_a_head_with_two_meanings_is_refused(home, lines):
    assert status_of(home, asking(*lines)) in (400, 413)


@pytest.mark.parametrize(
    "host",
    [
        "[::1].evil.com",
        "[::1]evil.com:80",
        "localhost:80:80",
        "localhost:99999",
        "localhost:x",
        "localhost, evil.com",
        "[::1",
        "[]",
        "evil.com@localhost",
        "localhost/",
        "user@localhost",
        "localhost evil.com",
        "loc%61lhost",
        "",
    ],
)
def test_a_host_that_is_no_host_is_refused(home, host):
    assert status_of(home, asking(f"Host: {host}".encode())) == 400
    assert status_of(home, asking(f"Host: {host}".encode(), target=b"/")) == 400


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]", "[::1]:8000", "localhost:"])
def test_this_computers_names_are_taken_in_every_spelling(home, host):
    assert status_of(home, asking(f"Host: {host}".encode())) == 200


@pytest.mark.parametrize("method", [b"GET", b"OPTIONS", b"POST"])
@pytest.mark.parametrize(
    "target", [b"http://evil.example/healthz", b"https://localhost/", b"//evil.example/", b"//[", b"evil.example:80"]
)
def test_a_target_that_names_another_server_is_refused(home, method, target, capfd):
    assert status_of(home, asking(HERE, method=method, target=target)) == 400
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "body",
    [
        [b"5\r\nhello\r\n", b"0\r\n\r\n"],
        [b"5;" + b"x" * 10_000 + b"\r\nhello\r\n", b"0\r\n\r\n"],
        [b"5\r\nhello\r\n0\r\n", *[b"X-Trailer: " + b"y" * 2**20 + b"\r\n"] * 8, b"\r\n"],
        [b"f" * 2**20] * 16,
    ],
    ids=["plain", "extension", "trailers", "size"],
)
def test_a_body_of_unknown_length_is_refused_unread(home, body):
    head = asking(HERE, b"Transfer-Encoding: chunked", method=b"POST", target=b"/tally")
    assert status_of(home, head, *body) == 411


@pytest.mark.parametrize("lines", [[b"Transfer-Encoding: chunked", b"Content-Length: 5"], [b"Transfer-Encoding: gzip"]])
def test_a_request_cannot_be_hidden_in_another(home, lines):
    head = asking(HERE, *lines, method=b"POST", target=b"/tally")
    said = answer_to(home, head, b"0\r\n\r\n" + asking(HERE))
    assert said.split(b" ")[1] in (b"400", b"411", b"501")
    assert said.count(b"HTTP/1.1 ") == 1
