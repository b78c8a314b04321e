"""The Russian catalogues have every sentence, and the compiled ones are of the same words."""

import io
import tomllib
from functools import cache
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.language import CATALOGUES
from tests.support.catalogues import extract_marked, without_folders_of_their_own

ROOT = Path(__file__).resolve().parents[2]


@cache
def messages_in_the_code():
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    quick = {"python": f"{extract_marked.__module__}:{extract_marked.__name__}"}
    methods = [(m["pattern"], quick.get(m["method"], m["method"])) for m in mappings]
    keywords = {**DEFAULT_KEYWORDS, "N_": None}
    ours = without_folders_of_their_own(CATALOGUES.parent)
    found = extract_from_dir(ROOT, methods, keywords=keywords, directory_filter=ours)
    return frozenset(message for _, _, message, _, _ in found)


def russian(domain="messages"):
    return read_po(io.BytesIO((CATALOGUES / f"ru/LC_MESSAGES/{domain}.po").read_bytes()), locale="ru")


def words_of(catalogue):
    return {
        message.id[0] if isinstance(message.id, (tuple, list)) else message.id: list(message.string)
        for message in catalogue
        if message.id
    }


def test_every_message_has_its_russian_words():
    said = {m.id: m.string for m in russian() if m.id}
    missing = messages_in_the_code() - {key for key, words in said.items() if words and all(words)}
    assert not missing


def test_nothing_is_translated_that_nobody_says():
    assert {m.id for m in russian() if m.id} <= messages_in_the_code()


def test_places_to_fill_in_are_the_same():
    for message in russian():
        english = _forms(message.id)[0]
        for text in _forms(message.string) if message.id else ():
            assert _fields(text) == _fields(english), english
            assert ("%(num)s" in text) == ("%(num)s" in english), english


@pytest.mark.parametrize("domain", ["messages", "click"])
def test_the_compiled_catalogue_is_up_to_date(domain):
    with (CATALOGUES / f"ru/LC_MESSAGES/{domain}.mo").open("rb") as file:
        compiled = words_of(read_mo(file))
    assert compiled == words_of(russian(domain))


def test_whatever_click_says_has_its_russian_words():
    found = {message for _, _, message, _, _ in extract_from_dir(click.__path__[0], [("**.py", "python")])}
    said = {message.id: message.string for message in russian("click") if message.id}
    assert not {message for message in found if not all(_forms(said.get(message)))}


def test_the_words_of_click_fill_in_nothing_else():
    for message in russian("click"):
        known = {field for text in _forms(message.id) for field in _fields(text)} | {"len"}
        assert {field for text in _forms(message.string) for field in _fields(text)} <= known, message.id


def _forms(words):
    """Return the forms of a message, one or those of its numbers."""
    return words if isinstance(words, (tuple, list)) else (words,)


def _fields(text):
    return {field for _, field, _, _ in Formatter().parse(text) if field}
