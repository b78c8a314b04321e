"""English and Russian: the message catalogues of pages, tables and errors.

A game that is added by itself may have one in its own folder.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import companion
from games.fjords.sentences import player_name as player_name
from games.language import N_ as N_

LANGUAGES = {"en": "English", "ru": "Русский"}
CATALOGUES = Path(__file__).parent / "translations"

Translate = Callable[[str], str]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of the environment's locale; English if that is not supported, or ``C``.

    Args:
        environment: the environment's variables. As in POSIX, ``LC_ALL`` overrides ``LC_MESSAGES``, which overrides
            ``LANG``; an empty one counts as unset.
    """
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split(r"[_.@]", locale)[0].lower()
    return language if language in LANGUAGES else "en"


def translator(lang: str) -> Translate:
    """Return the function that translates an English message into this language."""
    return _translator(lang, tuple(companion.__path__))


@cache
def _translator(lang: str, path: tuple[str, ...]) -> Translate:
    found = [gettext.translation("messages", folder, [lang], fallback=True) for folder in _folders(path)]
    for later in found[1:]:
        found[0].add_fallback(later)
    return found[0].gettext


def catalogue_folders() -> list[Path]:
    """Return the folders of catalogues: the program's own, then those in folders of games that bring their own."""
    return _folders(tuple(companion.__path__))


def _folders(path: tuple[str, ...]) -> list[Path]:
    return [CATALOGUES, *sorted(folder for root in path for folder in Path(root).glob("*/translations"))]
