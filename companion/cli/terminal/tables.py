"""Tables for people, in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from companion.cli.game import FJORDS
from companion.cli.terminal.described import line
from companion.language import N_, player_name, translator
from companion.record.doubts.certainty import has_winner
from companion.scoring.caveats import caveats_in
from companion.scoring.tally import Tally
from games.answers import Answers, Described, Judged
from games.fjords.analysis import Hint, Settlement
from games.fjords.sentences import word
from games.rulebook import Notice, Rulebook

_TERMINAL = {
    "white": "bright_white",
    "yellow": "bright_yellow",
    "orange": "dark_orange",
    "red": "red",
    "purple": "magenta",
    "pink": "hot_pink",
    "blue": "blue",
    "green": "green",
    "brown": "orange4",
    "black": "grey30",
    "grey": "grey62",
}
_EVENTS = {
    "tile-laid": N_("Laid: a tile"),
    "tile-moved": N_("Moved: a tile, to"),
    "tile-removed": N_("Gone: a tile"),
    "piece-placed": N_("Placed:"),
    "piece-removed": N_("Gone:"),
    "rune-placed": N_("Placed:"),
    "rune-removed": N_("Gone:"),
}


def score_table(tally: Tally, lang: str) -> Iterator[RenderableType]:
    """Render the score: a row for each player, a column for each kind of points."""
    say = translator(lang)
    book, rows = tally.rulebook, tally.score["scores"]
    fields = book.fields(rows)
    table = Table()
    # In a narrow terminal, names and headings go on in the next line instead of being cut off; numbers stay whole.
    table.add_column(say(N_("Player")), overflow="fold")
    for field in fields:
        longest = max((len(str(row[field])) for row in rows), default=0)
        table.add_column(book.heading(field, lang), justify="right", overflow="fold", min_width=longest)
    for row in rows:
        colours = book.colours(tally.board, row["player"])
        table.add_row(_name(row["player"], colours, lang), *(str(row[field]) for field in fields))
    yield table
    winner, shared = tally.score["winner"], tally.score.get("shared")
    if shared:
        yield Text(say(N_("Shared by {names}.")).format(names=", ".join(player_name(name, lang) for name in shared)))
    elif winner is None:
        yield say(N_("Nobody is ahead."))
    else:
        words = N_("{name} wins") if has_winner(tally) else N_("{name} leads")
        result = say(words).format(name=player_name(winner, lang))
        totals = [row["total"] for row in rows]
        is_tied = totals.count(max(totals)) > 1
        yield Text(say(N_("{result} on the tie-break")).format(result=result) if is_tied else result)


def warning_list(warnings: Sequence[Notice], lang: str) -> Iterator[RenderableType]:
    """Render each warning with the tiles that it is about."""
    if not warnings:
        yield Text(translator(lang)(N_("No rules are broken.")), style="green")
    for warning in warnings:
        where = " ".join(f"({x}, {y})" for x, y in warning.tiles)
        yield Text.assemble(("! ", "bold yellow"), warning.message(lang), (f"  {where}" if where else "", "dim"))


def judged_list(judged: Judged, book: Rulebook[Any], lang: str) -> Iterator[RenderableType]:
    """Render the events, those of other games than Fjords with their fields, then the warnings about them."""
    for event in judged.events:
        yield event_line(event, lang) if book.name == FJORDS else Text(line(event, book.answers, lang))
    yield from warning_list(judged.warnings, lang)


def described_table(
    found: Sequence[Described], answers: Answers[Any], none: str, lang: str
) -> Iterator[RenderableType]:
    """Render moves or places of another game, one a line with its fields, or the sentence ``none``."""
    if not found:
        yield translator(lang)(none)
    for one in found:
        yield Text(line(one, answers, lang))


def event_line(event: Mapping[str, Any], lang: str) -> str:
    """Return a line about an event and its cell."""
    things = [word(event[field], lang) for field in ("colour", "kind") if field in event]
    happened = translator(lang)(_EVENTS[event["event"]])
    return f"{happened} {' '.join(things)} ({event['q']}, {event['r']})".replace("  ", " ")


def reading_table(document: Mapping[str, Any], lang: str) -> Iterator[RenderableType]:
    """Render the numbers of tiles, pieces and doubts of a reading."""
    say = translator(lang)
    pieces = Counter((p["colour"], p["kind"]) for p in document["pieces"])
    table = Table(title=say(N_("Tiles: {tiles}")).format(tiles=len(document["tiles"])), title_justify="left")
    for title in (N_("Colour"), N_("Longhouses"), N_("Vikings")):
        table.add_column(say(title))
    for colour in sorted({colour for colour, _ in pieces}):
        counts = (str(pieces[colour, kind]) for kind in ("longhouse", "viking"))
        table.add_row(_name(colour, (colour,), lang), *counts)
    yield table
    yield from reservations(document, lang)


def board_reading(document: Mapping[str, Any], tally: Tally, lang: str) -> Iterator[RenderableType]:
    """Render the score of a reading of another game, and the number of its doubts."""
    yield from score_table(tally, lang)
    yield from reservations(document, lang)


def reservations(document: Mapping[str, Any], lang: str) -> Iterator[RenderableType]:
    """Render what is doubtful about a board that was read from a photo: the number of doubts, and the caveats."""
    doubts = document.get("ask")
    if doubts and isinstance(doubts, list):
        yield translator(lang)(N_("Doubtful: {count}; “longhouse read --json” lists them.")).format(count=len(doubts))
    yield from (Text(sentence, style="yellow") for sentence in caveats_in(document, lang))


def cell_table(cells: Sequence[Sequence[object]], heads: Sequence[str], lang: str) -> Iterator[RenderableType]:
    """Render cells of the board, one a row; `heads` are English headings in the catalogues."""
    say = translator(lang)
    if not cells:
        yield say(N_("Nowhere."))
        return
    table = Table()
    for head in heads:
        table.add_column(say(head), justify="right")
    for cell in cells:
        table.add_row(*(str(v) for v in cell))
    yield table


def hint_table(found: Hint, lang: str) -> Iterator[RenderableType]:
    """Render where to settle, best first, the margin with best play, and which runes were left out of it."""
    say = translator(lang)
    heads = ("q", "r", N_("Gain over waiting"))
    yield from cell_table([(move.q, move.r, _swing(move)) for move in found.moves], heads, lang)
    if any(move.lower < move.upper for move in found.moves):
        yield say(N_("≈: an estimate, and the bounds that are proved."))
    margin = N_("Lead over the others with best play: {value}") if found.exact else N_("Estimated lead: {value}")
    yield say(margin).format(value=f"{found.value:+d}")
    if found.left_out:
        yield say(N_("Not considered: {runes}.")).format(runes=", ".join(word(rune, lang) for rune in found.left_out))


def _swing(move: Settlement) -> str:
    """Return what a viking is worth: the number where it is proved, otherwise the estimate and its bounds."""
    return str(move.swing) if move.lower == move.upper else f"≈ {move.swing} ({move.lower} … {move.upper})"


def _name(name: str, colours: Sequence[str], lang: str) -> Text:
    shown = Text(player_name(name, lang))
    for colour in colours:
        if colour in _TERMINAL:
            shown = Text.assemble(("■ ", _TERMINAL[colour]), shown)
    return shown
