"""The rulebook of Vikings as `games.rulebook` finds it."""

from __future__ import annotations

from games.language import N_, P_
from games.rulebook import Rulebook
from games.vikings.answering.answers import ANSWERS
from games.vikings.board import Board
from games.vikings.drawing.fjord import board_svg
from games.vikings.reading import board_of, document_of
from games.vikings.recorded_cards import with_special_cards
from games.vikings.scoring.explain import explain
from games.vikings.scoring.sheet import score
from games.vikings.warnings import status

_HEADINGS = {
    "points": N_("Points"),
    "track": N_("Track"),
    "ships": P_("vikings", "Ships"),
    "gold": N_("Gold"),
    "boatswains": N_("Boatswains"),
    "islands": N_("Islands"),
    "longest": N_("Longest"),
    "supply": N_("Supply"),
    "special": N_("Special cards"),
    "total": N_("Total"),
}

RULEBOOK: Rulebook[Board] = Rulebook(
    name="vikings",
    english_title=N_("Vikings"),
    read=board_of,
    write=document_of,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=board_svg,
    headings=_HEADINGS,
    explain=explain,
    tie_rule=N_(
        "On a tie, most gold left after the ships and after changing 5 gold for a point wins; "
        "if that ties too, they share the victory. In a small or big scoring nobody wins yet."
    ),
    always=("points", "gold", "track", "total"),
    recorded=with_special_cards,
    answers=ANSWERS,
)
