"""The rules of Nusfjord that a move may break, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games import illegal


class IllegalMove(illegal.IllegalMove):
    """A move that breaks a rule of Nusfjord."""

    RULES: ClassVar[Mapping[str, tuple[str, str]]] = {
        "phase": (
            "Workers are sent out in the work phase only.",
            "Работников отправляют только в фазе работ.",
        ),
        "taken": (
            "No worker finds room there until it is cleared.",
            "Эта ячейка занята: для ещё одного работника в ней нет места.",
        ),
        "no-copying": ("There is no such space for copying in this game.", "В этой игре нет такой ячейки копирования."),
        "not-full": (
            "Only an action whose space is fully taken, in the right column, may be copied.",
            "Скопировать можно только действие полностью занятой ячейки в нужном столбце.",
        ),
        "store-empty": ("The storehouse is empty.", "Склад пуст."),
        "no-plate": (
            "So many empty plates are not there; at least one is filled.",
            "Столько пустых тарелок на столе нет; наполняют не менее одной.",
        ),
        "too-dear": (
            "The personal supply does not hold what this costs.",
            "В личном запасе не хватает, чтобы заплатить.",
        ),
        "no-card": (
            "This building neither lies open nor is in the player's hand.",
            "Этого здания нет ни среди открытых, ни на руке игрока.",
        ),
        "no-space": (
            "A building needs a free building space, without forest and without another building.",
            "Для здания нужна свободная строительная клетка — без леса и без другого здания.",
        ),
        "all-issued": ("All five shares of this company are issued.", "Все пять акций этой компании уже выпущены."),
        "no-shares": ("No shares lie on the action board.", "На планшете действий нет акций."),
        "no-forest": ("There is no forest there.", "Леса там нет."),
        "no-double-space": (
            "Forests are planted on a free double space only.",
            "Лес сажают только на свободную двойную клетку.",
        ),
        "wood-full": (
            "The personal supply has all the wood it has room for.",
            "В личном запасе уже столько дерева, сколько в нём помещается.",
        ),
        "no-ship": ("No ship of this kind is left.", "Кораблей этого типа не осталось."),
        "no-berth": (
            "The ship would stick out over the end of the catch track.",
            "Корабль выступал бы за край шкалы улова.",
        ),
        "no-price": (
            "The price of this ship has not been entered.",
            "Цена этого корабля не введена.",
        ),
        "no-elder": (
            "This elder does not lie open, or sits in another council.",
            "Этот старейшина не лежит открытым или сидит в другом совете.",
        ),
        "council-full": ("All five seats of the council are taken.", "Все пять мест в совете старейшин заняты."),
        "nothing-served": (
            "An elder acts for a fish from the banquet table, and none is there.",
            "Старейшина действует за рыбу с банкетного стола, а её там нет.",
        ),
    }
