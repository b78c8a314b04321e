"""How each kind of points came about, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from games.envelope import LANGUAGES
from games.hokkaido.city import Board
from games.hokkaido.scoring import (
    DISTRICT_POINTS,
    FOREST_POINTS,
    LAKE_POINTS,
    MOUNTAIN_POINTS,
    Score,
    score_city,
)

_SENTENCES = {
    "mountains": ("Squares of mountain: {count}, {each} points each.", "Квадратов гор: {count}, по {each} очка."),
    "forests": ("Squares of forest: {count}, {each} points each.", "Квадратов леса: {count}, по {each} очка."),
    "lakes": (
        "Sizes of lakes: {sizes}; {each} points for each square of a lake but its first.",
        "Размеры озёр: {sizes}; по {each} очка за каждый квадрат озера, кроме первого.",
    ),
    "no-lakes": ("There is no lake.", "Озёр нет."),
    "factories": (
        "Factories that a cube of their colour can be moved to: {values}.",
        "Фабрики, на которые можно перенести кубик их цвета: {values}.",
    ),
    "no-factories": (
        "No factory has a cube of its colour to be moved to it.",
        "Ни на одну фабрику нельзя перенести кубик её цвета.",
    ),
    "districts": (
        "The largest districts beside the range have {smaller} and {larger} squares: "
        "{each} points for each square of the smaller.",
        "Крупнейшие районы по сторонам горной цепи: {smaller} и {larger}; по {each} очка за каждый квадрат меньшего.",
    ),
    "no-districts": (
        "The mountains do not part the city in two, so districts earn nothing.",
        "Горы не делят город надвое, поэтому кварталы не приносят очков.",
    ),
    "goals": ("Goals won: {values}.", "Полученные цели: {values}."),
    "no-goals": ("No goal was won.", "Целей не получено."),
    "total": (
        "All points together; deserts, which break ties: {deserts}.",
        "Все очки вместе; пустынь, решающих при равенстве: {deserts}.",
    ),
}


def explain(board: Board, lang: str) -> Sequence[dict[str, str]]:
    """Return for each player, in the order of the board, a sentence for each field of the score."""
    return [_explained(score_city(city), LANGUAGES.index(lang)) for city in board.cities]


def _explained(score: Score, spoken: int) -> dict[str, str]:
    def say(key: str, **places: object) -> str:
        return _SENTENCES[key][spoken].format(**places)

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
    """Return numbers as people write them."""
    return ", ".join(map(str, sorted(numbers, reverse=True)))
