"""The rulebook of Hokkaido as `games.rulebook` finds it."""

from __future__ import annotations

from games.hokkaido.answers import ANSWERS
from games.hokkaido.city import Board
from games.hokkaido.explaining import explain
from games.hokkaido.recorded_rounds import refuse_malformed_rounds
from games.hokkaido.scoring import score
from games.hokkaido.svg import board_svg
from games.hokkaido.warnings import status
from games.hokkaido.words import HEADINGS, TIES
from games.language import N_
from games.rulebook import Rulebook

RULEBOOK: Rulebook[Board] = Rulebook(
    name="hokkaido",
    english_title=N_("Hokkaido"),
    read=Board.from_document,
    write=Board.to_document,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=board_svg,
    headings=HEADINGS,
    explain=explain,
    tie_rule=TIES,
    answers=ANSWERS,
    recorded=refuse_malformed_rounds,
)
