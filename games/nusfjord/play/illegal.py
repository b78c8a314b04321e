"""The rules of Nusfjord that a move may break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games import illegal
from games.language import N_


class IllegalMove(illegal.IllegalMove):
    """A move that breaks a rule of Nusfjord."""

    RULES: ClassVar[Mapping[str, str]] = {
        "phase": N_("Workers are sent out in the work phase only."),
        "taken": N_("This action space is taken until the workers go home."),
        "no-copying": N_("There is no such space for copying in this game."),
        "not-full": N_("Only an action whose space is fully taken, in the right column, may be copied."),
        "store-empty": N_("The storehouse is empty."),
        "no-plate": N_("There are not that many empty plates; at least one must be filled."),
        "too-dear": N_("The personal supply does not hold what this costs."),
        "no-card": N_("This building is neither face up nor in the player's hand."),
        "no-space": N_("A building needs a free building space, without forest and without another building."),
        "all-issued": N_("All five shares of this company are issued."),
        "no-shares": N_("No shares lie on the action board."),
        "no-forest": N_("There is no forest there."),
        "no-double-space": N_("Forests are planted on a free double plot only."),
        "wood-full": N_("The personal supply has all the wood it has room for."),
        "no-ship": N_("No ship of this kind is left."),
        "no-berth": N_("The ship would stick out over the end of the catch track."),
        "no-price": N_("The price of this ship has not been entered."),
        "no-elder": N_("This elder is not face up, or sits in another council."),
        "elder-empty": N_("The elder's card does not hold that much fish."),
        "no-building": N_("No building stands on this plot."),
        "council-full": N_("All five seats of the council are taken."),
        "nothing-served": N_("An elder acts for a fish from the banquet table, and none is there."),
    }
