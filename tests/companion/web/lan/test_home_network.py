"""The home network: the certificate, addresses, and a door that nobody can hold shut, on real sockets."""

from __future__ import annotations

import datetime as dt
import http.client
import os
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network

import pytest
from cryptography import x509

from companion.problems import Problem
from companion.web.access.invitation import invitation
from companion.web.access.qr import qr_svg, qr_text
from companion.web.access_codes import Codes
from companion.web.lan import addresses as lan_addresses
from companion.web.lan.addresses import LocalNetwork, LocalNetworkLookup, look_up_network
from companion.web.lan.certificate import certificate_for, tls_context
from companion.web.lan.connections import VisitorConnection
from companion.web.lan.deadline import RequestDeadline
from companion.web.lan.server import HomeServer
from companion.web.lan.tls import HomeTls
from tests.companion.conftest import PATIENCE
from tests.support.servers.home_network import LOCAL_NETWORK, NAME, listening_addresses, trusting

HOSTS = ("192.168.77.5", "longhouse-test")
NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@pytest.fixture
def known_place(monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)


def certificate_in(path):
    return x509.load_pem_x509_certificate(path.read_bytes())


def names_in(path):
    found = certificate_in(path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in found}


# --- The certificate


def test_a_certificate_is_made_for_all_addresses_and_kept_from_others(tmp_path):
    path = certificate_for(tmp_path, HOSTS)
    assert names_in(path) == {*HOSTS, "localhost", "127.0.0.1"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert tls_context(path).minimum_version >= ssl.TLSVersion.TLSv1_2
    assert not list(tmp_path.glob("*.new"))


def test_a_certificate_that_fits_is_used_again(tmp_path):
    first = certificate_for(tmp_path, HOSTS, NOW).read_bytes()
    assert certificate_for(tmp_path, HOSTS[:1], NOW + dt.timedelta(days=300)).read_bytes() == first


@pytest.mark.parametrize(
    ("hosts", "later"),
    [((*HOSTS, "192.168.5.5"), 0), (HOSTS, 390), (HOSTS, 500), (HOSTS, -30)],
    ids=["another address", "runs out soon", "has run out", "is not valid yet"],
)
def test_a_certificate_that_does_not_fit_is_renewed(tmp_path, hosts, later):
    old = certificate_in(certificate_for(tmp_path, HOSTS, NOW))
    then = NOW + dt.timedelta(days=later)
    new = certificate_in(certificate_for(tmp_path, hosts, then))
    assert new.serial_number != old.serial_number
    assert new.not_valid_before_utc <= then < new.not_valid_after_utc
    assert (new.not_valid_after_utc - new.not_valid_before_utc).days <= 398


@pytest.mark.parametrize(
    "damage", [b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_certificate_is_made_anew(tmp_path, damage):
    path = certificate_for(tmp_path, HOSTS)
    path.write_bytes(damage)
    assert tls_context(certificate_for(tmp_path, HOSTS))


def test_a_certificate_whose_key_is_anothers_is_made_anew(tmp_path):
    (tmp_path / "other").mkdir()
    path, other = certificate_for(tmp_path, HOSTS), certificate_for(tmp_path / "other", HOSTS)
    begin = b"-----BEGIN CERTIFICATE-----"
    path.write_bytes(path.read_bytes().split(begin)[0] + begin + other.read_bytes().split(begin)[1])
    assert tls_context(certificate_for(tmp_path, HOSTS))


def test_a_key_that_others_could_read_is_closed_to_them(tmp_path):
    path = certificate_for(tmp_path, HOSTS)
    path.chmod(0o644)
    assert stat.S_IMODE(certificate_for(tmp_path, HOSTS).stat().st_mode) == 0o600


def test_a_folder_that_takes_no_certificate_is_said_in_one_sentence(tmp_path):
    nowhere = tmp_path / "nowhere"
    with pytest.raises(Problem, match="nowhere"):
        certificate_for(nowhere, HOSTS)


def test_the_certificate_follows_the_computer_to_another_network(tmp_path, monkeypatch):
    here = [LOCAL_NETWORK]
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: here[0])
    monkeypatch.setattr(lan_addresses, "_LOOKUP_VALID_S", -1.0)
    tls = HomeTls(tmp_path, LocalNetworkLookup())
    first = tls.context()
    assert tls.context() is first
    here[0] = LocalNetwork((IPv4Address("10.1.1.7"),), (IPv4Network("10.1.1.0/24"),), ())
    assert tls.context() is not first
    assert "10.1.1.7" in names_in(tmp_path / "lan.pem")


# --- Addresses


def test_this_computers_addresses_are_looked_up():
    place = look_up_network()
    assert not any(address.is_loopback for address in place.addresses)
    assert all(any(a in n for n in place.networks) for a in place.addresses)
    assert all(name == name.lower() for name in place.names)


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.77.20", True),
        ("10.0.0.1", True),
        ("127.0.0.1", True),
        ("fe80::1", True),
        ("1.1.1.1", False),
        ("2606:4700::1", False),
        ("", False),
        ("evil", False),
    ],
)
def test_only_addresses_of_a_home_are_near(address, near):
    assert LOCAL_NETWORK.is_local(address) == near


def test_a_public_network_that_this_computer_is_in_counts_as_its_home():
    campus = LocalNetwork((IPv4Address("1.1.1.7"),), (IPv4Network("1.1.1.0/24"),), ())
    assert campus.is_local("1.1.1.9")
    assert not campus.is_local("1.1.2.9")


def test_the_invitation_names_the_first_address_and_the_hosts_port():
    codes = Codes(None).now()
    found = invitation(LOCAL_NETWORK, "127.0.0.1:8123", codes)
    assert found.camera == f"https://192.168.77.5:8123/join/{codes.camera}"
    assert found.viewer == f"https://192.168.77.5:8123/join/{codes.viewer}"
    assert found.plain == "http://192.168.77.5:8123/join/"
    assert codes.host not in found.camera + found.viewer
    assert not found.alone
    assert invitation(LocalNetwork((), (), ()), "127.0.0.1:8123", codes).alone


def test_qr_codes_need_no_style_and_no_script():
    drawn = qr_svg("https://192.168.77.5:8000/join/ABCDEFGH")
    assert drawn.startswith("<svg")
    assert "style" not in drawn
    assert "script" not in drawn
    assert set(qr_text("https://192.168.77.5:8000/")) == set(" █▄▀\n")


# --- The door


def test_one_port_serves_both_with_and_without_tls(home):
    for visitor in (home.visitor(), home.visitor(secure=False), home.host()):
        assert visitor.get("/healthz").status == 200
        # The line stays open for the next request.
        assert visitor.get("/join/").status == 200
    assert 'href="https://' in home.visitor(secure=False).get("/join/").text
    assert "certificate itself" not in home.visitor().get("/join/").text


def connect(home):
    return socket.create_connection(("127.0.0.1", home.port), timeout=120)


def test_visitors_who_say_nothing_or_stop_half_way_hold_up_nobody(home):
    """More of them than there are threads: most are silent, some stop in a handshake, some in a request."""
    lines = [connect(home) for _ in range(60)]
    for line in lines[:8]:
        line.sendall(b"\x16")
    for line in lines[8:12]:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
    assert home.visitor().get("/healthz").status == 200
    for line in lines:
        line.close()
    assert home.visitor().get("/healthz").status == 200


def test_a_visitor_who_does_not_trust_the_certificate_ends_quietly(home, capfd):
    strict = ssl.create_default_context()
    with connect(home) as line, pytest.raises(ssl.SSLError):
        strict.wrap_socket(line, server_hostname=NAME)
    with connect(home) as line, trusting(home).wrap_socket(line, server_hostname=NAME) as secure:
        assert secure.version() in ("TLSv1.2", "TLSv1.3")
    with connect(home) as line:
        line.sendall(b"\x16\x03\x01\x00\x05nonsense nonsense")
    assert home.visitor().get("/healthz").status == 200
    assert capfd.readouterr().err == ""


def dripped(line):
    """Send byte after byte until the server has had enough, and return what it says then."""
    line.settimeout(0.05)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(ConnectionError):  # it has had enough while this byte was on its way; what it said can be read
            line.sendall(b"x")
        with suppress(TimeoutError):
            return line.recv(4096)
    raise AssertionError("the server goes on listening")


def test_a_request_that_comes_too_slowly_is_given_up():
    def app(environ, start):
        environ["wsgi.input"].read()
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    server = HomeServer(("127.0.0.1", 0), app, threads=2, request_seconds=0.4)
    with server._run_in_thread(), socket.create_connection(server.bind_addr, timeout=120) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        assert dripped(line).startswith((b"HTTP/1.1 408", b"HTTP/1.0 408"))


def test_patience_ends():
    with pytest.raises(TimeoutError):
        RequestDeadline(0.0).next_wait()
    assert 0 < RequestDeadline(50).next_wait() <= 1


def test_too_large_a_request_is_refused_before_it_is_read(home):
    with connect(home) as line:
        line.sendall(b"POST /tally HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000000\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413")


def test_an_upload_that_is_refused_is_not_kept_in_memory(home):
    visitor, body = home.visitor(secure=False), b"x" * 1_900_000
    tracemalloc.start()
    try:
        assert visitor.ask("POST", "/tally", body, Content_Type="image/jpeg").status == 401
        assert tracemalloc.get_traced_memory()[1] < 1_500_000
    finally:
        tracemalloc.stop()


class Knock:
    """A connection from another computer."""

    def __init__(self, address):
        self.remote_addr = address
        self.leave = None

    def when_closed(self, do):
        self.leave = do


def test_a_proxy_brings_the_visitors_of_all_threads():
    server = HomeServer(("127.0.0.1", 0), None, threads=4, proxied=True)
    assert all(server.admit(Knock("192.168.77.9")) for _ in range(8))


def test_no_other_computer_takes_all_threads():
    server = HomeServer(("127.0.0.1", 0), None, threads=4)
    lines = [Knock("192.168.77.9") for _ in range(3)]
    assert [server.admit(line) for line in lines] == [True, True, False]
    assert server.admit(Knock("192.168.77.10"))
    lines[0].leave()
    assert server.admit(Knock("192.168.77.9"))
    assert all(server.admit(Knock("127.0.0.1")) for _ in range(9))


class FromAfar(VisitorConnection):
    """A connection from another computer, as the server sees it; on one machine all connections come from itself."""

    remote_addr = property(lambda _: "192.168.77.9", lambda _, address: None)


def test_other_computers_are_answered_while_the_server_serves():
    def app(environ, start):
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    server = HomeServer(("127.0.0.1", 0), app, threads=4)
    server.ConnectionClass = FromAfar
    server.prepare()
    serving = threading.Thread(target=server.serve, daemon=True)
    serving.start()
    try:
        line = http.client.HTTPConnection("127.0.0.1", server.bind_addr[1], timeout=PATIENCE)
        line.request("GET", "/", headers={"Connection": "close"})
        assert line.getresponse().read() == b"ok"
        line.close()
    finally:
        server.stop()
        serving.join(PATIENCE)


# --- The command


def serve(tmp_path, *words):
    return subprocess.Popen(
        [sys.executable, "-u", "-m", "companion", "serve", "--port", "0", "--data", str(tmp_path), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.long
@pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="only Linux says there who listens")
def test_with_lan_others_can_reach_the_page_and_the_command_says_how(tmp_path):
    process = serve(tmp_path, "--lan")
    try:
        port = int(process.stdout.readline().split()[3].rsplit(":", 1)[1])
        assert listening_addresses(port) == {"00000000"}
        assert (tmp_path / "lan.pem").exists()
        codes, said = Codes(tmp_path).now(), ""
        while f"{codes.host[:4]}-{codes.host[4:]}" not in said:
            said += process.stdout.readline() or pytest.fail(said)
        assert f":{port}/join/{codes.viewer}" in said
        assert "█" in said
    finally:
        process.terminate()
        _, err = process.communicate(timeout=300)
    assert err == ""
