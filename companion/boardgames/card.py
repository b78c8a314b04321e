"""Draws the result of a game as a picture to share: the winner's board and all players' points by category."""

from __future__ import annotations

from PIL import ImageDraw

from companion.boardgames.board_game import BoardGame
from companion.language import N_, player_name, translator
from companion.record.headline import headline, occasion
from companion.record.result import result_of
from companion.record.result_card.display_type import write_headline
from companion.record.result_card.landscape import paint_landscape
from companion.record.result_card.pen import (
    CARD,
    FINE,
    GOLD,
    HEIGHT,
    INK,
    MARGIN,
    SOFT,
    WIDTH,
    Place,
    box,
    finished,
    new_card,
    write,
)
from companion.record.storage.library import StoredGame
from companion.record.summary import summary_of
from companion.scoring.tally import Tally

_ROW_HEIGHT, _HEADER_HEIGHT, _NAME_WIDTH = 74, 56, 250
"""Sizes of the table of points, pixels of the finished card."""
_PADDING = 24
_BAND = 300
"""Height of the landscape at the top, pixels."""


def board_card(stored: StoredGame, game: BoardGame, lang: str) -> bytes:
    """Return the card as a PNG."""
    tally = stored.timeline.position.tally
    picture, pen = new_card()
    summary = summary_of(stored)
    paint_landscape(pen, _BAND)
    write_headline(pen, Place((MARGIN, 22), WIDTH - 2 * MARGIN), headline(summary, lang), 84, INK)
    about = [summary.title, tally.rulebook.title(lang), occasion(summary, stored.timeline.position.setup, lang)]
    write(pen, Place((MARGIN, _BAND + 12), WIDTH - 2 * MARGIN, height=44), "  ·  ".join(filter(None, about)), 28, SOFT)
    rows = len(tally.score["scores"])
    top = _BAND + 58
    if game.draw is not None:
        bottom = HEIGHT - 50 - rows * _ROW_HEIGHT - _HEADER_HEIGHT - _PADDING
        box(pen, (MARGIN, top, WIDTH - MARGIN, bottom), CARD)
        inside = (MARGIN + _PADDING, top + _PADDING, WIDTH - MARGIN - _PADDING, bottom - _PADDING)
        left, upper, right, lower = (value * FINE for value in inside)
        game.draw(pen, tally.board, _best(tally), (left, upper, right, lower))
        top = bottom + _PADDING
    _table(pen, tally, top, lang)
    return finished(picture)


def _best(tally: Tally) -> int:
    """Return the index of the player whose board is shown: the player with most points."""
    first = result_of(tally).ranking[0][1].player
    return [line["player"] for line in tally.score["scores"]].index(first)


def _table(pen: ImageDraw.ImageDraw, tally: Tally, top: float, lang: str) -> None:
    book, result = tally.rulebook, result_of(tally)
    fields = [field for field in book.headings if field in tally.score["scores"][0]]
    width = (WIDTH - 2 * MARGIN - _NAME_WIDTH - _PADDING) / max(1, len(fields))
    rights = [MARGIN + _NAME_WIDTH + width * (number + 1) for number in range(len(fields))]
    for right, field in zip(rights, fields, strict=True):
        write(pen, Place((right, top + 8), width - 8, "ra"), book.heading(field, lang), 22, SOFT)
    for number, (player, score) in enumerate(result.ranking):
        y = top + _HEADER_HEIGHT + number * _ROW_HEIGHT
        wins = player.name in result.scores.winners
        box(pen, (MARGIN, y, WIDTH - MARGIN, y + _ROW_HEIGHT - 10), CARD, GOLD if wins else INK, 6 if wins else 3)
        middle = y + (_ROW_HEIGHT - 10) / 2
        name = player_name(player.name, lang)
        write(pen, Place((MARGIN + 20, middle), _NAME_WIDTH - 24, "lm", _ROW_HEIGHT - 20), name, 32, INK)
        for right, field in zip(rights, fields, strict=True):
            ink = GOLD if wins and field == fields[-1] else INK
            write(pen, Place((right, y + 14), width - 8, "ra"), str(score.line[field]), 32, ink)
    if result.scores.winner is None:
        words = translator(lang)(N_("Nobody is ahead.")) if not result.scores.shared else ""
        write(pen, Place((WIDTH - MARGIN, HEIGHT - 44), WIDTH / 2, "ra"), words, 24, SOFT)
