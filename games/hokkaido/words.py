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


def word(name: str, lang: str = "en") -> str:
    """Return what a terrain or a colour is called in `lang`; a name with no word stands for itself."""
    return _WORDS.get(name, (name, name))[LANGUAGES.index(lang)]
