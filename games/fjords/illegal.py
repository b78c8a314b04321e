"""The rules of Fjords that a move may break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games import illegal
from games.language import N_


class IllegalMove(illegal.IllegalMove):
    """A move that breaks a rule of Fjords."""

    RULES: ClassVar[Mapping[str, str]] = {
        "phase": N_("This move belongs to another phase of the game."),
        "over": N_("The game is over."),
        "draw-first": N_("A tile must be drawn first."),
        "not-drawn": N_("Only a face-up tile may be laid, and only a tile in the bag may be drawn."),
        "row-full": N_("The row is full: the tile is laid first, then a new one is drawn."),
        "taken": N_("A tile lies there already."),
        "few-neighbours": N_("The tile must touch two or more tiles in play."),
        "edge-mismatch": N_("Mountain, plains and ocean must match along every shared edge."),
        "second-landmass": N_("The tile must not create a second landmass."),
        "colour": N_("Players may place only pieces of their own colour."),
        "longhouse-off-plains": N_("A longhouse may be built only on plains."),
        "no-longhouse": N_("No longhouse of this colour is left."),
        "no-viking": N_("No viking of this colour is left."),
        "rune-tile": N_("The tile holds a rune stone: nothing else may stand on it."),
        "rune-absent": N_("This rune is not in play."),
        "rune-reused": N_("Each player uses this rune only once."),
        "home-alone": N_("A Home rune is laid only under a longhouse built in the same turn."),
        "secret": N_(
            "The Secret rune moves an own longhouse up to two tiles over plains to a vacant tile, "
            "not through other houses and not off a Home rune, instead of building."
        ),
        "not-vacant": N_("There is something on this tile, or no tile at all."),
        "not-joined": N_(
            "A viking must be placed next to one of the player's own pieces and connected to it by plains."
        ),
        "not-reached": N_("The rune reaches tiles one to three steps away, all connected by its terrain."),
        "space": N_(
            "The Wisdom rune is laid in an empty space next to two or more tiles, one with an own piece and with "
            "plains facing the space, and leads to a vacant tile with plains facing it."
        ),
    }
