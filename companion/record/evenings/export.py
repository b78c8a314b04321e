"""An evening as files: its standings and results as CSV, everything as JSON, its games for BG Stats."""

from __future__ import annotations

import json
from typing import Any

from companion.record.evenings.standings import Standing
from companion.record.evenings.state import EveningState, Seating
from companion.record.exchange.bg_stats import play_of
from companion.record.exchange.files import csv_table


def standings_csv(state: EveningState) -> str:
    """Return the standings as CSV, a row for each player."""
    rows: list[list[object]] = [
        [s.place, s.name, s.played, round(s.wins, 3), s.points, round(s.opposition, 3)] for s in state.standings
    ]
    return csv_table(["place", "player", "played", "wins", "points", "opposition"], rows)


def results_csv(state: EveningState) -> str:
    """Return the results as CSV, a row for each player of each table."""
    rows: list[list[object]] = []
    for number, tables in enumerate(state.rounds, start=1):
        for place, seat in enumerate(tables, start=1):
            for name in seat.sitting.players:
                points = "" if seat.result is None else seat.result.points.get(name, 0)
                won = "" if seat.result is None else int(name in seat.result.winners)
                rows.append([number, place, name, points, won])
    return csv_table(["round", "table", "player", "points", "won"], rows)


def evening_json(state: EveningState) -> str:
    """Return the whole evening as JSON."""
    evening = state.evening
    written: dict[str, Any] = {
        "format": "longhouse-evening",
        "version": 1,
        "name": evening.name,
        "game": evening.rulebook,
        "begun": evening.begun.isoformat(),
        "standings": [_standing_data(standing) for standing in state.standings],
        "rounds": [[_table_data(seat) for seat in tables] for tables in state.rounds],
    }
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def _standing_data(standing: Standing) -> dict[str, Any]:
    return {
        "place": standing.place,
        "player": standing.name,
        "played": standing.played,
        "wins": round(standing.wins, 3),
        "points": standing.points,
        "opposition": round(standing.opposition, 3),
    }


def _table_data(seat: Seating) -> dict[str, Any]:
    """Return a table of a round, with its game and its result where there are any."""
    game = {} if seat.game is None else {"game": seat.game.uid}
    result = seat.result
    came = {} if result is None else {"points": dict(result.points), "winners": sorted(result.winners)}
    return {"players": list(seat.sitting.players), **game, **came}


def plays_json(state: EveningState) -> str:
    """Return the plays of all finished games in the form of BG Stats, as a list."""
    plays = [play for game in state.games if (play := play_of(game)) is not None]
    return json.dumps(plays, ensure_ascii=False, indent=1) + "\n"
