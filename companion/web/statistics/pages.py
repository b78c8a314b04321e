"""Statistics of all games that are over: players, pairs of players, games and variants, records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Flask, current_app, render_template, request

from companion.record.statistics.finished import FinishedGame, Selection, finished_game, with_one_spelling
from companion.record.statistics.players import duels, kind_records, longest_lands, player_records
from companion.record.storage.library import StoredGame
from companion.web.base.languages import language
from companion.web.base.store import library
from companion.web.games.setup_form import VARIANTS
from companion.web.limits.memo import Memo
from games.rulebook import find

pages = Blueprint("statistics", __name__, url_prefix="/games/statistics", template_folder="templates")

_KEY = "longhouse-statistics"
_KNOWN_GAMES = 1000
"""Games whose facts stay in memory, at 1 kB each; to compute those of one takes 7 ms."""
_LANDS = 5
"""Longest lands that are listed."""


@dataclass(frozen=True)
class Choices:
    """The options that can be selected: values with their words."""

    games: Mapping[str, str]
    variants: Mapping[str, str]
    players: Sequence[str]
    seats: Mapping[int, int]


def set_up(app: Flask) -> None:
    """Register the page with the app, and a cache of finished games for it."""
    app.extensions[_KEY] = Memo[FinishedGame | None](_KNOWN_GAMES)
    app.register_blueprint(pages)


@pages.get("/")
def page() -> str:
    """Show the statistics of the selected games."""
    everything, selection = _finished_games(), _selection()
    games, lang = selection.of(everything), language()
    return render_template(
        "statistics/page.html",
        total=len(everything),
        games=games,
        selection=selection,
        choices=_choices(everything, lang),
        records=player_records(games),
        duels=duels(games),
        kinds=kind_records(games),
        lands=list(longest_lands(games, _LANDS)),
        nameless=any(len(game.people) < len(game.points) for game in games),
        comparable=len({game.game for game in games}) == 1,
        title_of=lambda game: find(game).title(lang),
        variants=VARIANTS,
    )


def _selection() -> Selection:
    given = request.args
    return Selection(
        given.get("game", ""), given.get("variant", ""), given.get("player", ""), given.get("seats", 0, type=int)
    )


def _choices(games: Sequence[FinishedGame], lang: str) -> Choices:
    names = sorted({game.game for game in games})
    played = {game.variant for game in games}
    return Choices(
        games={name: find(name).title(lang) for name in names},
        variants={code: words for code, words in VARIANTS.items() if code in played},
        players=sorted({name for game in games for name in game.people}),
        seats={seats: seats for seats in sorted({len(game.points) for game in games})},
    )


def _finished_games() -> list[FinishedGame]:
    return with_one_spelling(game for game in map(_finished, library().countable()) if game is not None)


def _finished(stored: StoredGame) -> FinishedGame | None:
    known = cast("Memo[FinishedGame | None]", current_app.extensions[_KEY])
    return known.get((stored.uid, stored.id, stored.timeline.last_number), lambda: finished_game(stored))
