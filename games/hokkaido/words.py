"""The game's words in English and Russian."""

from __future__ import annotations

from games.envelope import LANGUAGES

_WORDS = {
    "mountain": ("mountain", "гора"),
    "forest": ("forest", "лес"),
    "desert": ("desert", "пустыня"),
    "lake": ("lake", "озеро"),
    "district": ("district", "квартал"),
    "production": ("production", "производство"),
    "factory": ("factory", "фабрика"),
    "cube": ("cube", "кубик"),
    "blue": ("blue", "синий"),
    "brown": ("brown", "коричневый"),
    "grey": ("grey", "серый"),
    "green": ("green", "зелёный"),
    "city": ("The city of {player}: {squares} squares", "Город игрока {player}: квадратов {squares}"),
}

HEADINGS = {
    "mountains": ("Mountains", "Горы"),
    "forests": ("Forests", "Леса"),
    "lakes": ("Lakes", "Озёра"),
    "factories": ("Factories", "Фабрики"),
    "districts": ("Districts", "Кварталы"),
    "goals": ("Goals", "Цели"),
    "total": ("Total", "Всего"),
}

TIES = (
    "On a tie, the player with more deserts that were not terraformed wins; if those tie, too, nobody does.",
    "При равенстве побеждает тот, у кого больше нетерраформированных пустынь; если и их поровну, победителя нет.",
)

BROKEN_RANGE = (
    "The mountains of {player} do not part the city in two: they have to be one unbroken range "
    "of two squares or more. Districts earn nothing so.",
    "Горы игрока {player} не делят город надвое: они должны быть одной непрерывной цепью "
    "хотя бы из двух квадратов. Кварталы так не приносят очков.",
)
STRAY_CUBE = (
    "{player} has a cube that does not lie on a production square of its colour.",
    "У игрока {player} есть кубик, который лежит не на производстве своего цвета.",
)

REFUSALS = {
    "no-overlap": (
        "At least one square of the card has to lie over or under another square of the city.",
        "Хотя бы один квадрат карты должен лежать поверх другого квадрата города или под ним.",
    ),
    "nothing-visible": (
        "At least one square of the card has to stay visible.",
        "Хотя бы один квадрат карты должен остаться видимым.",
    ),
    "hidden-mountain": (
        "A mountain would be covered: all mountains stay visible.",
        "Гора оказалась бы скрыта: все горы остаются видимыми.",
    ),
    "hidden-lake": (
        "A lake would be covered: all lakes stay visible.",
        "Озеро оказалось бы скрыто: озёра не закрывают.",
    ),
    "range": (
        "Mountains have to extend the one range at its ends; they may neither stand apart nor fork it.",
        "Горы должны продолжать единую цепь с её концов; их нельзя класть отдельно или разветвлять цепь.",
    ),
    "no-desert": ("Only a desert can be terraformed.", "Терраформировать можно только пустыню."),
    "too-few-cubes": (
        "Terraforming costs two cubes of the same colour.",
        "Терраформирование стоит двух кубиков одного цвета.",
    ),
    "no-such-card": (
        "{player} cannot have drafted this card: cards are numbered from 1 to 60.",
        "Игрок {player} не мог взять такую карту: карты пронумерованы от 1 до 60.",
    ),
    "card-twice": (
        "The card of {player} was drafted before: there is one of each number.",
        "Карта игрока {player} уже была взята: каждый номер только один.",
    ),
}

_GOALS = {
    1: ("five forests apart from each other", "пять отдельных квадратов леса"),
    2: (
        "largest districts beside the range that differ by five squares",
        "разница в пять квадратов между крупнейшими районами по сторонам горной цепи",
    ),
    3: ("three lakes apart from each other", "три отдельных квадрата озера"),
    4: ("five mountains side by side", "пять ортогонально примыкающих гор"),
    5: ("six cubes in the city", "шесть кубиков ресурсов в городе"),
    6: ("production squares of all four colours", "производства всех четырёх цветов"),
    7: ("factories of all four colours", "фабрики всех четырёх цветов"),
    8: (
        "three production or factory squares that touch, diagonally too",
        "три смежных, в том числе по диагонали, производства или фабрики",
    ),
    9: ("two terraformed squares", "два терраформирования"),
}


def goal_words(goal: int, lang: str = "en") -> str:
    """Return what a goal (1 to 9) asks for."""
    return _GOALS[goal][LANGUAGES.index(lang)]


def word(name: str, lang: str = "en") -> str:
    """Return what a terrain or a colour is called in `lang`; a name with no word stands for itself."""
    return _WORDS.get(name, (name, name))[LANGUAGES.index(lang)]
