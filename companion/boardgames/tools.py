"""The tools of a page on which a board is entered, one of each kind of which is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Tool:
    """A tool: its code, its label, and its drawing."""

    code: str
    words: str
    glyph: Markup
