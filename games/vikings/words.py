"""The words for things of the game."""

from __future__ import annotations

from games.language import N_, translate, word_in

_WORDS: dict[str, str] = {
    "warrior": N_("warrior"),
    "jarl": N_("jarl"),
    "scout": N_("scout"),
    "goldsmith": N_("goldsmith"),
    "fisherman": N_("fisherman"),
    "boatswain": N_("boatswain"),
    "warriors": N_("warriors"),
    "jarls": N_("jarls"),
    "scouts": N_("scouts"),
    "goldsmiths": N_("goldsmiths"),
    "fishermen": N_("fishermen"),
    "boatswains": N_("boatswains"),
    "black": N_("black"),
    "red": N_("red"),
    "green": N_("green"),
    "yellow": N_("yellow"),
    "blue": N_("blue"),
    "grey": N_("grey"),
    "left": N_("left part of an island"),
    "middle": N_("middle part of an island"),
    "right": N_("right part of an island"),
    "ship": N_("ship with a {sail} sail"),
    "pays points": N_("{amount} points"),
    "pays gold": N_("{amount} gold"),
    "threatened": N_("threatened"),
    "fjord": N_("The fjord of {player}"),
    "home": N_("at home"),
}
FIELDS = {
    "player": N_("player"),
    "row": N_("row"),
    "column": N_("column"),
    "part": N_("tile"),
    "figure": N_("figure"),
    "sail": N_("sail"),
    "gold": N_("gold"),
    "place": N_("place at the wheel, from 0"),
    "at": N_("goes to (row, column)"),
    "settle": N_("the figure stays on the tile"),
    "card": N_("special card"),
    "cells": N_("tiles (row, column)"),
}
DESCRIBED = {
    **_WORDS,
    "bid": N_("Bid"),
    "remove": N_("Put a figure into the box"),
    "arrange": N_("Lay out the figures of a colour"),
    "buy": N_("Buy"),
    "start": N_("Lay the starting tile"),
    "take": N_("Take a special card"),
    "carry": N_("Carry figures"),
    "finish": N_("Carry no more figures"),
    "tile-laid": N_("Laid: a tile"),
    "figure-placed": N_("Placed: a figure"),
    "ship-laid": N_("Laid: a ship"),
}
"""The words of moves and events, and of the values of their fields."""
_PLURALS = {"fisherman": "fishermen"}


def word(name: str, lang: str = "en", **parts: object) -> str:
    """Return the word for a thing in `lang`; a name without a word stands for itself.

    Raises `ValueError` for a language that is neither ``en`` nor ``ru``.
    """
    return word_in(_WORDS, name, lang).format(**parts)


def many(figure: str, lang: str = "en") -> str:
    """Return the plural of a kind of figure; in Russian the genitive, as after a number of five or more."""
    return translate(plural(figure), lang)


def plural(figure: str) -> str:
    """Return the English plural of a kind of figure, marked for the catalogue."""
    return _WORDS[_PLURALS.get(figure, f"{figure}s")]
