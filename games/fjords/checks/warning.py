"""A breach of the rules on a board of Fjords."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.fjords.sentences import player_name, sentence
from games.hexgrid import Cell


@dataclass(frozen=True)
class Warning:
    """A breach of the rules: its code, the tiles that it concerns, and the player if it concerns one."""

    code: str
    tiles: tuple[Cell, ...] = ()
    player: str | None = None

    def message(self, lang: str = "en") -> str:
        """Return a sentence for players that names the rule, in English (``en``) or Russian (``ru``)."""
        player = None if self.player is None else player_name(self.player, lang)
        return sentence(self.code, lang, player=player)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the warning as the commands print it."""
        written: dict[str, Any] = {"code": self.code, "tiles": [list(cell) for cell in self.tiles]}
        if self.player is not None:
            written["player"] = self.player
        return {**written, "message": self.message(lang)}
