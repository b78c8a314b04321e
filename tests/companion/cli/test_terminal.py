"""What a terminal makes of the commands: the language of its locale, progress, letters that it lacks."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.cli.answers import print_problem
from companion.cli.terminal.progress import steps
from companion.problems import Problem
from tests.support.readers.truth_reader import GAME, SAMPLES

_DOCUMENTS = (str(SAMPLES / "table05.json"), str(SAMPLES / "table11.json"))
_PHOTOS = (str(GAME / "game_01.jpg"), str(GAME / "game_02.jpg"))
_ENGLISH, _RUSSIAN = "There is no such file", "Такого файла нет"


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ({}, _ENGLISH),
        ({"LANG": "ru_RU.UTF-8"}, _RUSSIAN),
        ({"LANG": "ru"}, _RUSSIAN),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU@euro"}, _RUSSIAN),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, _ENGLISH),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8", "LC_ALL": "C"}, _ENGLISH),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "POSIX", "LC_ALL": "ru_RU.UTF-8"}, _RUSSIAN),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""}, _RUSSIAN),
        ({"LANG": "fi_FI.UTF-8"}, _ENGLISH),
        ({"LANG": "run_BI.UTF-8"}, _ENGLISH),
    ],
)
def test_a_command_uses_the_language_of_the_locale(locale: dict[str, str], said: str):
    unset = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "LANG"))
    assert said in CliRunner(env={**unset, **locale}).invoke(longhouse, ["score", "nowhere.json"]).stderr


def test_the_option_goes_before_the_locale_and_wrong_usage_is_still_said():
    runner = CliRunner(env={"LC_ALL": "ru_RU.UTF-8"})
    assert _ENGLISH in runner.invoke(longhouse, ["score", "nowhere.json", "--lang", "en"]).stderr
    wrong = runner.invoke(longhouse, ["bench"])
    assert (wrong.exit_code, "Использование: " in wrong.stderr, "Укажите" in wrong.stderr) == (2, True, True)
    assert "--lang" in runner.invoke(longhouse, ["score", "--help"]).stdout


def _at_a_terminal(*words: str, same: bool = False, **more: str) -> tuple[str, str]:
    """Return what a command writes to a pipe and to a terminal, which is its standard error or, if `same`, both."""
    ours, its = os.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **more}
    with TemporaryFile() as file:
        streams = {"stdin": subprocess.DEVNULL, "stdout": its if same else file, "stderr": its}
        process = subprocess.Popen([sys.executable, "-m", "longhouse", *words], env=environment, **streams)
        os.close(its)
        shown = _all_of(ours)
        assert process.wait(300) == 0
        file.seek(0)
        return file.read().decode(), shown


def _all_of(terminal: int) -> str:
    shown = bytearray()
    with suppress(OSError):  # how Linux ends a terminal that nobody has open any more
        while part := os.read(terminal, 65536):
            shown += part
    os.close(terminal)
    return shown.decode()


@pytest.mark.long
@pytest.mark.parametrize("merge", [[], ["--merge"]])
def test_reading_photos_shows_its_progress_at_a_terminal_and_leaves_the_answers_clean(merge: list[str]):
    written, shown = _at_a_terminal("read", *_PHOTOS, *merge, "--json")
    assert Path(json.loads(written.splitlines()[0])["file"]).name == "game_01.jpg"
    assert shown.index("1 of 2") < shown.index("2 of 2")


def test_progress_is_shown_in_russian_too():
    assert "2 из 2" in _at_a_terminal("score", *_DOCUMENTS, "--lang", "ru")[1]


def test_json_lines_at_a_terminal_stand_alone():
    shown = _at_a_terminal("score", *_DOCUMENTS, "--json", same=True)[1]
    assert [Path(json.loads(line)["file"]).name for line in shown.splitlines()] == ["table05.json", "table11.json"]


@pytest.mark.parametrize(
    ("words", "more"), [(_DOCUMENTS[:1], {}), (_DOCUMENTS, {"TERM": "dumb"})], ids=["one file", "dumb terminal"]
)
def test_one_file_and_a_dumb_terminal_are_shown_no_progress(words: tuple[str, ...], more: dict[str, str]):
    written, shown = _at_a_terminal("score", *words, **more)
    assert "table05.json" in written
    assert shown == ""


def test_what_is_said_while_progress_is_shown_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch):
    ours, its = os.openpty()
    with os.fdopen(its, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        for file, working in steps(("a.jpg", "b.jpg"), "en", as_json=True):
            with working:
                print_problem(file, Problem("It is blurred."), "en")
        monkeypatch.undo()
    lines = [re.split(r"\x1b\[2K", line)[-1].strip() for line in _all_of(ours).split("\n")]
    assert [line for line in lines if "blurred" in line] == ["a.jpg: It is blurred.", "b.jpg: It is blurred."]


def test_a_pipe_is_shown_no_progress_even_where_colours_are_forced():
    words = [sys.executable, "-m", "longhouse", "score", *_DOCUMENTS]
    done = subprocess.run(
        words, env={**os.environ, "FORCE_COLOR": "1"}, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stderr == ""
    assert "table11.json" in done.stdout


def test_a_command_that_is_stopped_says_so_and_no_more(tmp_path: Path):
    pipe = tmp_path / "table.json"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "longhouse", "score", str(pipe)]
    process = subprocess.Popen(
        words, env={**os.environ, "LC_ALL": "ru_RU.UTF-8"}, stderr=subprocess.PIPE, encoding="utf-8"
    )
    with pipe.open("wb"):  # opened as soon as the command reads
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=300)[1] == "Остановлено.\n"
    assert process.returncode == 130


_INTERRUPTED_WHILE_IMPORTED = """
import os, signal, sys

module = sys.argv.pop(1)

class Interrupting:
    def find_spec(self, name, *_):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from companion.__main__ import main
main()
"""


def test_watching_that_is_stopped_while_it_is_loaded_still_prints_the_board_and_succeeds():
    code = [sys.executable, "-c", _INTERRUPTED_WHILE_IMPORTED, "companion.cli.watch"]
    done = subprocess.run([*code, "watch", "--json", str(GAME)], capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    line = json.loads(done.stdout)
    assert (line["event"], line["frame"], line["board"]["tiles"]) == ("end", 0, [])


@pytest.mark.long
def test_a_server_that_is_stopped_while_it_is_loaded_succeeds(tmp_path: Path):
    code = [sys.executable, "-c", _INTERRUPTED_WHILE_IMPORTED, "companion.cli.serve"]
    words = ["serve", "--port", "0", "--no-browser", "--data", str(tmp_path), "--lang", "en"]
    done = subprocess.run([*code, *words], capture_output=True, encoding="utf-8", check=True)
    assert (done.stdout, done.stderr) == ("", "Stopped.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", *_DOCUMENTS], "disk is full"),
        (["--help"], "disk is full"),
        (["calibrate", "--help"], "disk is full"),
        (["--lang", "ru", "score", *_DOCUMENTS], "Диск заполнен"),
        (["score", *_DOCUMENTS, "--lang", "ru"], "Диск заполнен"),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, list) else "",
)
def test_output_to_a_full_disk_is_said_in_one_sentence_of_the_commands_language(words: list[str], said: str):
    command = [sys.executable, "-m", "longhouse", *words]
    with open("/dev/full", "wb") as full:
        environment = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", env=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert said in done.stderr


def test_a_terminal_without_the_letters_ends_no_command_and_json_keeps_its_meaning(tmp_path: Path):
    words = [sys.executable, "-m", "longhouse", "score", "--lang", "ru"]
    poor = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": os.getcwd()}
    (tmp_path / "стол.json").write_bytes(Path(_DOCUMENTS[1]).read_bytes())
    run = {"cwd": tmp_path, "env": poor, "capture_output": True, "text": True, "check": True}
    assert "13" in subprocess.run([*words, "стол.json"], **run).stdout
    assert json.loads(subprocess.run([*words, "стол.json", "--json"], **run).stdout)["file"] == "стол.json"
