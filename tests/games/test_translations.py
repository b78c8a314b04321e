"""The games' catalogue has every message in Russian, and the compiled one holds the same words."""

import io
import string

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from games.language import CATALOGUES, DOMAIN, LANGUAGES, N_, P_, translate, word_in
from tests.support.catalogues import without_folders_of_their_own

KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "P_": ((1, "c"), 2)}
RUSSIAN = CATALOGUES / "ru/LC_MESSAGES"


def messages_in_the_code():
    ours = without_folders_of_their_own(CATALOGUES.parent)
    found = extract_from_dir(CATALOGUES.parent, [("**.py", "python")], keywords=KEYWORDS, directory_filter=ours)
    return {(context, message[-1] if isinstance(message, tuple) else message) for _, _, message, _, context in found}


def written():
    return read_po(io.BytesIO((RUSSIAN / f"{DOMAIN}.po").read_bytes()), locale="ru")


def words_of(catalogue):
    return {(text_of(message.context), message.id): message.string for message in catalogue if message.id}


def text_of(context):
    """Babel reads the contexts of a compiled catalogue as bytes."""
    return context.decode() if isinstance(context, bytes) else context


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_message_has_its_russian_words_and_nothing_else_is_translated():
    assert messages_in_the_code() == {key for key, words in words_of(written()).items() if words} != set()


def test_both_languages_have_the_same_places_to_fill_in():
    for (_, english), russian in words_of(written()).items():
        assert places(english) == places(russian)


def test_the_compiled_catalogue_is_up_to_date():
    with (RUSSIAN / f"{DOMAIN}.mo").open("rb") as file:
        assert words_of(read_mo(file)) == words_of(written())


def test_every_message_is_shown_in_russian():
    russian = words_of(written())
    for context, message in messages_in_the_code():
        marked = N_(message) if context is None else P_(context, message)
        assert translate(marked, "en") == message
        assert translate(marked, "ru") == russian[context, message]


def test_a_context_distinguishes_meanings_of_one_english_word():
    assert translate(N_("Ships"), "ru") != translate(P_("vikings", "Ships"), "ru")
    assert translate(N_("Ships")) == translate(P_("vikings", "Ships")) == "Ships"


def test_a_name_without_a_word_stands_for_itself_in_every_language():
    words = {"gold": N_("Gold")}
    assert {word_in(words, "Gold", lang) for lang in LANGUAGES} == {"Gold"}
    assert word_in(words, "gold", "ru") != "Gold"


def test_a_language_that_is_not_spoken_is_refused():
    with pytest.raises(ValueError, match="'de'"):
        translate(N_("Gold"), "de")
