"""Valid inputs to start from: the rules' cases, the sample pictures with their truth, and a random game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from games.fjords.play.game import Game
from games.fjords.play.moves import Draw
from games.fjords.play.record import write_record
from games.fjords.setup import Seat, Setup

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_images"
DATA = ROOT / "tests" / "calibration" / "data"
GAMES = ("fjords", "hokkaido", "nusfjord", "vikings")


@cache
def documents(game: str) -> tuple[dict[str, Any], ...]:
    """Return valid board documents of a game."""
    cases = (ROOT / "tests" / "games" / game / "cases").iterdir()
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(cases) if path.suffix == ".json"]
    boards = [case["board"] for case in found if isinstance(case, dict) and "board" in case]
    if game == "fjords":
        boards += [json.loads(path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.glob("**/*.json"))]
    return tuple(boards)


def document(chance: Random) -> dict[str, Any]:
    """Return a valid board document of any game."""
    return chance.choice(documents(chance.choice(GAMES)))


@cache
def record(number: int) -> str:
    """Return the record text of a whole random game of Fjords."""
    chance, game = Random(number), Game(Setup((Seat("Ann", ("white",)), Seat("Bo", ("red",)))))
    while not game.is_over:
        while game.awaits_draw:
            game.push(Draw(chance.choice(game.state.bag)))
        if not game.is_over:
            game.push(chance.choice(list(game.legal_moves)))
    return write_record(game)
