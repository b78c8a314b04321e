"""The answers of Vikings as `games.answers` names them."""

from __future__ import annotations

from collections.abc import Mapping

from games.answers import Answers
from games.language import N_
from games.vikings.answering.judging import judge
from games.vikings.answering.moves import moves, place
from games.vikings.board import Board
from games.vikings.words import DESCRIBED, FIELDS

_WHY_NOT: Mapping[str, str] = {
    "hint": N_("There is no hint for Vikings: cards and figures come by chance; “moves” shows what may be bought."),
}
ANSWERS: Answers[Board] = Answers(
    moves=moves, place=place, judge=judge, fields=FIELDS, words=DESCRIBED, why_not=_WHY_NOT
)
