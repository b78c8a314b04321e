"""The rules of Vikings that a move may break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games import illegal
from games.language import N_


class IllegalMove(illegal.IllegalMove):
    """A move that breaks a rule of Vikings."""

    RULES: ClassVar[Mapping[str, str]] = {
        "phase": N_("This move belongs to another phase of the game."),
        "over": N_("The game is over."),
        "draw": N_("Twelve figures are drawn from those in the bag, in the advanced version thirteen."),
        "deal": N_("A stack has twelve cards, and there are fourteen ships in all."),
        "specials": N_(
            "Special cards belong to the advanced version: four lie face up, and each works for the player who took it."
        ),
        "not-drawn": N_("This figure is not among those drawn."),
        "bid": N_("A bid must be higher than the one before."),
        "price": N_("Gold and points together do not reach the price."),
        "sold": N_("Nothing is for sale there."),
        "zero": N_(
            "The combination at 0 is for sale only if its figure is the last of its colour at the wheel, "
            "or if you cannot pay for the cheapest other one."
        ),
        "place": N_(
            "It cannot be laid there: a tile touches the fjord or another tile and fits its neighbours; "
            "a ship beyond the first three places touches another."
        ),
        "fits": N_("Only a tile that fits nowhere leaves the game."),
        "row": N_("A figure stands only on the tile it came with, in the row of its colour."),
        "boatswain": N_("No boatswain is at home."),
        "nothing": N_("A boatswain carries at least one figure, each to a tile of its own."),
        "single": N_("In the advanced version a boatswain carries one figure."),
        "colours": N_("A boatswain carries figures of one colour, or one of each."),
        "figures": N_("There are not that many of these figures at home."),
        "no-room": N_("No free tile lies there in the figure's row."),
        "must-carry": N_(
            "In the third big scoring boatswains must carry as long as there is a figure and a free tile for it."
        ),
    }
