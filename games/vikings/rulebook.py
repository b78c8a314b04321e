"""Vikings as one game among others."""

from __future__ import annotations

from games.rulebook import Rulebook
from games.vikings.board import Board
from games.vikings.drawing.fjord import board_svg
from games.vikings.explain import explain
from games.vikings.reading import board_of, document_of
from games.vikings.sheet import score
from games.vikings.told import with_special_cards
from games.vikings.warnings import status

_HEADINGS = {
    "points": ("Points", "Очки"),
    "track": ("Track", "Дорожка"),
    "ships": ("Ships", "Драккары"),
    "gold": ("Gold", "Золото"),
    "boatswains": ("Boatswains", "Кормчие"),
    "islands": ("Islands", "Острова"),
    "longest": ("Longest", "Длиннейший"),
    "supply": ("Supply", "Снабжение"),
    "special": ("Special cards", "Особые карточки"),
    "total": ("Total", "Всего"),
}

RULEBOOK: Rulebook[Board] = Rulebook(
    name="vikings",
    titles=("Vikings", "Викинги"),
    read=board_of,
    write=document_of,
    status=status,
    score=lambda board: score(board).to_dict(),
    svg=board_svg,
    headings=_HEADINGS,
    explain=explain,
    ties=(
        "On a tie, most gold left after the ships and after changing 5 gold for a point wins; "
        "if that ties too, they share the victory. In a small or big scoring nobody wins yet.",
        "При равенстве побеждает тот, у кого осталось больше золота после драккаров и обмена по 5 за очко; "
        "если равно и оно, победителей несколько. После малого или большого подсчёта победителя ещё нет.",
    ),
    always=("points", "gold", "track", "total"),
    recorded=with_special_cards,
)
