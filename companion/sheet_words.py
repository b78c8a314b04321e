"""The text on the camera's sheet, in both languages."""

from __future__ import annotations

from calibration.camera.target import SQUARE_MM, SheetWords
from companion.language import N_, translator

_PAPERS = {"a4": "A4", "letter": "Letter"}


def sheet_words(paper: str, lang: str) -> SheetWords:
    """Return the words for a paper of ``calibration.camera.target.PAPERS``."""
    say = translator(lang)
    return SheetWords(
        title=say(N_("Longhouse camera sheet · {paper} · squares of {side} mm")).format(
            paper=_PAPERS[paper], side=f"{SQUARE_MM:g}"
        ),
        ruler=say(N_("This line is 100 mm long.")),
        use=say(N_("Print at 100 %, not “fit to page”, or show it on a tablet. Keep it flat.")),
    )
