"""A finished game in the form in which BG Stats takes plays in: a link that opens the app, and its data as a file.

The identifiers are the same each time, so that the app remembers which game and which players they are.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import UTC
from typing import Any
from urllib.parse import quote

from companion.record.storage.library import StoredGame
from companion.record.summary import Summary, summary_of
from games.rulebook import find

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_PLAYERS = uuid.UUID("6f1c0a2e-6c1e-4e0b-9a53-0c4b8b9d7a11")
"""The namespace of players' identifiers, which follow from their names."""


def play_of(stored: StoredGame) -> dict[str, Any] | None:
    """Return a play in the form of BG Stats; ``None`` while the game goes on.

    ``playDate`` is when it ended, in UTC; ``board`` holds the variant and the runes; ``winner`` is always given, since
    the app demands it.
    """
    summary = summary_of(stored)
    if not summary.ended:
        return None
    game, setup = summary.result.game, stored.timeline.position.setup
    minutes = round(summary.lasted.total_seconds() / 60)
    return {
        "sourceName": "Longhouse",
        "sourcePlayId": stored.uid,
        "playDate": (summary.begun + summary.lasted).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        **({"durationMin": minutes} if minutes else {}),
        "game": {
            "name": find(game).title("en"),
            "sourceGameId": f"longhouse-{game}",
            "highestWins": True,
            "noPoints": False,
        },
        "board": ", ".join([setup.variant, *setup.runes] if stored.timeline.position.board is None else []),
        "players": list(_players(summary, setup.first)),
    }


def _players(summary: Summary, first: str) -> Iterator[dict[str, Any]]:
    """Yield the players of a game that has ended, best first; ``first`` is the name of the one who began it."""
    totals = [score.total for _, score in summary.result.ranking]
    for player, score in summary.result.ranking:
        yield {
            "name": player.name,
            "sourcePlayerId": str(uuid.uuid5(_PLAYERS, player.name)),
            "startPlayer": player.name == first,
            "score": str(score.total),
            "rank": totals.index(score.total) + 1,
            "winner": player.name in summary.winners,
        }


def play_json(stored: StoredGame) -> str | None:
    """Return the play as JSON; ``None`` while the game goes on."""
    play = play_of(stored)
    return None if play is None else json.dumps(play, ensure_ascii=False, indent=1) + "\n"


def play_link(stored: StoredGame) -> str | None:
    """Return the address that opens BG Stats with the play; ``None`` while the game goes on."""
    play = play_of(stored)
    return None if play is None else _ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")))
