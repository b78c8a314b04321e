"""English and Russian: messages stand in English in the code, and a gettext catalogue translates them.

The rules know nothing of the program around them, so their words are a catalogue of their own, ``games``, which
``make translations`` keeps up to date.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ru")
DOMAIN = "games"
CATALOGUES = Path(__file__).parent / "translations"

_CONTEXT = "\x04"
"""What gettext puts between a context and its message."""


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
    return _catalogue(lang).gettext(message).rpartition(_CONTEXT)[2]


def word_in(words: Mapping[str, str], name: str, lang: str = "en") -> str:
    """Return the word for a name in a language; a name that has no word stands for itself.

    Args:
        words: the marked message for each name.
        name: such as ``longhouse``.
        lang: ``en`` or ``ru``.
    """
    return translate(words[name], lang) if name in words else name


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; known are {', '.join(LANGUAGES)}")
    return gettext.translation(DOMAIN, CATALOGUES, [lang], fallback=True)
