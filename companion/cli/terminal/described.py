"""Moves, places and events of any game as lines for people, in the words that its rulebook has for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.language import player_name
from games.answers import Answers, Described
from games.language import word_in

_KINDS = ("move", "event")
"""Fields whose value is shown without the field's name."""
_PROPER_NAMES = ("building", "card", "elder")
"""Fields whose value is a name that is the same in every language."""
_NOTHING = "–"


def line(one: Described, answers: Answers[Any], lang: str) -> str:
    """Return a move, a place or an event with its fields on one line.

    Of what is true or false only what is true is shown.
    """
    head = next(iter(one))
    shown = {name: value for name, value in one.items() if value is not False}
    return "  ".join(_part(name, value, answers, lang, name in (*_KINDS, head)) for name, value in shown.items())


def _part(name: str, value: object, answers: Answers[Any], lang: str, unlabelled: bool) -> str:
    """Return a field as text: its label with its value, or one of them where that says it all."""
    label = word_in(answers.fields, name, lang)
    if value is True:
        return label
    if name == "player":
        text = player_name(str(value), lang)
    else:
        text = _text(value, {} if name in _PROPER_NAMES else answers.words, lang)
    is_bare = unlabelled and isinstance(value, str)
    return text if is_bare else f"{label}: {text}"


def _text(value: object, words: Mapping[str, str], lang: str) -> str:
    if value is None:
        return _NOTHING
    if isinstance(value, list | tuple):
        return _texts(value, words, lang)
    return word_in(words, str(value), lang)


def _texts(values: Sequence[object], words: Mapping[str, str], lang: str) -> str:
    """Return several values, or a place, which is a pair whose second part is a number."""
    joined = ", ".join(_text(value, words, lang) for value in values)
    return f"({joined})" if len(values) == 2 and isinstance(values[1], int) else joined or _NOTHING
