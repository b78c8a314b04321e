"""What happened between two documents of Nusfjord, and what of it the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.answers import Described, Judged, fresh_notices
from games.language import N_
from games.nusfjord.answering.moves import described, village_on
from games.nusfjord.board import Board
from games.nusfjord.play.fishing import fish
from games.nusfjord.play.rounds import go_home
from games.nusfjord.play.village import FISHING, GOING_HOME, Village
from games.nusfjord.play.work_phase import legal_moves, push
from games.nusfjord.warnings import status
from games.rulebook import RuleNotice

_NOT_A_MOVE = N_(
    "No single move of the rules leads from the first village to the second; a card's text may have been used between."
)


def judge(before: Board, after: Board) -> Judged:
    """Return which move leads from one document to the next, and what the rules say of it.

    Without villages in both, only what is newly wrong with the harbours is said.
    """
    fresh = fresh_notices(status(before), status(after))
    old, now = village_on(before), village_on(after)
    if old is None or now is None or old == now:
        return Judged((), fresh)
    found = next((event for event, village in _steps(old) if _same(village, now)), None)
    return Judged([found], fresh) if found else Judged((), [RuleNotice("not-a-move", _NOT_A_MOVE), *fresh])


def _steps(village: Village) -> Iterator[tuple[Described, Village]]:
    """Yield what may happen next, with the village after it; cards dealt at the end of a round are not known."""
    if village.phase == FISHING:
        yield {"event": "fish-landed"}, fish(village)
    elif village.phase == GOING_HOME:
        yield {"event": "workers-home"}, go_home(village)
    else:
        for move in legal_moves(village):
            yield {"event": "worker-sent", "player": village.company.name, **described(move)}, push(village, move)


def _same(one: Village, other: Village) -> bool:
    """Return whether two villages are alike, but for cards that were dealt for the next round."""
    if one.phase == FISHING and one.turns == 0:
        one, other = _without_cards(one), _without_cards(other)
    return one == other


def _without_cards(village: Village) -> Village:
    return replace(village, open_cards=(), companies=tuple(replace(c, hand=()) for c in village.companies))
