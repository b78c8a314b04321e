"""What players are told, in English and Russian: one sentence a warning, naming the rule it goes by."""

from __future__ import annotations

LANGUAGES = ("en", "ru")

_SENTENCES: dict[tuple[str, str], str] = {
    ("edge-mismatch", "en"): "The terrain of these two tiles differs where they meet: "
    "mountain, plains and ocean must match along every shared edge.",
    ("edge-mismatch", "ru"): "Ландшафт этих двух гексов не совпадает: "
    "горы, равнины и океан должны совпадать вдоль каждой общей грани.",
    ("few-neighbours", "en"): "This tile touches fewer than two others: a tile must touch two or more tiles in play.",
    ("few-neighbours", "ru"): "Этот гекс касается меньше чем двух других: "
    "гекс кладут так, чтобы он соединялся с двумя или более гексами.",
    ("second-landmass", "en"): "Water parts the land in two: no tile may create a second landmass.",
    ("second-landmass", "ru"): "Вода делит сушу надвое: нельзя создавать второй участок суши.",
    ("two-pieces", "en"): "More than one piece stands on this tile: a tile has room for one viking or longhouse.",
    ("two-pieces", "ru"): "На этом гексе больше одной фишки: на гексе может стоять только один викинг или дом.",
    ("piece-on-rune", "en"): "A piece stands on a tile with a rune stone: only a longhouse may stand "
    "on a rune, and only on its owner's Home rune.",
    ("piece-on-rune", "ru"): "Фишка стоит на гексе с руной: на руне может стоять только дом, "
    "и только на руне Дома своего владельца.",
    ("longhouse-off-plains", "en"): "This longhouse stands on a tile without plains: longhouses are built on plains.",
    ("longhouse-off-plains", "ru"): "Этот дом стоит на гексе без равнины: дома ставят там, где есть равнина.",
    ("viking-off-plains", "en"): "This viking stands on a tile without plains: vikings settle plains, "
    "unless a Journey or Horse rune carries them.",
    ("viking-off-plains", "ru"): "Этот викинг стоит на гексе без равнины: викинги заселяют равнины, "
    "если их не привела руна Путешествия или Лошади.",
    ("cut-off-viking", "en"): "{player} has vikings that plains do not join to any longhouse of theirs: "
    "a viking is placed next to an own piece and connected to it by plains.",
    ("cut-off-viking", "ru"): "У игрока {player} есть викинги, не связанные равниной ни с одним своим домом: "
    "викинга ставят рядом со своей фишкой, с которой его соединяет равнина.",
    ("too-many-vikings", "en"): "{player} has more vikings on the board than the supply allows.",
    ("too-many-vikings", "ru"): "У игрока {player} на поле больше викингов, чем есть в запасе.",
    ("too-many-longhouses", "en"): "{player} has more longhouses on the board than the supply allows.",
    ("too-many-longhouses", "ru"): "У игрока {player} на поле больше домов, чем есть в запасе.",
    ("out-of-turn", "en"): "{player} moved out of turn: players take their turns clockwise, "
    "and only who cannot place a viking is skipped.",
    ("out-of-turn", "ru"): "Игрок {player} сходил вне очереди: ходят по часовой стрелке, "
    "и пропускают только того, кто не может поставить викинга.",
    ("several-moves", "en"): "More than one move was made at once: a turn is one tile, with a longhouse "
    "on it if one likes, or one viking.",
    ("several-moves", "ru"): "Сделано больше одного хода сразу: за ход кладут один гекс "
    "и, если хотят, ставят на него дом, или ставят одного викинга.",
    ("longhouse-late", "en"): "A longhouse was placed in the settlement phase: "
    "longhouses left over after exploration stay in the supply.",
    ("longhouse-late", "ru"): "Дом поставлен в фазе заселения: "
    "дома, оставшиеся после фазы исследования, остаются в запасе.",
    ("longhouse-elsewhere", "en"): "A longhouse was placed on another tile: "
    "a longhouse may only go on the tile just laid.",
    ("longhouse-elsewhere", "ru"): "Дом поставлен на другой гекс: "
    "дом можно поставить только на гекс, выложенный в этот ход.",
    ("piece-moved", "en"): "A piece of {player} has moved: a viking or longhouse, once placed, is never moved.",
    ("piece-moved", "ru"): "Фишка игрока {player} переместилась: поставленного викинга или дом перемещать нельзя.",
    ("piece-removed", "en"): "A piece of {player} is gone: a viking or longhouse, once placed, is never removed.",
    ("piece-removed", "ru"): "Фишка игрока {player} исчезла: поставленного викинга или дом убирать нельзя.",
    ("nobodys-piece", "en"): "A piece of a colour that nobody plays seems to stand here: it is not counted; "
    "take it away, or add its player to the set-up.",
    ("nobodys-piece", "ru"): "Здесь, похоже, стоит фишка цвета, которым никто не играет: она не считается; "
    "уберите её или добавьте её игрока в состав партии.",
    ("tile-moved", "en"): "A tile no longer lies as it lay: a tile, once laid, stays where and as it is.",
    ("tile-moved", "ru"): "Гекс лежит не так, как лежал: выложенный гекс не перемещают и не поворачивают.",
    ("tile-late", "en"): "A tile was laid in the settlement phase: tiles are laid only while exploring.",
    ("tile-late", "ru"): "Гекс выложен в фазе заселения: гексы кладут только в фазе исследования.",
    ("rune-reused", "en"): "{player} used a rune that was already spent: each player uses each rune once.",
    ("rune-reused", "ru"): "Игрок {player} использовал уже потраченную руну: каждую руну используют один раз.",
}

_WORDS: dict[str, tuple[str, str]] = {
    "board": (
        "A Fjords board of {tiles} tiles and {pieces} pieces",
        "Поле игры «Фьорды»: гексов {tiles}, фишек {pieces}",
    ),
    "viking": ("viking", "викинг"),
    "longhouse": ("longhouse", "дом"),
    "strength": ("Strength rune", "руна Силы"),
    "water": ("Water rune", "руна Воды"),
    "friendship": ("Friendship rune", "руна Дружбы"),
    "journey": ("Journey rune", "руна Путешествия"),
    "horse": ("Horse rune", "руна Лошади"),
    "wisdom": ("Wisdom rune", "руна Мудрости"),
    "home": ("Home rune", "руна Дома"),
    "secret": ("Secret rune", "Секретная руна"),
    "stone": ("rune stone", "камень с руной"),
    "white": ("white", "белый"),
    "yellow": ("yellow", "жёлтый"),
    "orange": ("orange", "оранжевый"),
    "red": ("red", "красный"),
    "purple": ("purple", "фиолетовый"),
    "pink": ("pink", "розовый"),
    "blue": ("blue", "синий"),
    "green": ("green", "зелёный"),
    "brown": ("brown", "коричневый"),
    "black": ("black", "чёрный"),
    "grey": ("grey", "серый"),
}


def word(name: str, lang: str = "en") -> str:
    """Return what a piece, a rune or a colour is called in `lang`; a name with no word stands for itself.

    Raises `ValueError` for a language that is neither ``en`` nor ``ru``.
    """
    return _WORDS.get(name, (name, name))[LANGUAGES.index(lang)]


def sentence(code: str, lang: str = "en", **names: object) -> str:
    """Return the sentence for a warning's `code` in `lang`, ``en`` or ``ru``; `names` fill its places.

    Raises `KeyError` for a code or a language that has no sentence.
    """
    return _SENTENCES[code, lang].format(**names)
