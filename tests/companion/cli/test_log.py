"""What a command logs while it runs is in the language of the command."""

import io
import logging

import pytest

from companion.cli.terminal.log import log_to_terminal
from companion.faults import FaultLog
from companion.language import N_


def at_terminal(lang, monkeypatch):
    """What is written to standard error from now on, by a log that nobody has directed elsewhere."""
    said = io.StringIO()
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr("sys.stderr", said)
    log_to_terminal(lang)
    return said


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Redis cannot be reached. OSError: gone\n"),
        ("ru", "Redis недоступен. OSError: gone\n"),
    ],
)
def test_a_fault_is_logged_in_the_language_of_the_command(monkeypatch, lang, line):
    said = at_terminal(lang, monkeypatch)
    FaultLog(logging.getLogger("test"), N_("Redis cannot be reached. %s")).report(OSError("gone"))
    assert said.getvalue() == line


def test_what_others_log_stays_as_it_is(monkeypatch):
    said = at_terminal("ru", monkeypatch)
    logging.getLogger("another library").warning("%d of %d are slow", 1, 2)
    assert said.getvalue() == "1 of 2 are slow\n"
