"""Charts of a game as SVG, for pages that also give their numbers in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from companion.language import N_, player_name, translator
from companion.web.board.view import Mark, mark_for
from companion.web.replay.best_play import BestPlay, Valued
from companion.web.replay.points import PointsOverTime
from games.fjords.board import Player
from games.svg_templates import SvgTemplates, number

_WIDTH, _HEIGHT = 400.0, 220.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 30.0, 376.0, 14.0, 194.0
"""The plotted area inside a drawing of 400 by 220 units, which leaves room for numbers and for the players' marks."""
_MARK_SPACING = 17.0
"""Units between two players' marks, which have a diameter of 15."""
_MAX_LABELS = 6
"""Numbers along an axis at most: more would touch each other on a phone."""
_STEPS_OF_LABELS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_POINTS = N_("Points of the players over time: {ends}.")
_BEST = N_("By how much {name} would win after best play, viking by viking: from {first} to {last} points.")
_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Scale:
    """A linear scale from values to coordinates."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)

    def labels(self) -> list[tuple[int, float]]:
        """Return round numbers in the range, with their coordinates."""
        span = self.high - self.low
        step = next((s for s in _STEPS_OF_LABELS if span / s <= _MAX_LABELS - 1), _STEPS_OF_LABELS[-1])
        first = -(-self.low // step) * step
        return [(int(v), self(v)) for v in _multiples(first, self.high, step)]


@dataclass(frozen=True)
class _Line:
    """The line of a player, and the place of the mark at its end."""

    mark: Mark
    path: str
    end: float


def points_chart(points: PointsOverTime, lang: str) -> Markup:
    """Return the chart of the points: a line of steps for each player, which ends in the player's mark."""
    scored = points.scored
    first, last = (scored[0].number, scored[-1].number) if scored else (0, 1)
    across, up = _Scale(first, last, _LEFT, _RIGHT), _Scale(0, max(points.most, 1), _BOTTOM, _TOP)
    ends = _apart([up(scored[-1].totals[n]) if scored else _BOTTOM for n in range(len(points.players))])
    lines = [
        _Line(mark_for(player.colours[0]), _stairs([(across(s.number), up(s.totals[n])) for s in scored]), ends[n])
        for n, player in enumerate(points.players)
    ]
    return _TEMPLATES.draw(
        "points.svg",
        label=translator(lang)(_POINTS).format(ends=_ends(points, lang)),
        lines=lines,
        first=first,
        last=last,
        **_frame(across, up),
    )


def best_play_chart(found: BestPlay, players: Sequence[Player], lang: str) -> Markup:
    """Return the chart of the value of best play before each viking and at the end, for the first of two players."""
    known = found.known
    values = [value.value for value in known]
    reach = max((abs(value) for value in values), default=1) or 1
    across = _Scale(known[0].step, known[-1].step, _LEFT, _RIGHT)
    up = _Scale(-reach, reach, _BOTTOM, _TOP)
    dots = [(across(value.step), up(value.value), value) for value in known]
    name = player_name(players[0].name, lang)
    return _TEMPLATES.draw(
        "best_play.svg",
        label=translator(lang)(_BEST).format(name=name, first=signed(values[0]), last=signed(values[-1])),
        area=_area([(x, y) for x, y, _ in dots], up(0)),
        line=_stairs([(x, y) for x, y, _ in dots]),
        dots=[(x, y, value.is_exact) for x, y, value in dots],
        stars=[(x, y, found.rank(value)) for x, y, value in _starred(dots, found)],
        marks=[mark_for(player.colours[0]) for player in players],
        middle=up(0),
        signed=signed,
        **_frame(across, up),
    )


def signed(value: int) -> str:
    """Return a number with its sign in typographic form."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def _starred(dots: Sequence[tuple[float, float, Valued]], found: BestPlay) -> list[tuple[float, float, Valued]]:
    """Return the points of the chart at which the largest swings end, each with the move that made it."""
    pairs = pairwise(dots)
    return [(x, y, before) for (_, _, before), (x, y, _) in pairs if found.rank(before)]


def _frame(across: _Scale, up: _Scale) -> dict[str, object]:
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "left": _LEFT,
        "right": _RIGHT,
        "top": _TOP,
        "bottom": _BOTTOM,
        "rows": up.labels(),
        "columns": across.labels(),
    }


def _ends(points: PointsOverTime, lang: str) -> str:
    totals = points.steps[-1].totals if points.steps else (0,) * len(points.players)
    pairs = zip(points.players, totals, strict=True)
    return ", ".join(f"{player_name(player.name, lang)} {total}" for player, total in pairs)


def _multiples(first: float, high: float, step: int) -> Iterator[float]:
    while first <= high:
        yield first
        first += step


def _stairs(points: Sequence[tuple[float, float]]) -> str:
    """Return a path that goes across first and then up, because points do not grow between two moves."""
    if not points:
        return ""
    (x, y), *rest = points
    return f"M{number(x)} {number(y)}" + "".join(f"H{number(x)}V{number(y)}" for x, y in rest)


def _area(points: Sequence[tuple[float, float]], middle: float) -> str:
    """Return the path of the area between a line of stairs and the middle."""
    if not points:
        return ""
    return f"{_stairs(points)}V{number(middle)}H{number(points[0][0])}Z"


def _apart(heights: Sequence[float]) -> list[float]:
    """Return heights that are moved apart from the lowest upwards, so that marks do not hide each other."""
    placed: dict[int, float] = {}
    free = _BOTTOM
    for index in sorted(range(len(heights)), key=lambda n: -heights[n]):
        placed[index] = min(heights[index], free)
        free = placed[index] - _MARK_SPACING
    return [placed[index] for index in range(len(heights))]
