"""A sentence for each kind of points that says how they were counted."""

from __future__ import annotations

from collections.abc import Sequence

from games.hokkaido.city import Board
from games.hokkaido.scoring import (
    DISTRICT_POINTS,
    FOREST_POINTS,
    LAKE_POINTS,
    MOUNTAIN_POINTS,
    Score,
    score_city,
)
from games.language import N_, translate

_SENTENCES = {
    "mountains": N_("Squares of mountain: {count}, {each} points each."),
    "forests": N_("Squares of forest: {count}, {each} points each."),
    "lakes": N_("Sizes of lakes: {sizes}; {each} points for each square of a lake but its first."),
    "no-lakes": N_("There is no lake."),
    "factories": N_("Factories that a cube of their colour can be moved to: {values}."),
    "no-factories": N_("No factory has a cube of its colour to be moved to it."),
    "districts": N_(
        "The largest districts beside the range have {smaller} and {larger} squares: "
        "{each} points for each square of the smaller."
    ),
    "no-districts": N_("The mountains do not part the city in two, so districts earn nothing."),
    "goals": N_("Goals won: {values}."),
    "no-goals": N_("No goal was won."),
    "total": N_("All points together; deserts, which break ties: {deserts}."),
}


def explain(board: Board, lang: str) -> Sequence[dict[str, str]]:
    """Return for each player, in the order of the board, a sentence for each field of the score."""
    return [_explained(score_city(city), lang) for city in board.cities]


def _explained(score: Score, lang: str) -> dict[str, str]:
    def say(key: str, **places: object) -> str:
        return translate(_SENTENCES[key], lang).format(**places)

    lakes, factories, goals = _counted(score.lakes), _counted(score.factories), _counted(score.goals)
    smaller, larger = (len(side) for side in score.sides) if score.sides else (0, 0)
    return {
        "mountains": say("mountains", count=score.mountains, each=MOUNTAIN_POINTS),
        "forests": say("forests", count=score.forests, each=FOREST_POINTS),
        "lakes": say("lakes" if lakes else "no-lakes", sizes=lakes, each=LAKE_POINTS),
        "factories": say("factories" if factories else "no-factories", values=factories),
        "districts": say("districts", smaller=smaller, larger=larger, each=DISTRICT_POINTS)
        if score.sides
        else say("no-districts"),
        "goals": say("goals" if goals else "no-goals", values=goals),
        "total": say("total", deserts=score.deserts),
    }


def _counted(numbers: Sequence[int]) -> str:
    """Return numbers as a list, the largest first, such as ``4, 2``."""
    return ", ".join(map(str, sorted(numbers, reverse=True)))
