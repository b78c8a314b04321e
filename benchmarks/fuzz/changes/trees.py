"""Changes to JSON documents: wrong types and values; parts removed, repeated, swapped, nested, or made very large."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.fuzz.changes import blobs, odd
from games.incoming import LARGEST_NUMBER

_DEEP = "\ue000deep\ue001"
_TWICE = "\ue000twice\ue001"
_LARGEST = 3_000_000
"""Characters to which a list may grow: what reading takes in is bounded at 4 MB."""
_MAX_SIZE = 20_000_000
"""Characters of the largest document that is written: nested large parts would fill the memory."""
_Place = tuple[Any, Any]
"""A list or mapping, and the index or key of one of its values."""


def changed(document: Any, chance: Random, others: Callable[[Random], Any] | None = None) -> bytes:
    """Return a document with one to five changes, as the bytes of a file.

    Args:
        document: valid data for JSON; it is left as it is.
        chance: the random generator.
        others: returns other documents, parts of which are inserted.
    """
    root = {"": copy.deepcopy(document)}
    gently = chance.random() < 0.6
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        if gently:
            _exchange(root, chance)
        else:
            _change(root, chance, others)
    if _size(root[""], {}) > _MAX_SIZE:
        root[""] = document
    text = json.dumps(root[""], ensure_ascii=chance.random() < 0.5)
    data = _unfolded(text, chance).encode("utf-8", "surrogatepass")
    return blobs.changed(data, chance) if chance.random() < 0.08 else data


def _size(value: Any, known: dict[int, int]) -> int:
    """Return about how many characters a document writes; a part that it holds several times counts each time."""
    if not isinstance(value, dict | list):
        return len(value) if isinstance(value, str) else 5
    if id(value) not in known:
        inside = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(each, known) for each in inside)
    return known[id(value)]


def _change(root: dict[str, Any], chance: Random, others: Callable[[Random], Any] | None) -> None:
    places = _places(root)
    holder, key = _picked(places, chance)
    what = chance.random()
    if what < 0.3:
        holder[key] = odd.value(chance)
    elif what < 0.5:
        holder[key] = _nudged(holder[key], chance)
    elif what < 0.6:
        del holder[key]
    elif what < 0.7:
        other, its = chance.choice(places)
        holder[key] = copy.deepcopy(other[its])
    elif what < 0.78 and others is not None:
        other, its = _picked(_places({"": others(chance)}), chance)
        holder[key] = copy.deepcopy(other[its])
    elif what < 0.9:
        _grow(holder, key, chance)
    else:
        holder[key] = chance.choice((_DEEP, _TWICE, [holder[key]], {"value": holder[key]}))
    root.setdefault("", None)


def _exchange(root: dict[str, Any], chance: Random) -> None:
    """Change a document; about half of the results are still well-formed, and so get further into the program."""
    places = _places(root)
    holder, key = _picked(places, chance)
    inside = holder[key]
    alike = [h[k] for h, k in places if type(h[k]) is type(inside) and (isinstance(holder, list) or k == key)]
    what = chance.random()
    if isinstance(inside, list) and inside and what < 0.5:
        at = chance.randrange(len(inside))
        inside[at : at + chance.choice((0, 1))] = [copy.deepcopy(chance.choice(inside))] * chance.choice(
            (0, 1, 1, 2, 30)
        )
    elif isinstance(inside, int) and not isinstance(inside, bool) and what < 0.5:
        holder[key] = chance.choice((inside + 1, inside - 1, -inside, 0, 1, 7, 99, 200, inside * 10))
    elif isinstance(inside, str) and what < 0.3:
        holder[key] = odd.word(chance)
    elif isinstance(holder, dict) and what < 0.6:
        del holder[key]
    else:
        holder[key] = copy.deepcopy(chance.choice(alike))
    root.setdefault("", None)


def _places(value: Any) -> list[_Place]:
    """Return every place in a document, found breadth first, so that deep nesting needs no recursion."""
    found: list[_Place] = []
    queue = [value]
    for holder in queue:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        found += [(holder, key) for key in keys]
        queue += [holder[key] for key in keys if isinstance(holder[key], dict | list)]
    return found


def _picked(places: list[_Place], chance: Random) -> _Place:
    """Return a random place, all field names being equally likely: a board has many more edges than names."""
    fields: dict[object, list[_Place]] = {}
    for holder, key in places:
        fields.setdefault(key if isinstance(holder, dict) else list, []).append((holder, key))
    return chance.choice(fields[chance.choice(list(fields))])


def _nudged(value: Any, chance: Random) -> Any:
    """Return a value near the given one, or the same as another type."""
    if isinstance(value, bool) or value is None:
        return chance.choice((not value, "true", 1, None))
    if isinstance(value, int | float):
        as_float = value + 0.0 if abs(value) <= LARGEST_NUMBER else value  # Python refuses to convert much larger ones
        near = (value + 1, value - 1, -value, value * 2, as_float, str(value), value * 1000, [value])
        return chance.choice(near)
    if isinstance(value, str):
        cut = chance.randrange(len(value) + 1)
        return chance.choice(
            (value[:cut], value + value, value.upper(), value[::-1], f" {value}", value + odd.word(chance))
        )
    if isinstance(value, list):
        return chance.choice(
            (value[::-1], value[1:], value[:-1], dict(enumerate(value)), chance.sample(value, len(value)))
        )
    return chance.choice((list(value), list(value.values()), [value], dict(reversed(value.items()))))


def _grow(holder: Any, key: Any, chance: Random) -> None:
    """Repeat a value of a list, add to a mapping, or lengthen a text."""
    inside = holder[key]
    if isinstance(inside, list) and inside:
        one = chance.choice(inside)
        most = _LARGEST // (len(json.dumps(one)) + 1)
        inside += [one] * min(most, chance.choice((1, 1, 2, 7, 60, 500, 4_000, 100_000)))
    elif isinstance(inside, dict):
        inside[odd.word(chance)] = odd.value(chance)
    elif isinstance(inside, str):
        holder[key] = inside * chance.choice((2, 100, 10_000))
    else:
        holder[key] = [inside] * chance.choice((2, 1_000))


def _unfolded(text: str, chance: Random) -> str:
    """Insert what `json.dumps` cannot write: very deep nesting, and duplicate keys."""
    if _DEEP in text or json.dumps(_DEEP) in text:
        depth = chance.choice((3, 60, 400, 990, 5_000, 200_000))
        opened, closed = chance.choice((("[", "]"), ('{"a":', "}")))
        times = text.count(_DEEP) + text.count(json.dumps(_DEEP))
        depth = min(depth, _MAX_SIZE // (times * len(opened + closed)))
        deep = opened * depth + "0" + closed * depth
        text = _replaced(text, _DEEP, deep)
    if _TWICE in text or json.dumps(_TWICE) in text:
        text = _replaced(text, _TWICE, '{"q":0,"q":1,"q":[]}')
    return text


def _replaced(text: str, mark: str, told: str) -> str:
    for quoted in (json.dumps(mark), json.dumps(mark, ensure_ascii=False)):
        text = text.replace(quoted, told)
    return text
