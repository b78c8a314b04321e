"""No command asks for a network address, is copied by a fork or leaves anything in the home folder."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import cv2
import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from benchmarks.made.fjord_faces import make_art
from benchmarks.made.fjords import make_fjord, make_scene, paint
from companion.cli import longhouse
from companion.record.storage.places import default_data_folder
from tests.support.processes.audited_process import AUDITED, ROOT, Watch, command, watch_in
from tests.support.readers.truth_reader import GAME, SAMPLES
from vision.plugins import games_calibrated, games_seen

_SPREAD = ROOT / "tests" / "calibration" / "data" / "stones_spread.jpg"
_CARDS = ROOT / "tests" / "vision" / "hokkaido" / "data" / "cards.jpg"
_CITY = ROOT / "tests" / "vision" / "hokkaido" / "data" / "city.jpg"
_DECODED_APART = ROOT / "tests" / "vision" / "imaging" / "data" / "turned.heic"
_PLAYED = str(GAME / "game_10.json")
_PHOTO = str(GAME / "game_01.jpg")

PROCESSES: dict[str, tuple[list[str], ...]] = {
    "without a network": (
        ["score", _PLAYED],
        ["check", _PLAYED],
        ["judge", str(GAME / "game_07.json"), str(GAME / "game_08.json")],
        ["moves", _PLAYED, "--player", "white"],
        ["place", _PLAYED, "--tile", "tile.json"],
        ["hint", _PLAYED, "--player", "white", "--time-limit", "0.2"],
        ["calibrate", "sheet", "--out", "sheet.pdf"],
        ["calibrate", "tiles", "--game", "nusfjord", "cards.jpg", "--profile", "mine", "--answers", "cards.json"],
        ["read", "--game", "nusfjord", "cards.jpg", "--profile", "mine"],
        ["calibrate", "export", "--profile", "mine", "--out", "mine.zip"],
        ["calibrate", "import", "mine.zip", "--profile", "yours"],
    ),
    "with networks": (
        ["read", _PHOTO, str(_DECODED_APART), "--picture", "drawn", "--out", "documents"],
        ["read", "--merge", _PHOTO, str(GAME / "game_02.jpg")],
        ["read", "--game", "vikings", "fjord.jpg"],
        ["calibrate", "tiles", "--game", "hokkaido", str(_CARDS), "--profile", "taught"],
        ["read", "--game", "hokkaido", str(_CITY), "--profile", "taught"],
        ["score", _PHOTO],
        ["watch", "table", "--hold", "3"],
        ["bench", "small/table.jpg", "--repeat", "1"],
        ["bench", "--live", "small"],
        ["calibrate", "tiles", str(_SPREAD), "--profile", "taught"],
        ["calibrate", "tiles", "--game", "vikings", "fjord.jpg", "--profile", "taught"],
        ["calibrate", "stones", str(_SPREAD), "--profile", "taught"],
        ["calibrate", "colours", str(SAMPLES / "table05.jpg"), "--profile", "taught"],
        ["calibrate", "camera", _PHOTO, "--profile", "taught"],
    ),
}
"""Command lines by process: a process takes longer to start than most commands do."""
_REFUSED = {("calibrate", "camera")}
"""One photo of a board is too little to learn a lens from; it is read all the same."""


def _commands(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    with click.Context(group) as context:
        for name in group.list_commands(context):
            found = group.get_command(context, name)
            if isinstance(found, click.Group):
                yield from _commands(found, (*above, name))
            else:
                yield (*above, name)


def _named(words: list[str]) -> tuple[str, ...]:
    return tuple(words[: 2 if words[0] == "calibrate" else 1])


def _games(*name: str) -> set[str]:
    lines = [line for lines in PROCESSES.values() for line in lines if _named(line) == name]
    return {line[line.index("--game") + 1] if "--game" in line else "fjords" for line in lines}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run, with the files that they are given."""
    folder = tmp_path_factory.mktemp("evening")
    tile = json.loads(Path(_PLAYED).read_text(encoding="utf-8"))["tiles"][0]
    (folder / "tile.json").write_text(
        json.dumps({key: tile[key] for key in ("edges", "regions", "touching")}), encoding="utf-8"
    )
    card = json.loads(_CARDS.with_suffix(".json").read_bytes())["cards"][0]
    answer = {"px": [at / 2 for at in card["px"]], "kind": "building", "name": "Smithy"}
    (folder / "cards.json").write_text(json.dumps([answer]), encoding="utf-8")
    cv2.imwrite(str(folder / "cards.jpg"), cv2.imread(str(_CARDS), cv2.IMREAD_REDUCED_COLOR_2))
    for name in ("table", "small"):
        (folder / name).mkdir()
    (folder / "table" / "table.jpg").symlink_to(_PHOTO)
    cv2.imwrite(str(folder / "small" / "table.jpg"), cv2.imread(_PHOTO, cv2.IMREAD_REDUCED_COLOR_4))
    return folder


def _paint_a_fjord(folder: Path) -> None:
    scene = replace(make_scene(2), size=(960, 720), light="soft", table="wood", exposure=1.0)
    cv2.imwrite(str(folder / "fjord.jpg"), paint(make_fjord(2), make_art(2), scene, 2).pixels)


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return watch_in(tmp_path)


def test_every_command_and_every_game_has_a_case():
    cases = {_named(line) for lines in PROCESSES.values() for line in lines}
    # Workers are there to be reached over a network; without the address of one they end at once.
    assert set(_commands(longhouse)) == cases | {("serve",), ("worker",)}
    assert _games("read") == {"fjords", *games_seen()}
    assert _games("calibrate", "tiles") == {"fjords", *games_calibrated()}


_CHILD = "import socket; socket.getaddrinfo('localhost', 9)"
_PARENT = f"""
import os, subprocess, sys
subprocess.run([sys.executable, "-c", {_CHILD!r}])
if os.fork() == 0:
    {_CHILD}
    os._exit(0)
os.wait()
"""


def test_actions_of_children_and_forks_are_recorded_too(watch: Watch):
    subprocess.run([sys.executable, "-c", _PARENT], env=watch.environment, check=True, timeout=300)
    named = [event[0] for event in watch.reached_out()]
    assert named == ["subprocess.Popen", "socket.getaddrinfo", "os.fork", "socket.getaddrinfo"]


@pytest.mark.parametrize(
    "process", [pytest.param(name, marks=pytest.mark.long if name == "with networks" else ()) for name in PROCESSES]
)
def test_a_command_reaches_out_for_nothing_and_leaves_nothing(process: str, folder: Path, watch: Watch):
    lines = PROCESSES[process]
    if process == "with networks":
        _paint_a_fjord(folder)
    words = [sys.executable, str(AUDITED / "run.py"), json.dumps(lines)]
    ran = subprocess.run(
        words, cwd=folder, env=watch.environment, capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    done = json.loads(ran.stdout.splitlines()[-1])
    assert [command["code"] for command in done] == [int(_named(line) in _REFUSED) for line in lines], ran.stderr
    # OpenVINO is imported once in a process: where commands share one, the first of them has to import it.
    assert {command["openvino"] for command in done} == {process == "with networks"}
    assert watch.reached_out_by_command() == {}
    assert [line for line, command in zip(lines, done, strict=True) if command["home"]] == []


@pytest.mark.long
@pytest.mark.parametrize("lan", [False, True])
def test_serving_reaches_out_for_nothing_and_leaves_only_the_data_folder(
    lan: bool, folder: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
):
    for name, value in (("HOME", str(watch.home)), ("XDG_DATA_HOME", "")):
        monkeypatch.setenv(name, value)
    data = Path(default_data_folder()).relative_to(watch.home)
    words = command("serve", "--port", "0", *(["--lan"] if lan else ["--camera", "small"]))
    with subprocess.Popen(words, cwd=folder, env=watch.environment, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            address = server.stdout.readline().split()[3]
            if lan:
                assert urllib.request.urlopen(address, timeout=120).status == 200
            else:
                assert _posted(f"{address}/tally", folder / "small" / "table.jpg") == 200
        finally:
            server.send_signal(signal.SIGTERM)
            server.stdout.read()
    assert server.returncode == 0
    assert watch.reached_out(lan) == []
    above = {str(path) for path in data.parents if path != Path()}
    assert {name for name in watch.left_at_home() if not Path(name).is_relative_to(data)} == above


def _posted(address: str, photo: Path) -> int:
    boundary, body = encode_multipart({"photo": FileStorage(photo.open("rb"), photo.name)})
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=120) as answer:
        return answer.status
