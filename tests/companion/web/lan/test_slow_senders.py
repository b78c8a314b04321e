"""Visitors who send slowly, from many addresses at once, over real sockets: a request that is whole is answered."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from contextlib import ExitStack, suppress

import pytest

from companion.web import Config
from companion.web.lan import addresses as lan_addresses
from companion.web.lan import connections, deadline
from companion.web.lan import server as lan_server
from companion.web.lan.deadline import RequestDeadline
from companion.web.lan.server import HomeServer
from companion.web.lan.upload_slots import UploadSlots
from tests.companion.conftest import PATIENCE
from tests.support.servers.home_network import LOCAL_NETWORK, serve_home_network, trusting

ADDRESSES = [f"127.0.0.{number}" for number in range(11, 21)]
EACH = 18
"""Lines of each of them: more in all than lines may wait, and far more than there are threads."""
NEVER = 10 * PATIENCE
"""Seconds that no test waits."""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
UPLOAD = b"POST /tally HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: 1000000\r\n\r\n"


@pytest.fixture(scope="module")
def home(truth, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
        # Nobody is given up for silence or slowness alone: what is answered, or closed, is so for another reason.
        patch.setattr(lan_server, "_IDLE_TIMEOUT_S", NEVER)
        patch.setattr(connections, "_HEAD_TIMEOUT_S", NEVER)
        patch.setattr(deadline, "_IDLE_TIMEOUT_S", NEVER)
        with serve_home_network(Config(viewers=2, upload_megabytes=2), truth, tmp_path_factory.mktemp("data")) as home:
            home.server.request_seconds = NEVER
            yield home


def lines_from(stack, home, addresses, each):
    for address in addresses:
        for _ in range(each):
            line = socket.create_connection(("127.0.0.1", home.port), timeout=PATIENCE, source_address=(address, 0))
            yield stack.enter_context(line)


def drip(lines, stop):
    """Send a byte over every line every now and then, for as long as the server takes them."""
    while not stop.wait(0.2):
        for line in lines:
            with suppress(OSError):
                line.sendall(b"x")


@pytest.fixture
def slowly(home):
    """Open lines from ten addresses that begin with some bytes, and go on byte by byte."""
    stop = threading.Event()
    with ExitStack() as stack:
        threads = []

        def begin(*beginnings):
            lines = list(lines_from(stack, home, ADDRESSES, EACH))
            for number, line in enumerate(lines):
                with suppress(OSError):
                    line.sendall(beginnings[number % len(beginnings)])
            threads.append(threading.Thread(target=drip, args=(lines, stop)))
            threads[0].start()
            return lines

        yield begin
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)


@pytest.mark.parametrize(
    "beginnings",
    [(HEAD + b"X-A: ",), (b"\x16\x03\x01",), (UPLOAD,), (HEAD + b"X-A: ", b"\x16\x03\x01", UPLOAD, b"G")],
    ids=["heads", "handshakes", "bodies", "all of them"],
)
def test_slow_lines_from_ten_addresses_hold_up_nobody(home, slowly, beginnings):
    """Each answer comes though the slow lines are not given up."""
    slowly(*beginnings)
    for visitor in (home.visitor(), home.visitor(secure=False), home.host()):
        for _ in range(5):
            assert visitor.get("/healthz").status == 200
    viewer = home.visitor()
    assert viewer.join(home.codes.viewer).status == 303
    assert viewer.get("/").status == 200


def test_an_upload_gets_its_turn_while_others_send_slowly(home, slowly):
    slowly(UPLOAD)
    answer = home.host().ask("POST", "/tally", b"x" * 900_000, Content_Type="image/jpeg")
    assert answer.status in (400, 415, 422, 429, 503)  # It was read to its end; what it is of no use for is said.


def test_more_uploads_at_once_than_there_are_turns_are_all_answered(monkeypatch):
    # Thirty threads of one busy machine may well begin to send late: how fast they do is not what this test is about.
    monkeypatch.setattr(deadline, "_GRACE_S", NEVER)

    def app(environ, start):
        body = environ["wsgi.input"].read()
        start("200 OK", [("Content-Length", "7")])
        return [b"%07d" % len(body)]

    server = HomeServer(("127.0.0.1", 0), app, threads=6, uploads=3)
    with server._run_in_thread(), ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(server.bind_addr, timeout=PATIENCE)) for _ in range(30)]
        for line in lines:
            line.sendall(UPLOAD)
        for line in reversed(lines):
            threading.Thread(target=line.sendall, args=(b"x" * 1_000_000,), daemon=True).start()
        for line in lines:
            with line.makefile("rb") as answer:
                assert answer.readline() == b"HTTP/1.1 200 OK\r\n"
                while answer.readline().strip():
                    pass
                assert answer.read(7) == b"1000000"


def test_requests_that_follow_each_other_in_one_piece_are_all_answered(home):
    with socket.create_connection(("127.0.0.1", home.port), timeout=PATIENCE) as line:
        whole = HEAD + b"\r\n"
        line.sendall(whole + whole + whole[:20])
        answered = b""
        for more, count in ((b"", 2), (whole[20:], 3)):
            line.sendall(more)
            while answered.count(b'"ok"') < count:
                received = line.recv(65536)
                assert received, "the line was closed before all requests were answered"
                answered += received
        assert answered.count(b'"ok"') == 3


def test_a_head_in_pieces_is_answered_over_tls_as_well(home):
    with socket.create_connection(("127.0.0.1", home.port), timeout=PATIENCE) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with trusting(home).wrap_socket(plain, server_hostname=home.visitor().name) as line:
            for _ in range(3):
                for byte in HEAD + b"\r\n":
                    line.sendall(bytes([byte]))
                assert line.recv(15) == b"HTTP/1.1 200 OK"
                while b'"ok"' not in line.recv(65536):
                    pass
    assert isinstance(line, ssl.SSLSocket)


@pytest.mark.parametrize("beginning", [b"", HEAD, b"\x16\x03\x01"], ids=["nothing", "head", "handshake"])
def test_of_too_many_unfinished_requests_the_oldest_is_closed(home, beginning, capfd):
    with ExitStack() as stack:
        lines = []
        for line in lines_from(stack, home, ADDRESSES[:5], 41):
            line.sendall(beginning if len(lines) < 200 else b"")
            lines.append(line)
        assert lines[0].recv(1) == b""
        lines[-1].sendall(HEAD + b"\r\n")
        assert lines[-1].recv(15) == b"HTTP/1.1 200 OK"
    assert capfd.readouterr().err == ""


def test_who_sends_slowly_is_given_up_only_where_others_wait(monkeypatch):
    waits = []
    limit = RequestDeadline(90, lambda: bool(waits))
    now = time.monotonic()
    with limit.count_waiting():
        monkeypatch.setattr(time, "monotonic", lambda: now + 5)
    limit.count_bytes(1000)
    assert limit.next_wait() > 0
    waits.append(1)
    with pytest.raises(TimeoutError):
        limit.next_wait()
    limit.count_bytes(1_000_000)
    assert limit.next_wait() > 0


def test_a_body_that_arrived_while_the_server_was_busy_is_not_called_slow(monkeypatch, wait_for):
    clock, reached, goes_on = time.monotonic, threading.Event(), threading.Event()

    def app(environ, start):
        reached.set()
        assert goes_on.wait(PATIENCE)
        body = environ["wsgi.input"].read()
        start("200 OK", [("Content-Length", "6")])
        return [b"%06d" % len(body)]

    upload = UPLOAD.replace(b"1000000", b"100000")
    server = HomeServer(("127.0.0.1", 0), app, threads=2)
    with server._run_in_thread(), ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(server.bind_addr, timeout=PATIENCE)) for _ in range(2)]
        lines[0].sendall(upload + b"x" * 100_000)
        assert reached.wait(PATIENCE)
        lines[1].sendall(upload + b"x" * 100_000)
        wait_for(server.uploads.has_waiting)
        monkeypatch.setattr(time, "monotonic", lambda: clock() + 20)
        goes_on.set()
        for line in lines:
            with line.makefile("rb") as answer:
                assert answer.readline() == b"HTTP/1.1 200 OK\r\n"


def test_the_next_who_sends_is_of_the_address_that_sends_least():
    class Upload:
        def __init__(self, address):
            self.remote_addr = address

    uploads = UploadSlots(2)
    first, second, third, other = Upload("a"), Upload("a"), Upload("a"), Upload("b")
    assert [uploads.begin(upload) for upload in (first, second, third, other)] == [True, True, False, False]
    assert uploads.has_waiting()
    assert uploads.end(first) is other
    assert uploads.end(first) is None
    assert uploads.end(other) is third
    assert not uploads.has_waiting()


@pytest.fixture
def server():
    """A server whose app says nothing."""

    def app(environ, start):
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    server = HomeServer(("127.0.0.1", 0), app, threads=2)
    with server._run_in_thread():
        yield server


@pytest.mark.parametrize(
    "beginning", [HEAD + b"X-A: ", HEAD + b"Content-Length: 1000\r\n\r\n", b"\x16\x03\x01\x0f\xff"]
)
def test_the_time_for_a_request_does_not_begin_anew_with_every_byte(server, monkeypatch, beginning):
    monkeypatch.setattr(connections, "_HEAD_TIMEOUT_S", NEVER)
    server.request_seconds = 0.4
    with socket.create_connection(server.bind_addr, timeout=PATIENCE) as line:
        line.settimeout(0.05)
        line.sendall(beginning)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                line.sendall(b"x")
                assert line.recv(4096) == b""
                return
            except TimeoutError:
                continue
            except ConnectionError:
                return
        raise AssertionError("the server goes on listening")


@pytest.mark.parametrize("pieces", [(HEAD + b"\r\n",), (HEAD, b"\r\n")], ids=["in one piece", "in two"])
def test_a_line_may_lie_idle_for_longer_than_a_request_may_take(server, monkeypatch, wait_for, pieces):
    clock = time.monotonic
    with socket.create_connection(server.bind_addr, timeout=PATIENCE) as line:
        for hours in range(3):
            monkeypatch.setattr(time, "monotonic", lambda hours=hours: clock() + 3600 * hours)
            for piece in pieces[:-1]:
                line.sendall(piece)
                wait_for(lambda: server._incomplete._connections)
            line.sendall(pieces[-1])
            assert line.recv(15) == b"HTTP/1.1 200 OK"
            while not line.recv(4096).endswith(b"\r\n\r\n"):
                pass
