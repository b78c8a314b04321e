"""What things are called in English and Russian."""

from __future__ import annotations

from games.envelope import LANGUAGES

_WORDS: dict[str, tuple[str, str]] = {
    "warrior": ("warrior", "воин"),
    "jarl": ("jarl", "ярл"),
    "scout": ("scout", "разведчик"),
    "goldsmith": ("goldsmith", "златокузнец"),
    "fisherman": ("fisherman", "рыбак"),
    "boatswain": ("boatswain", "кормчий"),
    "warriors": ("warriors", "воинов"),
    "jarls": ("jarls", "ярлов"),
    "scouts": ("scouts", "разведчиков"),
    "goldsmiths": ("goldsmiths", "златокузнецов"),
    "fishermen": ("fishermen", "рыбаков"),
    "boatswains": ("boatswains", "кормчих"),
    "black": ("black", "чёрный"),
    "red": ("red", "красный"),
    "green": ("green", "зелёный"),
    "yellow": ("yellow", "жёлтый"),
    "blue": ("blue", "синий"),
    "grey": ("grey", "серый"),
    "left": ("left part of an island", "левая часть острова"),
    "middle": ("middle part of an island", "средняя часть острова"),
    "right": ("right part of an island", "правая часть острова"),
    "ship": ("ship with a {sail} sail", "драккар, парус {sail}"),
    "pays points": ("{amount} points", "очки: {amount}"),
    "pays gold": ("{amount} gold", "золото: {amount}"),
    "threatened": ("threatened", "под угрозой"),
    "fjord": ("The fjord of {player}", "Фьорд игрока {player}"),
    "home": ("at home", "в родном фьорде"),
}
_MANY = {"fisherman": "fishermen"}


def word(name: str, lang: str = "en", **parts: object) -> str:
    """Return what a thing is called in `lang`; a name with no word stands for itself.

    Raises `ValueError` for a language that is neither ``en`` nor ``ru``.
    """
    return _WORDS.get(name, (name, name))[LANGUAGES.index(lang)].format(**parts)


def many(figure: str, lang: str = "en") -> str:
    """Return what several figures of a kind are called; in Russian as after a number of five or more."""
    return word(_MANY.get(figure, f"{figure}s"), lang)
