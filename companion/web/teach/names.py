"""Conversion of names of colours between the visitor's language and the profile."""

from __future__ import annotations

from companion.language import player_name
from companion.web.base.languages import language
from companion.web.teach.workspace import Workspace
from games.fjords.sentences import word
from vision.vocabulary import COLOURS


def code_of(name: str) -> str:
    """Return the English name of a colour in the visitor's language; other names unchanged."""
    return next((c for c in COLOURS if name.lower() == word(c, language()).lower()), name)


def names_played(here: Workspace) -> list[str]:
    """Return the names of the taught pieces in the visitor's language, or those of all colours without any."""
    palette = None if here.reader.profile is None else here.reader.profile.palette
    names = COLOURS if palette is None else dict.fromkeys(piece.name for piece in palette.pieces)
    return [player_name(name, language()) for name in names]
