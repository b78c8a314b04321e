"""English and Russian: messages stand in English in the code, and a gettext catalogue translates them.

The rules know nothing of the program around them, so their words are a catalogue of their own, ``games``, which
``make translations`` keeps up to date. A game that is added by itself may have one in its own folder.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import games

LANGUAGES = ("en", "ru")
DOMAIN = "games"
CATALOGUES = Path(__file__).parent / "translations"

_CONTEXT = "\x04"
"""The separator that gettext puts between a context and its message."""


def N_(message: str) -> str:
    """Mark a message for the catalogue where it stands; it is translated where it is shown."""
    return message


def P_(context: str, message: str) -> str:
    """Mark a message whose English words have another translation elsewhere; the context tells them apart."""
    return context + _CONTEXT + message


def translate(message: str, lang: str = "en") -> str:
    """Return a message marked with `N_` or `P_` in a language, ``en`` or ``ru``.

    Raises:
        ValueError: There is no such language.
    """
    found = _catalogue(lang).gettext(message)
    if found == message and lang != LANGUAGES[0]:
        found = _in_folders(message, lang)
    return found.rpartition(_CONTEXT)[2]


def word_in(words: Mapping[str, str], name: str, lang: str = "en") -> str:
    """Return the word for a name in a language; a name that has no word stands for itself.

    Args:
        words: the marked message for each name.
        name: such as ``longhouse``.
        lang: ``en`` or ``ru``.
    """
    return translate(words[name], lang) if name in words else name


def _in_folders(message: str, lang: str) -> str:
    """Return a message as the catalogue in a game's own folder translates it; unchanged where none does."""
    translated = (catalogue.gettext(message) for catalogue in _catalogues_in(tuple(games.__path__), lang))
    return next((words for words in translated if words != message), message)


@cache
def _catalogues_in(path: tuple[str, ...], lang: str) -> tuple[gettext.NullTranslations, ...]:
    """Return the catalogues in folders of games: a game that comes by itself has its words in ``translations``."""
    folders = sorted(folder for root in path for folder in Path(root).glob("*/translations"))
    return tuple(gettext.translation(DOMAIN, folder, [lang], fallback=True) for folder in folders)


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; known are {', '.join(LANGUAGES)}")
    return gettext.translation(DOMAIN, CATALOGUES, [lang], fallback=True)
