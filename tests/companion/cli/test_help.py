"""Help and usage errors are whole in either language, for every command."""

import os
import re

import click
import pytest
from click.testing import CliRunner

from companion.cli import LazyGroup, longhouse

RUSSIAN = re.compile("[а-яё]", re.IGNORECASE)
ENGLISH = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_GB.UTF-8", "LANGUAGE": "de"}


def ask(*words, **environment):
    return CliRunner().invoke(longhouse, words, prog_name="longhouse", env={**ENGLISH, **environment})


def commands_in(lang, group=longhouse, path=()):
    """Yield every command and group of the command line in a language, with the words that call it."""
    group = group.in_language(lang)
    yield path, group
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, LazyGroup):
            yield from commands_in(lang, command, (*path, name))
        else:
            yield (*path, name), command


def words_of(command):
    """Yield what stands in a command's help: its own words, those of its options, and names of values."""
    yield command.help
    yield command.options_metavar
    for param in command.params:
        if isinstance(param, click.Option):
            yield param.help
        if not (isinstance(param.type, click.Choice) or getattr(param, "is_flag", False)):
            yield param.metavar


def test_every_command_and_option_has_russian_words_of_help():
    found = list(commands_in("ru"))
    assert len(found) > 18
    without = {(path, said) for path, command in found for said in words_of(command) if not RUSSIAN.search(said or "")}
    assert not without


def test_russian_help_has_the_paragraphs_of_the_english_one():
    for (path, russian), (_, english) in zip(commands_in("ru"), commands_in("en"), strict=True):
        assert russian.help.count("\n\n") == english.help.count("\n\n"), path


@pytest.mark.parametrize("path", [(), ("read",), ("calibrate",), ("calibrate", "tiles")])
def test_what_click_adds_to_help_is_russian_too(path):
    told = ask(*path, "--help", LANG="ru_RU.UTF-8").stdout
    assert not re.search("Usage|Options|OPTIONS|Commands|ARGS|Show|default|required|FILE|DIR", told)


def test_help_says_what_a_command_takes_and_prints():
    assert "longhouse read [OPTIONS] PHOTO|FOLDER..." in ask("read", "--help").stdout
    assert "Print one JSON line an event." in ask("watch", "--help").stdout
    assert "new or empty" in ask("calibrate", "import", "--help").stdout


def test_an_option_or_the_locale_names_the_language_of_help_and_the_option_prevails():
    assert "Показать эту справку" in ask("read", "--help", LANG="ru_RU.UTF-8").stdout
    assert "Показать эту справку" in ask("calibrate", "sheet", "--help", "--lang", "ru").stdout
    assert "Show this message" in ask("read", "--lang=en", "--help", LANG="ru_RU.UTF-8").stdout
    assert "Show this message" in ask("read", "--help").stdout


def test_a_language_that_is_named_before_the_command_holds_for_it():
    assert "Показать эту справку" in ask("--help", "--lang", "ru").stdout
    assert "Показать эту справку" in ask("--lang", "ru", "calibrate", "--help").stdout
    assert ask("--lang", "ru", "score", "missing.json").stderr == "missing.json: Такого файла нет; проверьте имя.\n"
    exported = ask("calibrate", "--lang", "ru", "export", "--profile", "missing", "--out", "x.zip")
    assert exported.stderr == "missing: Нет папки профиля «missing»; проверьте имя.\n"
    assert "There is no such file" in ask("--lang", "ru", "score", "missing.json", "--lang", "en").stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["read", "--foo"], "Нет параметра «--foo»."),
        (["read"], "Не указан аргумент 'СНИМОК|ПАПКА...'."),
        (["moves", "x.json"], "Не указан параметр '--player'."),
        (["read", "x.jpg", "--jobs", "many"], "здесь нужно число, а не «many»."),
        (["read", "x.jpg", "--jobs", "99"], "99 вне пределов 1<=x<=64."),
        (["hint", "x.json", "--player", "Ann", "--time-limit", "-1"], "-1.0 вне пределов 0<=x<=3600."),
        (["hint", "x.json", "--player", "Ann", "--time-limit", "nan"], "укажите число секунд, например 5."),
        (["sing"], "Нет команды «sing»."),
    ],
)
def test_wrong_usage_is_told_in_russian(words, said):
    told = ask(*words, LANG="ru_RU.UTF-8")
    assert told.exit_code == 2
    assert said in told.stderr
    assert told.stderr.startswith("Использование: longhouse ")
    assert not re.search("Usage|Try|Error|Missing|Invalid", told.stderr)


@pytest.mark.parametrize(("lang", "said"), [("en", "requires an argument"), ("ru", "нужно значение")])
def test_an_empty_value_is_refused_for_every_option(lang, said):
    given = [
        (*path, param.opts[0])
        for path, command in commands_in(lang)
        for param in command.params
        if isinstance(param, click.Option) and not (param.is_flag or param.count)
    ]
    assert {("read", "--keep"), ("moves", "--player"), ("serve", "--db"), ("calibrate", "export", "--out")} < {*given}
    for words in given:
        for empty in ([*words, ""], [*words[:-1], f"{words[-1]}="]):
            told = ask("--lang", lang, *empty)
            assert (told.exit_code, told.stdout) == (2, ""), empty
            assert words[-1] in told.stderr.splitlines()[-1], empty
            assert said in told.stderr.splitlines()[-1], empty


def test_one_empty_value_of_several_is_refused():
    assert "requires an argument" in ask("serve", "--club", "--table", "Ann=0", "--table", "").stderr


def test_a_language_that_is_named_after_the_error_still_counts():
    assert "Нет параметра «--foo»" in ask("read", "--foo", "--lang", "ru").stderr
    assert "No such option '--foo'" in ask("read", "--foo", "--", "--lang", "ru").stderr


@pytest.mark.parametrize("words", [(), ("--",)])
def test_a_command_line_without_a_command_is_wrong_usage(words):
    told = ask(*words, LANG="ru_RU.UTF-8")
    assert told.exit_code == 2
    assert told.output.startswith("Использование: longhouse ")


def test_the_environment_is_left_as_it_was(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de")
    ask("--help", LANG="ru_RU.UTF-8")
    assert os.environ["LANGUAGE"] == "de"
