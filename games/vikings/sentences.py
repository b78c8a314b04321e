"""The sentence for each notice, which names the rule that is broken."""

from __future__ import annotations

from games.language import N_

SENTENCES: dict[str, str] = {
    "island-mismatch": N_(
        "Two island tiles of {player} do not fit: where tiles lie side by side, land must meet land and sea meet sea."
    ),
    "island-ashore": N_(
        "A tile of {player} runs ashore at the home fjord, where there is sea: an island begins with its left part."
    ),
    "loose-tile": N_(
        "{player} has island tiles that touch neither the home fjord nor tiles that reach it: "
        "a tile is laid with one side to the fjord or to another tile."
    ),
    "loose-ship": N_(
        "{player} has a ship out of place: the first three places are filled in any order, "
        "beyond them a ship is laid beside one that lies there."
    ),
    "wrong-row": N_("A figure of {player} stands in another figure's row: each lives in the row of its colour."),
    "idle-boatswain": N_(
        "{player} can still carry figures to free tiles: in the third big scoring boatswains must, "
        "before the final scoring counts them."
    ),
    "tile-moved": N_("An island tile of {player} is gone or changed: a tile, once laid, stays where and as it is."),
    "ship-moved": N_("A ship of {player} is gone or changed: a ship, once laid, stays where and as it is."),
    "figure-moved": N_("A figure of {player} has left its tile: once placed, it stays there until the end."),
    "several-moves": N_(
        "More than one combination was bought between the two boards: in a turn one is bought, "
        "and only the first brings a starting tile."
    ),
    "not-earned": N_(
        "{player} has gained points or gold without a scoring: points turn into gold, one for one, but never back."
    ),
    "wrong-payment": N_("{player} has paid {paid} for a combination that costs {price}."),
    "too-many-figures": N_("There are more {figures} on the boards than the box holds, which is 13 of each colour."),
    "too-many-tiles": N_("There are more island tiles on the boards than the box holds, which is 62."),
    "too-many-ships": N_("There are more ships on the boards than the box holds, which is 14."),
    "too-many-players": N_("More than four play: the box holds four home fjords."),
    "too-few-players": N_(
        "Only one player is listed: the game is for two to four, who compare what they have most of."
    ),
}
