"""`longhouse serve` opens the page where there is a screen, never in the terminal, and never unasked elsewhere."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.serve import serve
from companion.cli.terminal.browser import has_screen
from tests.support.processes.audited_process import Watch, command, watch_in


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return watch_in(tmp_path)


def _installed(folder: Path, name: str) -> Path:
    """Put a browser on the path that only notes what it was told to open; returns its notes."""
    notes = folder / f"{name}.txt"
    folder.joinpath("bin").mkdir(exist_ok=True)
    browser = folder / "bin" / name
    browser.write_text(f'#!/bin/sh\necho "$@" >> "{notes}"\n', encoding="utf-8")
    browser.chmod(0o755)
    return notes


def _environment(watch: Watch, folder: Path, **more: str) -> dict[str, str]:
    return {**watch.environment, "PATH": str(folder / "bin"), "TERM": "xterm", **more}


def _served(words: list[str], environment: dict[str, str], until: Callable[[], Any]) -> str:
    """Serve until something holds; returns the page's address."""
    words = command("serve", "--port", "0", *words)
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            address = server.stdout.readline().split()[3]
            until()
        finally:
            server.send_signal(signal.SIGTERM)
            server.stdout.read()
    assert server.returncode == 0
    return address


@pytest.mark.long
def test_the_page_is_opened_on_a_screen(watch: Watch, tmp_path: Path, wait_for: Any):
    notes = _installed(tmp_path, "xdg-open")
    opened = _environment(watch, tmp_path, WAYLAND_DISPLAY="wayland-7")
    address = _served(
        [], opened, lambda: wait_for(lambda: notes.exists() and notes.read_text(encoding="utf-8").strip(), 60)
    )
    assert notes.read_text(encoding="utf-8").split() == [address]


@pytest.mark.long
def test_where_it_is_not_wanted_no_browser_is_started(watch: Watch, tmp_path: Path):
    notes = _installed(tmp_path, "xdg-open")
    _served([], _environment(watch, tmp_path, DISPLAY=":7", LONGHOUSE_BROWSER="0"), lambda: None)
    assert watch.reached_out() == []
    assert not notes.exists()


@pytest.mark.parametrize(
    ("words", "variable", "wanted"),
    [([], None, True), (["--no-browser"], None, False), ([], "0", False), (["--browser"], "0", True)],
)
def test_an_option_says_the_same_as_the_variable_and_goes_before_it(
    words: list[str], variable: str | None, wanted: bool
):
    with CliRunner(env={"LONGHOUSE_BROWSER": variable}).isolation():
        assert serve.make_context("serve", words).params["browser"] is wanted


def test_a_text_browser_is_never_started(watch: Watch, tmp_path: Path):
    notes = [_installed(tmp_path, name) for name in ("www-browser", "links", "elinks", "lynx", "w3m")]
    opening = "from companion.cli.terminal.browser import open_page; open_page('http://127.0.0.1:9/').join()"
    environment = _environment(watch, tmp_path, DISPLAY=":7")
    subprocess.run([sys.executable, "-c", opening], env=environment, check=True, timeout=300)
    started = [event[1:3] for event in watch.reached_out()]
    assert "xdg-settings" in started[-1], "a browser was not even looked for"
    assert not any(note.exists() for note in notes)


@pytest.mark.parametrize(
    ("environment", "platform", "screen"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "freebsd14", True),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"SSH_CONNECTION": "192.168.1.2 50000 192.168.1.3 22"}, "darwin", False),
    ],
)
def test_a_screen_is_known_by_its_name_or_by_the_system(environment: dict[str, str], platform: str, screen: bool):
    assert has_screen(environment, platform) == screen
