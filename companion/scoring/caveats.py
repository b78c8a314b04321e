"""Sentences about what makes the reading of a photo doubtful as a whole, for the terminal and the page alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.language import N_, translator
from games.fjords.rulebook import RULEBOOK
from games.rulebook import find
from vision.reading.caveats import BLACK_AND_WHITE, CUT_OFF, STRANGE, TILES_BESIDE

_SENTENCES = {
    BLACK_AND_WHITE: N_(
        "The photo is black-and-white or toned, so the colours of pieces and terrain are only guessed; take one in"
        " full colour."
    ),
    CUT_OFF: N_(
        "Tiles are cut off at the edge of the photo, and what lies beyond is not counted; take one of the whole board."
    ),
    TILES_BESIDE: N_("Many more tiles lie beside this board and are not counted; take one photo of each board."),
    STRANGE: N_(
        "Most of this board is in doubt, so it may be one of another game; take a sharp photo of a board of Fjords."
    ),
}


_OF_OTHER_GAMES = {
    STRANGE: N_(
        "Most of this board is in doubt, so it may be one of another game than {game}; take a sharp photo of it, or"
        " choose the game that is played."
    ),
}
"""Those about boards of other games than Fjords, with the title of the game as which they were read."""


def caveats_in(document: Mapping[str, Any], lang: str) -> list[str]:
    """Return the sentences of the caveats in a board document, which may come from anywhere; unknown ones are left out.

    Args:
        document: the board document, of a game that has a rulebook; without the field ``game`` it is one of Fjords.
        lang: ``en`` or ``ru``.
    """
    given = document.get("caveats")
    if not isinstance(given, list):
        return []
    book = find(document.get("game", RULEBOOK.name))
    sentences = _SENTENCES if book.name == RULEBOOK.name else _OF_OTHER_GAMES
    say = translator(lang)
    return [say(sentence).format(game=book.title(lang)) for code, sentence in sentences.items() if code in given]
