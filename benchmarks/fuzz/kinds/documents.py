"""Board documents of all games, given to every command that takes one."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzz import seeds
from benchmarks.fuzz.changes import trees
from benchmarks.fuzz.commands import accepted

_THINKING = "0.2"
"""Time limit of a hint, seconds: faults occur before."""


class Documents:
    """Changed documents for ``score``, ``check``, ``judge``, ``moves``, ``place`` and ``hint``."""

    def __init__(self, folder: Path) -> None:
        """Write the documents into this folder."""
        self._folder = folder

    def __call__(self, chance: Random) -> bool:
        """Run one command or two with a changed document."""
        game = chance.choice(("fjords", *seeds.GAMES))
        document = chance.choice(seeds.documents(game))
        file = self._kept("board.json", trees.changed(document, chance, seeds.document))
        commands = self._commands(file, document, chance) if game == "fjords" else []
        words = chance.choice([["score", file], ["check", file], *commands])
        options = ["--lang", chance.choice(("en", "ru")), *chance.choice(([], ["--json"]))]
        return accepted(*words, *options)

    def _commands(self, file: str, document: dict[str, Any], chance: Random) -> list[list[str]]:
        """Return the commands that take a board of Fjords, called for this one."""
        valid = self._kept("valid.json", json.dumps(chance.choice(seeds.documents("fjords"))).encode())
        part = trees.changed(chance.choice(document["tiles"]), chance, seeds.document) if document["tiles"] else b"{}"
        tile = self._kept("tile.json", part)
        seat = chance.choice(document.get("players") or [{"name": "white"}])
        player = ["--player", seat.get("name") or chance.choice(seat.get("colours") or ["white"])]
        return [
            ["judge", *chance.sample([file, valid], 2)],
            ["moves", file, *player],
            ["moves", file, *player, "--rune", chance.choice(("journey", "horse", "wisdom"))],
            ["place", file, "--tile", tile],
            ["hint", file, *player, "--time-limit", _THINKING],
        ]

    def _kept(self, name: str, data: bytes) -> str:
        (self._folder / name).write_bytes(data)
        return str(self._folder / name)
