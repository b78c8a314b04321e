"""The security log: one line an event, nothing that was typed, readable to its owner alone, and never too long."""

from __future__ import annotations

import re
import socket
import stat

import pytest

from companion.web import Config
from companion.web.lan import addresses as lan_addresses
from companion.web.lan.security_log import FILE, note, written_to
from tests.companion.conftest import PATIENCE
from tests.support.servers.home_network import LOCAL_NETWORK, serve_home_network

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (127\.0\.0\.1) ([a-z0-9-]+)")


@pytest.fixture
def home(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(viewers=2), truth, tmp_path) as home:
        yield home


def events(home):
    lines = (home.folder / FILE).read_text(encoding="utf-8").splitlines()
    assert all(LINE.fullmatch(line) for line in lines), lines
    return [LINE.fullmatch(line)[2] for line in lines]


def test_codes_that_cannot_be_written_are_not_changed_and_the_host_is_told(home):
    before, host = home.codes, home.host()
    (home.folder / "codes.json").unlink()
    (home.folder / "codes.json").mkdir()
    answer = host.post("/join/codes")
    assert answer.status == 503
    assert "Nothing can be written" in answer.text
    assert home.codes == before


def test_who_joins_leaves_guesses_or_forges_is_in_the_log(home):
    viewer, stranger = home.visitor(), home.visitor(secure=False)
    stranger.join("WRONGONE\r\n2026-01-01T00:00:00Z 1.2.3.4 joined-as-host")
    stranger.join(home.codes.host)
    stranger.get("/board.json")
    viewer.join(home.codes.viewer)
    viewer.post("/join/codes")
    viewer.post("/join/leave")
    viewer.ask("POST", "/join/", b"code=x", Origin="http://evil.example")
    viewer.ask("POST", "/join/", b"code=x", Content_Type="application/x-www-form-urlencoded")
    home.visitor("evil.example", False).get("/")
    with socket.create_connection(("127.0.0.1", home.port), timeout=PATIENCE) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")
    home.host().post("/join/codes")
    assert events(home) == [
        "wrong-code",
        "host-code-in-clear-text",
        "not-allowed",
        "joined-as-viewer",
        "not-allowed",
        "left",
        "forged-post",
        "forged-post",
        "unknown-name",
        "refused-400",
        "codes-changed",
    ]
    kept = (home.folder / FILE).read_text(encoding="utf-8")
    assert "WRONGONE" not in kept
    assert home.codes.viewer not in kept


def test_the_log_is_its_owners_alone_even_after_it_has_begun_anew(tmp_path):
    (tmp_path / FILE).write_text("x" * 300_000, encoding="utf-8")
    (tmp_path / FILE).chmod(0o644)
    with written_to(tmp_path):
        note("wrong-code", "192.168.77.9")
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [FILE, f"{FILE}.1"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert files[0].stat().st_size < 100


def test_nobody_fills_the_log_or_hides_others_in_it(tmp_path):
    with written_to(tmp_path):
        for _ in range(1000):
            note("wrong-code", "192.168.77.9")
        note("wrong-code", "192.168.77.10")
    lines = (tmp_path / FILE).read_text(encoding="utf-8").splitlines()
    assert len(lines) < 30
    assert re.search(r"192\.168\.77\.10 wrong-code \(9\d\d other lines were left out\)$", lines[-1])


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path, capfd):
    with written_to(tmp_path / "nowhere"):
        note("wrong-code", "192.168.77.9")
    assert capfd.readouterr().err == ""


def test_no_line_of_it_is_written_to_the_terminals_log_as_well(tmp_path, caplog):
    with written_to(tmp_path):
        note("wrong-code", "127.0.0.1")
    assert len((tmp_path / FILE).read_text(encoding="utf-8").splitlines()) == 1
    assert caplog.records == []
