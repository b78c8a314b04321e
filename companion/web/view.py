"""A tally as the page shows it: players in a fixed order, words in the visitor's language, drawings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.language import player_name, translator
from companion.points import HEADINGS, kinds_of_points
from companion.tally import Tally
from companion.web.overlay import overlay_svg
from games.fjords.board import LONGHOUSE, Player
from games.fjords.scoring import Score
from games.fjords.svg import board_svg
from games.fjords.svg_pieces import COLOURS, mark_of, paint
from games.hexgrid import Cell

_ORDER = {colour: number for number, colour in enumerate(COLOURS)}


@dataclass(frozen=True)
class Mark:
    """A colour and the small shape that stands for it, for those who do not see the colour."""

    paint: str
    shape: str
    dark: bool


@dataclass(frozen=True)
class PlayerCard:
    """One player's line of the scoreboard.

    Attributes:
        name: as the board document has it.
        shown: the name in the visitor's language.
        marks: one for each colour.
        total: all points.
        points: heading and number of each kind of points.
        secure: tiles that only this player can still take.
        contested: tiles that others may take as well.
        supply: vikings at the start.
        longhouses: longhouses on the board.
        longhouse_supply: longhouses at the start.
        leads: whether this player is ahead.
    """

    name: str
    shown: str
    marks: tuple[Mark, ...]
    total: int
    points: tuple[tuple[str, int], ...]
    secure: int
    contested: int
    supply: int
    longhouses: int
    longhouse_supply: int
    leads: bool


@dataclass(frozen=True)
class Notice:
    """A warning: its sentence, and the tiles it points at as ``q,r`` pairs."""

    code: str
    message: str
    cells: str


@dataclass(frozen=True)
class View:
    """A tally, ready to be shown."""

    players: tuple[PlayerCard, ...]
    notices: tuple[Notice, ...]
    board: Markup
    overlay: Markup | None
    width: int
    height: int
    tiles: int


def view_of(tally: Tally, lang: str) -> View:
    """Return the tally in the visitor's language."""
    fields = kinds_of_points(tally)
    scores = {row.player: row for row in tally.scores.scores}
    players = sorted(tally.board.players, key=lambda p: _ORDER.get(p.colours[0], len(_ORDER)))
    shade: dict[Cell, str] = {cell: "warning" for warning in tally.warnings for cell in warning.tiles}
    reading = tally.reading
    return View(
        players=tuple(_card(p, scores[p.name], fields, tally, lang) for p in players),
        notices=tuple(_notices(tally, lang)),
        board=Markup(board_svg(tally.board, lang, shade)),
        overlay=None if reading is None else Markup(overlay_svg(reading, frozenset(shade))),
        width=reading.width if reading else 0,
        height=reading.height if reading else 0,
        tiles=len(tally.board.tiles),
    )


def _card(player: Player, score: Score, fields: list[str], tally: Tally, lang: str) -> PlayerCard:
    say = translator(lang)
    return PlayerCard(
        name=player.name,
        shown=player_name(player.name, lang),
        marks=tuple(mark_for(colour) for colour in player.colours),
        total=score.total,
        points=tuple((say(HEADINGS[field]), getattr(score, field)) for field in fields),
        secure=score.secure,
        contested=score.contested,
        supply=player.vikings,
        longhouses=tally.board.count(player, LONGHOUSE),
        longhouse_supply=player.longhouses,
        leads=tally.scores.winner == player.name and score.total > 0,
    )


def mark_for(colour: str) -> Mark:
    """Return the colour with the small shape that stands for it."""
    return Mark(paint(colour), mark_of(colour), colour not in ("white", "yellow", "orange", "pink", "grey"))


def _notices(tally: Tally, lang: str) -> list[Notice]:
    found = []
    for warning in tally.warnings:
        named = warning if warning.player is None else replace(warning, player=player_name(warning.player, lang))
        cells = " ".join(f"{q},{r}" for q, r in warning.tiles)
        found.append(Notice(warning.code, named.message(lang), cells))
    return found
