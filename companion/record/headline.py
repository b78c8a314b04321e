"""The result of a game in one line, and what was played when in another, in the reader's language."""

from __future__ import annotations

from babel.dates import format_date

from companion.language import N_, player_name, translator
from companion.record.events.games import SetUp
from companion.record.summary import Summary
from games.fjords.sentences import word

_WINS, _LEADS, _LEVEL = N_("{name} wins {points}"), N_("{name} leads {points}"), N_("Tie: {points}")
_ON_TIE_BREAK = N_("{result} on the tie-break")
_SHARED = N_("{name} win together, {points}")
_NOBODY, _WITHOUT_PLAYERS = N_("Nobody has points yet"), N_("The game is over")
_VARIANTS = {"epic": N_("Epic"), "classic": N_("Classic")}


def headline(summary: Summary, lang: str) -> str:
    """Return who wins, or leads while the game goes on, with all points, the most first; nobody leads with 0 points."""
    say, scores = translator(lang), summary.result.scores
    points = sorted((score.total for score in scores.scores), reverse=True)
    if not any(points) and not summary.is_over:
        return say(_NOBODY)
    if not points:
        return say(_WITHOUT_PLAYERS)
    names = ", ".join(player_name(name, lang) for name in sorted(scores.winners))
    words = _LEVEL if not names else _SHARED if len(scores.winners) > 1 else _WINS if summary.is_over else _LEADS
    result = say(words).format(name=names, points=" : ".join(map(str, points)))
    return say(_ON_TIE_BREAK).format(result=result) if is_tie_broken(summary) else result


def is_tie_broken(summary: Summary) -> bool:
    """Return whether one player is ahead of another who has as many points; before the end 0 points are no lead."""
    points = sorted((score.total for score in summary.result.scores.scores), reverse=True)
    tied = len(points) > 1 and points[0] == points[1] and (points[0] > 0 or summary.is_over)
    return tied and summary.result.scores.winner is not None


def occasion(summary: Summary, setup: SetUp, lang: str) -> str:
    """Return the day, the variant unless it is the base game, and the runes in play."""
    say = translator(lang)
    parts = [format_date(summary.begun.astimezone(), "long", locale=lang)]
    if setup.variant in _VARIANTS:
        parts.append(say(_VARIANTS[setup.variant]))
    parts += [word(rune, lang) for rune in setup.runes]
    return "  ·  ".join(parts)
