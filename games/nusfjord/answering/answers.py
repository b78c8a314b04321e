"""The answers of Nusfjord as `games.answers` names them."""

from __future__ import annotations

from collections.abc import Mapping

from games.answers import Answers
from games.language import N_
from games.nusfjord.answering.judging import judge
from games.nusfjord.answering.moves import moves
from games.nusfjord.answering.words import DESCRIBED, FIELDS
from games.nusfjord.board import Board

_WHY_NOT: Mapping[str, str] = {
    "place": N_("Nothing is laid by its shape in Nusfjord: a building goes onto any free space; “moves” lists them."),
    "hint": N_("There is no hint for Nusfjord: what cards do is printed on them; “moves” shows what is allowed."),
}
ANSWERS: Answers[Board] = Answers(moves=moves, judge=judge, fields=FIELDS, words=DESCRIBED, why_not=_WHY_NOT)
