"""The rules of Fjords that a move may break, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games import illegal


class IllegalMove(illegal.IllegalMove):
    """A move that breaks a rule of Fjords."""

    RULES: ClassVar[Mapping[str, tuple[str, str]]] = {
        "phase": (
            "This move belongs to another phase of the game.",
            "Этот ход относится к другой фазе игры.",
        ),
        "over": ("The game is over.", "Игра окончена."),
        "draw-first": (
            "A tile must be drawn first.",
            "Сначала нужно вытащить гекс из мешка.",
        ),
        "not-drawn": (
            "Only an open tile may be laid, and only a tile in the bag may be drawn.",
            "Положить можно только открытый гекс, а вытащить — только гекс из мешка.",
        ),
        "row-full": (
            "The row is full: the tile is laid first, then a new one is drawn.",
            "Ряд полон: сначала кладут гекс, потом вытаскивают новый.",
        ),
        "taken": ("A tile lies there already.", "Там уже лежит гекс."),
        "few-neighbours": (
            "The tile must touch two or more tiles in play.",
            "Гекс должен соединяться с двумя или более гексами в игровой зоне.",
        ),
        "edge-mismatch": (
            "Mountain, plains and ocean must match along every shared edge.",
            "Горы, равнины и океан должны совпадать вдоль каждой общей грани.",
        ),
        "second-landmass": (
            "The tile must not create a second landmass.",
            "Гекс нельзя класть так, чтобы образовался второй участок суши.",
        ),
        "colour": ("A player places only pieces of an own colour.", "Игрок ставит только фишки своего цвета."),
        "longhouse-off-plains": (
            "A longhouse is built where there is plains.",
            "Дома ставят на гексы, где есть равнина.",
        ),
        "no-longhouse": ("No longhouse of this colour is left.", "Домов этого цвета в запасе не осталось."),
        "no-viking": ("No viking of this colour is left.", "Викингов этого цвета в запасе не осталось."),
        "rune-tile": (
            "The tile holds a rune stone: nothing else may stand on it.",
            "На гексе лежит руна: больше на нём ничего не может стоять.",
        ),
        "rune-absent": ("This rune is not in play.", "Эта руна в игре не участвует."),
        "rune-reused": ("Each player uses this rune only once.", "Каждый игрок использует эту руну только один раз."),
        "home-alone": (
            "A Home rune is laid only under a longhouse built in the same turn.",
            "Руну Дома кладут только под дом, который ставят в тот же ход.",
        ),
        "secret": (
            "The Secret rune moves an own longhouse up to two tiles over plains to a vacant tile, "
            "not through other houses and not off a Home rune, instead of building.",
            "Секретная руна вместо постройки перемещает свой дом до 2 гексов по равнинам на свободный гекс, "
            "не через другие дома и не с руны Дома.",
        ),
        "not-vacant": ("There is something on this tile, or no tile at all.", "Этот гекс занят, или гекса там нет."),
        "not-joined": (
            "A viking is placed next to an own piece and connected to it by plains.",
            "Викинга ставят рядом со своей фишкой, с которой его соединяет равнина.",
        ),
        "not-reached": (
            "The rune reaches tiles one to three steps away, all connected by its terrain.",
            "Руна ведёт на гекс не дальше трёх шагов, если все гексы пути соединены её ландшафтом.",
        ),
        "space": (
            "The Wisdom rune is laid in an empty space next to two or more tiles, one with an own piece and with "
            "plains facing the space, and leads to a vacant tile with plains facing it.",
            "Руну Мудрости кладут на пустое место рядом с двумя или более гексами: на одном — своя фишка и равнина "
            "у этого места, а викинг идёт на свободный гекс с равниной у этого места.",
        ),
    }
