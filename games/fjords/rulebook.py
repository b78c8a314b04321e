"""Fjords as one game among others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.envelope import LANGUAGES
from games.fjords.board import Board
from games.fjords.drawing.board import board_svg
from games.fjords.scoring import score
from games.fjords.warnings import status
from games.rulebook import Rulebook

_HEADINGS = {
    "vikings": ("Vikings", "Викинги"),
    "undisputed": ("Undisputed", "Бесспорные"),
    "strength": ("Strength", "Сила"),
    "water": ("Water", "Вода"),
    "friendship": ("Friendship", "Дружба"),
    "home": ("Home", "Дом"),
    "total": ("Total", "Всего"),
    "secure": ("Secure", "Свои"),
    "contested": ("Contested", "Спорные"),
}
_RULES = {
    "vikings": ("a point for each viking on the board", "по очку за каждого викинга на поле"),
    "undisputed": (
        "all vikings are placed: a point for each tile that nobody else can reach",
        "все викинги выставлены: по очку за каждый гекс, до которого не дойдёт никто другой",
    ),
    "strength": (
        "one more for each viking next to a Strength rune",
        "ещё по очку за каждого викинга рядом с руной Силы",
    ),
    "water": (
        "a point for each viking on a tile that the ocean joins to a Water rune",
        "по очку за каждого викинга на гексе, который океан соединяет с руной Воды",
    ),
    "friendship": (
        "two for each Friendship rune with most vikings around it",
        "по два очка за каждую руну Дружбы, вокруг которой больше всего викингов",
    ),
    "home": (
        "a point for each viking next to the own Home rune",
        "по очку за каждого викинга рядом со своей руной Дома",
    ),
    "total": ("all points together", "все очки вместе"),
    "secure": ("tiles that nobody else can reach", "гексы, до которых не дойдёт никто другой"),
    "contested": ("tiles that others can reach, too", "гексы, до которых дойдут и другие"),
}


def _explain(board: Board, lang: str) -> Sequence[Mapping[str, str]]:
    spoken = LANGUAGES.index(lang)
    return [{field: rule[spoken] for field, rule in _RULES.items()} for _ in board.players]


RULEBOOK: Rulebook[Board] = Rulebook(
    name="fjords",
    titles=("Fjords", "Фьорды"),
    read=Board.from_document,
    write=Board.to_document,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=lambda board, lang, _player: board_svg(board, lang),
    headings=_HEADINGS,
    explain=_explain,
    ties=(
        "On a tie, the tied player who is later in the order of settlement wins.",
        "При равенстве побеждает тот из игроков, кто позже в порядке заселения.",
    ),
    always=("vikings", "total", "secure", "contested"),
    colours=lambda board, player: board.player(player).colours,
)
