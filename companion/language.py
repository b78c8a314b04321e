"""English and Russian: the message catalogues of pages, tables and errors."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from games.fjords.drawing.pieces import COLOURS
from games.fjords.sentences import word

LANGUAGES = {"en": "English", "ru": "Русский"}
CATALOGUES = Path(__file__).parent / "translations"

Translate = Callable[[str], str]


def N_(message: str) -> str:
    """Mark a message for extraction into the catalogues; it is translated when it is shown."""
    return message


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of the environment's locale; English if that is not supported, or ``C``.

    Args:
        environment: the environment's variables. As in POSIX, ``LC_ALL`` overrides ``LC_MESSAGES``, which overrides
            ``LANG``; an empty one counts as unset.
    """
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split(r"[_.@]", locale)[0].lower()
    return language if language in LANGUAGES else "en"


@cache
def translator(lang: str) -> Translate:
    """Return the function that translates an English message into this language."""
    return gettext.translation("messages", CATALOGUES, [lang], fallback=True).gettext


def player_name(name: str, lang: str) -> str:
    """Return a player's name as it is shown; the name of a colour is translated."""
    return word(name, lang).capitalize() if name in COLOURS else name
