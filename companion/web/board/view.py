"""Template data of a tally: players in the order of entry, texts in the visitor's language, drawings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.language import player_name
from companion.scoring.fjords_tally import FjordsTally
from companion.scoring.points import heading, kinds_of_points
from companion.web.board.board_key import board_key
from companion.web.board.game_phase import GamePhase, phase_of
from companion.web.board.overlay import overlay_svg
from companion.web.board.territory import territory_svg
from games.fjords.board import LONGHOUSE, Player
from games.fjords.checks.warning import Warning
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.colours import COLOURS, mark_of, paint
from games.fjords.scoring import Score
from games.hexgrid import Cell

_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
_ORDER = {colour: number for number, colour in enumerate(COLOURS)}


@dataclass(frozen=True)
class Mark:
    """A colour and the shape that stands for it, for colour-blind visitors."""

    paint: str
    shape: str
    dark: bool


@dataclass(frozen=True)
class PlayerCard:
    """One player's line of the scoreboard.

    Attributes:
        name: the name in the board document.
        shown: the name in the visitor's language.
        marks: one for each colour.
        total: all points.
        points: heading and number of each kind of points.
        secure: tiles that only this player can still take.
        contested: tiles that others may take as well.
        least: final points with all secure tiles.
        most: final points with contested tiles, too, as far as the vikings suffice.
        supply: vikings at the start.
        vikings_left: vikings that are not on the board yet.
        longhouses_left: longhouses that are not on the board yet.
        leads: whether this player is ahead.
        is_tied: whether another player has as many points; one of them may be ahead on the tie-break.
        at_turn: whether this player may be at turn.
        out: whether this player can no longer settle.
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
    is_tied: bool
    at_turn: bool
    out: bool


@dataclass(frozen=True)
class Notice:
    """A warning in words.

    Attributes:
        code: which rule is broken.
        message: the sentence.
        cells: the tiles that it concerns, as ``q,r`` pairs.
        places: how many breaches of the rule have this sentence.
    """

    code: str
    message: str
    cells: str
    places: int = 1


@dataclass(frozen=True)
class BoardStatus:
    """A tally in words and numbers, without drawings.

    Attributes:
        players: the scoreboard.
        notices: the warnings of the rules.
        tiles: how many lie on the board.
        game_phase: the phase, and who may be at turn.
        key: identifies what lies on the board; see `board_key`.
    """

    players: tuple[PlayerCard, ...]
    notices: tuple[Notice, ...]
    tiles: int
    game_phase: GamePhase
    key: str


@dataclass(frozen=True)
class View(BoardStatus):
    """A tally with its drawings, ready to be shown.

    Attributes:
        board: the drawing of the board.
        territory: an overlay for that drawing: which players can still take each tile.
        overlay: an overlay for the photo: the tiles and pieces that were read; ``None`` where there is no photo.
        width: of the photo, in pixels; 0 where there is none.
        height: of the photo, in pixels; 0 where there is none.
    """

    board: Markup
    territory: Markup
    overlay: Markup | None
    width: int
    height: int


def status_of(
    tally: FjordsTally, lang: str, game_phase: GamePhase | None = None, further: Collection[Warning] = ()
) -> BoardStatus:
    """Return a tally in words and numbers, without the cost of drawing the board.

    Args:
        tally: the board, counted.
        lang: the language of all texts, ``en`` or ``ru``.
        game_phase: the phase of the game; by default as far as the board alone shows it.
        further: warnings about the last move, beside those about the board.
    """
    fields = kinds_of_points(tally)
    scores = {row.player: row for row in tally.scores.scores}
    players = _in_order(tally)
    game_phase = game_phase or phase_of(tally.board)
    return BoardStatus(
        players=tuple(_card(p, scores[p.name], fields, tally, game_phase, lang) for p in players),
        notices=tuple(_notices(dict.fromkeys((*further, *tally.notices)), lang)),
        tiles=len(tally.board.tiles),
        game_phase=game_phase,
        key=board_key(tally.board),
    )


def _in_order(tally: FjordsTally) -> Sequence[Player]:
    """Return the players as they were entered; where nobody entered them, in the usual order of their colours."""
    if tally.document.get("players"):
        return tally.board.players
    return sorted(tally.board.players, key=lambda p: _ORDER.get(p.colours[0], len(_ORDER)))


def view_of(
    tally: FjordsTally,
    lang: str,
    game_phase: GamePhase | None = None,
    further: Collection[Warning] = (),
    pointed: Cell | None = None,
) -> View:
    """Return a tally with its drawings.

    Args:
        tally: the board, counted.
        lang: the language of all texts, ``en`` or ``ru``.
        game_phase: the phase of the game; by default as far as the board alone shows it.
        further: warnings about the last move, beside those about the board.
        pointed: a cell to be highlighted in the drawing.
    """
    status, reading = status_of(tally, lang, game_phase, further), tally.reading
    warned = frozenset(cell for warning in (*further, *tally.notices) for cell in warning.tiles)
    shade = dict.fromkeys(warned, "warning") | ({} if pointed is None else {pointed: "hint"})
    board = board_svg(tally.board, lang, shade)
    return View(
        status.players,
        status.notices,
        status.tiles,
        status.game_phase,
        status.key,
        board=board,
        territory=territory_svg(tally.board, view_box_of(board), lang),
        overlay=None if reading is None else overlay_svg(reading, warned),
        width=reading.width if reading else 0,
        height=reading.height if reading else 0,
    )


def view_box_of(drawing: str) -> str:
    """Return the view box of a drawing, for another that lies over it."""
    found = _VIEW_BOX.search(drawing)
    return found.group(1) if found else "0 0 1 1"


def _card(
    player: Player, score: Score, fields: list[str], tally: FjordsTally, game_phase: GamePhase, lang: str
) -> PlayerCard:
    left = tally.board.vikings_left(player)
    # A secure tile scores by a viking or, once all vikings are placed, as undisputed.
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
        is_tied=sum(other.total == score.total for other in tally.scores.scores) > 1,
        at_turn=player.name in game_phase.at_turn,
        out=player.name in game_phase.out,
    )


def mark_for(colour: str) -> Mark:
    """Return the colour with the small shape that stands for it."""
    return Mark(paint(colour), mark_of(colour), colour not in ("white", "yellow", "orange", "pink", "grey"))


def notice_sentences(warnings: Iterable[Warning], lang: str) -> list[str]:
    """Return the sentences of warnings, with players called as they are shown."""
    return [notice.message for notice in _notices(warnings, lang)]


def _notices(warnings: Iterable[Warning], lang: str) -> list[Notice]:
    """Return each sentence once, with the tiles of all warnings that it stands for."""
    alike: defaultdict[tuple[str, str], list[Warning]] = defaultdict(list)
    for warning in warnings:
        alike[warning.code, warning.message(lang)].append(warning)
    found = []
    for (code, message), same in alike.items():
        cells = dict.fromkeys(cell for warning in same for cell in warning.tiles)
        found.append(Notice(code, message, " ".join(f"{q},{r}" for q, r in cells), len(same)))
    return found
