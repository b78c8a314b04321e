"""English and Russian: the catalogues that pages, tables and error sentences share."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

from games.fjords.sentences import word
from games.fjords.svg_pieces import COLOURS

LANGUAGES = {"en": "English", "ru": "Русский"}
CATALOGUES = Path(__file__).parent / "translations"

Translate = Callable[[str], str]


def N_(message: str) -> str:
    """Mark a message for the catalogues where it stands; it is translated where it is shown."""
    return message


@cache
def translator(lang: str) -> Translate:
    """Return the function that says an English message in this language."""
    return gettext.translation("messages", CATALOGUES, [lang], fallback=True).gettext


def player_name(name: str, lang: str) -> str:
    """Return a player's name as it is shown: one who is called after a colour by that colour's word."""
    return word(name, lang).capitalize() if name in COLOURS else name
