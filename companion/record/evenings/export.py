"""An evening as files: its standings and results as CSV, everything as JSON, its games for BG Stats."""

from __future__ import annotations

import json
from typing import Any

from companion.record.evenings.state import EveningState
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
        "standings": [
            {
                "place": s.place,
                "player": s.name,
                "played": s.played,
                "wins": round(s.wins, 3),
                "points": s.points,
                "opposition": round(s.opposition, 3),
            }
            for s in state.standings
        ],
        "rounds": [
            [
                {
                    "players": list(seat.sitting.players),
                    **({} if seat.game is None else {"game": seat.game.uid}),
                    **(
                        {}
                        if seat.result is None
                        else {"points": dict(seat.result.points), "winners": sorted(seat.result.winners)}
                    ),
                }
                for seat in tables
            ]
            for tables in state.rounds
        ],
    }
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def plays_json(state: EveningState) -> str:
    """Return the plays of all finished games in the form of BG Stats, as a list."""
    plays = [play for game in state.games if (play := play_of(game)) is not None]
    return json.dumps(plays, ensure_ascii=False, indent=1) + "\n"
