"""Text for people without control characters, with which a name in a document could act on the terminal."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


@dataclass(frozen=True)
class WithoutControls:
    """Renders something without the control characters in its text; its own colours stay.

    They are left out instead of being escaped: rich counts them as of no width, so that tables stay straight.
    """

    shown: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render for a console of rich."""
        for segment in console.render(self.shown, options):
            yield Segment("".join(filter(_is_harmless, segment.text)), segment.style, segment.control)


def _is_harmless(letter: str) -> bool:
    return letter == "\n" or unicodedata.category(letter) != "Cc"
