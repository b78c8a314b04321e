"""The sentence for each warning, which names the rule that is broken, and the words for things of the game."""

from __future__ import annotations

from games.language import N_, translate, word_in

_SENTENCES: dict[str, str] = {
    "edge-mismatch": N_(
        "The terrain of these two tiles differs where they meet: "
        "mountain, plains and ocean must match along every shared edge."
    ),
    "few-neighbours": N_("This tile touches fewer than two others: a tile must touch two or more tiles in play."),
    "second-landmass": N_("Water parts the land in two: no tile may create a second landmass."),
    "two-pieces": N_("More than one piece stands on this tile: a tile has room for one viking or longhouse."),
    "piece-on-rune": N_(
        "A piece stands on a tile with a rune stone: only a longhouse may stand "
        "on a rune, and only on its owner's Home rune."
    ),
    "longhouse-off-plains": N_("This longhouse stands on a tile without plains: longhouses are built on plains."),
    "viking-off-plains": N_(
        "This viking stands on a tile without plains: vikings settle plains, "
        "unless a Journey or Horse rune carries them."
    ),
    "cut-off-viking": N_(
        "{player} has vikings that plains do not join to any longhouse of theirs: "
        "a viking is placed next to an own piece and connected to it by plains."
    ),
    "too-many-vikings": N_("{player} has more vikings on the board than the supply allows."),
    "too-many-longhouses": N_("{player} has more longhouses on the board than the supply allows."),
    "too-many-colours": N_("Pieces of more than four colours are in play: the game is for two to four players."),
    "variant-for-two": N_("More than two play: the Epic and the Classic game are for two players."),
    "classic-runes": N_("Rune stones are in play, but the Classic game is played without them."),
    "too-many-stones": N_(
        "More rune stones of one kind are in play than there can be: one of Strength, one of Water, "
        "and of the others one for each player."
    ),
    "runes-of-two-colours": N_("{player} has rune stones of both colours: in the Epic game runes of one are used."),
    "home-without-longhouse": N_("No longhouse stands on this Home rune: it is placed together with one on top of it."),
    "rune-not-played": N_("This rune stone belongs to a set that is not in play; it is counted all the same."),
    "out-of-turn": N_(
        "{player} moved out of turn: players take their turns clockwise, and only a player who cannot place a "
        "viking is skipped."
    ),
    "several-moves": N_(
        "More than one move was made at once: a turn is one tile, optionally with a longhouse on it, or one viking."
    ),
    "longhouse-late": N_(
        "A longhouse was placed in the settlement phase: longhouses left over after exploration stay in the supply."
    ),
    "longhouse-elsewhere": N_("A longhouse was placed on another tile: a longhouse may only go on the tile just laid."),
    "piece-moved": N_("A piece of {player} has moved: a viking or longhouse, once placed, is never moved."),
    "piece-removed": N_("A piece of {player} is gone: a viking or longhouse, once placed, is never removed."),
    "nobodys-piece": N_(
        "A piece of a colour that nobody plays seems to stand here: it is not counted; "
        "take it away, or add its player to the set-up."
    ),
    "tile-moved": N_("A tile was moved or turned: a tile, once laid, stays where and as it is."),
    "tile-late": N_("A tile was laid in the settlement phase: tiles are laid only while exploring."),
    "rune-reused": N_("{player} used a rune that was already spent: each player uses each rune once."),
}

_COLOURS: dict[str, str] = {
    "white": N_("white"),
    "yellow": N_("yellow"),
    "orange": N_("orange"),
    "red": N_("red"),
    "purple": N_("purple"),
    "pink": N_("pink"),
    "blue": N_("blue"),
    "green": N_("green"),
    "brown": N_("brown"),
    "black": N_("black"),
    "grey": N_("grey"),
}
_WORDS: dict[str, str] = {
    "board": N_("A Fjords board of {tiles} tiles and {pieces} pieces"),
    "viking": N_("viking"),
    "longhouse": N_("longhouse"),
    "strength": N_("Strength rune"),
    "water": N_("Water rune"),
    "friendship": N_("Friendship rune"),
    "journey": N_("Journey rune"),
    "horse": N_("Horse rune"),
    "wisdom": N_("Wisdom rune"),
    "home": N_("Home rune"),
    "secret": N_("Secret rune"),
    "stone": N_("rune stone"),
    **_COLOURS,
}


def word(name: str, lang: str = "en") -> str:
    """Return the word for a piece, a rune or a colour in `lang`; a name without a word stands for itself.

    Raises `ValueError` for a language that is neither ``en`` nor ``ru``.
    """
    return word_in(_WORDS, name, lang)


def player_name(name: str, lang: str = "en") -> str:
    """Return a player's name as it is shown in `lang`; the name of a colour is translated."""
    return word(name, lang).capitalize() if name in _COLOURS else name


def sentence(code: str, lang: str = "en", **names: object) -> str:
    """Return the sentence for a warning's `code` in `lang`, ``en`` or ``ru``; `names` fill its placeholders.

    Raises `KeyError` for a code that has no sentence, `ValueError` for another language.
    """
    return translate(_SENTENCES[code], lang).format(**names)
