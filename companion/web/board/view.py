"""A tally as the page shows it: players in a fixed order, words in the visitor's language, drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.language import player_name
from companion.scoring.fjords_tally import FjordsTally
from companion.scoring.points import heading, kinds_of_points
from companion.web.board.board_key import board_key
from companion.web.board.course import Course, course_of
from companion.web.board.overlay import overlay_svg
from companion.web.board.territory import territory_svg
from games.fjords.board import LONGHOUSE, Player
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.pieces import COLOURS, mark_of, paint
from games.fjords.scoring import Score
from games.fjords.warnings import Warning
from games.hexgrid import Cell

_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
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
        least: points at the end with what is secure.
        most: points at the end with all that is contested, too, as far as the vikings suffice.
        supply: vikings at the start.
        vikings_left: vikings that are not on the board yet.
        longhouses_left: longhouses that are not on the board yet.
        leads: whether this player is ahead.
        at_turn: whether it is, or may be, this player's turn.
        out: whether this player can settle nowhere any more.
    """

    name: str
    shown: str
    marks: tuple[Mark, ...]
    total: int
    points: tuple[tuple[str, int], ...]
    secure: int
    contested: int
    least: int
    most: int
    supply: int
    vikings_left: int
    longhouses_left: int
    leads: bool
    at_turn: bool
    out: bool


@dataclass(frozen=True)
class Notice:
    """A warning: its sentence, and the tiles it points at as ``q,r`` pairs."""

    code: str
    message: str
    cells: str


@dataclass(frozen=True)
class View:
    """A tally, ready to be shown.

    Attributes:
        players: the score board.
        notices: what the rules say.
        board: the board's drawing.
        territory: whose land it will be, to lie over the drawing.
        overlay: what was seen, to lie over the picture; ``None`` where there is none.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        tiles: how many lie on the board.
        course: the phase, and who may be at turn.
        key: see `board_key`.
    """

    players: tuple[PlayerCard, ...]
    notices: tuple[Notice, ...]
    board: Markup
    territory: Markup
    overlay: Markup | None
    width: int
    height: int
    tiles: int
    course: Course
    key: str


def view_of(tally: FjordsTally, lang: str, course: Course | None = None, further: Sequence[Warning] = ()) -> View:
    """Return the tally in the visitor's language.

    Args:
        tally: the board, counted.
        lang: ``en`` or ``ru``.
        course: where the game stands; by default as far as the board itself tells.
        further: warnings of what has happened, beside those of how the board lies.
    """
    fields = kinds_of_points(tally)
    scores = {row.player: row for row in tally.scores.scores}
    players = sorted(tally.board.players, key=lambda p: _ORDER.get(p.colours[0], len(_ORDER)))
    warnings = dict.fromkeys((*further, *tally.notices))
    shade: dict[Cell, str] = {cell: "warning" for warning in warnings for cell in warning.tiles}
    reading = tally.reading
    course = course or course_of(tally.board)
    board = board_svg(tally.board, lang, shade)
    return View(
        players=tuple(_card(p, scores[p.name], fields, tally, course, lang) for p in players),
        notices=tuple(_notices(warnings, lang)),
        board=Markup(board),
        territory=Markup(territory_svg(tally.board, view_box_of(board), lang)),
        overlay=None if reading is None else Markup(overlay_svg(reading, frozenset(shade))),
        width=reading.width if reading else 0,
        height=reading.height if reading else 0,
        tiles=len(tally.board.tiles),
        course=course,
        key=board_key(tally.board),
    )


def view_box_of(drawing: str) -> str:
    """Return the view box of a drawing, for another that lies over it."""
    found = _VIEW_BOX.search(drawing)
    return found.group(1) if found else "0 0 1 1"


def _card(player: Player, score: Score, fields: list[str], tally: FjordsTally, course: Course, lang: str) -> PlayerCard:
    left = tally.board.vikings_left(player)
    # What is secure brings its point by a viking or, when all vikings are placed, as undisputed.
    least = score.total + (score.secure if left else 0)
    return PlayerCard(
        name=player.name,
        shown=player_name(player.name, lang),
        marks=tuple(mark_for(colour) for colour in player.colours),
        total=score.total,
        points=tuple((heading(field, lang), getattr(score, field)) for field in fields),
        secure=score.secure,
        contested=score.contested,
        least=least,
        most=least + min(score.contested, left),
        supply=player.vikings,
        vikings_left=left,
        longhouses_left=max(0, player.longhouses - tally.board.count(player, LONGHOUSE)),
        leads=tally.scores.winner == player.name and score.total > 0,
        at_turn=player.name in course.at_turn,
        out=player.name in course.out,
    )


def mark_for(colour: str) -> Mark:
    """Return the colour with the small shape that stands for it."""
    return Mark(paint(colour), mark_of(colour), colour not in ("white", "yellow", "orange", "pink", "grey"))


def _notices(warnings: Iterable[Warning], lang: str) -> list[Notice]:
    found = []
    for warning in warnings:
        named = warning if warning.player is None else replace(warning, player=player_name(warning.player, lang))
        cells = " ".join(f"{q},{r}" for q, r in warning.tiles)
        found.append(Notice(warning.code, named.message(lang), cells))
    return found
